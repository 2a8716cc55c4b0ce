#include "grammar/chunk_places.h"

#include <algorithm>

#include "text/level.h"

namespace fiducial::findings {

using lexicon::ModifierKind;

void push_place_apart(const Lexicon& lexicon, Phrase& p, Chunk& c, std::vector<Chunk>& chunks) {
  Phrase aside;
  // "14 mm thick on the left": a detail of something on that side
  const bool side_only = p.site.organs.empty() && p.site.parts.empty() && p.site.from == 0;
  if (p.kind == PhraseKind::place && side_only && p.size_count + p.quantity_count + p.details.size != 0 &&
      !c.prepositional()) {
    p.kind = PhraseKind::details;
    if (p.site.side == Side::both) p.site.side = Side::none;  // "are both stable": the two that were named
    c.phrase = p;
    chunks.push_back(c);
    return;
  }
  if (p.kind == PhraseKind::place) {
    aside.add_sizes(p.sizes, p.size_count);
    aside.add_quantities(p.quantities, p.quantity_count);
    p.size_count = p.quantity_count = 0;
    const ConceptSet<12> details = p.details;
    for (ConceptId d : details) {
      if (!lexicon[d].is(ModifierKind::change) || !c.prepositional()) continue;
      aside.details.add(d);
      p.details.remove(d);
    }
  }
  c.phrase = p;
  chunks.push_back(c);
  if (aside.size_count == 0 && aside.quantity_count == 0 && aside.details.empty()) return;
  aside.kind = PhraseKind::details;
  aside.span = p.span;
  c.phrase = aside;
  c.joint = Joint::start;
  c.listed = c.comma = c.definite = c.behind_front = false;
  chunks.push_back(c);
}

void read_liver_segment(const Lexicon& lexicon, const Context& context, const Clause& clause, Site& site) {
  if (site.from < text::kFirstSacral || site.from >= text::kFirstSacral + 5 || site.to != site.from) return;
  const ConceptId liver = lexicon.known().liver;
  const auto in_liver = [&](const Site& s) {
    return std::any_of(s.organs.begin(), s.organs.end(),
                       [&](ConceptId o) { return o == liver || lexicon.contains(liver, o); });
  };
  bool here = in_liver(site);
  if (!site.organs.empty() && !here) return;
  bool places = false;
  for (const Chunk& c : clause.chunks) {
    here |= in_liver(c.phrase.site);
    places |= c.phrase.kind == PhraseKind::place;
  }
  const std::vector<Site>& before = context.heading.empty() ? context.focus : context.heading;
  here |= !places && std::any_of(before.begin(), before.end(), in_liver);
  if (!here) return;
  add_place(lexicon, site, lexicon.known().liver_segments[site.from - text::kFirstSacral]);
  site.from = site.to = 0;
  site.pair = false;
}

}  // namespace fiducial::findings
