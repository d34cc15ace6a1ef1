// What `measure` tells a person: its progress, and the summary at the end.
#pragma once

#include <string>

#include "lmtune/core/run_summary.h"
#include "lmtune/measure/campaign_run.h"

namespace lmtune {

/// A line on stderr that is written over, on a terminal only.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const RunProgress& progress) const;

 private:
  bool visible_;
};

std::string summary_text(const RunSummary& summary, const std::string& run_path);

}  // namespace lmtune
