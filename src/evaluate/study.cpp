#include "lmtune/evaluate/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <set>

#include "evaluate/feature_groups.h"
#include "lmtune/base/error.h"
#include "lmtune/base/parallel.h"
#include "lmtune/base/random.h"
#include "lmtune/base/version.h"
#include "lmtune/core/feature_space.h"
#include "lmtune/evaluate/probability_study.h"
#include "lmtune/evaluate/score.h"
#include "lmtune/model/calibration.h"
#include "lmtune/model/fit.h"
#include "lmtune/model/folds.h"
#include "lmtune/model/judge.h"

namespace lmtune {
namespace {

using Samples = std::vector<const Sample*>;

Samples pointers(std::span<const Sample> samples) {
  Samples all;
  for (const Sample& sample : samples) all.push_back(&sample);
  return all;
}

/// Whether a fold without `family` may learn from it.
bool allowed(const Sample& sample, const std::string& family) {
  if (sample.origin == Origin::kReal) return sample.family != family;
  return std::find(sample.brought_by.begin(), sample.brought_by.end(), family) ==
         sample.brought_by.end();
}

bool has_both_classes(const Samples& samples) {
  return std::any_of(samples.begin(), samples.end(),
                     [](const Sample* one) { return is_beneficial(*one); }) &&
         !std::all_of(samples.begin(), samples.end(),
                      [](const Sample* one) { return is_beneficial(*one); });
}

/// Synthetic samples, beside which the real ones of the other families may be learnt from, and what
/// is hidden from the models.
struct Training {
  std::string name;
  Samples synthetic;
  std::vector<Feature> hidden;
};

/// Log-odds for every real sample, by models that have seen nothing of its family.
struct LeaveOneOut {
  std::vector<double> synthetic;  ///< from synthetic samples alone; empty without any
  std::vector<double> with_real;  ///< and from the other families' real ones
};

/// The part of `all` whose kernel specs come first in a random order, `count` samples of it.
Samples random_part(const Samples& all, std::uint64_t count, std::uint64_t seed) {
  std::map<std::string_view, Samples> by_spec;
  for (const Sample* sample : all) by_spec[sample->spec_id].push_back(sample);
  std::vector<const Samples*> specs;
  for (const auto& [spec, samples] : by_spec) specs.push_back(&samples);
  Random random(seed);
  Samples part;
  while (part.size() < count && !specs.empty()) {
    const auto place =
        static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(specs.size()) - 1));
    for (const Sample* sample : *specs[place]) {
      if (part.size() < count) part.push_back(sample);
    }
    specs[place] = specs.back();
    specs.pop_back();
  }
  return part;
}

class Study {
 public:
  Study(std::span<const Sample> real, const std::map<std::string, std::vector<Sample>>& synthetic,
        const StudyOptions& options, const StudyProgress& progress)
      : real_(real), synthetic_(synthetic), options_(options), progress_(progress) {
    std::set<std::string> families;
    for (const Sample& sample : real) families.insert(sample.family);
    names_.assign(families.begin(), families.end());
    if (names_.size() < 2) {
      throw Error(ErrorKind::kInput, "",
                  fmt::format("leaving a family out needs real benchmarks of two families or more, "
                              "here are those of {}",
                              names_.size()),
                  "give the run file of a seed set too");
    }
  }

  Evaluation run() {
    plan();
    Evaluation evaluation;
    evaluation.lmtune_version = kLmtuneVersion;
    evaluation.seed = options_.seed;
    const auto ties =
        std::count_if(real_.begin(), real_.end(), [](const Sample& one) { return one.tie; });
    evaluation.label_ceiling =
        1.0 - static_cast<double>(ties) / 2.0 / static_cast<double>(real_.size());
    add_baselines(evaluation);
    add_speedups(evaluation);
    add_training_set(evaluation, {"", {}, {}});
    for (const Training& training : trainings_) add_training_set(evaluation, training);
    for (const auto& [name, samples] : synthetic_) add_learning_curve(evaluation, name, samples);
    for (const auto& [name, samples] : synthetic_) add_cross_validation(evaluation, name, samples);
    for (const FeatureGroup& group : feature_groups()) {
      add_ablation(evaluation, "without " + group.name, group.features);
    }
    add_ablation(evaluation, "with all features", {});
    add_importance(evaluation);
    return evaluation;
  }

