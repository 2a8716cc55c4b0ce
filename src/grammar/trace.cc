#include "grammar/trace.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::ModifierKind;

std::string_view name(LeftOut reason) {
  constexpr std::string_view kNames[] = {"", "comparison", "cannot be assessed", "advice", "communication", "denied"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::string_view name(LinkKind kind) {
  constexpr std::string_view kNames[] = {"located",    "part of",       "describes", "value of",
                                         "comes with", "inferred from", "same as"};
  return kNames[static_cast<std::size_t>(kind)];
}

namespace {

std::string words_of(std::string_view report, Span span) {
  std::string out;
  const std::size_t end = std::min<std::size_t>(span.end, report.size());
  for (std::size_t i = span.begin; i < end; ++i) {
    const char c = report[i];
    const bool space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

std::string_view modifier_name(ModifierKind kind) {
  constexpr std::string_view kNames[] = {"",        "severity",  "count",    "size",        "shape",        "margin",
                                         "density", "signal",    "sequence", "enhancement", "distribution", "acuity",
                                         "change",  "certainty", "texture",  "course",      "position",     "phase"};
  return kNames[static_cast<std::size_t>(kind)];
}

char letter(const Chunk& c) {
  switch (c.phrase.kind) {
    case PhraseKind::place:
      return 'P';
    case PhraseKind::head:
      return 'O';
    case PhraseKind::attribute:
      return 'A';
    case PhraseKind::details:
      return 'D';
    case PhraseKind::empty:
      break;
  }
  return '-';
}

void details_text(const Lexicon& lexicon, const Finding& f, std::string& out) {
  for (ConceptId d : f.details) {
    const Concept& c = lexicon[d];
    if (f.concept_id != kNone && d == lexicon[f.concept_id].has_detail) continue;
    out += " · ";
    if (c.section == lexicon::Section::modifier) out += std::string(modifier_name(c.modifier())) + " ";
    out += lexicon.label(d);
  }
  for (ConceptId d : f.absent_details) out += " · not " + std::string(lexicon.label(d));
}

void measures_text(const Lexicon& lexicon, const Finding& f, std::string& out) {
  for (std::uint8_t i = 0; i < f.size_count; ++i) out += (i == 0 ? " · " : " x ") + number_text(f.sizes[i]);
  if (f.size_count != 0) out += " mm";
  for (std::uint8_t i = 0; i < f.quantity_count; ++i) {
    out += " · " + describe(lexicon, f.quantities[i]);
  }
}

}  // namespace

std::string show(const Lexicon& lexicon, const Finding& f) {
  const bool value = f.concept_id != kNone && lexicon[f.concept_id].has(Concept::normal);
  std::string out = value ? (f.absent ? "! " : "= ") : (f.absent ? "- " : "+ ");
  const std::string place = describe(lexicon, f.site);
  out += place.empty() ? "nowhere" : place;
  out += ": ";
  out += f.concept_id == kNone ? "?" : std::string(lexicon.name(f.concept_id));
  if (f.attribute != kNone && (f.concept_id == kNone || f.attribute != lexicon[f.concept_id].about))
    out += " of " + std::string(lexicon.name(f.attribute));
  if (f.words.size != 0) out += " +" + std::to_string(f.words.size) + (f.words.size == 1 ? " word" : " words");
  details_text(lexicon, f, out);
  measures_text(lexicon, f, out);
  if (f.certainty != Certainty::definite) out += " · " + std::string(name(f.certainty));
  if (f.is_inference) out += " · inferred";
  if (f.inferred_site) out += " · place not said";
  return out;
}

std::string show(const Lexicon& lexicon, std::string_view report, const Item& item) {
  std::string out = words_of(report, {item.begin, item.end});
  const auto add = [&](const lexicon::Sense* sense, std::string_view what) {
    if (sense == nullptr) return;
    out += " (" + std::string(what) + " " + std::string(lexicon.name(sense->concept_id));
    if (sense->site != kNone) out += " @" + std::string(lexicon.name(sense->site));
    out += ")";
  };
  if (item.kind == ItemKind::cue) return out + " (" + std::string(lexicon.name(item.cue_concept)) + ")";
  add(item.anatomy, "place");
  add(item.observation, "observation");
  add(item.attribute, "attribute");
  add(item.modifier, "modifier");
  if (item.kind == ItemKind::unknown) out += " (?)";
  if (item.kind == ItemKind::measure) out += " (measure)";
  if (item.kind == ItemKind::level) out += " (level)";
  if (item.kind == ItemKind::ordinal) out += " (number)";
  return out;
}

std::string name_of(std::string_view report, const Clause& clause, std::int16_t chunk) {
  if (chunk < 0 || static_cast<std::size_t>(chunk) >= clause.chunks.size()) return "what was spoken of";
  const Chunk& c = clause.chunks[static_cast<std::size_t>(chunk)];
  return letter(c) + std::to_string(chunk + 1) + " " +
         words_of(report, c.phrase.head.end != 0 ? c.phrase.head : c.phrase.span);
}

std::string left_out_of(const Finding& finding) {
  std::string out;
  const auto add = [&](bool more, const char* what) {
    if (more) out += (out.empty() ? "" : ", ") + std::string(what);
  };
  add(finding.site.organs.more || finding.site.parts.more, "places");
  add(finding.details.more || finding.absent_details.more, "details");
  add(finding.more_numbers, "measurements");
  add(finding.words.more, "unknown words");
  return out;
}

std::string trace(const Lexicon& lexicon, std::string_view report, const Clause& clause,
                  std::span<const Finding> findings) {
  std::string out;
  const auto line = [&](std::string_view title, const std::string& text) {
    out += title;
    out.append(title.size() < 10 ? 10 - title.size() : 1, ' ');
    out += text + "\n";
  };
  Span all;
  std::string items;
  for (const Item& item : clause.items) {
    all.cover(item.begin, item.end);
    items += (items.empty() ? "" : " · ") + show(lexicon, report, item);
  }
  line("clause", words_of(report, all));
  if (clause.dropped != Dropped::no) {
    line("left out", "all of it: " + std::string(name(clause.dropped)));
    return out;
  }
  line("items", items);
  for (std::size_t i = 0; i < clause.chunks.size(); ++i) {
    const Chunk& c = clause.chunks[i];
    std::string text = "[" + std::string(name(c.joint)) + (c.listed ? "," : "") + "] ";
    text += letter(c) + std::to_string(i + 1) + " " + words_of(report, c.phrase.span);
    if (c.merged_into >= 0) text += "  → part of " + name_of(report, clause, c.merged_into);
    if (c.denied) text += "  denied";
    if (c.presupposed) text += "  presupposed";
    if (c.certainty != Certainty::definite) text += "  " + std::string(name(c.certainty));
    if (c.left_out != LeftOut::no) text += "  left out: " + std::string(name(c.left_out));
    line(i == 0 ? "chunks" : "", text);
  }
  bool first = true;
  for (const Link& l : clause.links) {
    line(first ? "links" : "", name_of(report, clause, l.from) + " —" + std::string(name(l.kind)) + "→ " +
                                   name_of(report, clause, l.to) + "   " + std::string(name(l.rule)) +
                                   (l.weight != 0 ? " +" + std::to_string(l.weight) : ""));
    first = false;
  }
  first = true;
  for (const Scope& s : clause.scopes) {
    std::string by;
    if (s.mark >= 0) by = "  by \"" + words_of(report, clause.marks[static_cast<std::size_t>(s.mark)].span) + "\"";
    line(first ? "scopes" : "", std::string(name(s.rule)) + " over " + name_of(report, clause, s.chunk) + by);
    first = false;
  }
  first = true;
  for (const Finding& f : findings) {
    line(first ? "findings" : "", show(lexicon, f));
    first = false;
    if (const std::string more = left_out_of(f); !more.empty())
      line("left out", "more " + more + " than a finding holds");
  }
  if (clause.too_many) line("left out", "more findings than a clause may give");
  return out;
}

}  // namespace fiducial::findings
