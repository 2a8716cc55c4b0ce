#include "lunguage/clause.h"

#include <algorithm>

namespace fiducial::lunguage {
namespace {

// A value of normality, or one that says nothing of it (stability, a limitation), leaves a normal structure normal.
bool says_abnormal(const Unit& attribute) {
  switch (attribute.relation) {
    case Relation::measurement:
    case Relation::morphology:
    case Relation::worsened:
      return !attribute.normal && !attribute.count;
    default:
      return false;
  }
}

}  // namespace

// Recommendations and messages speak of no finding; technique of which nothing is said neither.
bool SentenceReader::speaks_of_findings() const {
  const auto has = [&](Role role) {
    return std::any_of(units_.begin(), units_.end(), [&](const Unit& u) { return u.role == role; });
  };
  if (has(Role::other_speech)) return false;
  return has(Role::entity) || !has(Role::technique) ||
         std::any_of(units_.begin(), units_.end(), [](const Unit& u) { return u.role == Role::attribute && !u.count; });
}

void SentenceReader::read(std::string_view report, std::span<const Unit> units, std::size_t previous,
                          std::vector<SentenceEntity>& entities, std::vector<Link>& links) {
  report_ = report;
  units_ = units;
  entities_ = &entities;
  links_ = &links;
  previous_ = previous;
  sentence_first_ = entities.size();
  skip_to_ = 0;
  if (!speaks_of_findings()) return;
  clause();
  for (std::size_t i = 0; i < units_.size(); ++i) unit(i);
  clause_ends();
  // A structure is normal unless a value of it is not.
  for (std::size_t i = sentence_first_; i < entities.size(); ++i) {
    SentenceEntity& e = entities[i];
    if (e.anatomy_like) e.row.positive = e.abnormal && e.row.positive;
  }
}

void SentenceReader::clause() {
  clause_first_ = group_first_ = entities_->size();
  waiting_.clear();
  places_.clear();
  reasons_.clear();
  place_open_ = behind_ = closed_ = predicate_ = negated_ = tentative_ = tentative_used_ = after_comma_ = false;
  associated_ = false;
}

void SentenceReader::unit(std::size_t i) {
  const Unit& u = units_[i];
  if (u.begin < skip_to_) return;
  const bool comma_before = after_comma_;
  after_comma_ = false;
  if (u.role != Role::place && u.role != Role::of) place_open_ = false;
  switch (u.role) {
    case Role::entity:
      entity(u);
      break;
    case Role::place:
      place(i);
      break;
    case Role::attribute:
      attribute(u);
      break;
    case Role::measure: {
      // "4 cm above the carina" is a place, "a 2 cm nodule" a measurement.
      if (i + 1 < units_.size() && units_[i + 1].role == Role::near) break;
      Unit size = u;
      size.role = Role::attribute;
      size.relation = Relation::measurement;
      attribute(size);
      break;
    }
    case Role::part:
      if (any_entity() && entities_->back().row.category == Category::oth && !closed_) {
        SentenceEntity& device = entities_->back();
        device.row.entity = text(device.begin, u.end);
      }
      break;
    case Role::negation:
      phrase_ends();
      negated_ = true;
      closed_ = true;
      predicate_ = false;
      break;
    case Role::negation_after:
      for (std::size_t e = group_first_; e < entities_->size(); ++e) (*entities_)[e].row.positive = false;
      negated_ = true;
      break;
    case Role::tentative:
      // "…opacities, likely atelectasis"
      if (comma_before && any_entity() && i + 1 < units_.size()) reasons_ = {entities_->size() - 1};
      tentative_ = true;
      tentative_used_ = false;
      break;
    case Role::reasoning: {
      phrase_ends();
      reasons_.clear();
      const std::size_t first = any_entity() ? group_first_ : previous_;
      const std::size_t last = any_entity() ? entities_->size() : sentence_first_;
      for (std::size_t e = first; e < last; ++e) reasons_.push_back(e);
      tentative_ |= u.tentative;
      tentative_used_ = false;
      predicate_ = false;
      closed_ = true;
      break;
    }
    case Role::with:
      phrase_ends();
      associated_ = any_entity() && !negated_;
      closed_ = true;
      predicate_ = false;
      break;
    case Role::and_or:
      if (any_entity() && waiting_.empty()) closed_ = true;
      break;
    case Role::comma:
      phrase_ends();
      after_comma_ = true;
      closed_ = any_entity();
      break;
    case Role::in:
    case Role::of:
    case Role::near:
      if (any_entity() && !closed_) {
        phrase_ends();
        behind_ = true;
      }
      break;
    case Role::verb:
      // "heart size and mediastinal contours are …": both are what the verb speaks of.
      if (any_entity() && closed_ && entities_->back().anatomy_like && !places_.empty()) promote_places();
      predicate_ = true;
      closed_ = false;
      break;
    case Role::contrast:
      clause_ends();
      clause();
      break;
    default:
      break;
  }
}

std::size_t SentenceReader::new_entity(std::uint32_t begin, std::uint32_t end, Category category) {
  SentenceEntity e;
  e.begin = begin;
  e.row.entity = text(begin, end);
  e.row.category = category;
  e.row.positive = !negated_;
  e.row.definitive = !tentative_;
  tentative_used_ = true;
  entities_->push_back(std::move(e));
  return entities_->size() - 1;
}

void SentenceReader::entity(const Unit& u) {
  const bool side_by_side = closed_ && any_entity() && reasons_.empty() && !associated_;
  // What was said behind a verb of those before is theirs: "the heart is normal and …".
  if (predicate_ && !waiting_.empty() && closed_) phrase_ends();
  if (!side_by_side) group_first_ = entities_->size();
  const std::size_t at = new_entity(u.begin, u.end, u.category);
  (*entities_)[at].anatomy_like = u.anatomy_like;
  for (const Unit& a : waiting_) give(at, a);
  waiting_.clear();
  for (const Place& p : places_) locate(at, p.begin, p.end);
  places_.clear();
  if (!reasons_.empty()) {
    after_reasoning(at);
  } else if (associated_ && at > clause_first_ && (*entities_)[at - 1].row.positive && (*entities_)[at].row.positive) {
    links_->push_back({at, at - 1, false});
  }
  associated_ = false;
  closed_ = behind_ = predicate_ = false;
}

void SentenceReader::after_reasoning(std::size_t at) {
  for (const std::size_t reason : reasons_) {
    if (reason != at) links_->push_back({at, reason, true});
  }
}

void SentenceReader::place(std::size_t i) {
  const Unit& u = units_[i];
  std::uint32_t begin = u.begin;
  // "4 cm above the carina", "below the diaphragm"
  if (i > 0 && units_[i - 1].role == Role::near) {
    begin = units_[i - 1].begin;
    if (i > 1 && units_[i - 2].role == Role::measure) begin = units_[i - 2].begin;
  }
  const bool near_before = begin != u.begin;
  if (place_open_ && !places_.empty() && !near_before) {
    Place& open = places_.back();
    if (!u.side && open.sides_only) open.name_begin = u.begin;
    open.end = u.end;
    open.sides_only &= u.side;
  } else {
    places_.push_back({begin, u.end, u.begin, u.side});
  }
  place_open_ = true;
  const bool more = i + 1 < units_.size() && units_[i + 1].role == Role::place;
  if (more || !any_entity()) return;
  if (behind_ || near_before || (predicate_ && !closed_)) {
    // Wait for "in the mid SVC" to end before it is given away; an entity right behind takes it ("in the left
    // effusion").
    if (i + 1 < units_.size() && units_[i + 1].role == Role::entity && !near_before) return;
    locate(entities_->size() - 1, places_.back().begin, places_.back().end);
    places_.pop_back();
    behind_ = false;
  }
}

void SentenceReader::attribute(const Unit& u) {
  Unit a = u;
  if (a.to_the_end) {
    for (const Unit& other : units_) {
      if (other.begin < u.begin) continue;
      if (other.role == Role::comma || other.role == Role::contrast) break;
      a.end = other.end;
    }
    skip_to_ = a.end;
  }
  // "heart size and pulmonary vascularity within normal limits": as if a verb stood before.
  if (a.normal && any_entity() && closed_ && entities_->back().anatomy_like && !places_.empty()) {
    promote_places();
    predicate_ = true;
    closed_ = false;
  }
  waiting_.push_back(a);
  if (a.negates) {
    phrase_ends();
    negated_ = closed_ = true;
    predicate_ = false;
  }
}

void SentenceReader::give(std::size_t at, const Unit& a) {
  SentenceEntity& e = (*entities_)[at];
  Relation relation = a.relation;
  if (a.as_device != Relation::location && e.row.category == Category::oth) relation = a.as_device;
  if (relation == Relation::placement && e.row.category != Category::oth) return;
  std::string& value = e.row.text(relation);
  value += (value.empty() ? "" : ", ") + std::string(text(a.begin, a.end));
  e.abnormal |= says_abnormal(a);
  if (a.normal && relation == Relation::measurement && !e.anatomy_like) e.row.positive = false;
}

void SentenceReader::locate(std::size_t at, std::uint32_t begin, std::uint32_t end) {
  std::string& value = (*entities_)[at].row.text(Relation::location);
  value += (value.empty() ? "" : ", ") + std::string(text(begin, end));
}

// A phrase without an entity of its own: its words belong to those before it.
void SentenceReader::phrase_ends() {
  if (any_entity() && !closed_) {
    for (const Place& p : places_) locate(entities_->size() - 1, p.begin, p.end);
    places_.clear();
  }
  // "…with clear lungs"
  const bool of_its_own = associated_ && !places_.empty() && !waiting_.empty();
  if (!any_entity() || of_its_own) {
    const std::size_t before = entities_->size();
    group_first_ = before;
    if (waiting_.empty() || !promote_places()) return;
    if (of_its_own && entities_->size() == before) group_first_ = before - 1;
    associated_ = false;
  }
  if (waiting_.empty()) return;
  const std::size_t first = predicate_ ? group_first_ : entities_->size() - 1;
  for (const Unit& a : waiting_) {
    for (std::size_t e = first; e < entities_->size(); ++e) give(e, a);
  }
  waiting_.clear();
}

void SentenceReader::clause_ends() {
  phrase_ends();
  // "…is enlarged but unchanged": a clause without a subject has that of the one before.
  if (!any_entity() && entities_->size() > sentence_first_) {
    for (const Unit& a : waiting_) give(entities_->size() - 1, a);
  }
  if (any_entity()) {
    for (const Place& p : places_) locate(entities_->size() - 1, p.begin, p.end);
  }
  // "…is possible", "…cannot be excluded"
  if (tentative_ && !tentative_used_) {
    for (std::size_t e = group_first_; e < entities_->size(); ++e) {
      (*entities_)[e].row.definitive = false;
      (*entities_)[e].row.positive = true;
    }
  }
}

// Nothing was observed: the places are what the attributes are about.
bool SentenceReader::promote_places() {
  const std::vector<Place> places = std::move(places_);
  places_.clear();
  for (const Place& p : places) {
    if (p.sides_only) continue;
    const std::size_t at = new_entity(p.name_begin, p.end, Category::pf);
    (*entities_)[at].anatomy_like = true;
    if (p.name_begin > p.begin) {
      std::uint32_t end = p.name_begin;
      while (end > p.begin && report_[end - 1] == ' ') --end;
      locate(at, p.begin, end);
    }
  }
  return any_entity();
}

}  // namespace fiducial::lunguage
