# The report's page travels inside the binary: src/report/page/ with Chart.js, put together as text
# that lacks only the evaluation.
set(folder ${CMAKE_SOURCE_DIR}/src/report/page)

function(lmtune_read_part variable)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
  set(all "")
  foreach(file ${ARGN})
    file(READ ${file} text)
    string(APPEND all "${text}")
  endforeach()
  set(${variable} "${all}" PARENT_SCOPE)
endfunction()

lmtune_read_part(LMTUNE_REPORT_STYLE ${folder}/report.css)
lmtune_read_part(LMTUNE_REPORT_LICENCE ${folder}/chart_js_licence.txt)
lmtune_read_part(LMTUNE_REPORT_CHARTJS ${CHARTJS_FILE})
# In this order: later files use what earlier ones declare.
set(scripts theme.js page.js charts.js accuracy.js density.js curves.js effects.js main.js)
list(TRANSFORM scripts PREPEND ${folder}/)
lmtune_read_part(LMTUNE_REPORT_SCRIPT ${scripts})
lmtune_read_part(LMTUNE_REPORT_PAGE ${folder}/report.html)
string(CONFIGURE "${LMTUNE_REPORT_PAGE}" LMTUNE_REPORT_PAGE @ONLY)
configure_file(src/report/page_text.cpp.in generated/page_text.cpp @ONLY)
target_sources(lmtune_report PRIVATE ${CMAKE_BINARY_DIR}/generated/page_text.cpp)
