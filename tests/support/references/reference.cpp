#include "support/references/reference.h"

#include <map>

namespace lmtune {
namespace {

// A function's static: it is made before the first registration, whichever file comes first.
std::map<std::string, RegisteredReference>& registered() {
  static std::map<std::string, RegisteredReference> all;
  return all;
}

}  // namespace

RegisterReference::RegisterReference(const std::string& name, Reference reference,
                                     double tolerance) {
  registered()[name] = {std::move(reference), tolerance};
}

const RegisteredReference* find_reference(const std::string& family, const std::string& case_name) {
  for (const std::string& name : {case_name, family}) {
    const auto found = registered().find(name);
    if (found != registered().end()) return &found->second;
  }
  return nullptr;
}

}  // namespace lmtune
