// The rules of the schema that need more than one row to see.
#include <fmt/format.h>

#include <algorithm>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {
namespace {

// The rows of one study, by their ent_idx.
using ByIndex = std::map<int, const Row*>;

class StudyCheck {
 public:
  StudyCheck(const std::string& source, std::vector<Problem>& problems) : source_(source), problems_(problems) {}

  void run(std::span<const Row* const> rows) {
    ByIndex entities;
    for (const Row* row : rows) {
      once(*row);
      if (!entities.emplace(row->ent_idx, row).second)
        complain(*row, fmt::format("expected each ent_idx once in a study, found {} again", row->ent_idx));
    }
    for (const Row* row : rows) {
      links(*row, row->associate, "associate", entities);
      links(*row, row->evidence, "evidence", entities);
      both_ways(*row, entities);
      if (!row->text(Relation::placement).empty() && row->category != Category::oth)
        complain(*row, fmt::format("expected a placement only of an OTH entity, found one of {}", name(row->category)));
    }
  }

  void complain(const Row& row, std::string message) {
    problems_.push_back({source_, row.line, row.study, std::move(message)});
  }

 private:
  void once(const Row& row) {
    for (const Relation r : {Relation::cat, Relation::dx_status, Relation::dx_certainty}) {
      const unsigned times = row.given[static_cast<std::size_t>(r)];
      if (times != 1) {
        complain(row, fmt::format("expected {} exactly once, found {}", name(r),
                                  times == 0 ? std::string("none") : fmt::format("it {} times", times)));
      }
    }
  }

  void links(const Row& row, const std::vector<int>& targets, std::string_view relation, const ByIndex& entities) {
    for (const int target : targets) {
      const auto found = entities.find(target);
      if (target == row.ent_idx) {
        complain(row, fmt::format("expected {} to name another entity, found its own ent_idx {}", relation, target));
      } else if (found == entities.end()) {
        complain(row, fmt::format("expected {} to name an entity of the study, found ent_idx {}", relation, target));
      } else if (found->second->section != row.section) {
        complain(row, fmt::format("expected {} within a section, found one from {} to {}", relation, row.section,
                                  found->second->section));
      }
    }
  }

  void both_ways(const Row& row, const ByIndex& entities) {
    const auto has = [](const std::vector<int>& list, int idx) {
      return std::find(list.begin(), list.end(), idx) != list.end();
    };
    for (const int target : row.associate) {
      const auto found = entities.find(target);
      if (found != entities.end() && !has(found->second->associate, row.ent_idx))
        complain(row, fmt::format("expected associate both ways, found none from {} back to {}", target, row.ent_idx));
    }
    for (const int target : row.evidence) {
      if (!has(row.associate, target))
        complain(row, fmt::format("expected evidence with an associate, found evidence {} alone", target));
      const auto found = entities.find(target);
      if (found == entities.end()) continue;
      if (has(found->second->evidence, row.ent_idx))
        complain(row, fmt::format("expected evidence from the diagnosis to the finding, found it both ways with {}",
                                  target));
      if (found->second->category == Category::cf || found->second->category == Category::ncd)
        complain(row, fmt::format("expected evidence to end at a finding, found it ends at {}",
                                  name(found->second->category)));
    }
  }

  const std::string& source_;
  std::vector<Problem>& problems_;
};

}  // namespace

std::vector<Problem> validate(const Rows& rows, const std::string& source) {
  std::vector<Problem> problems;
  StudyCheck check(source, problems);
  std::vector<const Row*> study_rows;
  for (const Patient& patient : patients_of(rows)) {
    std::optional<long> last_day;
    for (std::size_t i = 0; i < patient.studies.size(); ++i) {
      const Study& study = patient.studies[i];
      study_rows.clear();
      for (const std::size_t row : study.rows) study_rows.push_back(&rows[row]);
      check.run(study_rows);
      const Row& first = *study_rows.front();
      if (i > 0 && patient.studies[i - 1].sequence == study.sequence)
        check.complain(first, fmt::format("expected studies with a sequence of their own, found {} twice for a patient",
                                          study.sequence));
      if (study.day && last_day && *study.day < *last_day)
        check.complain(first, fmt::format("expected days in the order of the studies, found day {} after day {}",
                                          *study.day, *last_day));
      if (study.day) last_day = study.day;
      if (!study.day && patient.studies.size() > 1)
        check.complain(first, "expected StudyDateTime or day_from_first in a patient's timeline, found neither");
    }
  }
  return problems;
}

}  // namespace fiducial::lunguage
