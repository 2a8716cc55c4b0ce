// The rows of a file that may be larger than memory: they are on the disk, and only the names of patients and studies,
// and where their rows are, stay in memory. Rows come back patient by patient or study by study, in the order in which
// they came.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {

class RowStore {
 public:
  // Patients, studies and blocks are known by number, in the order in which they were first met. A block is rows of one
  // study that came one after the other.
  using Number = std::uint32_t;
  static constexpr Number kNone = ~Number{0};

  // On the file system of the folder `beside` if that can be, as io::Spool.
  explicit RowStore(const std::string& beside = {});
  RowStore(RowStore&&) noexcept;
  RowStore& operator=(RowStore&&) noexcept;
  ~RowStore();

  // A report that was read into these rows, which say nothing yet of whose they are: that is taken from the study.
  void add_report(const StudyText& study, Rows rows);
  void add_row(Row row, bool dated = false);
  void add_study(const std::string& subject, const std::string& study);  // nothing was found in it
  // To be called when all are here: numbers the studies of reports in time. All below is for afterwards, and for any
  // number of threads at once.
  void finish();

  std::size_t patients() const;
  std::size_t studies() const;
  std::size_t blocks() const;
  std::size_t rows() const;
  std::size_t ungrouped() const;                            // rows that name no group
  const std::vector<std::string>& other_columns() const;    // as add_other_columns
  Number patient(std::string_view subject) const;           // or kNone
  Number study(Number patient, std::string_view id) const;  // or kNone
  const std::string& subject(Number patient) const;
  const std::string& study_id(Number study) const;
  Number patient_of(Number study) const;
  std::size_t rows_of(Number patient) const;
  std::vector<Number> by_subject() const;                                // all patients, sorted by subject
  std::vector<Number> studies_of(Number patient) const;                  // as they came
  std::vector<Number> blocks_of(std::span<const Number> studies) const;  // in their order
  std::size_t rows_in(Number block) const;

  // The rows of these blocks, one after the other.
  Rows load(std::span<const Number> blocks) const;
  Rows load_patient(Number patient) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fiducial::lunguage
