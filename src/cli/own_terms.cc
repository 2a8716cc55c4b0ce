#include "cli/own_terms.h"

#include <algorithm>
#include <vector>

#include "cli/input.h"
#include "cli/interrupt.h"

namespace fiducial::cli {

namespace {

// A table of terms is typed by people. More is a mistake, or an archive that unpacks without end.
constexpr std::size_t kMostText = std::size_t{64} << 20;

// Text is text: a table with other bytes would be read as something that nobody wrote.
void check_text(const std::string& path, const std::string& text) {
  const std::size_t bad = std::min(io::utf8_error(text), std::min(text.find('\0'), text.size()));
  if (bad == text.size()) return;
  const auto line =
      static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n')) + 1;
  throw InputError(
      {path, line, "",
       text[bad] == '\0' ? "expected text, found a zero byte" : "expected UTF-8, found a byte that is not"});
}

}  // namespace

std::string read_text(const std::string& path) {
  const auto source = open_input(path);
  std::string text;
  std::vector<char> room(std::size_t{1} << 16);
  for (std::size_t count = source->read(room); count > 0; count = source->read(room)) {
    check_interrupt();
    text.append(room.data(), count);
    if (text.size() > kMostText) throw InputError({path, 0, "", "expected a table of terms, found more than 64 MiB"});
  }
  check_text(path, text);
  return text;
}

void OwnTerms::load() {
  if (!file.empty()) text = read_text(file);
  if (!significance_file.empty()) significance = read_text(significance_file);
  if (given()) lexicon = fiducial::Lexicon::with_tables({file, text}, {significance_file, significance});
}

void add_own_terms(CLI::App& command, OwnTerms& terms) {
  value_name(command.add_option("--lexicon", terms.file, "A site's own terms, added to the built-in lexicon"), "FILE");
}

void add_own_significance(CLI::App& command, OwnTerms& terms) {
  value_name(command.add_option("--significance", terms.significance_file,
                                "A table of weights in the place of lexicon/significance.txt"),
             "FILE");
}

}  // namespace fiducial::cli
