#include "explain/radsem_account.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "explain/radsem_audit.h"
#include "radsem/sentences.h"

namespace fiducial::explain {
namespace {

using radsem::Atom;
using radsem::Side;

bool blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// The bytes [begin, end) of a report and what stands around them, to the ends of the sentence.
std::string_view sentence_around(std::string_view report, std::size_t begin, std::size_t end) {
  const auto ends_after = [&](std::size_t i) {
    return report[i] == '\n' || (report[i] == '.' && (i + 1 == report.size() || blank(report[i + 1])));
  };
  end = std::min(end, report.size());
  begin = std::min(begin, end);
  while (begin > 0 && !ends_after(begin - 1)) --begin;
  while (end < report.size() && !ends_after(end)) ++end;
  while (begin < end && blank(report[begin])) ++begin;
  return report.substr(begin, end - begin);
}

// One of the two reports, its sentences numbered R1, R2 … or G1, G2 …
class Numbered {
 public:
  Numbered(Report which, std::string_view report, const radsem::Rewritten& rewritten)
      : which_(which), report_(report), rewritten_(rewritten), matched_(rewritten.atoms.size(), false) {
    for (std::size_t i = 0; i < rewritten.atoms.size(); ++i)
      number_.emplace(radsem::trim(rewritten.atoms[i].sentence), i);
  }

  // The score knows a sentence by its text without blanks at its ends.
  std::size_t number(std::string_view sentence) const { return number_.at(radsem::trim(sentence)); }
  const Atom& atom(std::size_t i) const { return rewritten_.atoms[i]; }
  void mark_matched(std::size_t i) { matched_[i] = true; }
  bool matched(std::size_t i) const { return matched_[i]; }

  Statement statement(std::size_t i) const {
    const Atom& atom = rewritten_.atoms[i];
    return {which_,        fmt::format("{}{}", which_ == Report::reference ? 'R' : 'G', i + 1),
            atom.sentence, std::string(sentence_around(report_, atom.begin, atom.end)),
            atom.begin,    atom.end};
  }

  Part left_out(const char* title) const {
    Part part{title, {}, {}};
    for (const radsem::LeftOut& piece : rewritten_.left_out) {
      const std::string words(report_.substr(piece.begin, piece.end - piece.begin));
      part.entries.push_back(
          {Outcome::left_out, {{which_, "", "", words, piece.begin, piece.end}}, std::string(piece.reason)});
    }
    return part;
  }

