#include "lunguage/row_store.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>

#include "io/spool.h"
#include "lunguage/row_bytes.h"

namespace fiducial::lunguage {
namespace {

using Number = RowStore::Number;
constexpr Number kNoNumber = RowStore::kNone;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

struct StoredPatient {
  std::string subject;
  long first_date = std::numeric_limits<long>::max();  // of what is known by date
  Number first_study = kNoNumber, last_study = kNoNumber;
  std::uint32_t rows = 0;
};

struct StoredStudy {
  std::string id;
  Number patient = 0;
  Number next = kNoNumber;  // of the patient
  Number first_block = kNoNumber, last_block = kNoNumber;
  int sequence = 0;         // of a report; 0: the rows have their own
  std::optional<long> day;  // of a report
  bool dated = false;
};

struct StoredBlock {
  std::uint64_t at = 0;
  std::uint32_t bytes = 0, rows = 0;
  Number study = 0;
  Number next = kNoNumber;  // of the study
};

// Numbers found by what they stand for, without holding that twice.
template <class Key, class KeyOf>
class NumberIndex {
 public:
  explicit NumberIndex(KeyOf key_of) : set_(16, Hash{key_of}, Equal{key_of}) {}
  Number find(const Key& key) const {
    const auto found = set_.find(key);
    return found == set_.end() ? kNoNumber : *found;
  }
  void insert(Number number) { set_.insert(number); }

 private:
  struct Hash {
    using is_transparent = void;
    KeyOf key_of;
    static std::size_t of(const Key& key) {
      if constexpr (requires { key.second; }) {
        return std::hash<std::string_view>{}(key.second) * 31 + key.first;
      } else {
        return std::hash<std::string_view>{}(key);
      }
    }
    std::size_t operator()(const Key& key) const { return of(key); }
    std::size_t operator()(Number number) const { return of(key_of(number)); }
  };
  struct Equal {
    using is_transparent = void;
    KeyOf key_of;
    bool operator()(Number a, Number b) const { return a == b; }
    bool operator()(const Key& a, Number b) const { return a == key_of(b); }
    bool operator()(Number a, const Key& b) const { return key_of(a) == b; }
  };
  std::unordered_set<Number, Hash, Equal> set_;
};

using StudyName = std::pair<Number, std::string_view>;  // patient and id

struct SubjectOf {
  const std::vector<StoredPatient>* patients;
  std::string_view operator()(Number i) const { return (*patients)[i].subject; }
};
struct StudyNameOf {
  const std::vector<StoredStudy>* studies;
  StudyName operator()(Number i) const { return {(*studies)[i].patient, (*studies)[i].id}; }
};

}  // namespace

struct RowStore::State {
  explicit State(const std::string& beside) : spool(beside) {}

  io::Spool spool;
  std::vector<StoredPatient> patients;
  std::vector<StoredStudy> studies;
  std::vector<StoredBlock> blocks;
  NumberIndex<std::string_view, SubjectOf> by_subject{SubjectOf{&patients}};
  NumberIndex<StudyName, StudyNameOf> by_name{StudyNameOf{&studies}};
  std::string open;  // the bytes of the block that rows are added to
  std::uint32_t open_rows = 0;
  Number open_study = kNone;
  std::vector<std::string> others;
  std::size_t rows = 0, ungrouped = 0;

  Number patient(const std::string& subject) {
    Number number = by_subject.find(subject);
    if (number != kNone) return number;
    number = static_cast<Number>(patients.size());
    patients.emplace_back().subject = subject;
    by_subject.insert(number);
    return number;
  }

  Number study(const std::string& subject, const std::string& id) {
    const Number of = patient(subject);
    Number number = by_name.find({of, id});
    if (number != kNone) return number;
    number = static_cast<Number>(studies.size());
    StoredStudy& fresh = studies.emplace_back();
    fresh.id = id;
    fresh.patient = of;
    by_name.insert(number);
    StoredPatient& owner = patients[of];
    (owner.first_study == kNone ? owner.first_study : studies[owner.last_study].next) = number;
    owner.last_study = number;
    return number;
  }

  void add(Number to, const Row& row, bool dated) {
    if (to != open_study || open.size() >= kBlockBytes) close();
    open_study = to;
    append_row(open, row, dated);
    ++open_rows;
    ++rows;
    ++patients[studies[to].patient].rows;
    if (row.group.empty()) ++ungrouped;
    add_other_columns(row, others);
  }

  void close() {
    if (open_rows == 0) return;
    const auto number = static_cast<Number>(blocks.size());
    blocks.push_back(
        {spool.append(open), static_cast<std::uint32_t>(open.size()), std::exchange(open_rows, 0), open_study, kNone});
    StoredStudy& owner = studies[open_study];
    (owner.first_block == kNone ? owner.first_block : blocks[owner.last_block].next) = number;
    owner.last_block = number;
    open.clear();
  }

