// What reads for the service: the lexicon that it was started with, every metric, and readers that threads lend and
// give back, as they keep their memory.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "errors/assessor.h"
#include "explain/term_json.h"
#include "fiducial/lexicon.h"
#include "fiducial/lunguage.h"
#include "fiducial/radfact.h"
#include "fiducial/radsem.h"
#include "fiducial/score.h"
#include "grammar/reader.h"
#include "serve/http.h"
#include "text/pool.h"

namespace fiducial::serve {

class Readers {
 public:
  explicit Readers(Lexicon lexicon);

  const Lexicon& lexicon() const { return lexicon_; }
  const lexicon::Lexicon& tables() const { return lexicon_.tables(); }
  // One a name for all requests and threads, or nullptr; those that need the corpus first must be made anew.
  const Metric* metric(std::string_view name) const;
  // ApiError 400: a name that is none (with the nearest), the same column twice, none at all.
  void check_names(const std::vector<std::string>& names) const;
  // The metrics of those names, checked. ApiError 400 for one that needs a corpus.
  std::vector<const Metric*> without_corpus(const std::vector<std::string>& names) const;

  auto findings() const { return findings_->borrow(); }
  auto radsem() const { return radsem_->borrow(); }
  auto radfact() const { return radfact_->borrow(); }
  auto structurer() const { return structurer_->borrow(); }
  auto errors() const { return errors_->borrow(); }
  const explain::Terms& terms() const { return terms_; }

 private:
  Lexicon lexicon_;
  std::map<std::string, std::unique_ptr<Metric>, std::less<>> metrics_;
  std::unique_ptr<text::Pool<findings::Reader>> findings_;
  std::unique_ptr<text::Pool<radsem::Matcher>> radsem_;
  std::unique_ptr<text::Pool<radfact::Verifier>> radfact_;
  std::unique_ptr<text::Pool<lunguage::Structurer>> structurer_;
  std::unique_ptr<text::Pool<errors::Assessor::State>> errors_;
  explain::Terms terms_;
};

}  // namespace fiducial::serve