 private:
  Report which_;
  std::string_view report_;
  const radsem::Rewritten& rewritten_;
  std::vector<bool> matched_;
  std::unordered_map<std::string_view, std::size_t> number_;
};

std::vector<std::string> words_of(std::string_view sentence) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : sentence) {
    if (c != ' ' && c != '.' && c != ',' && c != '(' && c != ')') {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

// The words that only one of two sentences has, in its order.
std::string only_in(std::string_view sentence, std::string_view other) {
  const auto known = words_of(other);
  std::string out;
  for (const std::string& word : words_of(sentence)) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    out += (out.empty() ? "" : " ") + word;
  }
  return out;
}

class RadsemCase {
 public:
  RadsemCase(const io::Pair& pair, const radsem::Matched& matched, const radsem::Audit& audit)
      : pair_(pair),
        matched_(matched),
        audit_(audit),
        ref_(Report::reference, pair.reference, matched.ref),
        gen_(Report::candidate, pair.candidate, matched.gen) {
    check_shown_pairs(matched.tag.pairs.size());
    for (const radsem::TagPair& found : matched.tag.pairs) {
      ref_.mark_matched(ref_.number(found.ref_sentence));
      gen_.mark_matched(gen_.number(found.gen_sentence));
    }
  }

  Account account() const {
    Account out{pair_.id,
                "RadSEM",
                std::string(label(audit_.policy)),
                audit_.score,
                overview(pair_.reference, matched_.ref),
                overview(pair_.candidate, matched_.gen),
                {},
                {},
                mixture(audit_)};
    if (matched_.ref.atoms.empty() && matched_.gen.atoms.empty())
      out.remarks.emplace_back("neither report says anything that can be scored: the score is 0");
    out.parts = {in_class("abnormal", radsem::Normality::abnormal, audit_.abnormal),
                 in_class("normal", radsem::Normality::normal, audit_.normal), contradictions(),
                 ref_.left_out("left out of the reference"), gen_.left_out("left out of the candidate")};
    return out;
  }

 private:
  Part in_class(const char* title, radsem::Normality kind, const radsem::ClassScore& score) const {
    Part part{title, {}, {}};
    if (!score.present()) {
      part.notes.emplace_back("nothing of this kind in either report");
      return part;
    }
    for (std::size_t i = 0; i < matched_.tag.pairs.size(); ++i) {
      if (matched_.tag.pairs[i].normality == kind)
        part.entries.push_back(match(matched_.tag.pairs[i], audit_.pairs[i]));
    }
    add_unmatched(part, Outcome::missing, Side::ref, kind, ref_);
    add_unmatched(part, Outcome::unsupported, Side::gen, kind, gen_);
    part.notes.push_back(fmt::format("matched M = {:.4f}, unmatched U = {} missing + {} unsupported", score.matched,
                                     score.unmatched_ref, score.unmatched_gen));
    part.notes.push_back("score: " + explain::account(score));
    return part;
  }

  Entry match(const radsem::TagPair& found, const radsem::PairAudit& audit) const {
    const std::string outcome =
        audit.status == radsem::PairStatus::counted ? "" : fmt::format(" ({})", label(audit.status));
    return {Outcome::matched,
            {ref_.statement(ref_.number(found.ref_sentence)), gen_.statement(gen_.number(found.gen_sentence))},
            fmt::format("match: {}; weight {:.4f}, credit {:.4f}{}", labels_of(found), audit.weight, audit.credit,
                        outcome)};
  }

  void add_unmatched(Part& part, Outcome outcome, Side side, radsem::Normality kind, const Numbered& report) const {
    for (const radsem::Unmatched& item : audit_.unmatched) {
      if (item.side != side || item.normality != kind) continue;
      part.entries.push_back({outcome, {report.statement(report.number(item.sentence))}, ""});
    }
  }

  // Those that explain why a sentence stayed unmatched: first of all two that both are. One with a partner elsewhere
  // is shown only for a sentence that nothing better explains; two with partners explain nothing.
  Part contradictions() const {
    Part part{"contradictions: both cannot be true", {}, {}};
    std::vector<bool> ref_explained(matched_.ref.atoms.size());
    std::vector<bool> gen_explained(matched_.gen.atoms.size());
    for (const radsem::Clash& clash : matched_.clashes) {
      if (ref_.matched(clash.ref) || gen_.matched(clash.gen)) continue;
      ref_explained[clash.ref] = gen_explained[clash.gen] = true;
    }
    for (const radsem::Clash& clash : matched_.clashes) {
      const bool ref_done = ref_.matched(clash.ref) || ref_explained[clash.ref];
      const bool gen_done = gen_.matched(clash.gen) || gen_explained[clash.gen];
      const bool both_unmatched = !ref_.matched(clash.ref) && !gen_.matched(clash.gen);
      if (!both_unmatched && ref_done && gen_done) continue;
      const std::string_view ref = ref_.atom(clash.ref).sentence;
      const std::string_view gen = gen_.atom(clash.gen).sentence;
      part.entries.push_back(
          {Outcome::contradicted, {ref_.statement(clash.ref), gen_.statement(clash.gen)}, difference(ref, gen)});
    }
    return part;
  }

  static std::string difference(std::string_view ref, std::string_view gen) {
    const std::string in_ref = only_in(ref, gen);
    const std::string in_gen = only_in(gen, ref);
    std::string out = "on:";
    if (!in_ref.empty()) out += fmt::format(" R \"{}\"", in_ref);
    if (!in_gen.empty()) out += fmt::format("{} G \"{}\"", in_ref.empty() ? "" : " against", in_gen);
    return out;
  }

  const io::Pair& pair_;
  const radsem::Matched& matched_;
  const radsem::Audit& audit_;
  Numbered ref_, gen_;
};

}  // namespace

std::string overview(std::string_view report, const radsem::Rewritten& rewritten) {
  if (std::all_of(report.begin(), report.end(), blank)) return "empty";
  if (rewritten.atoms.empty()) return "no finding that can be scored";
  const auto abnormal =
      std::count_if(rewritten.atoms.begin(), rewritten.atoms.end(), [](const Atom& atom) { return atom.abnormal; });
  return fmt::format("{} finding{}, {} abnormal", rewritten.atoms.size(), rewritten.atoms.size() == 1 ? "" : "s",
                     abnormal);
}

Account radsem_account(const io::Pair& pair, const radsem::Matched& matched, const radsem::Audit& audit) {
  return RadsemCase(pair, matched, audit).account();
}

}  // namespace fiducial::explain
