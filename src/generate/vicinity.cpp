#include "lmtune/generate/vicinity.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "generate/candidates.h"
#include "generate/draw.h"
#include "lmtune/base/hash.h"
#include "lmtune/base/parallel.h"
#include "lmtune/base/random.h"
#include "lmtune/features/features.h"
#include "lmtune/template/tile.h"

namespace lmtune {
namespace {

/// Long kernels are neighbours of long ones, and so have more tries here than in the range
/// approach.
constexpr double kVicinityPatience = 1.3;
/// Benchmarks of the fixed draw that normalises features.
constexpr std::uint64_t kReferenceCount = 4096;
/// Candidates whose features are computed for each one that is kept.
constexpr std::uint64_t kCandidatesPerKept = 26;
/// Of those, drawn blindly before neighbours of the nearest are tried.
constexpr double kBlindShare = 0.15;
/// Neighbours that are another launch of the same kernel spec.
constexpr double kLaunchShare = 0.4;
/// Side of the cells that a family takes one benchmark from at most, in standard deviations.
constexpr float kCellSide = 0.25f;
/// Nearest candidates that a seed benchmark remembers for each one that it may keep.
constexpr std::size_t kRememberedPerKept = 3;

struct Candidate {
  TemplateParameters parameters;
  std::uint64_t spec = 0;
};

/// A candidate as one seed benchmark sees it. Ordered by distance, then by age.
struct Near {
  float distance = 0.0f;
  std::uint32_t candidate = 0;
  auto operator<=>(const Near&) const = default;
};

std::uint64_t cell_of(const FeaturePoint& point) {
  std::uint64_t hash = 0;
  for (const float coordinate : point) {
    hash = mix_bits(hash, static_cast<std::uint64_t>(
                              static_cast<std::int64_t>(std::floor(coordinate / kCellSide))));
  }
  return hash;
}

std::uint64_t stream_seed(std::uint64_t seed, const std::string& family) {
  return mix_bits(seed, std::stoull(content_hash(family), nullptr, 16));
}

/// Fills the vicinity of one family's seed benchmarks.
class FamilyFiller {
 public:
  FamilyFiller(const GenerateOptions& options, const FeatureSpace& space,
               const TemplateLimits& limits, const std::string& family,
               std::vector<FeaturePoint> seeds, std::uint64_t quota)
      : options_(options),
        space_(space),
        limits_(limits),
        random_(stream_seed(options.seed, family)),
        seeds_(std::move(seeds)),
        quota_(quota),
        nearest_(seeds_.size()),
        remembered_(kRememberedPerKept * (quota / seeds_.size() + 1)) {}

  std::vector<TemplateParameters> fill() {
    const std::uint64_t tries = kCandidatesPerKept * quota_;
    const auto blind = static_cast<std::uint64_t>(kBlindShare * static_cast<double>(tries));
    // A family that the template cannot come near must not go on for ever.
    const std::uint64_t most_draws = 40 * tries;
    std::uint64_t draws = 0;
    while (examined_ < blind && draws < most_draws) {
      ++draws;
      consider(draw_spec(random_, options_.profile));
    }
    while (examined_ < tries && draws < most_draws) {
      ++draws;
      climb();
    }
    return choose();
  }

  GenerationReport take_report() { return std::move(report_); }

 private:
  void consider(const TemplateParameters& p) {
    if (auto reason = rejection(p, limits_, options_.profile)) {
      ++report_.rejected[*reason];
      return;
    }
    if (!is_worth_its_time(random_, options_.profile, p, kVicinityPatience)) {
      ++report_.rejected[kNotWorthItsTime];
      return;
    }
    if (!seen_.insert(parameters_hash(p)).second) {
      ++report_.rejected["drawn before"];
      return;
    }
    ++examined_;
    const FeaturePoint point = space_.point(synthetic_features(p, options_.profile.device));
    if (!cells_.insert(cell_of(point)).second) {
      ++report_.rejected["as good as another"];
      return;
    }
    remember(p, point);
  }

