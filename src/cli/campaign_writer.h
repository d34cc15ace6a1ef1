// Writes a campaign of synthetic benchmarks as they come, so that a million need little memory.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lmtune/base/file.h"
#include "lmtune/core/generation_report.h"
#include "lmtune/io/campaign_file.h"
#include "lmtune/template/template_parameters.h"

namespace lmtune {

class CampaignWriter {
 public:
  /// Begins the file at `path`, which appears with commit() only. Throws kOutput. Sources of the
  /// benchmarks go to `source_folder` too, unless it is "".
  CampaignWriter(const std::string& path, const CampaignOrigin& origin, std::uint64_t benchmarks,
                 std::string source_folder);

  /// Appends benchmarks, made on all cores. `fills` has an entry for each, or none at all.
  void add(std::span<const TemplateParameters> parameters,
           std::span<const std::vector<std::string>> fills);

  void commit() { file_.commit(); }

  /// Of what was written: fills in the report's spread and its number of specs.
  void describe(GenerationReport& report) const;

 private:
  AtomicFile file_;
  std::string source_folder_;
  std::shared_ptr<const KernelSource> source_;
  std::uint64_t written_ = 0;
  std::uint64_t specs_ = 0;
  std::uint64_t last_spec_ = 0;
  std::vector<ParameterSpread> sums_;  // of each parameter, with the sum in the place of the mean
};

}  // namespace lmtune
