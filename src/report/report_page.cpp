#include "lmtune/report/report_page.h"

#include "report/page_text.h"

namespace lmtune {
namespace {

/// In JSON, < stands in strings only, where an escape says the same: then neither </script> nor
/// <!-- can end or change the element that the text lies in.
std::string for_script_element(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char character : json) {
    if (character == '<') {
      text += "\\u003c";
    } else {
      text += character;
    }
  }
  return text;
}

}  // namespace

std::string report_page(std::string_view evaluation_json) {
  std::string page(page_text());
  return page.replace(page.find(kEvaluationPlace), kEvaluationPlace.size(),
                      for_script_element(evaluation_json));
}

}  // namespace lmtune