  void remember(const TemplateParameters& p, const FeaturePoint& point) {
    const auto index = static_cast<std::uint32_t>(candidates_.size());
    bool wanted = false;
    for (std::size_t seed = 0; seed < seeds_.size(); ++seed) {
      std::set<Near>& nearest = nearest_[seed];
      const float off = distance(seeds_[seed], point);
      if (nearest.size() == remembered_ && !(off < nearest.rbegin()->distance)) continue;
      nearest.insert({off, index});
      if (nearest.size() > remembered_) nearest.erase(std::prev(nearest.end()));
      wanted = true;
    }
    if (wanted) {
      candidates_.push_back({p, spec_hash(p)});
    } else {
      ++report_.rejected["far from all seeds"];
    }
  }

  /// Tries a neighbour of one of the nearest candidates of the next seed benchmark.
  void climb() {
    const std::set<Near>& nearest = nearest_[turn_++ % seeds_.size()];
    if (nearest.empty()) return consider(draw_spec(random_, options_.profile));
    // The nearest ones more often: the smaller of two draws.
    const auto last = static_cast<std::int64_t>(nearest.size()) - 1;
    const std::int64_t first_draw = random_.integer(0, last);
    const std::int64_t second_draw = random_.integer(0, last);
    const Near& from = *std::next(nearest.begin(), std::min(first_draw, second_draw));
    const TemplateParameters& p = candidates_[from.candidate].parameters;
    consider(random_.chance(kLaunchShare) ? draw_launch(random_, options_.profile, p)
                                          : draw_neighbour(random_, options_.profile, p));
  }

  /// Other launches of each remembered candidate's kernel spec, the first found first.
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> launches_by_spec() const {
    std::set<std::uint32_t> remembered;
    for (const std::set<Near>& nearest : nearest_) {
      for (const Near& near : nearest) remembered.insert(near.candidate);
    }
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> launches;
    for (const std::uint32_t candidate : remembered) {
      launches[candidates_[candidate].spec].push_back(candidate);
    }
    return launches;
  }

  /// Each seed benchmark in turn takes the nearest that is left, and with it further launches of
  /// its kernel spec that are near to some seed: they cost no further build.
  std::vector<TemplateParameters> choose() {
    std::vector<TemplateParameters> chosen;
    std::vector<std::set<Near>::const_iterator> next;
    for (const std::set<Near>& nearest : nearest_) next.push_back(nearest.begin());
    const auto by_spec = launches_by_spec();
    std::vector<bool> taken(candidates_.size(), false);
    for (bool progress = true; progress && chosen.size() < quota_;) {
      progress = false;
      for (std::size_t seed = 0; seed < seeds_.size() && chosen.size() < quota_; ++seed) {
        auto& at = next[seed];
        while (at != nearest_[seed].end() && taken[at->candidate]) ++at;
        if (at == nearest_[seed].end()) continue;
        const Candidate& nearest = candidates_[at->candidate];
        taken[at->candidate] = true;
        chosen.push_back(nearest.parameters);
        std::uint32_t launches = 1;
        for (const std::uint32_t other : by_spec.at(nearest.spec)) {
          if (launches == options_.launches || chosen.size() == quota_) break;
          if (taken[other]) continue;
          taken[other] = true;
          chosen.push_back(candidates_[other].parameters);
          ++launches;
        }
        progress = true;
      }
    }
    report_.rejected["far from all seeds"] += candidates_.size() - chosen.size();
    return chosen;
  }

  const GenerateOptions& options_;
  const FeatureSpace& space_;
  const TemplateLimits& limits_;
  Random random_;
  std::vector<FeaturePoint> seeds_;
  std::uint64_t quota_;
  std::vector<std::set<Near>> nearest_;  // of each seed benchmark
  std::size_t remembered_;
  std::vector<Candidate> candidates_;
  std::unordered_set<std::uint64_t> seen_;
  std::unordered_set<std::uint64_t> cells_;
  std::uint64_t examined_ = 0;
  std::size_t turn_ = 0;
  GenerationReport report_;
};

FeaturePoint seed_point(const Benchmark& seed, const FeatureSpace& space,
                        const DeviceInfo& device) {
  return space.point(compute_features(*seed.summary, seed, *seed.plan, device));
}

std::map<std::string, std::vector<FeaturePoint>> points_by_family(std::span<const Benchmark> seeds,
                                                                  const FeatureSpace& space,
                                                                  const DeviceInfo& device) {
  std::map<std::string, std::vector<FeaturePoint>> points;
  for (const Benchmark& seed : seeds) {
    points[seed.family].push_back(seed_point(seed, space, device));
  }
  return points;
}

/// One benchmark for equal parameters of several families, those of one spec side by side.
std::vector<VicinityBenchmark> merge(
    const std::map<std::string, std::vector<TemplateParameters>>& chosen) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, VicinityBenchmark> merged;
  for (const auto& [family, parameters] : chosen) {
    for (const TemplateParameters& p : parameters) {
      VicinityBenchmark& one = merged[{spec_hash(p), parameters_hash(p)}];
      one.parameters = p;
      one.fills.push_back(family);
    }
  }
  std::vector<VicinityBenchmark> benchmarks;
  for (auto& [key, one] : merged) benchmarks.push_back(std::move(one));
  return benchmarks;
}

}  // namespace

