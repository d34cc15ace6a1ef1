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
#include "lmtune/evaluate/score.h"
#include "lmtune/features/feature_space.h"
#include "lmtune/model/folds.h"
#include "lmtune/model/judge.h"
#include "lmtune/model/model.h"

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

/// A training set, and what is hidden from its models.
struct Training {
  std::string name;
  Samples samples;
  std::vector<Feature> hidden;
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
    for (const Training& training : trainings_) add_training_set(evaluation, training);
    for (const auto& [name, samples] : synthetic_) add_learning_curve(evaluation, name, samples);
    for (const auto& [name, samples] : synthetic_) add_cross_validation(evaluation, name, samples);
    for (const FeatureGroup& group : feature_groups()) {
      evaluation.ablation.push_back(
          leave_one_out({"without " + group.name, ablated_, group.features}));
    }
    evaluation.ablation.push_back(leave_one_out({"with all features", ablated_, {}}));
    return evaluation;
  }

 private:
  /// The training sets, and how many models all of it takes.
  void plan() {
    const Samples real = pointers(real_);
    trainings_.push_back({"real", real, {}});
    Samples all = real;
    for (const auto& [name, samples] : synthetic_) {
      const Samples some = pointers(samples);
      trainings_.push_back({name, some, {}});
      Samples both = real;
      both.insert(both.end(), some.begin(), some.end());
      trainings_.push_back({name + " + real", std::move(both), {}});
      all.insert(all.end(), some.begin(), some.end());
    }
    if (synthetic_.size() > 1) {
      trainings_.push_back(
          {"all synthetic",
           Samples(all.begin() + static_cast<std::ptrdiff_t>(real.size()), all.end()),
           {}});
      trainings_.push_back({"all synthetic + real", std::move(all), {}});
    }
    // In training samples: that is what time goes by.
    const double folds = static_cast<double>(names_.size());
    for (const Training& one : trainings_) {
      whole_ += folds * static_cast<double>(one.samples.size());
    }
    ablated_ = random_part(trainings_.back().samples, options_.ablation_samples, options_.seed);
    whole_ += folds * static_cast<double>(ablated_.size() * (feature_groups().size() + 1));
    for (const auto& [name, samples] : synthetic_) {
      for (const std::uint64_t size : sizes_below(samples.size())) {
        whole_ += folds * static_cast<double>(size * options_.draws);
      }
      whole_ += static_cast<double>(options_.folds) * static_cast<double>(samples.size());
    }
  }

  std::vector<std::uint64_t> sizes_below(std::size_t samples) const {
    std::vector<std::uint64_t> sizes;
    for (const std::uint64_t size : options_.sizes) {
      if (size < samples) sizes.push_back(size);
    }
    return sizes;
  }

  /// Learns from `learnt` and decides on `samples` at `places`; a coin where it has one class only.
  void decide(const Samples& learnt, std::span<const Sample> samples,
              const std::vector<std::size_t>& places, const std::vector<Feature>& hidden,
              std::vector<Verdict>& verdicts) const {
    Samples tested;
    for (const std::size_t place : places) tested.push_back(&samples[place]);
    std::vector<double> predicted(tested.size(), 0.5);
    if (has_both_classes(learnt)) {
      predicted = fit_and_predict(learnt, tested, {options_.seed, options_.rounds, hidden});
    }
    for (std::size_t i = 0; i < places.size(); ++i) verdicts[places[i]] = verdict_of(predicted[i]);
  }

  void advance(const std::string& name, std::size_t samples) {
    const std::scoped_lock lock(mutex_);
    done_ += static_cast<double>(samples);
    progress_(name, std::min(done_ / whole_, 1.0));
  }

  FamilyScores leave_one_out(const Training& training) {
    std::vector<Verdict> verdicts(real_.size(), Verdict::kLeave);
    parallel_for(names_.size(), options_.threads, [&](std::size_t f) {
      Samples learnt;
      for (const Sample* sample : training.samples) {
        if (allowed(*sample, names_[f])) learnt.push_back(sample);
      }
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < real_.size(); ++i) {
        if (real_[i].family == names_[f]) places.push_back(i);
      }
      decide(learnt, real_, places, training.hidden, verdicts);
      advance(training.name, training.samples.size());
    });
    return family_scores(training.name, real_, verdicts, options_.seed);
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

  void add_training_set(Evaluation& evaluation, const Training& training) {
    TrainingSetStudy study;
    study.samples = training.samples.size();
    study.leave_one_out = leave_one_out(training);
    add_density(study, training);
    evaluation.training_sets.push_back(std::move(study));
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

  void add_density(TrainingSetStudy& study, const Training& training) {
    const FeatureSpace& measure = space();
    std::vector<FeaturePoint> points(training.samples.size());
    parallel_for(points.size(), options_.threads,
                 [&](std::size_t i) { points[i] = measure.point(training.samples[i]->features); });
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
          if (!allowed(*training.samples[i], names_[f])) continue;
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

  void add_learning_curve(Evaluation& evaluation, const std::string& name,
                          const std::vector<Sample>& samples) {
    const Samples all = pointers(samples);
    for (const std::uint64_t size : sizes_below(samples.size())) {
      LearningPoint point{name, size, options_.draws, 0, 1, 0, 0, 1, 0};
      for (std::uint32_t draw = 0; draw < options_.draws; ++draw) {
        const Samples part = random_part(all, size, mix_bits(options_.seed, draw));
        const Score score = leave_one_out({fmt::format("{} of {}", size, name), part, {}}).overall;
        point.accuracy += score.accuracy / options_.draws;
        point.accuracy_low = std::min(point.accuracy_low, score.accuracy);
        point.accuracy_high = std::max(point.accuracy_high, score.accuracy);
        point.decisive_accuracy += score.decisive_accuracy / options_.draws;
        point.decisive_low = std::min(point.decisive_low, score.decisive_accuracy);
        point.decisive_high = std::max(point.decisive_high, score.decisive_accuracy);
      }
      evaluation.learning_curve.push_back(point);
    }
    const auto whole =
        std::find_if(evaluation.training_sets.begin(), evaluation.training_sets.end(),
                     [&](const TrainingSetStudy& one) { return one.leave_one_out.name == name; });
    const Score& score = whole->leave_one_out.overall;
    evaluation.learning_curve.push_back({name, samples.size(), 1, score.accuracy, score.accuracy,
                                         score.accuracy, score.decisive_accuracy,
                                         score.decisive_accuracy, score.decisive_accuracy});
  }

  void add_cross_validation(Evaluation& evaluation, const std::string& name,
                            const std::vector<Sample>& samples) {
    const std::vector<std::uint32_t> fold_of_sample =
        assign_folds(samples, options_.folds, options_.seed);
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
      decide(learnt, samples, places, {}, verdicts);
      advance("cross-validation of " + name, samples.size());
    });
    evaluation.cross_validation.push_back({name, score_of(pointers(samples), verdicts)});
  }

  std::span<const Sample> real_;
  const std::map<std::string, std::vector<Sample>>& synthetic_;
  const StudyOptions& options_;
  const StudyProgress& progress_;
  std::vector<std::string> names_;
  std::vector<Training> trainings_;
  Samples ablated_;
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
