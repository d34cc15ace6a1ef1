#include "trace/module/compile.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lmtune/base/error.h"
#include "trace/module/compile_errors.h"
#include "trace/module/generic_pointers.h"
#include "trace/module/private_access.h"

namespace lmtune {
namespace {

/// Hoists invariants and inlines helpers, as compilers for GPUs do, and leaves loops alone. Plain
/// `inline` functions keep their bodies.
constexpr const char* kOwnOptions = "-fgnu89-inline -finline-functions -O1";

bool has_blank(std::string_view text) {
  return text.find_first_of(" \t\n") != std::string_view::npos;
}

/// Options that drivers know and Clang's front end does not; none changes what a kernel does.
bool is_for_drivers_only(std::string_view option) {
  return option.starts_with("-cl-nv-") || option.starts_with("-cl-amd-") ||
         option.starts_with("-cl-intel-") || option.starts_with("-O") || option == "-g" ||
         option == "-s" || option.starts_with("-save-temps") || option == "-cl-opt-disable";
}

/// OpenCL C 3.0 is 1.2 with most of 2.0 made optional: its kernels are tried as both.
constexpr std::array<const char*, 1> kAsOptionsSay{""};
constexpr std::array<const char*, 2> kForNewest{"CL1.2", "CL2.0"};

/// Turns build options into Oclgrind's one string of options, in which nothing can be quoted.
class CompilerInput {
 public:
  CompilerInput(const KernelSpec& spec, Variant variant, const std::string& language)
      : source_(*spec.source) {
    if (!language.empty()) options_ += fmt::format("-cl-std={} ", language);
    const std::vector<std::string> options = build_options(spec, variant);
    for (std::size_t i = 0; i < options.size(); ++i) {
      std::string option = options[i];
      const bool takes_next = option == "-D" || option == "-I" || option == "-U";
      if (takes_next && i + 1 < options.size()) option += options[++i];
      add(option);
    }
    const std::filesystem::path file = source_.name;
    std::error_code failure;
    if (std::filesystem::is_regular_file(file, failure)) {
      add_include(file.has_parent_path() ? file.parent_path().string() : ".");
    }
    options_ += kOwnOptions;
  }

  const std::string& options() const { return options_; }
  std::string text() const {
    return definitions_.empty() ? source_.text + "\n"
                                : definitions_ + "#line 1\n" + source_.text + "\n";
  }

 private:
  void add(const std::string& option) {
    if (option.starts_with("-cl-std=clc++") || option.starts_with("-cl-std=CLC++")) {
      throw Error(ErrorKind::kInput, source_.name,
                  fmt::format("the tracer's interpreter does not know the language of {}", option),
                  "give -cl-std=CL1.2 or -cl-std=CL2.0 where the kernel allows it");
    }
    if (is_newest_language(option) || is_for_drivers_only(option)) return;
    if (option.starts_with("-I")) return add_include(option.substr(2));
    if (!has_blank(option)) {
      options_ += option + " ";
    } else if (option.starts_with("-D")) {
      const std::size_t equals = option.find('=');
      const std::string value = equals == std::string::npos ? "1" : option.substr(equals + 1);
      definitions_ += fmt::format("#define {} {}\n", option.substr(2, equals - 2), value);
    } else {
      throw Error(ErrorKind::kInput, source_.name,
                  fmt::format("the build option '{}' holds a blank", option),
                  "give each option as one argument without blanks");
    }
  }

  void add_include(const std::string& folder) {
    if (!has_blank(folder)) {
      options_ += fmt::format("-I{} ", folder);
      return;
    }
    // A name without blanks for the same folder; it stays open until the process ends.
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) options_ += fmt::format("-I/proc/self/fd/{} ", descriptor);
  }

  const KernelSource& source_;
  std::string options_;
  std::string definitions_;
};

}  // namespace

bool is_newest_language(std::string_view option) { return option.starts_with("-cl-std=CL3"); }

std::unique_ptr<oclgrind::Program> compile(const oclgrind::Context& context, const KernelSpec& spec,
                                           Variant variant) {
  const std::vector<std::string> options = build_options(spec, variant);
  const bool is_newest = std::any_of(options.begin(), options.end(), is_newest_language);
  const std::span<const char* const> languages =
      is_newest ? std::span<const char* const>(kForNewest) : kAsOptionsSay;
  std::string log;
  for (const char* language : languages) {
    const CompilerInput input(spec, variant, language);
    auto program = std::make_unique<oclgrind::Program>(&context, input.text());
    if (program->build(oclgrind::Program::BUILD, input.options().c_str())) {
      resolve_generic_pointers(module_of(*program));
      return program;
    }
    log = program->getBuildLog();
  }
  throw compile_error(log, *spec.source, is_newest ? Language::kNewest : Language::kKnown);
}

}  // namespace lmtune
