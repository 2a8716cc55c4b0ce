#include "lunguage/candidates.h"

#include <algorithm>

#include "lunguage/embedded_vocabulary.h"

namespace fiducial::lunguage {
namespace {

void add(std::vector<Candidate>& list, std::size_t begin, std::size_t end, std::string_view label) {
  const auto same = [&](const Candidate& c) { return c.begin == begin && c.end == end; };
  auto found = std::find_if(list.begin(), list.end(), same);
  if (found == list.end()) found = list.insert(list.end(), {begin, end, {}});
  if (std::find(found->labels.begin(), found->labels.end(), label) == found->labels.end())
    found->labels.emplace_back(label);
}

// Ours has categories that only our reader understands.
bool of_the_schema(std::string_view category) {
  return category_of(category).has_value() || relation_of(category).has_value();
}

}  // namespace

std::vector<Candidate> CandidateFinder::find(std::string_view sentence) {
  std::vector<Candidate> out;
  const Vocabulary& vocabulary = own_ != nullptr ? *own_ : embedded_vocabulary();
  for (const Vocabulary::Match& match : vocabulary.find(sentence)) {
    const std::string_view category = vocabulary.category(match.category);
    if (own_ != nullptr || of_the_schema(category)) add(out, match.begin, match.end, category);
  }
  if (own_ != nullptr) return out;
  text::tokenize(sentence, tokens_);
  findings::read_items(terms_.lexicon(), sentence, tokens_, items_);
  pieces_.clear();
  for (const findings::Item& item : items_) {
    if (item.kind != findings::ItemKind::content) continue;
    if (item.observation != nullptr)
      terms_.observation(sentence, item, pieces_);
    else if (item.anatomy != nullptr)
      pieces_.push_back(terms_.place(item));
    for (const Piece& p : pieces_) {
      if (p.use == Use::place) add(out, p.begin, p.end, name(Relation::location));
      if (p.use == Use::entity && item.observation != nullptr)
        add(out, p.begin, p.end,
            name(terms_.category(sentence.substr(p.begin, p.end - p.begin), item.observation->concept_id)));
    }
    pieces_.clear();
  }
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) {
    return a.end - a.begin != b.end - b.begin ? a.end - a.begin > b.end - b.begin : a.begin < b.begin;
  });
  return out;
}

}  // namespace fiducial::lunguage
