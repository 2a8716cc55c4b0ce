#include "explain/radsem_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "explain/radsem_audit.h"

namespace fiducial::explain {
namespace {

using radsem::Atom;
using radsem::Side;

constexpr std::size_t kQuoted = 120;  // characters of a quotation; the rest is "…"

bool blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Text on one line, in quotes.
std::string quoted(std::string_view text) {
  std::string words;
  for (const char c : text) {
    if (!blank(c)) {
      words += c;
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
  }
  words = io::to_utf8(words);
  while (!words.empty() && words.back() == ' ') words.pop_back();
  std::size_t characters = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(words[i]) & 0xC0U) != 0x80U;
    if (starts && characters++ == kQuoted) return fmt::format("\"{}…\"", words.substr(0, i));
  }
  return fmt::format("\"{}\"", words);
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
  Numbered(char letter, std::string_view report, const radsem::Rewritten& rewritten)
      : letter_(letter), report_(report), rewritten_(rewritten), matched_(rewritten.atoms.size(), false) {
    for (std::size_t i = 0; i < rewritten.atoms.size(); ++i) number_.emplace(rewritten.atoms[i].sentence, i);
  }

  std::size_t number(std::string_view sentence) const { return number_.at(sentence); }
  const Atom& atom(std::size_t i) const { return rewritten_.atoms[i]; }
  void mark_matched(std::size_t i) { matched_[i] = true; }
  bool matched(std::size_t i) const { return matched_[i]; }

  // "  R3  Heart is normal.  "the heart is normal""
  std::string line(std::size_t i, const Paint& paint) const {
    const Atom& atom = rewritten_.atoms[i];
    return fmt::format("  {:<4} {}  {}\n", fmt::format("{}{}", letter_, i + 1), atom.sentence,
                       paint.dim(quoted(sentence_around(report_, atom.begin, atom.end))));
  }

  std::string left_out(const char* title, const Paint& paint) const {
    if (rewritten_.left_out.empty()) return "";
    std::string text = "\n" + paint.bold(title) + "\n";
    for (const radsem::LeftOut& piece : rewritten_.left_out)
      text += fmt::format("  {}: {}\n", piece.reason,
                          paint.dim(quoted(report_.substr(piece.begin, piece.end - piece.begin))));
    return text;
  }

 private:
  char letter_;
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

class Explanation {
 public:
  Explanation(const io::Pair& pair, const radsem::Matched& matched, const radsem::Audit& audit, const Paint& paint)
      : pair_(pair),
        matched_(matched),
        audit_(audit),
        paint_(paint),
        ref_('R', pair.reference, matched.ref),
        gen_('G', pair.candidate, matched.gen) {
    for (const radsem::TagPair& found : matched.tag.pairs) {
      ref_.mark_matched(ref_.number(found.ref_sentence));
      gen_.mark_matched(gen_.number(found.gen_sentence));
    }
  }

  std::string text() const {
    std::string out =
        fmt::format("{}  RadSEM {:.4f}  ({})\n", paint_.bold(pair_.id), audit_.score, label(audit_.policy));
    out += fmt::format("reference (R): {}\ncandidate (G): {}\n", overview(pair_.reference, matched_.ref),
                       overview(pair_.candidate, matched_.gen));
    if (matched_.ref.atoms.empty() && matched_.gen.atoms.empty())
      out += "\nneither report says anything that can be scored: the score is 0\n";
    out += in_class("abnormal", radsem::Normality::abnormal, audit_.abnormal);
    out += in_class("normal", radsem::Normality::normal, audit_.normal);
    out += contradictions();
    out += ref_.left_out("left out of the reference", paint_) + gen_.left_out("left out of the candidate", paint_);
    return out + "\n" + mixture(audit_);
  }