 private:
  /// The sets of synthetic samples, and how long all of it takes.
  void plan() {
    Samples all;
    for (const auto& [name, samples] : synthetic_) {
      trainings_.push_back({name, pointers(samples), {}});
      all.insert(all.end(), trainings_.back().synthetic.begin(), trainings_.back().synthetic.end());
    }
    ablated_ = random_part(all, options_.ablation_samples, options_.seed);
    everything_ = all;
    if (synthetic_.size() > 1) trainings_.push_back({"all synthetic", std::move(all), {}});
    // In training samples: that is what time goes by.
    const double folds = static_cast<double>(names_.size());
    for (const Training& one : trainings_) whole_ += folds * work_of(one.synthetic);
    whole_ += folds * work_of({}) + work_of(everything_);
    const double curves = synthetic_.empty() ? 1.0 : 2.0;
    whole_ += curves * folds * work_of({}) * static_cast<double>(family_sizes().size()) *
              static_cast<double>(options_.draws);
    whole_ += folds * work_of(ablated_) * static_cast<double>(feature_groups().size() + 1);
    for (const auto& [name, samples] : synthetic_) {
      for (const std::uint64_t size : sizes_below(samples.size())) {
        whole_ += folds * static_cast<double>((size + real_.size()) * options_.draws);
      }
      whole_ += static_cast<double>(options_.folds) * static_cast<double>(samples.size());
    }
  }

  /// Of one model.
  double work_of(const Samples& synthetic) const {
    return static_cast<double>(synthetic.size() + real_.size());
  }

  std::vector<std::uint64_t> sizes_below(std::size_t samples) const {
    std::vector<std::uint64_t> sizes;
    for (const std::uint64_t size : options_.sizes) {
      if (size < samples) sizes.push_back(size);
    }
    return sizes;
  }

  FitOptions fit_options(const std::vector<Feature>& hidden) const {
    return {options_.seed, options_.rounds, hidden};
  }

  void advance(const std::string& name, double work) {
    const std::scoped_lock lock(mutex_);
    done_ += work;
    progress_(name, std::min(done_ / whole_, 1.0));
  }

  /// Families that may learn from the same synthetic samples, and what a forest of these says of
  /// every real sample; log-odds of 0, a toss of a coin, where there is one class only.
  struct First {
    std::vector<std::size_t> families;  // in names_
    Samples learnt;
    bool fitted = false;
    std::vector<double> log_odds;
  };

  /// Those that have brought nothing into the training set share one.
  std::vector<First> first_forests(const Training& training) const {
    std::vector<First> all;
    std::optional<std::size_t> whole;
    for (std::size_t f = 0; f < names_.size(); ++f) {
      Samples learnt;
      for (const Sample* sample : training.synthetic) {
        if (allowed(*sample, names_[f])) learnt.push_back(sample);
      }
      const bool brought_nothing = learnt.size() == training.synthetic.size();
      if (brought_nothing && whole) {
        all[*whole].families.push_back(f);
        continue;
      }
      if (brought_nothing) whole = all.size();
      all.push_back({{f}, std::move(learnt), false, {}});
    }
    return all;
  }

  std::vector<First> fitted_first_forests(const Training& training) {
    const Samples real = pointers(real_);
    const FitOptions options = fit_options(training.hidden);
    std::vector<First> firsts = first_forests(training);
    parallel_for(firsts.size(), options_.threads, [&](std::size_t i) {
      First& first = firsts[i];
      first.fitted = has_both_classes(first.learnt);
      first.log_odds = first.fitted ? fit_and_predict(first.learnt, real, options)
                                    : std::vector<double>(real.size(), 0.0);
      advance(name_of(training),
              work_of(training.synthetic) * static_cast<double>(first.families.size()));
    });
    return firsts;
  }

  LeaveOneOut leave_one_out(const Training& training) {
    return leave_one_out(training, fitted_first_forests(training),
                         [this](const std::string& family) { return others_than(family); });
  }

  using Families = std::set<std::string_view>;

  Families others_than(const std::string& family) const {
    Families others(names_.begin(), names_.end());
    others.erase(family);
    return others;
  }

  /// `families_for` chooses the real families that the model without a family learns from.
  LeaveOneOut leave_one_out(const Training& training, const std::vector<First>& firsts,
                            const std::function<Families(const std::string&)>& families_for) const {
    std::vector<const First*> first_of_family(names_.size());
    for (const First& first : firsts) {
      for (const std::size_t f : first.families) first_of_family[f] = &first;
    }
    LeaveOneOut all;
    if (!training.synthetic.empty()) all.synthetic.assign(real_.size(), 0.0);
    all.with_real.assign(real_.size(), 0.0);
    parallel_for(names_.size(), options_.threads, [&](std::size_t f) {
      leave_out(names_[f], families_for(names_[f]), *first_of_family[f],
                fit_options(training.hidden), all);
    });
    return all;
  }

