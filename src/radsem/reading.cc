#include "radsem/reading.h"

#include <algorithm>

#include "radsem/rewritten.h"

namespace fiducial::radsem {

using findings::Finding;
using findings::Lexicon;

void read_report(findings::Reader& reader, std::string_view report, findings::Reading& out) {
  reader.read(report, out);
  const Lexicon& lexicon = reader.lexicon();
  const auto symptom = [&](const Finding& f) { return lexicon.is_symptom(f.concept_id); };
  if (!std::all_of(out.findings.begin(), out.findings.end(), symptom)) std::erase_if(out.findings, symptom);
}

Rewritten rewritten_of(const Lexicon& lexicon, std::string_view report, const findings::Reading& reading) {
  Rewritten out;
  std::vector<std::string> sentences = atom_sentences(lexicon, reading, report);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const Finding& f = reading.findings[i];
    out.atoms.push_back({std::move(sentences[i]), f.abnormal, f.span.begin, f.span.end});
  }
  for (const findings::SentenceNote& note : reading.sentences) {
    if (note.dropped != findings::Dropped::no)
      out.left_out.push_back({note.span.begin, note.span.end, findings::name(note.dropped)});
  }
  return out;
}

void tag_pairs(const Matching& matching, const std::vector<Finding>& ref, const std::vector<Finding>& gen,
               Matched& out) {
  const auto normality = [](const Finding& f) { return f.abnormal ? Normality::abnormal : Normality::normal; };
  for (const MatchedPair& p : matching.pairs) {
    TagPair tag = labels(p, ref[p.ref], gen[p.gen]);
    tag.ref_sentence = out.ref.atoms[p.ref].sentence;
    tag.gen_sentence = out.gen.atoms[p.gen].sentence;
    out.tag.pairs.push_back(std::move(tag));
  }
  for (std::uint32_t i : matching.unmatched_ref)
    out.tag.unmatched.push_back({Side::ref, out.ref.atoms[i].sentence, normality(ref[i])});
  for (std::uint32_t i : matching.unmatched_gen)
    out.tag.unmatched.push_back({Side::gen, out.gen.atoms[i].sentence, normality(gen[i])});
  for (const Contradiction& c : matching.contradictions) out.clashes.push_back({c.ref, c.gen});
}

Matched matched_of(const Lexicon& lexicon, std::string_view ref_report, const findings::Reading& ref,
                   std::string_view gen_report, const findings::Reading& gen, const Matching& matching) {
  Matched out;
  out.ref = rewritten_of(lexicon, ref_report, ref);
  out.gen = rewritten_of(lexicon, gen_report, gen);
  tag_pairs(matching, ref.findings, gen.findings, out);
  return out;
}

}  // namespace fiducial::radsem
