#include "lmtune/core/prediction.h"

namespace lmtune {

std::string to_string(Verdict verdict) { return verdict == Verdict::kCache ? "cache" : "leave"; }

}  // namespace lmtune
