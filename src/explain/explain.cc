#include "explain/explain.h"

#include "explain/clinical_account.h"
#include "explain/lunguage_account.h"
#include "explain/radfact_account.h"
#include "explain/radsem_account.h"

namespace fiducial::explain {
namespace {

Account radsem_of(const io::Pair& pair, radsem::Policy policy, const Lexicon& lexicon) {
  const radsem::Matched matched = radsem::Matcher(lexicon).match(pair.reference, pair.candidate, policy);
  return radsem_account(pair, matched, radsem::score(matched.tag, policy));
}

Account radfact_of(const io::Pair& pair, const Lexicon& lexicon) {
  return radfact_account(pair, radfact::Verifier(lexicon).verify_reports(pair.candidate, pair.reference, true, true));
}

Account lunguage_of(const io::Pair& pair, const Lexicon& lexicon) {
  lunguage::Structurer structurer(lexicon);
  const lunguage::Rows reference = structurer.structure(pair.reference);
  const lunguage::Rows candidate = structurer.structure(pair.candidate);
  const auto pointers = [](const lunguage::Rows& rows) {
    std::vector<const lunguage::Row*> out;
    for (const lunguage::Row& row : rows) out.push_back(&row);
    return out;
  };
  return lunguage_account(pair, reference, candidate,
                          lunguage::score(pointers(candidate), pointers(reference), lunguage::Setting::single,
                                          *lunguage::make_lexicon_encoder(lexicon)));
}

Account clinical_of(const io::Pair& pair, const Lexicon& lexicon) {
  errors::Assessor::State state(lexicon);
  state.run(pair.reference, pair.candidate, {pair.age, pair.indication});
  return clinical_account(pair, state);
}

struct Explainer {
  std::string name;
  Account (*account)(const io::Pair&, const Lexicon&);
};

// A new metric that explains itself is one more entry here.
const std::vector<Explainer>& explainers() {
  static const std::vector<Explainer> list = {
      {"radsem",
       [](const io::Pair& pair, const Lexicon& with) { return radsem_of(pair, radsem::Policy::many_to_many, with); }},
      {"radsem_alt",
       [](const io::Pair& pair, const Lexicon& with) { return radsem_of(pair, radsem::Policy::alt, with); }},
      {"radfact", radfact_of},
      {"lunguage", lunguage_of},
      {"clinical", clinical_of},
  };
  return list;
}

}  // namespace

const std::vector<std::string>& explained_metrics() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Explainer& one : explainers()) list.push_back(one.name);
    return list;
  }();
  return names;
}

std::optional<Account> explain(std::string_view metric, const io::Pair& pair, const Lexicon& lexicon) {
  for (const Explainer& one : explainers()) {
    if (one.name == metric) return one.account(pair, lexicon);
  }
  return std::nullopt;
}

}  // namespace fiducial::explain
