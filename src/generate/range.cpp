#include <fmt/format.h>

#include <unordered_set>

#include "generate/candidates.h"
#include "generate/draw.h"
#include "lmtune/base/error.h"
#include "lmtune/base/parallel.h"
#include "lmtune/base/random.h"
#include "lmtune/generate/generate.h"

namespace lmtune {
namespace {

/// Specs of a block, which has a random stream of its own: blocks are drawn on all cores.
constexpr std::size_t kBlockSpecs = 64;
constexpr std::size_t kBlocksAtOnce = 64;
constexpr double kRangePatience = 1.2;

struct Block {
  std::vector<TemplateParameters> drawn;
  GenerationReport report;
};

class BlockDrawer {
 public:
  BlockDrawer(const GenerateOptions& options, const SeedRanges* ranges)
      : options_(options), ranges_(ranges), limits_(template_limits(options.profile)) {}

  Block draw(std::uint64_t index) const {
    Random random(mix_bits(options_.seed, index));
    Block block;
    for (std::size_t i = 0; i < kBlockSpecs; ++i) add_spec(random, block);
    return block;
  }

 private:
  bool accept(const TemplateParameters& p, Random& random, Block& block) const {
    auto reason = rejection(p, limits_, options_.profile);
    if (!reason && !is_worth_its_time(random, options_.profile, p, kRangePatience)) {
      reason = kNotWorthItsTime;
    }
    if (!reason && ranges_ != nullptr) {
      if (const auto quantity = outside_ranges(range_quantities(p), *ranges_)) {
        reason = fmt::format("{} is outside the seeds' range", *quantity);
      }
    }
    if (reason) {
      ++block.report.rejected[*reason];
      return false;
    }
    block.drawn.push_back(p);
    return true;
  }

  void add_spec(Random& random, Block& block) const {
    const TemplateParameters first = draw_spec(random, options_.profile);
    if (!accept(first, random, block)) return;
    for (std::uint32_t launch = 1; launch < options_.launches; ++launch) {
      accept(draw_launch(random, options_.profile, first), random, block);
    }
  }

  const GenerateOptions& options_;
  const SeedRanges* ranges_;
  TemplateLimits limits_;
};

}  // namespace

std::vector<TemplateParameters> generate_range(const GenerateOptions& options) {
  std::vector<TemplateParameters> all;
  generate_range(options, nullptr, [&all](std::span<const TemplateParameters> some) {
    all.insert(all.end(), some.begin(), some.end());
  });
  return all;
}

GenerationReport generate_range(const GenerateOptions& options, const SeedRanges* ranges,
                                const ParameterSink& sink) {
  const BlockDrawer drawer(options, ranges);
  GenerationReport report;
  std::unordered_set<std::uint64_t> seen;
  for (std::uint64_t next = 0; report.accepted < options.count; next += kBlocksAtOnce) {
    std::vector<Block> blocks(kBlocksAtOnce);
    parallel_for(kBlocksAtOnce, 0, [&](std::size_t i) { blocks[i] = drawer.draw(next + i); });
    std::vector<TemplateParameters> fresh;
    for (Block& block : blocks) {
      for (const auto& [reason, count] : block.report.rejected) report.rejected[reason] += count;
      for (const TemplateParameters& p : block.drawn) {
        if (report.accepted + fresh.size() == options.count) break;
        if (seen.insert(parameters_hash(p)).second) {
          fresh.push_back(p);
        } else {
          ++report.rejected["drawn before"];
        }
      }
    }
    report.accepted += fresh.size();
    sink(fresh);
    if (fresh.empty()) {
      throw Error(
          ErrorKind::kUsage, "--count",
          fmt::format("only {} different benchmarks found of {}", report.accepted, options.count),
          "ask for fewer, for another profile or for wider ranges");
    }
  }
  return report;
}

}  // namespace lmtune