std::vector<VicinityDensity> density_around_seeds(std::span<const Benchmark> seeds,
                                                  std::span<const TemplateParameters> benchmarks,
                                                  const DeviceProfile& profile) {
  const FeatureSpace space = vicinity_space(profile);
  const DeviceInfo& device = profile.device;
  // Some of the seeds and of the benchmarks will do for an average.
  constexpr std::size_t kSeeds = 300;
  constexpr std::size_t kBenchmarks = 20'000;
  const std::size_t seed_step = seeds.size() / kSeeds + 1;
  const std::size_t step = benchmarks.size() / kBenchmarks + 1;
  std::vector<FeaturePoint> centres;
  for (std::size_t i = 0; i < seeds.size(); i += seed_step) {
    centres.push_back(seed_point(seeds[i], space, device));
  }
  std::vector<FeaturePoint> set;
  for (std::size_t i = 0; i < benchmarks.size(); i += step) {
    set.push_back(space.point(synthetic_features(benchmarks[i], device)));
  }
  std::vector<VicinityDensity> density;
  for (const float radius : {0.25f, 0.5f, 0.75f, 1.0f}) {
    std::size_t sum = 0;
    for (const FeaturePoint& centre : centres) sum += vicinity_density(centre, set, radius) * step;
    density.push_back({radius, static_cast<double>(sum) /
                                   static_cast<double>(std::max<std::size_t>(centres.size(), 1))});
  }
  return density;
}

FeatureVector synthetic_features(const TemplateParameters& parameters, const DeviceInfo& device) {
  Benchmark benchmark;
  benchmark.target = "target";
  benchmark.launch = synthetic_launch(parameters);
  return compute_features(summarise_synthetic(parameters), benchmark, synthetic_plan(parameters),
                          device);
}

FeatureSpace vicinity_space(const DeviceProfile& profile) {
  std::vector<FeatureVector> reference;
  for (const TemplateParameters& p : generate_range({kReferenceCount, 0, 1, profile})) {
    reference.push_back(synthetic_features(p, profile.device));
  }
  return FeatureSpace(reference);
}

VicinityCampaign generate_vicinity(const GenerateOptions& options, std::span<const Benchmark> seeds,
                                   const std::string& left_out) {
  const FeatureSpace space = vicinity_space(options.profile);
  const TemplateLimits limits = template_limits(options.profile);
  const auto points = points_by_family(seeds, space, options.profile.device);

  std::vector<std::string> families;
  for (const auto& [family, seed_points] : points) families.push_back(family);
  std::vector<std::vector<TemplateParameters>> chosen(families.size());
  std::vector<GenerationReport> reports(families.size());
  parallel_for(families.size(), 0, [&](std::size_t i) {
    if (families[i] == left_out) return;
    // The quota is a share of all families, so that leaving one out changes no other.
    const std::uint64_t quota =
        options.count / families.size() + (i < options.count % families.size() ? 1 : 0);
    if (quota == 0) return;
    FamilyFiller filler(options, space, limits, families[i], points.at(families[i]), quota);
    chosen[i] = filler.fill();
    reports[i] = filler.take_report();
  });

  VicinityCampaign campaign;
  std::map<std::string, std::vector<TemplateParameters>> by_family;
  for (std::size_t i = 0; i < families.size(); ++i) {
    by_family[families[i]] = std::move(chosen[i]);
    for (const auto& [reason, count] : reports[i].rejected) {
      campaign.report.rejected[reason] += count;
    }
  }
  campaign.benchmarks = merge(by_family);
  campaign.report.accepted = campaign.benchmarks.size();
  return campaign;
}

}  // namespace lmtune
