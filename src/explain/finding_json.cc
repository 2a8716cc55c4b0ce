#include "explain/finding_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "grammar/trace.h"

namespace fiducial::explain {
namespace {

using findings::ConceptId;
using findings::Finding;
using findings::Span;

// Details are named by their kind, in the order of lexicon::ModifierKind.
constexpr const char* kKinds[] = {"other",   "severity",  "number",   "size",        "shape",        "margin",
                                  "density", "signal",    "sequence", "enhancement", "distribution", "onset",
                                  "change",  "certainty", "texture",  "course",      "position",     "phase"};
static_assert(std::size(kKinds) == static_cast<std::size_t>(lexicon::ModifierKind::phase) + 1);

Span whole_span(const Finding& finding, std::string_view report) {
  Span span = finding.span;
  if (finding.head.end > finding.head.begin) span.cover(finding.head.begin, finding.head.end);
  const auto size = static_cast<std::uint32_t>(report.size());
  span.end = std::min(span.end, size);
  span.begin = std::min(span.begin, span.end);
  return span;
}

std::string_view side_of(const findings::Site& site) {
  switch (site.side) {
    case lexicon::Side::left:
      return "left";
    case lexicon::Side::right:
      return "right";
    case lexicon::Side::both:
      return "both";
    case lexicon::Side::none:
      break;
  }
  return "";
}

std::string site_of(const lexicon::Lexicon& lexicon, findings::Site site) {
  site.side = lexicon::Side::none;
  return describe(lexicon, site);
}

// "3 x 4 mm"
std::string measurement(const Finding& finding) {
  std::string text;
  for (std::size_t i = 0; i < finding.size_count; ++i) {
    text += fmt::format("{}{:g}", i == 0 ? "" : " x ", finding.sizes[i]);
  }
  return text + " mm";
}

// Every detail is a list of words, by kind.
io::Json details_of(const lexicon::Lexicon& lexicon, const Finding& finding) {
  io::Json details = io::Json::object();
  const auto add = [&](const char* kind, std::string_view words) { details[kind].push_back(std::string(words)); };
  for (std::size_t kind = 0; kind < std::size(kKinds); ++kind) {
    for (const ConceptId id : finding.details) {
      if (lexicon[id].section == lexicon::Section::modifier && lexicon[id].kind == kind)
        add(kKinds[kind], lexicon.label(id));
    }
  }
  for (const ConceptId id : finding.details) {
    if (lexicon[id].section != lexicon::Section::modifier) add("observation", lexicon.label(id));
  }
  if (finding.size_count > 0) add("measurement", measurement(finding));
  for (std::size_t i = 0; i < finding.quantity_count; ++i) {
    add("quantity", describe(lexicon, finding.quantities[i]));
  }
  for (const ConceptId id : finding.absent_details) add("not", lexicon.label(id));
  if (finding.attribute != findings::kNone) add("attribute", lexicon.label(finding.attribute));
  return details;
}

}  // namespace

io::Json finding_json(const lexicon::Lexicon& lexicon, const Finding& finding, std::string_view report) {
  const Span span = whole_span(finding, report);
  io::Json out{{"text", std::string(report.substr(span.begin, span.end - span.begin))},
               {"span", io::Json::array({span.begin, span.end})},
               {"site", site_of(lexicon, finding.site)},
               {"side", std::string(side_of(finding.site))},
               {"concept", finding.concept_id == findings::kNone ? "" : std::string(lexicon.name(finding.concept_id))},
               {"polarity", finding.absent ? "absent" : "present"},
               {"status", finding.abnormal ? "abnormal" : "normal"},
               {"certainty", finding.tentative() ? "tentative" : "definite"},
               {"how_sure", std::string(name(finding.certainty))},
               {"inferred", finding.is_inference},
               {"details", details_of(lexicon, finding)}};
  if (const std::string more = findings::left_out_of(finding); !more.empty()) out["left_out"] = "more " + more;
  return out;
}

io::Json clause_json(const lexicon::Lexicon& lexicon, const findings::Clause& clause, std::string_view report) {
  io::Json items = io::Json::array();
  Span all;
  for (const findings::Item& item : clause.items) {
    all.cover(item.begin, item.end);
    items.push_back({{"span", {item.begin, item.end}}, {"meaning", show(lexicon, report, item)}});
  }
  io::Json chunks = io::Json::array();
  for (std::size_t i = 0; i < clause.chunks.size(); ++i) {
    const findings::Chunk& c = clause.chunks[i];
    chunks.push_back({{"name", name_of(report, clause, static_cast<std::int16_t>(i))},
                      {"span", {c.phrase.span.begin, c.phrase.span.end}},
                      {"joint", std::string(name(c.joint))},
                      {"part_of", c.merged_into},
                      {"denied", c.denied},
                      {"presupposed", c.presupposed},
                      {"how_sure", std::string(name(c.certainty))},
                      {"left_out", std::string(name(c.left_out))}});
  }
  io::Json links = io::Json::array();
  for (const findings::Link& l : clause.links) {
    links.push_back({{"kind", std::string(name(l.kind))},
                     {"rule", std::string(name(l.rule))},
                     {"from", l.from},
                     {"to", l.to},
                     {"weight", l.weight}});
  }
  io::Json scopes = io::Json::array();
  for (const findings::Scope& s : clause.scopes)
    scopes.push_back({{"rule", std::string(name(s.rule))}, {"chunk", s.chunk}, {"mark", s.mark}});
  return {{"text", std::string(report.substr(all.begin, all.end - all.begin))},
          {"left_out", clause.too_many ? "more findings than a clause may give" : std::string(name(clause.dropped))},
          {"items", std::move(items)},
          {"chunks", std::move(chunks)},
          {"links", std::move(links)},
          {"scopes", std::move(scopes)}};
}

}  // namespace fiducial::explain
