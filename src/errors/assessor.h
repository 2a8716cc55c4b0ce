// The clinical errors on the embedded reader, with the readings they were made from: for those who show them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "errors/account.h"
#include "fiducial/errors.h"
#include "grammar/content.h"
#include "grammar/reader.h"

namespace fiducial::errors {

struct Assessor::State {
  fiducial::Lexicon own;  // keeps the tables
  const findings::Lexicon& lexicon;
  findings::Reader reader;
  findings::Reading reference, candidate;
  findings::ContentWords reference_words, candidate_words;
  std::optional<std::string> reference_text;  // what `reference` was read from: candidates of one often come in a row
  Weigher weigher;
  Accountant accountant;
  Balance balance;

  explicit State(fiducial::Lexicon with)
      : own(std::move(with)),
        lexicon(own.tables()),
        reader(lexicon),
        reference_words(lexicon),
        candidate_words(lexicon),
        weigher(lexicon),
        accountant(lexicon, weigher) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() = default;

  void read(std::string_view report, findings::Reading& reading, findings::ContentWords& words);
  // After it `balance` has the account.
  void run(std::string_view reference_report, std::string_view candidate_report, const PatientContext& patient);
  // `balance` in words; the texts are those that run() had.
  Account account(std::string_view reference_report, std::string_view candidate_report) const;
};

}  // namespace fiducial::errors
