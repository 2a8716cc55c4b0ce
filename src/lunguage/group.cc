// Timelines: which observations of a patient over the studies are of one thing (entity groups), and which of those
// belong to one course of it (episodes).
//
// Observations are taken in time, one after the other. Each joins the group that it fits best or begins one. It fits if
// it is of the same kind (descriptive, diagnostic, device, symptom: opacity never joins pneumonia), its concept is the
// same or one more general, and its place agrees: left never joins right, and places that both sides name must be the
// same, or one a part of the other. What names no place joins the group that was last spoken of; what names one gives
// it to a group that had none ("no effusion", later "right effusion"). Within a group, statements of normality are one
// episode; others are by the rules of `Episodes` below.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "fiducial/lunguage.h"
#include "grammar/items.h"
#include "lunguage/embedded_vocabulary.h"
#include "lunguage/values.h"

namespace fiducial::lunguage {
namespace {

using lexicon::ConceptId;
using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Side;

// What of a row decides its group.
struct Identity {
  int kind = 0;                     // descriptive, diagnostic, device, of the patient
  ConceptId what = lexicon::kNone;  // the observation, or the structure itself
  ConceptId attribute = lexicon::kNone;
  std::string words;  // if the lexicon does not know it
  bool structure = false;
  bool symptom = false;
  Side side = Side::none;
  std::vector<ConceptId> places;
};

int kind_of(Category category) {
  switch (category) {
    case Category::pf:
      return 0;
    case Category::cf:
    case Category::ncd:
      return 1;
    case Category::oth:
      return 2;
    default:
      return 3;
  }
}

// Does the vocabulary list a part of the text under that category?
bool says(const std::string& text, std::string_view category) {
  if (text.empty()) return false;
  const auto& vocabulary = embedded_vocabulary();
  const auto matches = vocabulary.find(text);
  return std::any_of(matches.begin(), matches.end(),
                     [&](const auto& m) { return vocabulary.category(m.category) == category; });
}

class Identifier {
 public:
  explicit Identifier(const Lexicon& lexicon) : lexicon_(lexicon) {}

  Identity of(const Row& row) {
    Identity id;
    id.kind = kind_of(row.category);
    id.words = folded(row.entity);
    for (const findings::Item& item : items(row.entity)) {
      if (item.observation != nullptr && !lexicon_[item.observation->concept_id].has(lexicon::Concept::vague)) {
        id.what = lexicon_.representative(item.observation->concept_id);
        id.symptom = lexicon_.contains(symptom_, item.observation->concept_id);
        id.structure = false;
      } else if (item.anatomy != nullptr && id.what == lexicon::kNone) {
        id.what = lexicon_.representative(item.anatomy->concept_id);
        id.structure = true;
      }
      if (item.attribute != nullptr) id.attribute = item.attribute->concept_id;
    }
    id.symptom = id.kind == 3 && (id.symptom || says(row.entity, "symptom"));
    if (id.structure && id.attribute == lexicon::kNone && !row.text(Relation::measurement).empty())
      id.attribute = attribute_of(row.text(Relation::measurement));
    for (const findings::Item& item : items(row.text(Relation::location))) {
      if (item.cue == CueKind::left) add_side(id, Side::left);
      if (item.cue == CueKind::right) add_side(id, Side::right);
      if (item.cue == CueKind::both) add_side(id, Side::both);
      if (item.anatomy != nullptr && id.kind != 2) id.places.push_back(item.anatomy->concept_id);
    }
    return id;
  }

  bool same_thing(const Identity& a, const Identity& b) const {
    if (a.kind != b.kind) return false;
    if (a.what == lexicon::kNone || b.what == lexicon::kNone || a.structure != b.structure) return a.words == b.words;
    if (a.structure) return a.what == b.what && a.attribute == b.attribute;
    return a.what == b.what || lexicon_.contains(a.what, b.what) || lexicon_.contains(b.what, a.what);
  }

  // 3: the same place; 2: one within the other; 1: one is not said; 0: apart.
  int place_fit(const Identity& a, const Identity& b) const {
    if (a.side != Side::none && b.side != Side::none && a.side != b.side) return 0;
    const bool side_unsaid = (a.side == Side::none) != (b.side == Side::none);
    if (a.places.empty() && b.places.empty()) return side_unsaid ? 1 : 3;
    if (a.places.empty() || b.places.empty()) return 1;
    int best = 0;
    for (const ConceptId x : a.places) {
      for (const ConceptId y : b.places) {
        if (lexicon_.representative(x) == lexicon_.representative(y)) {
          best = std::max(best, side_unsaid ? 2 : 3);
        } else if (lexicon_.contains(x, y) || lexicon_.contains(y, x)) {
          best = std::max(best, 2);
        }
      }
    }
    return best;
  }

 private:
  static void add_side(Identity& id, Side side) {
    id.side = id.side == Side::none || id.side == side ? side : Side::both;
  }
  // "normal in size", "enlarged": of the size.
  ConceptId attribute_of(const std::string& value) {
    for (const findings::Item& item : items(value)) {
      if (item.attribute != nullptr) return item.attribute->concept_id;
      if (item.observation != nullptr && lexicon_[item.observation->concept_id].about != lexicon::kNone)
        return lexicon_[item.observation->concept_id].about;
    }
    return lexicon::kNone;
  }
  const std::vector<findings::Item>& items(const std::string& text) {
    text::tokenize(text, tokens_);
    findings::read_items(lexicon_, text, tokens_, items_);
    return items_;
  }