  void saw_date(Number patient, long day) {
    patients[patient].first_date = std::min(patients[patient].first_date, day);
  }

  // The studies of a patient's reports, in time if all their days are known.
  void number(const StoredPatient& patient) {
    std::vector<Number> list;
    for (Number i = patient.first_study; i != kNone; i = studies[i].next) list.push_back(i);
    if (std::all_of(list.begin(), list.end(), [&](Number i) { return studies[i].day.has_value(); })) {
      std::stable_sort(list.begin(), list.end(), [&](Number a, Number b) { return studies[a].day < studies[b].day; });
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (studies[list[i]].sequence > 0) studies[list[i]].sequence = static_cast<int>(i) + 1;
    }
  }
};

RowStore::RowStore(const std::string& beside) : state_(std::make_unique<State>(beside)) {}
RowStore::RowStore(RowStore&&) noexcept = default;
RowStore& RowStore::operator=(RowStore&&) noexcept = default;
RowStore::~RowStore() = default;

void RowStore::add_report(const StudyText& study, Rows rows) {
  const Number number = state_->study(study.subject, study.study);
  StoredStudy& stored = state_->studies[number];
  stored.sequence = 1;
  stored.day = study.day;
  stored.dated = study.dated;
  if (study.dated) state_->saw_date(stored.patient, *study.day);
  for (Row& row : rows) {
    row.line = study.line;
    state_->add(number, row, false);
  }
}

void RowStore::add_row(Row row, bool dated) {
  const Number number = state_->study(row.subject, row.study);
  if (dated) state_->saw_date(state_->studies[number].patient, *row.day);
  state_->add(number, row, dated);
}

void RowStore::add_study(const std::string& subject, const std::string& study) {
  state_->study(subject, study);
}

void RowStore::finish() {
  state_->close();
  state_->spool.flush();
  for (StoredStudy& study : state_->studies) {
    if (study.dated) *study.day -= state_->patients[study.patient].first_date;
  }
  for (const StoredPatient& patient : state_->patients) state_->number(patient);
}

std::size_t RowStore::patients() const {
  return state_->patients.size();
}
std::size_t RowStore::studies() const {
  return state_->studies.size();
}
std::size_t RowStore::blocks() const {
  return state_->blocks.size();
}
std::size_t RowStore::rows() const {
  return state_->rows;
}
std::size_t RowStore::ungrouped() const {
  return state_->ungrouped;
}
const std::vector<std::string>& RowStore::other_columns() const {
  return state_->others;
}
Number RowStore::patient(std::string_view subject) const {
  return state_->by_subject.find(subject);
}
Number RowStore::study(Number patient, std::string_view id) const {
  return patient == kNone ? kNone : state_->by_name.find({patient, id});
}
const std::string& RowStore::subject(Number patient) const {
  return state_->patients[patient].subject;
}
const std::string& RowStore::study_id(Number study) const {
  return state_->studies[study].id;
}
Number RowStore::patient_of(Number study) const {
  return state_->studies[study].patient;
}
std::size_t RowStore::rows_of(Number patient) const {
  return state_->patients[patient].rows;
}
std::size_t RowStore::rows_in(Number block) const {
  return state_->blocks[block].rows;
}

std::vector<Number> RowStore::by_subject() const {
  std::vector<Number> list(patients());
  std::iota(list.begin(), list.end(), Number{0});
  std::sort(list.begin(), list.end(), [&](Number a, Number b) { return subject(a) < subject(b); });
  return list;
}

std::vector<Number> RowStore::studies_of(Number patient) const {
  std::vector<Number> list;
  for (Number i = state_->patients[patient].first_study; i != kNone; i = state_->studies[i].next) list.push_back(i);
  return list;
}

std::vector<Number> RowStore::blocks_of(std::span<const Number> studies) const {
  std::vector<Number> list;
  for (const Number study : studies) {
    for (Number i = state_->studies[study].first_block; i != kNone; i = state_->blocks[i].next) list.push_back(i);
  }
  std::sort(list.begin(), list.end());
  return list;
}

Rows RowStore::load(std::span<const Number> blocks) const {
  Rows out;
  for (const Number number : blocks) {
    const StoredBlock& block = state_->blocks[number];
    const StoredStudy& study = state_->studies[block.study];
    const StoredPatient& patient = state_->patients[study.patient];
    const std::string bytes = state_->spool.read(block.at, block.bytes);
    std::string_view left = bytes;
    for (std::uint32_t i = 0; i < block.rows; ++i) {
      bool dated = false;
      Row row = take_row(left, dated);
      row.subject = patient.subject;
      row.study = study.id;
      if (study.sequence > 0) {
        row.sequence = study.sequence;
        row.day = study.day;
      } else if (dated) {
        *row.day -= patient.first_date;
      }
      out.push_back(std::move(row));
    }
  }
  return out;
}

Rows RowStore::load_patient(Number patient) const {
  return load(blocks_of(studies_of(patient)));
}

}  // namespace fiducial::lunguage
