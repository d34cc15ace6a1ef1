#include "lmtune/core/trust_row.h"

namespace lmtune {

std::string to_string(Role role) {
  switch (role) {
    case Role::kResult:
      return "result";
    case Role::kControl:
      return "control";
    case Role::kRepeat:
      return "repeat";
    case Role::kReference:
      return "reference";
  }
  return "result";
}

std::optional<Role> parse_role(std::string_view text) {
  for (const Role role : {Role::kResult, Role::kControl, Role::kRepeat, Role::kReference}) {
    if (text == to_string(role)) return role;
  }
  return std::nullopt;
}

}  // namespace lmtune