  const Lexicon& lexicon_;
  const ConceptId symptom_ = lexicon_.find("symptom");
  std::vector<text::Token> tokens_;
  std::vector<findings::Item> items_;
};

bool continues(const Row& row) {
  return !row.text(Relation::no_change).empty() || !row.text(Relation::improved).empty() ||
         !row.text(Relation::worsened).empty();
}

// The course of one group: the episode of each observation as it comes.
class Episodes {
 public:
  // The episode, with the reason.
  std::pair<int, std::string> next(const Row& row, const Identity& id, const GroupOptions& options) {
    if (!row.positive) {
      ended_ = last_ > 0;
      if (normal_ > 0) return {normal_, "normal statements are one episode"};
      normal_ = ++count_;
      return {normal_, "first normal statement"};
    }
    std::string why = begins(row, id, options);
    const bool fresh = !why.empty();
    if (fresh) last_ = ++count_;
    ended_ = says(row.text(Relation::improved), "resolved") || says(row.text(Relation::placement), "removed");
    day_ = row.day;
    sequence_ = row.sequence;
    return {last_, fresh ? why : "goes on"};
  }

 private:
  // Why a new episode begins; empty if none does.
  std::string begins(const Row& row, const Identity& id, const GroupOptions& options) const {
    if (last_ == 0) return "first mention";
    if (row.sequence == sequence_) return {};
    if (ended_) return id.kind == 2 ? "put back after removal" : "returns after it had resolved or was absent";
    if (id.kind == 2 || continues(row)) return {};
    if (id.symptom) return "a symptom mentioned again, with no word of continuity";
    if (says(row.text(Relation::onset), "onset") && folded(row.text(Relation::onset)).starts_with("new"))
      return "said to be new";
    if (day_ && row.day && *row.day - *day_ > options.gap_days)
      return fmt::format("{} days after it was last mentioned", *row.day - *day_);
    return {};
  }

  int count_ = 0, normal_ = 0, last_ = 0, sequence_ = 0;
  bool ended_ = false;
  std::optional<long> day_;
};

struct Group {
  Identity id;
  Episodes episodes;
  std::vector<std::size_t> rows;
  std::size_t last = 0;  // when it was last joined
};

// Entity, location and the latest word of change.
std::string group_name(const Rows& rows, const Group& group) {
  std::string entity;
  std::string place;
  std::string change;
  for (const std::size_t i : group.rows) {
    const Row& row = rows[i];
    if (entity.empty()) entity = row.entity;
    if (place.empty()) place = row.text(Relation::location);
    for (const Relation r : {Relation::improved, Relation::worsened, Relation::no_change}) {
      if (!row.text(r).empty()) change = row.text(r);
    }
  }
  std::string name = entity;
  for (const std::string& part : {place, change}) {
    if (!part.empty()) name += " " + part;
  }
  return folded(name);
}

class PatientGroups {
 public:
  PatientGroups(Rows& rows, const GroupOptions& options, Identifier& identifier)
      : rows_(rows), options_(options), identifier_(identifier) {}

  std::string add(std::size_t i) {
    const Identity id = identifier_.of(rows_[i]);
    Group* best = nullptr;
    int fit = 0;
    for (Group& group : groups_) {
      if (!identifier_.same_thing(id, group.id)) continue;
      const int f = identifier_.place_fit(id, group.id);
      const bool later = best != nullptr && f == fit && group.last > best->last;
      if (f > fit || (later && f > 0)) {
        best = &group;
        fit = f;
      }
    }
    static constexpr std::string_view kFits[] = {"", "a place that one of them does not name",
                                                 "one place within the other", "the same place"};
    std::string why = best == nullptr ? "begins a group: nothing like it before"
                                      : fmt::format("joins '{}': {}", rows_[best->rows.front()].entity, kFits[fit]);
    if (best == nullptr) {
      groups_.push_back({id, {}, {}, 0});
      best = &groups_.back();
    }
    if (best->id.places.empty()) best->id.places = id.places;
    if (best->id.side == Side::none) best->id.side = id.side;
    best->rows.push_back(i);
    best->last = ++time_;
    const auto [episode, reason] = best->episodes.next(rows_[i], id, options_);
    rows_[i].episode = episode;
    return fmt::format("{}; episode {}: {}", why, episode, reason);
  }

  void name_all() {
    std::set<std::string> names;
    for (const Group& group : groups_) {
      const std::string plain = group_name(rows_, group);
      std::string name = plain;
      for (int n = 2; !names.insert(name).second; ++n) name = fmt::format("{} {}", plain, n);
      for (const std::size_t i : group.rows) rows_[i].group = name;
    }
  }

 private:
  Rows& rows_;
  const GroupOptions& options_;
  Identifier& identifier_;
  std::vector<Group> groups_;
  std::size_t time_ = 0;
};

// The rows of a study as the report has them, in whatever order a file lists them.
std::vector<std::size_t> in_report_order(const Rows& rows, std::vector<std::size_t> places) {
  const auto key = [&](std::size_t i) {
    const Row& row = rows[i];
    const int section = is_history(row) ? 0 : row.section == "impression" ? 2 : 1;
    return std::tuple(section, row.sent_idx, row.ent_idx, std::string_view(row.entity));
  };
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return places;
}

}  // namespace

void group(Rows& rows, const GroupOptions& options, std::vector<GroupDecision>* decisions) {
  Identifier identifier(options.lexicon.tables());
  for (const Patient& patient : patients_of(rows)) {
    PatientGroups groups(rows, options, identifier);
    for (const Study& study : patient.studies) {
      for (const std::size_t i : in_report_order(rows, study.rows)) {
        std::string why = groups.add(i);
        if (decisions != nullptr) decisions->push_back({i, std::move(why)});
      }
    }
    groups.name_all();
  }
}

}  // namespace fiducial::lunguage
