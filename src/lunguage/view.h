// The parse of a clause as rows of LUNGUAGE.
//
// An observation is an entity; so is a structure of which a value is said ("the heart is enlarged": entity *heart*), by
// the words of its place and attribute. What describes a chunk, was merged into it or lies beside it is one of its
// relations, in the words of the report; where it is, the links say; scopes say what is denied, doubted, or gone.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/parse.h"
#include "lunguage/terms.h"

namespace fiducial::lunguage {

struct EntityLink {
  std::size_t from = 0, to = 0;  // entities, by place in the list
  bool evidence = false;         // `from` is inferred from `to`; otherwise they are only associated
};

struct Entity {
  Row row;
  bool structure = false;  // something that is always there: its status follows from its values
  lexicon::ConceptId concept_id = lexicon::kNone;
  bool quantity = false;                                   // of it, something that can be more or less ("lung volumes")
  bool normal = false, abnormal = false, changed = false;  // of it: what its values said
};

// What one section has so far.
struct SectionRows {
  std::vector<Entity> entities;
  std::vector<EntityLink> links;
  findings::Span heading_words;      // the topic that was named last, "Liver:", …
  std::int32_t heading_entity = -1;  // … and the entity that it is, if something was said of it
  std::size_t previous = 0;          // the first entity of the last clause that had any: what "these findings" are
  lexicon::HeadingKind heading = lexicon::HeadingKind::none;
  std::uint32_t sentence = 0;  // of the report
  int sentences = 0;           // of the section, so far
};

class ClauseView {
 public:
  explicit ClauseView(Terms& terms) : terms_(terms), lexicon_(terms.lexicon()) {}
  // Adds what the clause says to the rows of its section.
  void read(std::string_view report, const findings::Clause& clause, SectionRows& rows);

 private:
  using Chunk = findings::Chunk;
  using Span = findings::Span;
  enum class Kind : std::uint8_t { nothing, entity, value, attribute, tail, place, details };
  struct Part {
    Kind kind = Kind::nothing;
    std::int32_t entity = -1;
    bool placed = false;  // of a place: it is said somewhere
    std::vector<Piece> pieces;
  };

  // what each chunk is
  void find_pieces(std::size_t i);
  void add_pieces(std::size_t i, const findings::Item& item, bool measures, bool others);
  Kind kind_of(std::size_t i) const;
  bool of_this_patient(std::size_t i) const;
  bool has(std::size_t i, Use use) const;
  bool names_place(std::size_t i) const;
  bool limited() const;
  bool names_unknown(std::size_t i) const;
  bool stands_for_last(std::size_t i) const;
  bool describes_next(std::size_t i) const;
  const Term* term_of(const findings::Scope& scope) const;
  bool value_stands_before(std::size_t attribute) const;
  const findings::Mark* history_of(std::size_t i) const;
  bool is_sign(std::size_t i) const;
  std::size_t sign_of(std::size_t i) const;
  std::size_t root(std::size_t i) const;
  std::int32_t run_of_link(const findings::Link& link) const;

  // entities
  bool is_structure(std::size_t i) const;
  void find_subjects();
  bool seen_as_such(std::size_t i) const;
  bool told_by_detail(const Chunk& chunk) const;
  void make_entities();
  void observed(std::size_t i);
  Span name_of(std::size_t i, Span head) const;
  void structures_of_run(std::size_t run);
  std::size_t structure(std::size_t first, std::size_t last);
  std::size_t add(Span words, Category category);

  // what is said of them
  void say_values(std::size_t i);
  void say_details(std::size_t i);
  void share_values();
  void say_places();
  void say_limits();
  void say_turns();
  void say_quality();
  Span other_source() const;
  void say_denials();
  void targets_of(std::size_t i, std::vector<std::size_t>& out);
  void value_targets(std::size_t i, std::vector<std::size_t>& out);
  std::int32_t under_heading();
  bool names_view(std::string_view words) const;
  void run_entities(std::size_t run, std::vector<std::size_t>& out);
  std::int32_t neighbour(std::size_t i) const;
  void give(std::size_t entity, const Piece& piece);
  void give(std::size_t entity, Relation relation, Span words);
  void locate(std::size_t entity, std::size_t run);
  void places_of_chunk(std::size_t i, std::size_t entity);
  Span with_denial(std::size_t i, Span words) const;
  Span with_distance(const Chunk& place, Span words) const;

  void set_status();
  void link();
  void link_lists(std::size_t guess, std::size_t seen);
  void link_inferred(std::size_t from, std::size_t to);

  std::string_view text(Span span) const { return report_.substr(span.begin, span.end - span.begin); }
  Entity& entity(std::size_t i) { return rows_->entities[i]; }
  bool any() const { return rows_->entities.size() > first_; }

  Terms& terms_;
  const lexicon::Lexicon& lexicon_;
  std::string_view report_;
  const findings::Clause* clause_ = nullptr;
  SectionRows* rows_ = nullptr;
  std::size_t first_ = 0;  // the first entity of the clause
  Span elsewhere_;         // "better seen on CT"
  std::vector<Part> parts_;
  std::vector<char> run_wanted_, run_used_;
  std::vector<std::size_t> targets_;
};

}  // namespace fiducial::lunguage
