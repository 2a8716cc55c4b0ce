#include "cli/own_terms.h"

#include <vector>

#include "cli/input.h"
#include "cli/interrupt.h"

namespace fiducial::cli {

std::string read_text(const std::string& path) {
  const auto source = open_input(path);
  std::string text;
  std::vector<char> room(std::size_t{1} << 16);
  for (std::size_t count = source->read(room); count > 0; count = source->read(room)) {
    check_interrupt();
    text.append(room.data(), count);
  }
  return text;
}

void OwnTerms::load() {
  if (!file.empty()) text = read_text(file);
  if (!significance_file.empty()) significance = read_text(significance_file);
  if (given()) lexicon = fiducial::Lexicon::with_tables({file, text}, {significance_file, significance});
}

void add_own_terms(CLI::App& command, OwnTerms& terms) {
  takes(command.add_option("--lexicon", terms.file, "A site's own terms, added to the built-in lexicon"), "FILE");
}

void add_own_significance(CLI::App& command, OwnTerms& terms) {
  takes(command.add_option("--significance", terms.significance_file,
                           "A table of weights in the place of lexicon/significance.txt"),
        "FILE");
}

}  // namespace fiducial::cli
