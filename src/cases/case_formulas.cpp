#include "cases/case_formulas.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <utility>

#include "lmtune/base/error.h"
#include "lmtune/io/buffer_data.h"

namespace lmtune {
namespace {

std::list<TextFormula> compile_options(const std::vector<std::string>& options,
                                       const std::string& where, NamedValues& names) {
  std::list<TextFormula> all;
  for (std::size_t i = 0; i < options.size(); ++i) {
    all.emplace_back(options[i], fmt::format("{}/{}", where, i), names);
  }
  return all;
}

std::vector<std::string> texts(std::list<TextFormula>& formulas) {
  std::vector<std::string> all;
  for (TextFormula& formula : formulas) all.push_back(formula.text());
  return all;
}

std::array<std::uint64_t, 3> sizes(std::list<Formula>& formulas) {
  std::array<std::uint64_t, 3> all{1, 1, 1};
  std::size_t d = 0;
  for (Formula& formula : formulas) all[d++] = formula.count(1);
  return all;
}

/// The value of a scalar argument, which its type must be able to hold.
double scalar_value(Formula& formula, ElementType element) {
  const double value = formula.number();
  if (is_floating_point(element.scalar)) return value;
  const std::uint32_t bits = 8 * size_bytes(element.scalar);
  const bool is_signed = to_string(ElementType{element.scalar}).front() != 'u';
  const double low = is_signed ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0.0;
  const double high = std::ldexp(1.0, static_cast<int>(bits) - (is_signed ? 1 : 0)) - 1;
  if (value == std::floor(value) && value >= low && value <= high) return value;
  throw Error(ErrorKind::kInput, formula.where(),
              fmt::format("\"{}\" is {}, no {}", formula.text(), value, to_string(element)),
              fmt::format("a whole number from {} to {} is needed", low, high));
}

}  // namespace

CaseFormulas::CaseFormulas(const CaseFile& file, NamedValues& names) : file_(file), names_(names) {
  for (const auto& [name, expression] : file.definitions) {
    // Compiled before its own name is known: each may use only those before it.
    Definition& definition = definitions_.emplace_back(Definition{{expression, names}, nullptr});
    definition.value = &names.add(name, expression.where);
  }
  for (const Expression& expression : file.requirements) {
    requirements_.emplace_back(expression, names);
  }
  const std::string kernel = file.path + "#/kernel";
  options_ = compile_options(file.options, kernel + "/options", names);
  baseline_options_ = compile_options(file.baseline.options, kernel + "/baseline/options", names);
  if (file.cached) {
    cached_options_ = compile_options(file.cached->options, kernel + "/cached/options", names);
  }
  for (const Expression& size : file.global) global_.emplace_back(size, names);
  for (const Expression& size : file.local) local_.emplace_back(size, names);
  for (const Expression& first : file.offset) offset_.emplace_back(first, names);
  for (const CaseArgument& argument : file.arguments) compile_argument(argument, names);
  if (!file.staging) return;
  const CaseStaging& staging = *file.staging;
  std::list<RegionFormulas> regions;
  for (const CaseRegion& region : staging.regions) {
    regions.push_back({{region.runs, names}, {region.run_elements, names}});
  }
  staging_.emplace(StagingFormulas{std::move(regions),
                                   {staging.episodes, names},
                                   {staging.barriers_per_episode, names},
                                   {staging.local_bytes, names},
                                   {staging.batched, names},
                                   {staging.copy_elements, names},
                                   {staging.coalesced_stores, names}});
}

void CaseFormulas::compile_argument(const CaseArgument& argument, NamedValues& names) {
  const auto optional = [&](const std::optional<Expression>& expression) {
    return expression ? std::optional<Formula>(std::in_place, *expression, names) : std::nullopt;
  };
  if (const auto* buffer = std::get_if<CaseBuffer>(&argument.value)) {
    const CaseFill& fill = buffer->fill;
    arguments_.push_back(
        {{buffer->count, names},
         {optional(fill.low), optional(fill.high), optional(fill.slope), optional(fill.divisor),
          optional(fill.modulus), optional(fill.minimum), optional(fill.maximum)}});
  } else if (const auto* scalar = std::get_if<CaseScalar>(&argument.value)) {
    arguments_.push_back({{scalar->value, names}, {}});
  } else {
    arguments_.push_back({{std::get<CaseLocal>(argument.value).bytes, names}, {}});
  }
}

bool CaseFormulas::define_and_check() {
  for (Definition& definition : definitions_) *definition.value = definition.formula.number();
  for (Formula& requirement : requirements_) {
    if (!requirement.truth()) return false;
  }
  return true;
}

Fill CaseFormulas::fill(const CaseFill& written, FillFormulas& formulas) const {
  Fill fill;
  if (formulas.low) fill.low = formulas.low->number();
  if (formulas.high) fill.high = formulas.high->number();
  if (formulas.slope) fill.slope = formulas.slope->number();
  if (formulas.divisor) fill.divisor = formulas.divisor->count(1);
  if (formulas.modulus) fill.modulus = formulas.modulus->count(0);
  if (formulas.minimum) fill.minimum = formulas.minimum->number();
  if (formulas.maximum) fill.maximum = formulas.maximum->number();
  fill.seed = written.seed;
  return fill;
}

Argument CaseFormulas::argument(const CaseArgument& written, ArgumentFormulas& formulas) const {
  if (const auto* buffer = std::get_if<CaseBuffer>(&written.value)) {
    BufferArgument argument{buffer->element, formulas.size.count(1), buffer->access,
                            fill(buffer->fill, formulas.fill)};
    if (!buffer->data.empty()) {
      const auto folder = std::filesystem::path(file_.path).parent_path();
      argument.data = read_buffer_data(folder / buffer->data, buffer->element);
    }
    return {written.name, std::move(argument)};
  }
  if (const auto* scalar = std::get_if<CaseScalar>(&written.value)) {
    return {written.name,
            ScalarArgument{scalar->element, scalar_value(formulas.size, scalar->element)}};
  }
  return {written.name, LocalArgument{formulas.size.count(1)}};
}

StagingPlan CaseFormulas::plan(StagingFormulas& formulas) const {
  StagingPlan plan;
  for (RegionFormulas& region : formulas.regions) {
    plan.regions.push_back({region.runs.count(1), region.run_elements.count(1)});
  }
  plan.episodes = formulas.episodes.count(1);
  plan.barriers_per_episode = formulas.barriers.count(0);
  plan.local_bytes = formulas.local_bytes.count(1);
  plan.copy_style = formulas.batched.truth() ? CopyStyle::kBatched : CopyStyle::kGenericLoops;
  plan.copy_elements = static_cast<std::uint32_t>(formulas.copy_elements.count(1));
  if (formulas.coalesced_stores.truth()) plan.store_order = StoreOrder::kCoalesced;
  return plan;
}

Benchmark CaseFormulas::benchmark(std::shared_ptr<const KernelSource> source) {
  Benchmark benchmark;
  benchmark.origin = Origin::kReal;
  benchmark.family = file_.family;
  for (const NamedValues::Entry& entry : names_.entries()) {
    benchmark.values[entry.name] = entry.value;
  }
  benchmark.spec.source = std::move(source);
  benchmark.spec.options = texts(options_);
  benchmark.spec.baseline = {file_.baseline.entry_point, texts(baseline_options_)};
  if (file_.cached) {
    benchmark.spec.cached = VariantSpec{file_.cached->entry_point, texts(cached_options_)};
  }
  Launch& launch = benchmark.launch;
  launch.dimensions = static_cast<std::uint32_t>(global_.size());
  launch.global = sizes(global_);
  launch.local = sizes(local_);
  std::size_t d = 0;
  for (Formula& first : offset_) launch.offset[d++] = first.count(0);
  auto formulas = arguments_.begin();
  for (const CaseArgument& written : file_.arguments) {
    launch.arguments.push_back(argument(written, *formulas++));
  }
  benchmark.target = file_.target;
  if (staging_) benchmark.plan = plan(*staging_);
  benchmark.tolerance = file_.tolerance;
  return benchmark;
}

}  // namespace lmtune
