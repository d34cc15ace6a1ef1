#include "support/references/reference.h"

#include <algorithm>

namespace lmtune {
namespace {

// A function's static: it is made before the first registration, whichever file comes first.
std::map<std::string, RegisteredReference>& registered() {
  static std::map<std::string, RegisteredReference> all;
  return all;
}

}  // namespace

double Problem::number(const std::string& name) const { return asked_[name] = values_.at(name); }

std::int64_t Problem::integer(const std::string& name) const {
  return static_cast<std::int64_t>(number(name));
}

std::size_t Problem::count(const std::string& name) const {
  return static_cast<std::size_t>(number(name));
}

RegisterReference::RegisterReference(const std::string& name, Reference reference,
                                     Tolerance tolerance) {
  registered()[name] = {std::move(reference), tolerance};
}

const RegisteredReference* find_reference(const std::string& family, const std::string& case_name) {
  for (const std::string& name : {case_name, family}) {
    const auto found = registered().find(name);
    if (found != registered().end()) return &found->second;
  }
  return nullptr;
}

ReferenceResults::ReferenceResults(const Reference& compute, const Benchmark& benchmark)
    : arguments_(benchmark.launch.arguments), before_(benchmark.launch), after_(before_) {
  const Problem problem(benchmark);
  compute(problem, after_);
  asked_ = problem.asked();
}

bool ReferenceResults::serves(const Benchmark& benchmark) const {
  return arguments_ == benchmark.launch.arguments &&
         std::ranges::all_of(asked_, [&](const auto& asked) {
           return benchmark.values.at(asked.first) == asked.second;
         });
}

}  // namespace lmtune
