#include "cli/shipped_model.h"

#include "lmtune/base/error.h"

namespace lmtune {

std::filesystem::path shipped_model() {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char* models : {"../share/lmtune/models", "../../../models"}) {
    const auto path = (folder / models / "nvidia-h200.json").lexically_normal();
    if (std::filesystem::exists(path)) return path;
  }
  throw Error(ErrorKind::kUsage, "--model", "is not given, and no model came with this lmtune",
              "train one: lmtune train RUN -o model.json");
}

}  // namespace lmtune
