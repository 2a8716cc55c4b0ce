#include "grammar/render.h"

#include <array>
#include <cstdio>

#include "grammar/amount.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;
using lexicon::Section;

namespace {

// The order in which English puts details before a noun.
constexpr ModifierKind kOrder[] = {ModifierKind::change,      ModifierKind::number,   ModifierKind::size,
                                   ModifierKind::severity,    ModifierKind::onset,    ModifierKind::distribution,
                                   ModifierKind::margin,      ModifierKind::shape,    ModifierKind::texture,
                                   ModifierKind::course,      ModifierKind::density,  ModifierKind::signal,
                                   ModifierKind::enhancement, ModifierKind::certainty};

void add(std::string& out, std::string_view word) {
  if (word.empty()) return;
  if (!out.empty()) out += ' ';
  out += word;
}

std::string pluralized(std::string_view noun) {
  std::string out(noun);
  if (out.ends_with("s") || out.ends_with("ing") || out.ends_with("ment") || out.ends_with("a") || out.ends_with("i"))
    return out;
  if (out.ends_with("um")) return out.substr(0, out.size() - 2) + "a";
  if (out.ends_with("y")) return out.substr(0, out.size() - 1) + "ies";
  return out + (out.ends_with("x") || out.ends_with("ch") ? "es" : "s");
}

// Details that say something beyond the concept itself, in order.
std::string describe_details(const Lexicon& lexicon, const Finding& f, const Names& names) {
  std::string out;
  const ConceptId own = f.concept_id == kNone ? kNone : lexicon[f.concept_id].has_detail;
  for (ModifierKind kind : kOrder) {
    for (ConceptId d : f.details) {
      if (d != own && lexicon[d].is(kind)) add(out, names(d));
    }
  }
  for (ConceptId d : f.details) {
    if (lexicon[d].section == Section::observation) add(out, names(d));
  }
  return out;
}

std::string sequences(const Lexicon& lexicon, const Finding& f) {
  std::string out;
  for (ConceptId d : f.details) {
    if (lexicon[d].section != Section::modifier) continue;
    const ModifierKind kind = lexicon[d].modifier();
    if (kind != ModifierKind::sequence && kind != ModifierKind::phase) continue;
    out += out.empty() ? " on " : " and ";
    for (const char c : lexicon.label(d))
      out += kind == ModifierKind::sequence && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return out;
}

std::string sizes(const Finding& f) {
  std::string out;
  for (std::uint8_t i = 0; i < f.size_count; ++i) {
    out += (i == 0 ? " (" : " x ") + number_text(f.sizes[i]);
  }
  return out.empty() ? out : out + " mm)";
}

// "40 percent", "grade 3", "20 to 30 HU".
std::string quantities(const Lexicon& lexicon, const Finding& f) {
  std::string out;
  for (std::uint8_t i = 0; i < f.quantity_count; ++i) {
    out += out.empty() ? " (" : ", ";
    out += describe(lexicon, f.quantities[i]);
  }
  return out.empty() ? out : out + ")";
}

std::string_view hedge(Certainty certainty) {
  switch (certainty) {
    case Certainty::definite:
      return "";
    case Certainty::probable:
      return "probable ";
    case Certainty::possible:
    case Certainty::not_excluded:
      return "possible ";
  }
  return "";
}

// Words of the report that the lexicon does not know, on one line.
std::string own_words(const Finding& f, std::string_view report) {
  std::string out;
  for (char c : report.substr(f.head.begin, f.head.end - f.head.begin)) {
    const bool space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!space)
      out += c == '.' ? ',' : c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

std::string observed(const Lexicon& lexicon, const Finding& f, std::string_view report, const Names& names) {
  std::string out = describe_details(lexicon, f, names);
  if (f.concept_id == kNone) {
    add(out, own_words(f, report));
  } else {
    add(out, says_several(lexicon, f.details) ? pluralized(names(f.concept_id)) : std::string(names(f.concept_id)));
  }
  for (ConceptId d : f.details) {
    if (lexicon[d].is(ModifierKind::position)) add(out, names(d));  // "a drain in place"
  }
  return out + sequences(lexicon, f);
}

// A value is said of the place or of its attribute: "Heart size is normal."
std::string value_sentence(const Lexicon& lexicon, const Finding& f, Style style, const Names& names) {
  std::string subject = describe(lexicon, f.site);
  if (subject.empty()) subject = "examined region";
  if (f.attribute != kNone && f.attribute != lexicon[f.concept_id].about) add(subject, names(f.attribute));
  const bool plain = style == Style::place_first || style == Style::there_is;
  add(subject, f.absent ? plain ? "is not" : "does not appear" : plain ? "is" : "appears");
  add(subject, names(f.concept_id));
  return subject + sequences(lexicon, f);
}

// What is seen, or is not, and where.
std::string observation_sentence(const Lexicon& lexicon, const Finding& f, std::string_view report, Style style,
                                 const Names& names) {
  const std::string place = describe(lexicon, f.site);
  std::string what = observed(lexicon, f, report, names);
  const Lexicon::Known& k = lexicon.known();
  if (f.attribute != kNone && (f.concept_id == k.abnormality || f.concept_id == k.heterogeneity) &&
      f.attribute != lexicon[f.concept_id].about)
    add(what, "of " + std::string(names(f.attribute)));
  what.insert(0, hedge(f.certainty));
  const bool many = says_several(lexicon, f.details);
  if (place.empty()) return (f.absent ? "no " : "") + what + (f.absent ? " is seen" : " is present");
  const std::string be = many ? "are" : "is";
  if (f.concept_id == k.absence && f.details.empty()) return place + (f.absent ? " is not absent" : " is absent");
  const std::string no = f.absent ? "no " : "";
  switch (style) {
    case Style::place_first:
      return place + (f.absent ? " shows no " : " shows ") + what;
    case Style::thing_first:
      return no + what + " " + be + " seen in the " + place;
    case Style::there_is:
      return "there " + be + " " + no + what + " in the " + place;
    case Style::in_place:
      return "in the " + place + ", " + no + what + " " + be + " noted";
  }
  return {};
}

}  // namespace

std::string sentence(const Lexicon& lexicon, const Finding& f, std::string_view report, Style style,
                     const Names& names) {
  const bool value = f.concept_id != kNone && lexicon[f.concept_id].has(Concept::normal);
  std::string out =
      value ? value_sentence(lexicon, f, style, names) : observation_sentence(lexicon, f, report, style, names);
  out += sizes(f) + quantities(lexicon, f);
  if (f.tentative() && value) out += f.certainty == Certainty::probable ? ", probably" : ", possibly";
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out + ".";
}

std::string sentence(const Lexicon& lexicon, const Finding& f, std::string_view report) {
  return sentence(lexicon, f, report, Style::place_first, [&](ConceptId id) { return lexicon.label(id); });
}

}  // namespace fiducial::findings
