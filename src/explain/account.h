// An account of one case: how a metric came to its score of a reference and a candidate, in a radiologist's words.
// Every metric that can explain itself gives one, and there is one way to show it as text and one as JSON, so that a
// terminal, a notebook and a page tell the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explain/paint.h"
#include "fiducial/io.h"

namespace fiducial::explain {

enum class Report : std::uint8_t { reference, candidate };

// Something that one of the reports says.
struct Statement {
  Report report = Report::reference;
  std::string mark;                // "R3", "G1": the same wherever it is shown
  std::string text;                // as the metric understands it: "Left lung shows patchy opacity."
  std::string quote;               // the report's own words; may be empty
  std::size_t begin = 0, end = 0;  // bytes of the report; both 0 if not known
};

// What became of what was said.
enum class Outcome : std::uint8_t {
  matched,       // both reports say it, perhaps in part
  missing,       // only the reference says it
  unsupported,   // only the candidate says it
  contradicted,  // the other report says what cannot be true beside it
  left_out,      // not compared: technique, history, …
};
std::string_view name(Outcome outcome);

// One line of the account: the statements of both reports that belong together, and why.
struct Entry {
  Outcome outcome = Outcome::matched;
  std::vector<Statement> statements;
  std::string remark;  // "match: site equivalent; weight 1.0000, credit 1.0000"; may be empty
};

struct Part {
  std::string title;
  std::vector<Entry> entries;
  std::vector<std::string> notes;  // what follows from the entries: counts, the class score
};

struct Account {
  std::string id;
  std::string metric;                // as it is called in a text: "RadSEM"
  std::string how;                   // the policy or setting; may be empty
  double score = 0;                  // NaN: not defined
  std::string reference, candidate;  // each report as a whole: "3 findings, 1 abnormal"
  std::vector<std::string> remarks;  // before the parts
  std::vector<Part> parts;           // a part without entries and notes is not shown
  std::string sum;                   // how the score follows from the parts
};

std::string text(const Account& account, const Paint& paint);
io::Json json(const Account& account);

// Text on one line, at most 120 characters of it, in quotes.
std::string in_quotes(std::string_view text);

}  // namespace fiducial::explain
