// What `merge --json` prints.
#include "io/json_value.h"
#include "lmtune/io/run_merge.h"

namespace lmtune {

std::string format_merge(const RunMerge& merge, const std::string& output) {
  Json by_status = Json::object();
  for (const Status status : {Status::kCorrect, Status::kCompile, Status::kRuntime,
                              Status::kCorrectness, Status::kTimeout, Status::kConstraints}) {
    by_status[to_string(status)] = merge.count(status);
  }
  Json files = Json::array();
  for (const MergedFile& file : merge.files()) {
    Json json{
        {"run", file.path.string()},        {"results", file.results}, {"kept", file.kept},
        {"replaced", file.replaced},        {"worse", file.worse},     {"trust_rows", file.trust},
        {"last_line_incomplete", file.torn}};
    if (file.difference) {
      json["difference"] = {{"what", file.difference->what},
                            {"first", file.difference->first},
                            {"here", file.difference->second}};
    }
    files.push_back(std::move(json));
  }
  return Json{{"format", "lmtune-merge"},
              {"format_version", kMergeFormatVersion},
              {"run", output},
              {"benchmarks", merge.benchmarks()},
              {"by_status", by_status},
              {"files", std::move(files)}}
             .dump(2) +
         '\n';
}

}  // namespace lmtune
