// A report's rows: sections, sentences, entities, links.
#include <algorithm>

#include "fiducial/lunguage.h"
#include "lunguage/clause.h"
#include "lunguage/sections.h"
#include "text/sentence.h"

namespace fiducial::lunguage {
namespace {

void add_once(std::vector<int>& list, int value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

}  // namespace

struct Structurer::State {
  UnitReader units;
  SentenceReader sentences;
  std::vector<text::Token> tokens;
  std::vector<text::Sentence> bounds;
  std::vector<Unit> sentence;
  std::vector<SentenceEntity> entities;
  std::vector<Link> links;

  void section(std::string_view report, const SectionText& part, Rows& rows) {
    const std::string_view body = report.substr(part.begin, part.end - part.begin);
    text::tokenize(body, tokens);
    text::sentences(body, tokens, bounds);
    entities.clear();
    links.clear();
    std::size_t previous = 0;
    int number = 0;
    for (const text::Sentence& s : bounds) {
      ++number;
      const std::size_t before = entities.size();
      units.read(body, std::span<const text::Token>(tokens).subspan(s.first, s.last - s.first), sentence);
      sentences.read(body, sentence, previous, entities, links);
      for (std::size_t i = before; i < entities.size(); ++i) entities[i].row.sent_idx = number;
      if (entities.size() > before) previous = before;
    }
    const int first = static_cast<int>(rows.size()) + 1;
    for (std::size_t i = 0; i < entities.size(); ++i) {
      entities[i].row.section = part.name;
      entities[i].row.ent_idx = first + static_cast<int>(i);
    }
    connect(first);
    for (SentenceEntity& e : entities) rows.push_back(std::move(e.row));
  }

  void connect(int first) {
    for (const Link& link : links) {
      Row& from = entities[link.from].row;
      Row& to = entities[link.to].row;
      add_once(from.associate, first + static_cast<int>(link.to));
      add_once(to.associate, first + static_cast<int>(link.from));
      // Evidence ends at a finding; a diagnosis inferred from another is only associated with it.
      if (link.evidence && to.category != Category::cf && to.category != Category::ncd)
        add_once(from.evidence, first + static_cast<int>(link.to));
    }
  }
};

Structurer::Structurer() : state_(std::make_unique<State>()) {}
Structurer::~Structurer() = default;
Structurer::Structurer(Structurer&&) noexcept = default;
Structurer& Structurer::operator=(Structurer&&) noexcept = default;

Rows Structurer::structure(std::string_view report) {
  Rows rows;
  for (const SectionText& part : sections(report)) state_->section(report, part, rows);
  return rows;
}

}  // namespace fiducial::lunguage
