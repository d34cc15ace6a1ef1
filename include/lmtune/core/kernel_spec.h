// A kernel spec: everything about a kernel that is fixed when it is compiled.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lmtune/base/hash.h"

namespace lmtune {

enum class Variant { kBaseline, kCached };

std::string to_string(Variant variant);

/// OpenCL C text and the name that messages use for it. Shared by all benchmarks made from it.
struct KernelSource {
  KernelSource(std::string source_name, std::string source_text)
      : name(std::move(source_name)), text(std::move(source_text)), hash(ContentHash().add(text)) {}

  const std::string name;  ///< a file name, as the user knows it
  const std::string text;
  const ContentHash hash;  ///< of the text, which may be long and shared by 90,000 benchmarks
};

/// How one of the two variants is made from the source.
struct VariantSpec {
  std::string entry_point;
  std::vector<std::string> options;  ///< build options of this variant alone

  bool operator==(const VariantSpec&) const = default;
};

struct KernelSpec {
  std::shared_ptr<const KernelSource> source;
  std::vector<std::string> options;  ///< build options of both variants, one argument each
  VariantSpec baseline;
  std::optional<VariantSpec> cached;  ///< absent: nobody has written the cached variant
};

/// The variant's part of `spec`. Throws kInput if it has none.
const VariantSpec& variant_spec(const KernelSpec& spec, Variant variant);

/// All build options of one variant, common ones first.
std::vector<std::string> build_options(const KernelSpec& spec, Variant variant);

/// Content hash over source text, options and variants: equal for benchmarks that share a build.
std::string spec_id(const KernelSpec& spec);

}  // namespace lmtune
