// Training: the forests of all samples, and those that have not seen some of them, to choose,
// calibrate and judge by.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/base/parallel.h"
#include "lmtune/base/version.h"
#include "lmtune/core/measurement.h"
#include "lmtune/model/calibration.h"
#include "lmtune/model/folds.h"
#include "lmtune/model/judge.h"
#include "lmtune/model/model.h"
#include "model/forests.h"
#include "model/training_vicinity.h"

namespace lmtune {
namespace {

using Samples = std::vector<const Sample*>;

// What the search chooses from. Few samples bear few trees: more would make a model ever surer of
// what it learnt by heart.
constexpr std::array<int, 4> kRounds{25, 50, 100, 200};
constexpr std::array<int, 3> kCorrectionDepths{3, 4, 5};

constexpr std::size_t kFamiliesToCorrect = 5;
constexpr double kShareAnswered = 0.8;  // of held-out samples
/// Whoever is so sure answers, though others are surer still.
constexpr double kSureEnough = 0.7;

/// Margins of samples that the model has not seen, one list for each of kRounds.
using MarginsByRounds = std::array<std::vector<double>, kRounds.size()>;

MarginsByRounds no_margins(std::size_t samples) {
  MarginsByRounds margins;
  margins.fill(std::vector<double>(samples));
  return margins;
}

/// `places` are those of the matrix's rows in `margins`.
void put_margins(const Booster& booster, const Matrix& matrix,
                 const std::vector<std::size_t>& places, MarginsByRounds& margins) {
  for (std::size_t r = 0; r < kRounds.size(); ++r) {
    const std::vector<double> predicted = booster.margins(matrix, kRounds[r]);
    for (std::size_t i = 0; i < places.size(); ++i) margins[r][places[i]] = predicted[i];
  }
}

std::array<double, kRounds.size()> losses(const Samples& samples, const MarginsByRounds& margins) {
  std::array<double, kRounds.size()> all{};
  for (std::size_t r = 0; r < kRounds.size(); ++r) {
    const double temperature = best_temperature(margins[r], samples);
    std::vector<double> probabilities;
    for (const double margin : margins[r]) {
      probabilities.push_back(probability_of(margin, temperature));
    }
    all[r] = log_loss(probabilities, samples);
  }
  return all;
}

/// Of one kind of margin: the forest of all samples, and what others said of samples held out.
struct First {
  std::optional<Booster> booster;
  MarginsByRounds held_out;
};

class Trainer {
 public:
  Trainer(std::span<const Sample> samples, const TrainOptions& options) : options_(options) {
    std::set<std::string_view> families;
    for (const Sample& sample : samples) {
      (sample.origin == Origin::kReal ? real_ : first_samples_).push_back(&sample);
      if (sample.origin == Origin::kReal) families.insert(sample.family);
    }
    corrects_ = !first_samples_.empty() && families.size() >= kFamiliesToCorrect;
    if (corrects_) {
      families_.assign(families.begin(), families.end());
    } else {
      first_samples_.clear();
      for (const Sample& sample : samples) first_samples_.push_back(&sample);
    }
    if (options.folds > 0) folds_ = assign_folds(first_samples_, options.folds, options.seed);
  }

  void train(ModelFile& model) {
    fit_first_forests();
    std::size_t rounds = kRounds.size() - 1;
    if (options_.folds > 0) {
      const auto by_rounds = losses(first_samples_, beneficial_.held_out);
      rounds = static_cast<std::size_t>(std::min_element(by_rounds.begin(), by_rounds.end()) -
                                        by_rounds.begin());
    }
    model.choices.rounds = kRounds[rounds];
    beneficial_.booster = beneficial_.booster->first_rounds(kRounds[rounds]);
    speedup_.booster = speedup_.booster->first_rounds(kRounds[rounds]);
    if (corrects_) {
      correct(model);
    } else {
      if (options_.folds > 0) {
        judge_held_out(model, first_samples_, beneficial_.held_out[rounds],
                       speedup_.held_out[rounds]);
        model.evaluation.folds = options_.folds;
      }
      model.beneficial = Forests(std::move(*beneficial_.booster), {}).to_file();
      model.speedup = Forests(std::move(*speedup_.booster), {}).to_file();
    }
    model.vicinity =
        training_vicinity(first_samples_, corrects_ ? real_ : Samples{}, options_.seed);
  }

 private:
  FitOptions fit_options(int rounds) const { return {options_.seed, rounds, {}}; }

  /// Those of all samples and those of the folds, side by side, each on one thread.
  void fit_first_forests() {
    // The speedup's held-out margins matter only where no correction follows.
    const std::size_t of_folds = options_.folds * (corrects_ ? 1U : 2U);
    beneficial_.held_out = no_margins(first_samples_.size());
    speedup_.held_out = no_margins(first_samples_.size());
    parallel_for(2 + of_folds, options_.threads, [&](std::size_t task) {
      const Learns learns =
          task % 2 == 0 || (corrects_ && task > 1) ? Learns::kBeneficial : Learns::kSpeedup;
      First& first = learns == Learns::kBeneficial ? beneficial_ : speedup_;
      if (task < 2) {
        first.booster = fit_first(first_samples_, learns, fit_options(kRounds.back()));
      } else {
        hold_out_fold(static_cast<std::uint32_t>(corrects_ ? task - 2 : (task - 2) / 2), learns,
                      first.held_out);
      }
    });
  }

