#include "lmtune/core/prediction.h"

namespace lmtune {

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kCache:
      return "cache";
    case Verdict::kLeave:
      return "leave";
    case Verdict::kNoClearDifference:
      return "no-clear-difference";
    case Verdict::kDontKnow:
      break;
  }
  return "dont-know";
}

}  // namespace lmtune
