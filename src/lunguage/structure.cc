// A report's rows: the reader's parse of each clause, seen as entities (view.h), by section.
#include <algorithm>
#include <array>
#include <utility>

#include "fiducial/lunguage.h"
#include "grammar/reader.h"
#include "lunguage/sections.h"
#include "lunguage/view.h"

namespace fiducial::lunguage {
namespace {

constexpr std::array<std::string_view, 3> kNames{"hist", "findings", "impression"};

void add_once(std::vector<int>& list, int value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

void connect(SectionRows& section, int first) {
  for (const EntityLink& link : section.links) {
    Row& from = section.entities[link.from].row;
    Row& to = section.entities[link.to].row;
    add_once(from.associate, first + static_cast<int>(link.to));
    add_once(to.associate, first + static_cast<int>(link.from));
    // Evidence ends at a finding; a diagnosis inferred from another is only associated with it.
    if (link.evidence && to.category != Category::cf && to.category != Category::ncd)
      add_once(from.evidence, first + static_cast<int>(link.to));
  }
}

}  // namespace

struct Structurer::State {
  fiducial::Lexicon lexicon;
  Terms terms{lexicon.tables()};
  ClauseView view{terms};
  findings::Reader reader{terms.lexicon()};
  findings::Reading reading;
  std::array<SectionRows, 3> sections;
  std::vector<SentencePlace> places;

  explicit State(fiducial::Lexicon with) : lexicon(std::move(with)) {}

  void place(std::string_view section, int number, std::size_t begin, std::size_t end) {
    if (!places.empty() && places.back().section == section && places.back().sent_idx == number)
      places.back().end = std::max(places.back().end, end);
    else
      places.push_back({std::string(section), number, begin, end});
  }

  void clause(std::string_view report, const findings::Clause& clause) {
    const std::string_view name = section_name(clause.section);
    if (name.empty()) return;
    SectionRows& section = sections[static_cast<std::size_t>(section_rank(name))];
    // What stands before a heading without saying anything is a title, not the section's first sentence.
    if (section.entities.empty() && section.heading != clause.section) {
      section.sentences = 0;
      std::erase_if(places, [&](const SentencePlace& place) { return place.section == name; });
    }
    section.heading = clause.section;
    if (section.sentences == 0 || section.sentence != clause.sentence) ++section.sentences;
    section.sentence = clause.sentence;
    if (!clause.items.empty()) place(name, section.sentences, clause.items.front().begin, clause.items.back().end);
    view.read(report, clause, section);
  }

  Rows structure(std::string_view report) {
    for (SectionRows& s : sections) s = {};
    places.clear();
    reader.read(
        report, reading, [&](const findings::Clause& c, auto) { clause(report, c); }, findings::Sections::all);
    Rows rows;
    for (SectionRows& section : sections) {
      const int first = static_cast<int>(rows.size()) + 1;
      connect(section, first);
      for (Entity& e : section.entities) {
        e.row.section = kNames[static_cast<std::size_t>(&section - sections.data())];
        e.row.ent_idx = static_cast<int>(rows.size()) + 1;
        rows.push_back(std::move(e.row));
      }
    }
    return rows;
  }
};

Structurer::Structurer(const fiducial::Lexicon& lexicon) : state_(std::make_unique<State>(lexicon)) {}
Structurer::~Structurer() = default;
Structurer::Structurer(Structurer&&) noexcept = default;
Structurer& Structurer::operator=(Structurer&&) noexcept = default;

Rows Structurer::structure(std::string_view report, std::vector<SentencePlace>* sentences) {
  Rows rows = state_->structure(report);
  if (sentences != nullptr) *sentences = std::move(state_->places);
  return rows;
}

}  // namespace fiducial::lunguage
