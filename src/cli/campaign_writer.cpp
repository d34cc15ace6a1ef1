#include "cli/campaign_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lmtune/base/parallel.h"
#include "lmtune/base/version.h"
#include "lmtune/generate/generate.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"

namespace lmtune {
namespace {

/// One benchmark as a file of its own: its options as #defines, then the template.
std::string readable_source(const Benchmark& benchmark) {
  const auto define = [](const std::string& option) {
    std::string text = option.substr(2);  // without "-D"
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) text[equals] = ' ';
    return "#define " + text + '\n';
  };
  std::string text = fmt::format(
      "// {}\n// Benchmark {} of lmtune {}.\n// Launch: global {} x {}, local {} x {}\n",
      benchmark.name, benchmark.id, kLmtuneVersion, benchmark.launch.global[0],
      benchmark.launch.global[1], benchmark.launch.local[0], benchmark.launch.local[1]);
  for (const Argument& argument : benchmark.launch.arguments) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
      text += fmt::format("//   {}: {} elements of {}\n", argument.name, buffer->count,
                          to_string(buffer->element));
    } else if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
      text += fmt::format("//   {} = {}\n", argument.name, scalar->value);
    }
  }
  text += "// Compile it as it is for the baseline, with -DCACHED for the cached variant.\n\n";
  for (const std::string& option : benchmark.spec.options) text += define(option);
  text += "#ifdef CACHED\n";
  for (const std::string& option : benchmark.spec.cached->options) {
    if (option != "-DCACHED") text += define(option);
  }
  return text + "#endif\n\n" + benchmark.spec.source->text;
}

/// Of one benchmark: each parameter's value as lowest, highest and sum.
std::vector<ParameterSpread> spread_of(const std::vector<std::int64_t>& values) {
  std::vector<ParameterSpread> spread;
  for (const std::int64_t value : values) {
    const auto real = static_cast<double>(value);
    spread.push_back({real, real, real});
  }
  return spread;
}

void join(std::vector<ParameterSpread>& all, const std::vector<ParameterSpread>& more) {
  if (all.empty()) {
    all = more;
    return;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].low = std::min(all[i].low, more[i].low);
    all[i].high = std::max(all[i].high, more[i].high);
    all[i].mean += more[i].mean;
  }
}

}  // namespace

CampaignWriter::CampaignWriter(const std::string& path, const CampaignOrigin& origin,
                               std::uint64_t benchmarks, std::string source_folder)
    : file_(path), source_folder_(std::move(source_folder)), source_(template_source()) {
  file_.append(format_campaign_header(origin, benchmarks));
  file_.append(format_campaign_source(*source_));
}

void CampaignWriter::add(std::span<const TemplateParameters> parameters,
                         std::span<const std::vector<std::string>> fills) {
  // As many at a time as keep all cores busy and little memory.
  constexpr std::size_t kAtOnce = 4096;
  constexpr std::size_t kTask = 64;
  for (std::size_t begin = 0; begin < parameters.size(); begin += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, parameters.size() - begin);
    std::vector<std::string> texts((count + kTask - 1) / kTask);
    std::vector<std::vector<ParameterSpread>> spreads(texts.size());
    parallel_for(texts.size(), 0, [&](std::size_t task) {
      for (std::size_t i = task * kTask; i < std::min(count, (task + 1) * kTask); ++i) {
        const std::size_t at = begin + i;
        const std::vector<std::int64_t> values = parameter_values(parameters[at]);
        join(spreads[task], spread_of(values));
        texts[task] += format_campaign_synthetic(
            values, fills.empty() ? std::vector<std::string>{} : fills[at]);
        if (source_folder_.empty()) continue;
        const Benchmark benchmark = make_synthetic(parameters[at], source_);
        write_file_atomically(std::filesystem::path(source_folder_) / (benchmark.id + ".cl"),
                              readable_source(benchmark));
      }
    });
    for (const std::string& text : texts) file_.append(text);
    for (const std::vector<ParameterSpread>& sums : spreads) join(sums_, sums);
  }
  for (const TemplateParameters& p : parameters) {
    const std::uint64_t spec = spec_hash(p);
    if (written_ == 0 || spec != last_spec_) ++specs_;
    last_spec_ = spec;
    ++written_;
  }
}

void CampaignWriter::describe(GenerationReport& report) const {
  report.kernel_specs = specs_;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    ParameterSpread& spread = report.spread[parameter_names()[i]];
    spread = sums_[i];
    spread.mean /= static_cast<double>(written_);
  }
}

}  // namespace lmtune
