#include "lmtune/template/template_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "lmtune/base/error.h"
#include "lmtune/base/random.h"

namespace lmtune {
namespace {

/// Calls `visit(name, member)` for every parameter, so that names are written once for both
/// directions.
template <typename Parameters, typename Visit>
void visit_parameters(Parameters& p, const Visit& visit) {
  visit("home", p.home);
  visit("stencil", p.stencil);
  visit("radius_rows", p.radius_rows);
  visit("radius_cols", p.radius_cols);
  visit("clamped", p.border);
  visit("element", p.element);
  visit("trips_outer", p.trips_outer);
  visit("trips_inner", p.trips_inner);
  visit("compile_time_trips", p.trip_counts);
  visit("qualifiers", p.qualifiers);
  visit("sum_in_memory", p.accumulation);
  visit("sums", p.sums);
  visit("exit_check", p.exit_check);
  visit("loop_flops", p.loop.flops);
  visit("loop_special", p.loop.special);
  visit("loop_coalesced", p.loop.coalesced);
  visit("loop_uncoalesced", p.loop.uncoalesced);
  visit("loop_uniform", p.loop.uniform);
  visit("epilogue_flops", p.epilogue.flops);
  visit("epilogue_special", p.epilogue.special);
  visit("epilogue_coalesced", p.epilogue.coalesced);
  visit("epilogue_uncoalesced", p.epilogue.uncoalesced);
  visit("epilogue_uniform", p.epilogue.uniform);
  visit("context_sharing", p.context_sharing);
  visit("context_rows", p.context_rows);
  visit("item_units_x", p.item_units_x);
  visit("item_units_y", p.item_units_y);
  visit("blocked", p.distribution);
  visit("register_tile", p.unit_order);
  visit("transposed", p.result);
  visit("flat", p.numbering);
  visit("scratch_bytes", p.scratch_bytes);
  visit("pitch_padding", p.pitch_padding);
  visit("units_x", p.units_x);
  visit("units_y", p.units_y);
  visit("local_x", p.local_x);
  visit("local_y", p.local_y);
  visit("chunked_baseline", p.baseline_loops);
  visit("chunk_outer", p.chunk_outer);
  visit("chunk_inner", p.chunk_inner);
  visit("batched_copy", p.copy_style);
  visit("copy_elements", p.copy_elements);
  visit("tile_padding", p.tile_padding);
  visit("remapped", p.store_order);
}

/// The largest value of a member's type; parameters are never negative.
constexpr double largest(const std::int64_t&) { return 0x1p40; }
constexpr double largest(const HomePattern&) { return static_cast<double>(kHomePatternCount - 1); }
constexpr double largest(const Stencil&) { return 2.0; }
constexpr double largest(const ContextSharing&) { return 2.0; }
constexpr double largest(const Element&) { return static_cast<double>(kElementCount - 1); }
constexpr double largest(const Qualifiers&) { return 3.0; }
/// All other choices are between two.
template <typename Choice>
constexpr double largest(const Choice&) {
  return 1.0;
}

/// In the order of visit_parameters().
std::vector<std::string> declared_names() {
  std::vector<std::string> names;
  const TemplateParameters any;
  visit_parameters(any, [&names](const char* name, const auto&) { names.emplace_back(name); });
  return names;
}

/// Where each of them stands in parameter_names().
std::vector<std::size_t> places_of_declared() {
  std::vector<std::size_t> places;
  const std::vector<std::string>& sorted = parameter_names();
  for (const std::string& name : declared_names()) {
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), name);
    places.push_back(static_cast<std::size_t>(place - sorted.begin()));
  }
  return places;
}

}  // namespace

std::string to_string(HomePattern pattern) {
  constexpr std::array<std::string_view, kHomePatternCount> kNames{
      "xy-reuse",    "x-reuse-row",  "x-reuse-col",  "y-reuse-row",
      "y-reuse-col", "no-reuse-row", "no-reuse-col", "rank-k"};
  return std::string(kNames[static_cast<std::size_t>(pattern)]);
}

const std::vector<std::string>& parameter_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = declared_names();
    std::sort(all.begin(), all.end());
    return all;
  }();
  return names;
}

std::vector<std::int64_t> parameter_values(const TemplateParameters& parameters) {
  static const std::vector<std::size_t> places = places_of_declared();
  std::vector<std::int64_t> values(places.size());
  std::size_t declared = 0;
  visit_parameters(parameters, [&](const char*, const auto& member) {
    values[places[declared++]] = static_cast<std::int64_t>(member);
  });
  return values;
}

std::map<std::string, double> to_values(const TemplateParameters& parameters) {
  const std::vector<std::string>& names = parameter_names();
  const std::vector<std::int64_t> values = parameter_values(parameters);
  std::map<std::string, double> by_name;
  for (std::size_t i = 0; i < names.size(); ++i) {
    by_name.emplace_hint(by_name.end(), names[i], static_cast<double>(values[i]));
  }
  return by_name;
}

std::uint64_t parameters_hash(const TemplateParameters& parameters) {
  std::uint64_t hash = 0;
  visit_parameters(parameters, [&hash](const char*, const auto& member) {
    hash = mix_bits(hash, static_cast<std::uint64_t>(member));
  });
  return hash;
}

TemplateParameters parameters_from_values(const std::map<std::string, double>& values,
                                          const std::string& where) {
  TemplateParameters parameters;
  std::size_t known = 0;
  visit_parameters(parameters, [&](const char* name, auto& member) {
    const auto found = values.find(name);
    if (found == values.end()) return;
    const double value = found->second;
    if (!(value >= 0.0 && value <= largest(member)) || std::floor(value) != value) {
      throw Error(ErrorKind::kInput, where, fmt::format("{} is {}", name, value),
                  fmt::format("it must be a whole number from 0 to {}", largest(member)));
    }
    member =
        static_cast<std::remove_reference_t<decltype(member)>>(static_cast<std::int64_t>(value));
    ++known;
  });
  if (known != values.size()) {
    throw Error(ErrorKind::kInput, where,
                fmt::format("has {} template parameters; this template knows {} of them",
                            values.size(), known),
                "a later version of lmtune made it: use that one");
  }
  return parameters;
}

}  // namespace lmtune
