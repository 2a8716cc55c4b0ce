#include "findings/render.h"

#include <array>
#include <cstdio>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;
using lexicon::Section;

namespace {

// The order in which English puts details before a noun.
constexpr ModifierKind kOrder[] = {ModifierKind::number,   ModifierKind::size,         ModifierKind::severity,
                                   ModifierKind::onset,    ModifierKind::distribution, ModifierKind::margin,
                                   ModifierKind::shape,    ModifierKind::texture,      ModifierKind::course,
                                   ModifierKind::density,  ModifierKind::signal,       ModifierKind::enhancement,
                                   ModifierKind::certainty};

void add(std::string& out, std::string_view word) {
  if (word.empty()) return;
  if (!out.empty()) out += ' ';
  out += word;
}

bool plural(const Lexicon& lexicon, const Finding& f) {
  for (ConceptId d : f.details) {
    if (lexicon[d].section == Section::modifier && lexicon[d].modifier() == ModifierKind::number &&
        lexicon[d].rank >= 2)
      return true;
  }
  return false;
}

std::string pluralized(std::string_view noun) {
  std::string out(noun);
  if (out.ends_with("s") || out.ends_with("ing") || out.ends_with("ment") || out.ends_with("a")) return out;
  if (out.ends_with("y")) return out.substr(0, out.size() - 1) + "ies";
  return out + (out.ends_with("x") || out.ends_with("ch") ? "es" : "s");
}

// Details that say something beyond the concept itself, in order.
std::string describe_details(const Lexicon& lexicon, const Finding& f) {
  std::string out;
  const ConceptId own = f.concept_id == kNone ? kNone : lexicon[f.concept_id].has_detail;
  for (ModifierKind kind : kOrder) {
    for (ConceptId d : f.details) {
      if (d != own && lexicon[d].section == Section::modifier && lexicon[d].modifier() == kind)
        add(out, lexicon.label(d));
    }
  }
  for (ConceptId d : f.details) {
    if (lexicon[d].section == Section::observation) add(out, lexicon.label(d));
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
    out += lexicon.label(d);
  }
  return out;
}

std::string sizes(const Finding& f) {
  std::string out;
  for (std::uint8_t i = 0; i < f.size_count; ++i) {
    std::array<char, 32> number{};
    const int length = std::snprintf(number.data(), number.size(), "%g", static_cast<double>(f.sizes[i]));
    out += i == 0 ? " (" : " x ";
    out.append(number.data(), length > 0 ? static_cast<std::size_t>(length) : 0U);
  }
  return out.empty() ? out : out + " mm)";
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

std::string observed(const Lexicon& lexicon, const Finding& f, std::string_view report) {
  std::string out = describe_details(lexicon, f);
  if (f.concept_id == kNone) {
    add(out, own_words(f, report));
  } else {
    add(out, plural(lexicon, f) ? pluralized(lexicon.label(f.concept_id)) : std::string(lexicon.label(f.concept_id)));
  }
  return out + sequences(lexicon, f);
}

}  // namespace

std::string sentence(const Lexicon& lexicon, const Finding& f, std::string_view report) {
  std::string out = describe(lexicon, f.site);
  const bool value = f.concept_id != kNone && lexicon[f.concept_id].has(Concept::normal);
  if (value) {
    // A value is said of the place or of its attribute: "Heart size is normal."
    if (out.empty()) out = "examined region";
    if (f.attribute != kNone && f.attribute != lexicon[f.concept_id].about) add(out, lexicon.label(f.attribute));
    add(out, f.absent ? "is not" : "is");
    add(out, lexicon.label(f.concept_id));
    out += sequences(lexicon, f);
  } else if (out.empty()) {
    if (f.absent) out = "no";
    add(out, observed(lexicon, f, report));
    out += f.absent ? " is seen" : " is present";
  } else {
    add(out, f.absent ? "shows no" : "shows");
    add(out, observed(lexicon, f, report));
    if (f.concept_id == lexicon.known().abnormality && f.attribute != kNone)
      add(out, "of " + std::string(lexicon.label(f.attribute)));
  }
  out += sizes(f);
  if (f.tentative) out += ", possibly";
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out + ".";
}

}  // namespace fiducial::findings
