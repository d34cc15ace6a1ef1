#include "lmtune/core/kernel_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lmtune/base/error.h"
#include "lmtune/base/hash.h"

namespace lmtune {

std::string to_string(Variant variant) {
  return variant == Variant::kBaseline ? "baseline" : "cached";
}

const VariantSpec& variant_spec(const KernelSpec& spec, Variant variant) {
  if (variant == Variant::kBaseline) return spec.baseline;
  if (!spec.cached) {
    throw Error(ErrorKind::kInput, spec.source->name, "has no cached variant",
                "a case file names the options that switch it under /kernel/cached");
  }
  return *spec.cached;
}

std::vector<std::string> build_options(const KernelSpec& spec, Variant variant) {
  std::vector<std::string> all = spec.options;
  const VariantSpec& own = variant_spec(spec, variant);
  all.insert(all.end(), own.options.begin(), own.options.end());
  return all;
}

std::string spec_id(const KernelSpec& spec) {
  const auto describe = [](const VariantSpec& variant) {
    return fmt::format("{}\n{}\n", variant.entry_point, fmt::join(variant.options, "\n"));
  };
  ContentHash hash = spec.source->hash;
  return hash
      .add(fmt::format("\n\n{}\n\n{}\n\n{}", fmt::join(spec.options, "\n"), describe(spec.baseline),
                       spec.cached ? describe(*spec.cached) : ""))
      .digits();
}

}  // namespace lmtune