  /// Fills in the places of `family`, by a model that has learnt from `families`.
  void leave_out(const std::string& family, const Families& families, const First& first,
                 const FitOptions& options, LeaveOneOut& all) const {
    Samples others, tested;
    std::vector<double> said_of_others, said;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < real_.size(); ++i) {
      if (real_[i].family == family) {
        tested.push_back(&real_[i]);
        said.push_back(first.log_odds[i]);
        places.push_back(i);
      } else if (families.contains(real_[i].family)) {
        others.push_back(&real_[i]);
        said_of_others.push_back(first.log_odds[i]);
      }
    }
    std::vector<double> corrected = said;
    if (has_both_classes(others)) {
      corrected = first.fitted
                      ? correct_and_predict({others, said_of_others}, {tested, said}, options)
                      : fit_and_predict(others, tested, options);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!all.synthetic.empty()) all.synthetic[places[i]] = said[i];
      all.with_real[places[i]] = corrected[i];
    }
  }

  FamilyScores scores_of(const std::string& name, const std::vector<double>& log_odds) const {
    std::vector<Verdict> verdicts;
    for (const double one : log_odds) verdicts.push_back(verdict_of(probability_of(one, 1.0)));
    return family_scores(name, real_, verdicts, options_.seed);
  }

  void add_baselines(Evaluation& evaluation) const {
    const auto add = [&](const std::string& name, const auto& verdict) {
      std::vector<Verdict> verdicts;
      for (const Sample& sample : real_) verdicts.push_back(verdict(sample.features));
      evaluation.baselines.push_back(family_scores(name, real_, verdicts, options_.seed));
    };
    add("always cache", [](const FeatureVector&) { return Verdict::kCache; });
    add("never cache", [](const FeatureVector&) { return Verdict::kLeave; });
    add("rule of thumb", rule_of_thumb);
  }

  static std::string name_of(const Training& training) {
    return training.synthetic.empty() ? "real" : training.name;
  }

  static std::string name_with_real(const Training& training) {
    return training.synthetic.empty() ? "real" : training.name + " + real";
  }

  /// The set alone, if it has synthetic samples, and with the real ones.
  void add_training_set(Evaluation& evaluation, const Training& training) {
    const std::vector<First> firsts = fitted_first_forests(training);
    const LeaveOneOut log_odds = leave_one_out(
        training, firsts, [this](const std::string& family) { return others_than(family); });
    Samples samples = training.synthetic;
    if (!samples.empty()) add_scored(evaluation, training.name, samples, log_odds.synthetic);
    const Samples real = pointers(real_);
    samples.insert(samples.end(), real.begin(), real.end());
    add_scored(evaluation, name_with_real(training), samples, log_odds.with_real);
    if (has_family_curve(training)) add_family_curve(evaluation, training, firsts);
  }

  /// Real samples alone, and with all synthetic ones.
  bool has_family_curve(const Training& training) const {
    return training.synthetic.size() == everything_.size() || training.synthetic.empty();
  }

  /// How well models do that have learnt from fewer of the other families.
  void add_family_curve(Evaluation& evaluation, const Training& training,
                        const std::vector<First>& firsts) {
    const std::string name = name_with_real(training);
    for (const std::uint64_t size : family_sizes()) {
      std::vector<Score> scores;
      for (std::uint32_t draw = 0; draw < options_.draws; ++draw) {
        const auto families_for = [&](const std::string& family) {
          return random_families(family, size, draw);
        };
        scores.push_back(
            scores_of("", leave_one_out(training, firsts, families_for).with_real).overall);
        advance(fmt::format("{}, {} families", name, size),
                work_of({}) * static_cast<double>(names_.size()));
      }
      evaluation.family_curve.push_back(learning_point(name, size, scores));
    }
    evaluation.family_curve.push_back(learning_point(
        name, names_.size() - 1, {evaluation.training_sets.back().leave_one_out.overall}));
  }

  std::vector<std::uint64_t> family_sizes() const {
    std::vector<std::uint64_t> sizes;
    for (const std::uint64_t size : options_.family_sizes) {
      if (size + 1 < names_.size()) sizes.push_back(size);
    }
    return sizes;
  }

  /// `count` families other than `family`.
  Families random_families(const std::string& family, std::uint64_t count,
                           std::uint32_t draw) const {
    const auto place = std::find(names_.begin(), names_.end(), family) - names_.begin();
    Random random(mix_bits(mix_bits(options_.seed, draw), static_cast<std::uint64_t>(place)));
    const Families others = others_than(family);
    std::vector<std::string_view> left(others.begin(), others.end());
    Families chosen;
    while (chosen.size() < count) {
      const std::string_view one = random.choose(std::span<const std::string_view>(left));
      chosen.insert(one);
      left.erase(std::find(left.begin(), left.end(), one));
    }
    return chosen;
  }

  void add_scored(Evaluation& evaluation, const std::string& name, const Samples& samples,
                  const std::vector<double>& log_odds) {
    TrainingSetStudy study;
    study.samples = samples.size();
    study.leave_one_out = scores_of(name, log_odds);
    add_density(study, samples);
    evaluation.training_sets.push_back(std::move(study));
    evaluation.probabilities.push_back(probability_study(name, real_, log_odds));
  }

  void add_speedups(Evaluation& evaluation) const {
    evaluation.speedup_edges = {0.25, 0.5, 0.8, 0.95, 1.05, 1.25, 2.0, 4.0};
    const auto add = [&](const std::string& name, std::span<const Sample> samples) {
      SpeedupHistogram histogram{name,
                                 std::vector<std::uint64_t>(evaluation.speedup_edges.size() + 1)};
      for (const Sample& sample : samples) {
        const auto bin = std::upper_bound(evaluation.speedup_edges.begin(),
                                          evaluation.speedup_edges.end(), sample.speedup) -
                         evaluation.speedup_edges.begin();
        ++histogram.counts[static_cast<std::size_t>(bin)];
      }
      evaluation.speedups.push_back(std::move(histogram));
    };
    add("real", real_);
    for (const auto& [name, samples] : synthetic_) add(name, samples);
  }

  void add_ablation(Evaluation& evaluation, const std::string& name,
                    const std::vector<Feature>& hidden) {
    evaluation.ablation.push_back(
        scores_of(name, leave_one_out({name, ablated_, hidden}).with_real));
  }

  void add_importance(Evaluation& evaluation) {
    const Samples real = pointers(real_);
    const std::vector<double> means = mean_contributions(everything_, real, real, fit_options({}));
    for (std::size_t i = 0; i < kFeatureCount; ++i) {
      evaluation.importance.push_back({std::string(feature_schema()[i].name), means[i]});
    }
    std::stable_sort(evaluation.importance.begin(), evaluation.importance.end(),
                     [](const auto& a, const auto& b) { return a.log_odds > b.log_odds; });
    advance("importance of features", work_of(everything_));
  }

  /// Of the space in which distances are measured: all synthetic samples, or the real ones.
  const FeatureSpace& space() {
    if (!space_) {
      std::vector<FeatureVector> reference;
      for (const auto& [name, samples] : synthetic_) {
        for (const Sample& sample : samples) reference.push_back(sample.features);
      }
      if (reference.empty()) {
        for (const Sample& sample : real_) reference.push_back(sample.features);
      }
      space_.emplace(reference);
    }
    return *space_;
  }

  void add_density(TrainingSetStudy& study, const Samples& samples) {
    const FeatureSpace& measure = space();
    std::vector<FeaturePoint> points(samples.size());
    parallel_for(points.size(), options_.threads,
                 [&](std::size_t i) { points[i] = measure.point(samples[i]->features); });
    // A histogram of distances for each family: one pass over all pairs.
    std::vector<std::vector<double>> within(names_.size(),
                                            std::vector<double>(options_.radii.size(), 0.0));
    parallel_for(names_.size(), options_.threads, [&](std::size_t f) {
      double centres = 0.0;
      for (const Sample& real : real_) {
        if (real.family != names_[f]) continue;
        const FeaturePoint centre = measure.point(real.features);
        centres += 1.0;
        for (std::size_t i = 0; i < points.size(); ++i) {
          if (!allowed(*samples[i], names_[f])) continue;
          const double off = distance(centre, points[i]);
          for (std::size_t r = 0; r < options_.radii.size(); ++r) {
            if (off <= options_.radii[r]) within[f][r] += 1.0;
          }
        }
      }
      for (double& sum : within[f]) sum /= centres;
    });
    for (std::size_t r = 0; r < options_.radii.size(); ++r) {
      DensityAtRadius density;
      density.radius = options_.radii[r];
      std::vector<double> logs, accuracies;
      for (std::size_t f = 0; f < names_.size(); ++f) {
        density.families[names_[f]] = within[f][r];
        logs.push_back(std::log1p(within[f][r]));
        accuracies.push_back(study.leave_one_out.families.at(names_[f]).accuracy);
      }
      density.correlation = correlation(logs, accuracies);
      study.density.push_back(std::move(density));
    }
  }

  /// Pearson's; 0 where one of them does not vary.
  static double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const auto mean = [](const std::vector<double>& values) {
      double sum = 0.0;
      for (const double value : values) sum += value;
      return sum / static_cast<double>(values.size());
    };
    const double mean_a = mean(a), mean_b = mean(b);
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      ab += (a[i] - mean_a) * (b[i] - mean_b);
      aa += (a[i] - mean_a) * (a[i] - mean_a);
      bb += (b[i] - mean_b) * (b[i] - mean_b);
    }
    return aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : 0.0;
  }

  /// Of the synthetic samples alone, and with the real ones.
  void add_learning_curve(Evaluation& evaluation, const std::string& name,
                          const std::vector<Sample>& samples) {
    const Samples all = pointers(samples);
    std::vector<LearningPoint> alone, with_real;
    for (const std::uint64_t size : sizes_below(samples.size())) {
      std::vector<Score> scores, scores_with_real;
      for (std::uint32_t draw = 0; draw < options_.draws; ++draw) {
        const Samples part = random_part(all, size, mix_bits(options_.seed, draw));
        const LeaveOneOut log_odds = leave_one_out({fmt::format("{} of {}", size, name), part, {}});
        scores.push_back(scores_of("", log_odds.synthetic).overall);
        scores_with_real.push_back(scores_of("", log_odds.with_real).overall);
      }
      alone.push_back(learning_point(name, size, scores));
      with_real.push_back(learning_point(name + " + real", size, scores_with_real));
    }
    for (std::vector<LearningPoint>* points : {&alone, &with_real}) {
      const std::string& set = points == &alone ? name : name + " + real";
      const auto whole =
          std::find_if(evaluation.training_sets.begin(), evaluation.training_sets.end(),
                       [&](const TrainingSetStudy& one) { return one.leave_one_out.name == set; });
      points->push_back(learning_point(set, samples.size(), {whole->leave_one_out.overall}));
      evaluation.learning_curve.insert(evaluation.learning_curve.end(), points->begin(),
                                       points->end());
    }
  }

  static LearningPoint learning_point(const std::string& name, std::uint64_t size,
                                      const std::vector<Score>& draws) {
    LearningPoint point{name, size, static_cast<std::uint32_t>(draws.size()), 0, 1, 0, 0, 1, 0};
    for (const Score& score : draws) {
      point.accuracy += score.accuracy / static_cast<double>(draws.size());
      point.accuracy_low = std::min(point.accuracy_low, score.accuracy);
      point.accuracy_high = std::max(point.accuracy_high, score.accuracy);
      point.decisive_accuracy += score.decisive_accuracy / static_cast<double>(draws.size());
      point.decisive_low = std::min(point.decisive_low, score.decisive_accuracy);
      point.decisive_high = std::max(point.decisive_high, score.decisive_accuracy);
    }
    return point;
  }

  void add_cross_validation(Evaluation& evaluation, const std::string& name,
                            const std::vector<Sample>& samples) {
    const std::vector<std::uint32_t> fold_of_sample =
        assign_folds(pointers(samples), options_.folds, options_.seed);
    std::vector<Verdict> verdicts(samples.size(), Verdict::kLeave);
    parallel_for(options_.folds, options_.threads, [&](std::size_t fold) {
      Samples learnt;
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        if (fold_of_sample[i] == fold) {
          places.push_back(i);
        } else {
          learnt.push_back(&samples[i]);
        }
      }
      Samples tested;
      for (const std::size_t place : places) tested.push_back(&samples[place]);
      const std::vector<double> log_odds = has_both_classes(learnt)
                                               ? fit_and_predict(learnt, tested, fit_options({}))
                                               : std::vector<double>(tested.size(), 0.0);
      for (std::size_t i = 0; i < places.size(); ++i) {
        verdicts[places[i]] = verdict_of(probability_of(log_odds[i], 1.0));
      }
      advance("cross-validation of " + name, static_cast<double>(samples.size()));
    });
    evaluation.cross_validation.push_back({name, score_of(pointers(samples), verdicts)});
  }

  std::span<const Sample> real_;
  const std::map<std::string, std::vector<Sample>>& synthetic_;
  const StudyOptions& options_;
  const StudyProgress& progress_;
  std::vector<std::string> names_;
  std::vector<Training> trainings_;
  Samples ablated_, everything_;
  std::optional<FeatureSpace> space_;
  std::mutex mutex_;
  double whole_ = 0.0;
  double done_ = 0.0;
};

}  // namespace

Evaluation run_study(std::span<const Sample> real,
                     const std::map<std::string, std::vector<Sample>>& synthetic,
                     const StudyOptions& options, const StudyProgress& progress) {
  return Study(real, synthetic, options, progress).run();
}

}  // namespace lmtune
