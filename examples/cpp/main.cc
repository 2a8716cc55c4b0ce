// Scores two pairs, reads a report and compares two of its findings: what a C++ program does with the library.
#include <fiducial/reader.h>
#include <fiducial/scorer.h>

#include <iomanip>
#include <iostream>

int main() try {
  const std::vector<std::string_view> references = {"Small left pleural effusion. No pneumothorax.",
                                                    "The heart is normal in size."};
  const std::vector<std::string_view> candidates = {"Small right pleural effusion. No pneumothorax.",
                                                    "Heart size is normal."};
  const fiducial::Scorer scorer({"radsem", "bleu4"});
  const fiducial::Scores scores = scorer.score(references, candidates);
  std::cout << std::fixed << std::setprecision(4);
  for (const fiducial::ColumnSummary& column : scores.summary())
    std::cout << column.column << ' ' << column.mean << " of " << column.n << '\n';

  const fiducial::Reading reading = fiducial::read("A 9 mm nodule in the left upper lobe. No effusion.");
  for (const fiducial::Finding& finding : reading.findings) {
    std::cout << finding.what << " | " << finding.site << " | " << finding.side << " | "
              << (finding.absent ? "absent" : "present") << '\n';
  }
  const fiducial::Relation relation = fiducial::relate(reading.findings.front(), reading.findings.front());
  std::cout << (relation.compatible ? "the same" : "another") << '\n';

  try {
    const fiducial::Scorer wrong({"radsen"});
  } catch (const fiducial::Error& error) {
    std::cout << error.what() << '\n';
  }
  return 0;
} catch (const fiducial::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
