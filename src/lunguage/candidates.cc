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

// A number of its own for each text: which part of the terms is shown must not depend on chance.
std::uint64_t lot(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return (h ^ (h >> 29U)) * 0xbf58476d1ce4e5b9ULL;
}

}  // namespace

std::vector<Candidate> CandidateFinder::find(std::string_view sentence) {
  std::vector<Candidate> out = all(sentence);
  const auto kept = static_cast<std::size_t>(static_cast<double>(out.size()) * options_.share);
  if (kept == out.size()) return out;
  std::vector<std::pair<std::uint64_t, std::size_t>> lots;
  for (std::size_t i = 0; i < out.size(); ++i)
    lots.emplace_back(lot(sentence.substr(out[i].begin, out[i].end - out[i].begin)), i);
  std::sort(lots.begin(), lots.end());
  lots.resize(kept);
  std::sort(lots.begin(), lots.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  std::vector<Candidate> some;
  some.reserve(lots.size());
  for (const auto& [number, place] : lots) some.push_back(std::move(out[place]));
  return some;
}

std::vector<Candidate> CandidateFinder::all(std::string_view sentence) {
  std::vector<Candidate> out;
  const Vocabulary& vocabulary = own_ != nullptr ? *own_ : embedded_vocabulary();
  auto matches = vocabulary.find(sentence);
  if (options_.discontinuous) {
    const auto apart = vocabulary.find_apart(sentence);
    matches.insert(matches.end(), apart.begin(), apart.end());
  }
  for (const Vocabulary::Match& match : matches) {
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
