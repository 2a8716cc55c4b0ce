#include "radsem/rewritten.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "grammar/render.h"

namespace fiducial::radsem {
namespace {

// One side: which sentence each atom is from, and what became of the atoms of each sentence.
class SentencesOf {
 public:
  SentencesOf(std::string_view text, const Rewritten& rewritten)
      : text_(text), spans_(split_rewritten(text)), sentences_(spans_.size()) {
    for (std::size_t i = 0; i < rewritten.atoms.size(); ++i) {
      const Atom& atom = rewritten.atoms[i];
      const auto after = std::upper_bound(spans_.begin(), spans_.end(), atom.begin,
                                          [](std::uint32_t at, const SentenceSpan& span) { return at < span.begin; });
      const auto sentence = static_cast<std::size_t>(after == spans_.begin() ? 0 : after - spans_.begin() - 1);
      sentence_of_.push_back(sentence);
      atom_of_.emplace(atom.sentence, i);
      sentences_[sentence].atoms.push_back(i);
      sentences_[sentence].abnormal = sentences_[sentence].abnormal || atom.abnormal;
    }
    matched_.assign(rewritten.atoms.size(), false);
  }

  std::size_t atom(std::string_view sentence) const { return atom_of_.at(sentence); }
  std::size_t sentence_of(std::size_t atom) const { return sentence_of_[atom]; }
  std::string text(std::size_t sentence) const {
    return std::string(text_.substr(spans_[sentence].begin, spans_[sentence].end - spans_[sentence].begin));
  }
  void mark_matched(std::size_t atom) { matched_[atom] = true; }
  bool all_matched(std::size_t sentence) const {
    const auto& atoms = sentences_[sentence].atoms;
    return std::all_of(atoms.begin(), atoms.end(), [&](std::size_t atom) { return matched_[atom]; });
  }

  void list_unmatched(Side side, OwnSentences& out) const {
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      const Sentence& sentence = sentences_[i];
      if (sentence.atoms.empty()) ++out.unread;
      const bool none =
          std::none_of(sentence.atoms.begin(), sentence.atoms.end(), [&](std::size_t atom) { return matched_[atom]; });
      if (!sentence.atoms.empty() && none)
        out.tag.unmatched.push_back({side, text(i), sentence.abnormal ? Normality::abnormal : Normality::normal});
    }
  }

 private:
  struct Sentence {
    std::vector<std::size_t> atoms;
    bool abnormal = false;
  };

  std::string_view text_;
  std::vector<SentenceSpan> spans_;
  std::vector<Sentence> sentences_;
  std::vector<std::size_t> sentence_of_;
  std::vector<bool> matched_;
  std::unordered_map<std::string_view, std::size_t> atom_of_;
};

}  // namespace

std::vector<SentenceSpan> split_rewritten(std::string_view text) {
  std::vector<SentenceSpan> spans;
  const auto blank = [&](std::size_t i) {
    return text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r';
  };
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begin == i && blank(i)) ++begin;
    const bool last = i + 1 == text.size();
    if (!last && !(text[i] == '.' && blank(i + 1))) continue;
    std::size_t end = i + 1;
    while (end > begin && blank(end - 1)) --end;
    if (end > begin) spans.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    begin = i + 1;
  }
  return spans;
}

std::vector<std::string> atom_sentences(const findings::Lexicon& lexicon, const findings::Reading& reading,
                                        std::string_view report) {
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  for (const findings::Finding& f : reading.findings) {
    std::string text = findings::sentence(lexicon, f, report);
    // Two findings with one sentence differ in nothing that can be said of them: numbered, so that each stays a
    // sentence of its own and the tags score as the findings do.
    if (!seen.insert(text).second) {
      const std::string base = text.substr(0, text.size() - 1);
      for (int n = 2; !seen.insert(text).second; ++n) text = base + " [" + std::to_string(n) + "].";
    }
    out.push_back(std::move(text));
  }
  return out;
}

Understood understand(std::string_view text, const findings::Reading& of_text, const findings::Reading& of_source,
                      const std::vector<std::string>& source_sentences) {
  std::unordered_map<std::string_view, std::size_t> written;
  for (std::size_t i = 0; i < source_sentences.size(); ++i) written.emplace(source_sentences[i], i);
  const std::vector<SentenceSpan> sentences = split_rewritten(text);
  Understood out;
  const auto take = [&](const findings::Finding& finding, std::size_t sentence) {
    out.findings.push_back(finding);
    out.sentence_of.push_back(static_cast<std::uint32_t>(sentence));
  };
  auto next = of_text.findings.begin();
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const SentenceSpan& span = sentences[i];
    const auto own = written.find(text.substr(span.begin, span.end - span.begin));
    if (own != written.end()) take(of_source.findings[own->second], i);
    for (; next != of_text.findings.end() && next->span.begin < span.end; ++next) {
      if (own == written.end()) take(*next, i);
    }
  }
  return out;
}

OwnSentences in_own_sentences(const Matched& matched, std::string_view ref, std::string_view gen) {
  SentencesOf refs(ref, matched.ref);
  SentencesOf gens(gen, matched.gen);
  for (const TagPair& pair : matched.tag.pairs) {
    refs.mark_matched(refs.atom(pair.ref_sentence));
    gens.mark_matched(gens.atom(pair.gen_sentence));
  }
  OwnSentences out;
  // Of several pairs of the same two sentences the heaviest stands for them, in the place of the first.
  std::map<std::array<std::size_t, 3>, std::size_t> place;
  for (TagPair pair : matched.tag.pairs) {
    const std::size_t r = refs.sentence_of(refs.atom(pair.ref_sentence));
    const std::size_t g = gens.sentence_of(gens.atom(pair.gen_sentence));
    if (refs.all_matched(r) != gens.all_matched(g)) pair.anatomical = Relation::part_whole;
    pair.ref_sentence = refs.text(r);
    pair.gen_sentence = gens.text(g);
    const auto [found, fresh] =
        place.try_emplace({r, g, static_cast<std::size_t>(pair.normality)}, out.tag.pairs.size());
    if (fresh) {
      out.tag.pairs.push_back(std::move(pair));
    } else if (pair_weight(pair) > pair_weight(out.tag.pairs[found->second])) {
      out.tag.pairs[found->second] = std::move(pair);
    }
  }
  refs.list_unmatched(Side::ref, out);
  gens.list_unmatched(Side::gen, out);
  return out;
}

}  // namespace fiducial::radsem