  void hold_out_fold(std::uint32_t fold, Learns learns, MarginsByRounds& margins) const {
    Samples training, tested;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < first_samples_.size(); ++i) {
      if (folds_[i] == fold) {
        tested.push_back(first_samples_[i]);
        places.push_back(i);
      } else {
        training.push_back(first_samples_[i]);
      }
    }
    const Booster booster = fit_first(training, learns, fit_options(kRounds.back()));
    put_margins(booster, Matrix(shown_features(tested)), places, margins);
  }

  /// Corrections that have seen all families but one each, asked about that one. `said` is what the
  /// first forest says of all real samples.
  MarginsByRounds correct_without_each_family(const std::vector<double>& said, Learns learns,
                                              int depth) const {
    MarginsByRounds margins = no_margins(real_.size());
    parallel_for(families_.size(), options_.threads, [&](std::size_t f) {
      Samples training, tested;
      std::vector<double> said_of_training, said_of_tested;
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < real_.size(); ++i) {
        const bool out = real_[i]->family == families_[f];
        (out ? tested : training).push_back(real_[i]);
        (out ? said_of_tested : said_of_training).push_back(said[i]);
        if (out) places.push_back(i);
      }
      const Booster correction =
          fit_correction({training, said_of_training}, learns, depth, fit_options(kRounds.back()));
      put_margins(correction, to_correct({tested, said_of_tested}), places, margins);
    });
    return margins;
  }

  void correct(ModelFile& model) {
    const Matrix matrix(shown_features(real_));
    const std::vector<double> log_odds = beneficial_.booster->margins(matrix);
    const std::vector<double> log_speedups = speedup_.booster->margins(matrix);
    double least = std::numeric_limits<double>::max();
    std::size_t rounds = 0;
    std::vector<double> held_out;
    for (const int depth : kCorrectionDepths) {
      const MarginsByRounds margins =
          correct_without_each_family(log_odds, Learns::kBeneficial, depth);
      const auto by_rounds = losses(real_, margins);
      for (std::size_t r = 0; r < kRounds.size(); ++r) {
        if (by_rounds[r] >= least) continue;
        least = by_rounds[r];
        rounds = r;
        model.choices.correction_depth = depth;
        held_out = margins[r];
      }
    }
    model.choices.correction_rounds = kRounds[rounds];
    const int depth = model.choices.correction_depth;
    judge_held_out(model, real_, held_out,
                   correct_without_each_family(log_speedups, Learns::kSpeedup, depth)[rounds]);
    model.evaluation.held_out = HeldOut::kFamily;
    model.evaluation.folds = static_cast<std::uint32_t>(families_.size());
    const FitOptions options = fit_options(kRounds[rounds]);
    model.beneficial =
        Forests(std::move(*beneficial_.booster),
                fit_correction({real_, log_odds}, Learns::kBeneficial, depth, options))
            .to_file();
    model.speedup = Forests(std::move(*speedup_.booster),
                            fit_correction({real_, log_speedups}, Learns::kSpeedup, depth, options))
                        .to_file();
  }

  static void judge_held_out(ModelFile& model, const Samples& samples,
                             const std::vector<double>& log_odds,
                             const std::vector<double>& log_speedups) {
    model.temperature = best_temperature(log_odds, samples);
    std::vector<double> probabilities, errors;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      probabilities.push_back(probability_of(log_odds[i], model.temperature));
      errors.push_back(std::abs(std::log(samples[i]->speedup) - log_speedups[i]));
    }
    model.answer_from = std::min(sureness_of_share(probabilities, kShareAnswered), kSureEnough);
    model.speedup_ranges = speedup_ranges(log_speedups, samples);
    model.evaluation = judge(samples, probabilities);
    const Answered sure = answered(samples, probabilities, model.answer_from);
    model.evaluation.answered = sure.share;
    model.evaluation.answered_decisive_accuracy = sure.score.decisive_accuracy;
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    model.evaluation.speedup_error = *middle;
  }

  const TrainOptions& options_;
  Samples first_samples_, real_;
  bool corrects_ = false;
  std::vector<std::string_view> families_;
  std::vector<std::uint32_t> folds_;  // of first_samples_
  First beneficial_, speedup_;
};

TrainingSummary summarise(std::span<const Sample> samples) {
  TrainingSummary summary;
  std::set<std::string_view> specs;
  for (const Sample& sample : samples) {
    specs.insert(sample.spec_id);
    summary.synthetic += sample.origin == Origin::kSynthetic;
    summary.beneficial += is_beneficial(sample);
    summary.decisive += is_decisive(sample.speedup);
  }
  summary.samples = samples.size();
  summary.kernel_specs = specs.size();
  return summary;
}

void check_samples(const TrainingSummary& summary, std::uint32_t folds) {
  if (summary.samples == 0) {
    throw Error(ErrorKind::kInput, "", "there is no sample to train from");
  }
  if (summary.beneficial == 0 || summary.beneficial == summary.samples) {
    throw Error(
        ErrorKind::kInput, "",
        fmt::format("caching was beneficial in {} of all {} samples: a model needs both kinds",
                    summary.beneficial, summary.samples),
        "measure more, and more different, benchmarks");
  }
  if (folds == 1) {
    throw Error(ErrorKind::kUsage, "folds", "cross-validation needs at least 2 folds");
  }
}

}  // namespace

ModelFile train_model(std::span<const Sample> samples, const TrainOptions& options) {
  ModelFile model;
  model.training = summarise(samples);
  check_samples(model.training, options.folds);
  model.feature_schema_version = kFeatureSchemaVersion;
  for (const FeatureInfo& info : feature_schema()) model.feature_names.emplace_back(info.name);
  model.lmtune_version = kLmtuneVersion;
  Trainer(samples, options).train(model);
  return model;
}

}  // namespace lmtune
