// The contents of a phrase one by one, in the order in which they stand there.
#include <algorithm>

#include "radfact/statement.h"

namespace fiducial::radfact {

using findings::Item;
using findings::ItemKind;
using lexicon::CueKind;
using lexicon::Side;

namespace {

bool says_side(const Item& item) {
  return item.kind == ItemKind::cue &&
         (item.cue == CueKind::left || item.cue == CueKind::right || item.cue == CueKind::both);
}

Term::Kind kind_of_item(const Item& item) {
  if (item.kind == ItemKind::level || item.kind == ItemKind::ordinal) return Term::Kind::level;
  if (item.kind == ItemKind::measure) return Term::Kind::amount;
  if (says_side(item)) return Term::Kind::side;
  if (item.observation != nullptr) return Term::Kind::observation;
  if (item.anatomy != nullptr) return Term::Kind::place;
  if (item.modifier != nullptr || item.attribute != nullptr) return Term::Kind::detail;
  return Term::Kind::word;
}

// The claim that the words from `begin` to `end` are part of: the one whose head they are, else the narrowest around.
std::int8_t claim_at(const std::vector<Claim>& claims, std::uint32_t begin, std::uint32_t end) {
  std::int8_t best = -1;
  std::uint32_t width = 0;
  for (std::size_t i = 0; i < claims.size() && i < 127; ++i) {
    const findings::Span& head = claims[i].finding.head;
    if (begin >= head.begin && end <= head.end) return static_cast<std::int8_t>(i);
    const findings::Span& span = claims[i].finding.span;
    if (begin < span.begin || end > span.end) continue;
    if (best >= 0 && span.end - span.begin >= width) continue;
    best = static_cast<std::int8_t>(i);
    width = span.end - span.begin;
  }
  return best;
}

// Of a finding, that the statement as a whole is of something healthy; of a detail, that it is denied.
bool is_denied(const Statement& statement, const Term& term, bool by_prefix) {
  if (term.kind != Term::Kind::observation && term.kind != Term::Kind::detail) return false;
  if (term.claim < 0) return by_prefix || (term.kind == Term::Kind::observation && statement.denied);
  const Finding& finding = statement.claims[static_cast<std::size_t>(term.claim)].finding;
  const bool denied_detail = std::any_of(std::begin(term.meanings), std::end(term.meanings), [&](ConceptId id) {
    return id != findings::kNone && finding.absent_details.has(id);
  });
  if (term.kind == Term::Kind::detail || denied_detail) return by_prefix || denied_detail;
  return !finding.abnormal;
}

}  // namespace

// "Bibasilar" is of both sides.
void StatementReader::add_both_sides(const Item& item, Statement& out) const {
  if (item.kind == ItemKind::cue || item.kind == ItemKind::measure || item.kind == ItemKind::unknown) return;
  const auto first =
      std::find_if(tokens_.begin(), tokens_.end(), [&](const text::Token& t) { return t.begin >= item.begin; });
  const auto last = std::find_if(first, tokens_.end(), [&](const text::Token& t) { return t.begin >= item.end; });
  if (!says_both({first, last})) return;
  Term both;
  both.kind = Term::Kind::side;
  both.side = Side::both;
  out.terms.push_back(both);
}

void StatementReader::read_terms(Statement& out) const {
  for (const Item& item : items_) {
    add_both_sides(item, out);
    const bool side = says_side(item);
    const bool meant = item.observation != nullptr || item.anatomy != nullptr || item.modifier != nullptr ||
                       (item.attribute != nullptr && item.kind != ItemKind::cue);
    if (!side && !meant && item.kind != ItemKind::unknown && item.kind != ItemKind::level &&
        item.kind != ItemKind::ordinal && item.kind != ItemKind::measure)
      continue;
    if (item.kind == ItemKind::unknown && item.word == 0) continue;
    Term term;
    term.kind = kind_of_item(item);
    int n = 0;
    for (const lexicon::Sense* sense : {item.observation, item.anatomy, item.modifier, item.attribute}) {
      if (sense == nullptr) continue;
      term.meanings[n++] = lexicon_.representative(sense->concept_id);
      if (sense->site != findings::kNone) term.site = lexicon_.representative(sense->site);
      if (sense->side != Side::none) term.side = sense->side;
    }
    if (side)
      term.side = item.cue == CueKind::left ? Side::left : item.cue == CueKind::right ? Side::right : Side::both;
    term.level_from = item.level_from;
    term.level_to = item.level_to;
    if (item.kind == ItemKind::measure) {
      term.unit = item.size_count != 0 ? findings::Unit::none : item.quantity.unit;
      term.amount =
          item.size_count != 0 ? *std::max_element(item.sizes, item.sizes + item.size_count) : item.quantity.value;
    }
    std::size_t w = 0;
    for (const text::Token& token : tokens_) {
      if (token.begin >= item.begin && token.end <= item.end && token.word != 0 && w < term.words.size())
        term.words[w++] = token.word;
    }
    term.begin = item.begin;
    term.claim = claim_at(out.claims, item.begin, item.end);
    term.denied = is_denied(out, term, item.negated_prefix);
    out.terms.push_back(term);
  }
}

}  // namespace fiducial::radfact