 private:
  std::string in_class(const char* title, radsem::Normality kind, const radsem::ClassScore& score) const {
    if (!score.present()) return fmt::format("\n{}\n  nothing of this kind in either report\n", paint_.bold(title));
    std::string out = "\n" + paint_.bold(title) + "\n";
    for (std::size_t i = 0; i < matched_.tag.pairs.size(); ++i) {
      if (matched_.tag.pairs[i].normality == kind) out += match(matched_.tag.pairs[i], audit_.pairs[i]);
    }
    out += unmatched("missing: only the reference says", Side::ref, kind, ref_);
    out += unmatched("unsupported: only the candidate says", Side::gen, kind, gen_);
    return out + fmt::format("  matched M = {:.4f}, unmatched U = {} missing + {} unsupported\n  score: {}\n",
                             score.matched, score.unmatched_ref, score.unmatched_gen, account(score));
  }

  std::string match(const radsem::TagPair& found, const radsem::PairAudit& audit) const {
    const std::string fate =
        audit.status == radsem::PairStatus::counted ? "" : fmt::format(" ({})", label(audit.status));
    return ref_.line(ref_.number(found.ref_sentence), paint_) + gen_.line(gen_.number(found.gen_sentence), paint_) +
           fmt::format("       match: {}; weight {:.4f}, credit {:.4f}{}\n", labels_of(found), audit.weight,
                       audit.credit, fate);
  }

  std::string unmatched(const char* title, Side side, radsem::Normality kind, const Numbered& report) const {
    std::string out;
    for (const radsem::Unmatched& item : audit_.unmatched) {
      if (item.side != side || item.normality != kind) continue;
      if (out.empty()) out = "  " + paint_.red(title) + "\n";
      out += report.line(report.number(item.sentence), paint_);
    }
    return out;
  }

  // Those that explain why a sentence stayed unmatched: first of all two that both are. One with a partner elsewhere
  // is shown only for a sentence that nothing better explains; two with partners explain nothing.
  std::string contradictions() const {
    std::vector<bool> ref_explained(matched_.ref.atoms.size());
    std::vector<bool> gen_explained(matched_.gen.atoms.size());
    for (const radsem::Clash& clash : matched_.clashes) {
      if (ref_.matched(clash.ref) || gen_.matched(clash.gen)) continue;
      ref_explained[clash.ref] = gen_explained[clash.gen] = true;
    }
    std::string out;
    for (const radsem::Clash& clash : matched_.clashes) {
      const bool ref_done = ref_.matched(clash.ref) || ref_explained[clash.ref];
      const bool gen_done = gen_.matched(clash.gen) || gen_explained[clash.gen];
      const bool both_unmatched = !ref_.matched(clash.ref) && !gen_.matched(clash.gen);
      if (!both_unmatched && ref_done && gen_done) continue;
      if (out.empty()) out = "\n" + paint_.bold("contradictions: both cannot be true") + "\n";
      const std::string_view ref = ref_.atom(clash.ref).sentence;
      const std::string_view gen = gen_.atom(clash.gen).sentence;
      out += ref_.line(clash.ref, paint_) + gen_.line(clash.gen, paint_) + difference(ref, gen);
    }
    return out;
  }

  static std::string difference(std::string_view ref, std::string_view gen) {
    const std::string in_ref = only_in(ref, gen);
    const std::string in_gen = only_in(gen, ref);
    std::string out = "       on:";
    if (!in_ref.empty()) out += fmt::format(" R \"{}\"", in_ref);
    if (!in_gen.empty()) out += fmt::format("{} G \"{}\"", in_ref.empty() ? "" : " against", in_gen);
    return out + "\n";
  }

  const io::Pair& pair_;
  const radsem::Matched& matched_;
  const radsem::Audit& audit_;
  const Paint& paint_;
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

std::string case_explanation(const io::Pair& pair, const radsem::Matched& matched, const radsem::Audit& audit,
                             const Paint& paint) {
  return Explanation(pair, matched, audit, paint).text();
}

}  // namespace fiducial::explain
