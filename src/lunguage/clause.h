// From the units of a sentence to its entities, with what is said of each.
//
// A sentence is read from left to right. Words that describe wait for the entity that they stand before ("small right
// pleural effusion"); if none comes before the phrase ends, they belong to the one behind them ("the effusion is
// unchanged") or, after a verb, to all that it was said of ("the tube and the line are unchanged"). Places before an
// entity or behind "in" and "of" are its location. Where nothing is observed at all, the place itself is the entity
// ("the heart is enlarged").
#pragma once

#include "lunguage/units.h"

namespace fiducial::lunguage {

struct Link {
  std::size_t from = 0, to = 0;  // entities, by place in the list
  bool evidence = false;         // `from` is inferred from `to`; otherwise they are only associated
};

struct SentenceEntity {
  Row row;
  std::uint32_t begin = 0;
  bool anatomy_like = false;  // status follows from its values
  bool abnormal = false;      // of such a one: a value said so
};

class SentenceReader {
 public:
  // Appends the sentence's entities to `entities`, which has those of the section's earlier sentences; the last of
  // them, from `previous` on, are what "these findings" are.
  void read(std::string_view report, std::span<const Unit> units, std::size_t previous,
            std::vector<SentenceEntity>& entities, std::vector<Link>& links);

 private:
  struct Place {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t name_begin = 0;  // behind sides and directions
    bool sides_only = true;
  };

  bool speaks_of_findings() const;
  void clause();
  void unit(std::size_t i);
  void entity(const Unit& unit);
  void place(std::size_t i);
  void attribute(const Unit& unit);
  void after_reasoning(std::size_t entity);
  void give(std::size_t entity, const Unit& attribute);
  void locate(std::size_t entity, std::uint32_t begin, std::uint32_t end);
  void phrase_ends();
  void clause_ends();
  bool promote_places();
  std::size_t new_entity(std::uint32_t begin, std::uint32_t end, Category category);
  std::string_view text(std::uint32_t begin, std::uint32_t end) const { return report_.substr(begin, end - begin); }
  bool any_entity() const { return entities_->size() > clause_first_; }

  std::string_view report_;
  std::span<const Unit> units_;
  std::vector<SentenceEntity>* entities_ = nullptr;
  std::vector<Link>* links_ = nullptr;
  std::size_t previous_ = 0, sentence_first_ = 0;

  // Of the clause that is being read.
  std::size_t clause_first_ = 0;  // its first entity
  std::size_t group_first_ = 0;   // the first of those that stand side by side
  std::vector<Unit> waiting_;     // attributes
  std::vector<Place> places_;     // places that belong to no entity yet
  bool place_open_ = false;       // the last of them may go on
  bool behind_ = false;           // a place that comes now belongs to the last entity
  bool closed_ = false;           // what comes now does not describe the last entity
  bool predicate_ = false;        // behind the verb
  bool negated_ = false, tentative_ = false, tentative_used_ = false;
  bool after_comma_ = false;
  std::uint32_t skip_to_ = 0;         // an attribute took in the units before this byte
  std::vector<std::size_t> reasons_;  // entities from which the next one is inferred
  bool associated_ = false;           // the next one stands with the last one
};

}  // namespace fiducial::lunguage
