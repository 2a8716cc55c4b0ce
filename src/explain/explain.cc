#include "explain/explain.h"

#include "explain/lunguage_account.h"
#include "explain/radfact_account.h"
#include "explain/radsem_account.h"

namespace fiducial::explain {
namespace {

Account radsem_of(const io::Pair& pair, radsem::Policy policy) {
  const radsem::Matched matched = radsem::Embedded().match(pair.reference, pair.candidate, policy);
  return radsem_account(pair, matched, radsem::score(matched.tag, policy));
}

Account radfact_of(const io::Pair& pair) {
  return radfact_account(pair, radfact::Embedded().verify_reports(pair.candidate, pair.reference, true, true));
}

Account lunguage_of(const io::Pair& pair) {
  lunguage::Structurer structurer;
  const lunguage::Rows reference = structurer.structure(pair.reference);
  const lunguage::Rows candidate = structurer.structure(pair.candidate);
  const auto pointers = [](const lunguage::Rows& rows) {
    std::vector<const lunguage::Row*> out;
    for (const lunguage::Row& row : rows) out.push_back(&row);
    return out;
  };
  return lunguage_account(pair, reference, candidate,
                          lunguage::score(pointers(candidate), pointers(reference), lunguage::Setting::single,
                                          *lunguage::make_lexicon_encoder()));
}

struct Explainer {
  std::string name;
  Account (*account)(const io::Pair&);
};

// A new metric that explains itself is one more entry here.
const std::vector<Explainer>& explainers() {
  static const std::vector<Explainer> list = {
      {"radsem", [](const io::Pair& pair) { return radsem_of(pair, radsem::Policy::many_to_many); }},
      {"radsem_alt", [](const io::Pair& pair) { return radsem_of(pair, radsem::Policy::alt); }},
      {"radfact", radfact_of},
      {"lunguage", lunguage_of},
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

std::optional<Account> explain(std::string_view metric, const io::Pair& pair) {
  for (const Explainer& one : explainers()) {
    if (one.name == metric) return one.account(pair);
  }
  return std::nullopt;
}

}  // namespace fiducial::explain
