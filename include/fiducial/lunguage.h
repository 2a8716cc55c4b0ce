// LUNGUAGE: reports as tables of entities with their relations, patients' timelines, and LunguageScore.
//
// A report becomes Rows (one an entity: category, status, certainty, attributes, links), a patient's Rows over studies
// get entity groups and episodes, and LunguageScore compares two such tables. Each step is a function from Rows to
// Rows, so a file can enter anywhere. See docs/lunguage.md; the definitions are the LUNGUAGE paper's.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fiducial/files.h"
#include "fiducial/lexicon.h"
#include "fiducial/metric.h"

namespace fiducial::io {
struct Record;
class RecordReader;
}  // namespace fiducial::io

namespace fiducial::lunguage {

// ---------------------------------------------------------------------------------------------------------- the schema

// Whence an entity is known: the first three from the image, the others from elsewhere.
enum class Category : std::uint8_t {
  pf,            // perceptual finding: visible as such ("opacity", "pleural effusion")
  cf,            // contextual finding: a diagnosis by the image and a little context ("pneumonia")
  oth,           // other object: a device, hardware, a procedure ("endotracheal tube")
  cof,           // clinical objective finding: laboratory, vital signs ("elevated white cell count")
  ncd,           // non-CXR diagnosis: by another modality ("stroke")
  patient_info,  // history and symptoms ("fever")
};

// All relations, under the names that files use. The first three every entity has; the text attributes come from the
// report's words; Associate and Evidence name other entities of the section.
enum class Relation : std::uint8_t {
  cat,
  dx_status,
  dx_certainty,
  location,
  morphology,
  distribution,
  measurement,
  severity,
  comparison,
  onset,
  no_change,
  improved,
  worsened,
  placement,
  past_hx,
  other_source,
  assessment_limitations,
  associate,
  evidence,
};
inline constexpr std::size_t kRelations = 19;
inline constexpr std::size_t kFirstText = static_cast<std::size_t>(Relation::location);
inline constexpr std::size_t kTexts = 14;  // location … assessment_limitations

std::string_view name(Category category);  // "PF", …, "PATIENT INFO"
std::string_view name(Relation relation);  // "cat", "dx_status", …: as columns are named
// By name, whatever its case, with '_' or a blank; nothing if there is none.
std::optional<Category> category_of(std::string_view text);
std::optional<Relation> relation_of(std::string_view text);

// The weight of a relation in the structural score; 0 for those that do not count.
double weight(Relation relation);

// One entity of one study.
struct Row {
  std::string subject, study;
  int sequence = 1;                  // the study's place in the timeline
  std::optional<long> day;           // days from the first study
  std::string section = "findings";  // hist, findings, impression
  int sent_idx = 0, ent_idx = 0;
  std::string entity;
  Category category = Category::pf;
  bool positive = true;
  bool definitive = true;
  std::array<std::uint8_t, 3> given{1, 1, 1};              // how often category, status and certainty were stated
  std::array<std::string, kTexts> texts;                   // several values are separated by ", "
  std::vector<int> associate, evidence;                    // ent_idx of other entities of the section
  std::string group;                                       // the entity group; empty: not grouped
  int episode = 0;                                         // the temporal group; 0: not grouped
  std::vector<std::pair<std::string, std::string>> other;  // columns that we do not know, kept as they are
  std::size_t line = 0;

  const std::string& text(Relation r) const { return texts[static_cast<std::size_t>(r) - kFirstText]; }
  std::string& text(Relation r) { return texts[static_cast<std::size_t>(r) - kFirstText]; }
  // Of category, status or certainty: was it stated at all? One that was not is empty, and equal to none.
  bool states(Relation r) const { return given[static_cast<std::size_t>(r)] > 0; }
  friend bool operator==(const Row& a, const Row& b) = default;
};
inline bool is_history(const Row& row) {
  return row.section == "hist";
}

using Rows = std::vector<Row>;

// The studies of each patient, in time: subject → studies, each the places of its rows. Subjects in order of mention.
struct Study {
  std::string id;
  int sequence = 1;
  std::optional<long> day;
  std::vector<std::size_t> rows;
};
struct Patient {
  std::string subject;
  std::vector<Study> studies;
};
std::vector<Patient> patients_of(const Rows& rows);

// What is wrong with rows that belong together: category, status or certainty not exactly once, the same ent_idx twice,
// a link to an entity that is not there, an Associate without its way back, Evidence without Associate or not to a
// finding, a placement of what is no device, days that run against the order of the studies. Rows stay as they are.
std::vector<Problem> validate(const Rows& rows, const std::string& source);

// --------------------------------------------------------------------------------------------------------------- files

struct Table {
  Rows rows;
  std::vector<std::pair<std::string, std::string>> empty_studies;  // subject and study of those without an entity
  io::ProblemLog problems;  // of rows that could not be used, each with its line and the rule that it broke
};
// Structured reports: CSV or TSV with a row an entity, JSONL with a row or a study a line (in the shape that models are
// asked for: "entities" with "name", "sent_idx", "ent_idx", "relations"). Throws InputError for unreadable files.
Table read_rows(std::unique_ptr<io::ByteSource> source);
Table read_rows(const std::string& path);
// The same row by row, for files that are larger than memory.
struct RowSink {
  // `dated`: the day is that of the calendar, and not yet counted from the patient's first.
  std::function<void(Row&& row, bool dated)> row;
  std::function<void(const std::string& subject, const std::string& study)> empty_study;
};
void read_rows(std::unique_ptr<io::ByteSource> source, const RowSink& sink, io::ProblemLog& problems);
// Does the file hold structured reports (rather than texts)?
bool is_structured(const io::RecordReader& reader, const io::Record& first);

std::string to_csv(const Rows& rows);
// The pieces of it: the names of all columns, of which the `others` are not ours; one row.
std::string csv_head(const std::vector<std::string>& others);
void append_csv(std::string& out, const Row& row, const std::vector<std::string>& others);
// Adds the columns of the row that are not ours and not yet among `others`.
void add_other_columns(const Row& row, std::vector<std::string>& others);
std::string to_jsonl(const Rows& rows);  // a line a study

// ---------------------------------------------------------------------------------------------------------- vocabulary

// Terms with their categories, found in a text as the paper's Algorithm 1 does: exact spans of words, longest first,
// overlapping ones too, a term once for each of its categories.
class Vocabulary {
 public:
  enum class Case : std::uint8_t { exact, folded };
  struct Match {
    std::size_t begin = 0, end = 0;  // bytes of the sentence
    std::size_t words = 0;           // how many
    std::uint32_t term = 0, category = 0;
  };

  explicit Vocabulary(Case fold = Case::exact);
  ~Vocabulary();
  Vocabulary(Vocabulary&&) noexcept;
  Vocabulary& operator=(Vocabulary&&) noexcept;

  void add(std::string_view term, std::string_view category);
  // Columns term and category (or target_term or ent, and cat); a problem a row that has none.
  static Vocabulary from_file(const std::string& path, Case fold, io::ProblemLog& problems);

  std::vector<Match> find(std::string_view sentence) const;
  // Terms of several words that stand there in order but not side by side, the last at most `window` words behind the
  // first; of several places the shortest. Takes a step for every term.
  std::vector<Match> find_apart(std::string_view sentence, std::size_t window = 5) const;
  std::string_view term(std::uint32_t id) const;
  std::string_view category(std::uint32_t id) const;
  // In the order in which they were added.
  std::vector<std::string_view> terms_of(std::string_view category) const;
  std::size_t size() const;  // terms

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// ------------------------------------------------------------------------------------------------------------ encoders

// A phrase as a vector of length 1, by its coordinates that are not 0, in order.
using Embedding = std::vector<std::pair<std::uint32_t, float>>;
// In [-1, 1], as published: two vectors that point away from each other count below zero.
double cosine(const Embedding& a, const Embedding& b);

// Phrases to vectors. The embedded one needs no model. An encoder behind an endpoint takes a batch at once; several
// models in one are their vectors one after the other, each of length 1/√n, which makes the cosine their mean.
class Encoder {
 public:
  virtual ~Encoder() = default;
  virtual std::vector<Embedding> encode(std::span<const std::string> phrases) const = 0;
  // The values of attributes, where they are not encoded as phrases are: the published program pools them otherwise.
  virtual std::vector<Embedding> encode_attributes(std::span<const std::string> texts) const { return encode(texts); }
  virtual std::string signature() const = 0;
};
std::unique_ptr<Encoder> make_lexicon_encoder(const fiducial::Lexicon& lexicon = {});

// --------------------------------------------------------------------------------------------------------------- score

enum class Setting : std::uint8_t { single, sequential };

using Similarity = std::function<double(const std::string&, const std::string&)>;

// The parts of one comparison. An attribute that neither side has is NaN and does not count.
struct Components {
  double semantic = 0, structural = 0, temporal = 1, total = 0;
  std::array<double, kRelations> attributes{};
};

// entity, location, morphology, distribution, measurement, severity, onset, improved, worsened, no change, placement.
std::string phrase(const Row& row);
// Every text of the row that a comparison would have encoded: for encoders that are asked once, before all scoring.
void collect_texts(const Row& row, Setting setting, std::set<std::string>& texts);
// The weighted mean over the attributes that a side has; fills `attributes`.
double structural(const Row& pred, const Row& gold, const Similarity& similarity,
                  std::array<double, kRelations>& attributes);
// 0.5 for the same study, 0.5 for the same temporal group.
double temporal(bool same_study, bool same_group);

struct Matched {
  std::size_t pred = 0, gold = 0;  // places in the lists given
  Components parts;
};
struct Score {
  double tp = 0, fp = 0, fn = 0;
  double precision = 0, recall = 0, f1 = 0;
  std::vector<Matched> pairs;
  std::vector<std::pair<std::size_t, double>> unmatched_pred, unmatched_gold;  // each with its best similarity
};

// One study (single: history is left out) or one patient (sequential: all studies, groups for phrases).
Score score(std::span<const Row* const> pred, std::span<const Row* const> gold, Setting setting,
            const Encoder& encoder);
// Precision, recall and F1 from the counts; both sides empty is 1.
void finish(Score& score);

// ----------------------------------------------------------------------------------------------------------
// structuring

// Where a sentence stands, by the numbers that rows have.
struct SentencePlace {
  std::string section;
  int sent_idx = 0;
  std::size_t begin = 0, end = 0;  // bytes of the report, from its first word to its last
};

// From text to rows with the embedded reader. Not for two threads at once; make one a thread.
class Structurer {
 public:
  explicit Structurer(const fiducial::Lexicon& lexicon = {});
  ~Structurer();
  Structurer(Structurer&&) noexcept;
  Structurer& operator=(Structurer&&) noexcept;

  // Rows of one report; subject, study and the like are left for the caller. `sentences`, if given, gets every sentence
  // of the sections that have rows, in the order of the report.
  Rows structure(std::string_view report, std::vector<SentencePlace>* sentences = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A report with its place in a timeline.
struct StudyText {
  std::string subject, study, report;
  std::optional<long> day;
  std::size_t line = 0;
  // Where each piece of the report comes from: a column, whose text stands at these bytes. Headings are between them.
  struct Piece {
    std::string column;
    std::size_t begin = 0, end = 0;
  };
  std::vector<Piece> pieces = {};
  bool dated = false;  // the day is that of the calendar, and not yet counted from the patient's first
};
// A longer report is none: it is a problem of its record.
inline constexpr std::size_t kMostReport = io::ReadOptions().max_text;
// Reports with subject_id, study_id (or id, name), StudyDateTime or day_from_first, and the text: a column report, or
// indication/history, findings and impression. Those of one patient may stand anywhere.
class StudyReader {
 public:
  explicit StudyReader(std::unique_ptr<io::ByteSource> source);
  ~StudyReader();
  StudyReader(StudyReader&&) noexcept;
  StudyReader& operator=(StudyReader&&) noexcept;

  // The next good one, in the order of the file; each study comes once.
  bool next(StudyText& study);
  const io::RecordReader& records() const;  // for its problems, and how far it is

 private:
  struct State;
  std::unique_ptr<State> state_;
};
// All of them, with days from the patient's first.
std::vector<StudyText> read_studies(std::unique_ptr<io::ByteSource> source, io::ProblemLog& problems);
// Numbers the studies of each patient in time (in the order of the file where no day is known).
std::vector<int> sequence_of(std::span<const StudyText> studies);

// ------------------------------------------------------------------------------------------------------------
// timelines

struct GroupOptions {
  long gap_days = 90;  // an abnormal finding that was not spoken of for longer begins a new episode
  fiducial::Lexicon lexicon = {};
};
struct GroupDecision {
  std::size_t row = 0;
  std::string why;  // of the group and of the episode
};
// Sets group and episode of every row. `decisions`, if given, gets one a row.
void group(Rows& rows, const GroupOptions& options, std::vector<GroupDecision>* decisions = nullptr);

// ------------------------------------------------------------------------------------------------------------
// evaluation

struct Counts {
  std::size_t both = 0, pred = 0, gold = 0;
  double precision() const;
  double recall() const;
  double f1() const;
};
// The published program's measures, as it counts them: what it finds twice is neither right nor wrong.
struct Tally {
  std::size_t right = 0, wrong = 0, gold = 0;
  double precision() const;
  double recall() const;
  double f1() const;
};
struct Rates {
  double precision = 0, recall = 0, f1 = 0;
};
struct PublishedLevel {
  std::array<Tally, kRelations> relations;
  bool only_seen = false;  // the macro average is over the relations that occur, not over all 19
  Tally micro() const;
  Rates macro() const;
};
// Groups of rows compared as clusterings: by pairs of rows that are together, by purity, by the adjusted Rand index.
struct PublishedGroups {
  Rates pairs;
  double purity = 0, adjusted_rand = 0;
};
struct PublishedEvaluation {
  PublishedLevel entity_relation, triplet;  // the same sentence
  PublishedLevel entity_relation_any_sentence, triplet_any_sentence;
  std::size_t grouped_rows = 0;                    // in both, with group and episode on both sides
  PublishedGroups entity_groups, temporal_groups;  // over all rows
  PublishedGroups entity_groups_by_patient, temporal_groups_by_patient;  // means over patients with two rows or more
};
struct Evaluation {
  Counts entity_relation, triplet, entity_groups, temporal_groups;
  std::array<Counts, kRelations> relations;  // triplets of each
  PublishedEvaluation published;
  std::size_t missing_studies = 0;
};
// Predicted rows against gold, study by study; see docs/lunguage.md for what counts as equal.
Evaluation evaluate(const Rows& pred, const Rows& gold);
// The same patient by patient: each has all rows of its patients, in any order.
class Evaluator {
 public:
  Evaluator();
  ~Evaluator();
  // RecordError, and nothing is counted, if a study has more rows than can be compared.
  void add(const Rows& pred, const Rows& gold);
  Evaluation finish();  // once

 private:
  struct State;
  std::unique_ptr<State> state_;
};
// How alike two strings are, 0 to 100, as fuzzy-string libraries measure it: 200 × common / (length + length), by the
// longest common subsequence.
double ratio(std::string_view a, std::string_view b);

// LunguageScore (single) of raw reports, for `fiducial score`, read by the embedded reader.
std::unique_ptr<Metric> make_metric(const fiducial::Lexicon& lexicon = {});
struct RowsOfPair {
  std::shared_ptr<const Rows> reference, candidate;
};
// Reads two reports; nothing if they could not be read, and then no value is defined. Thread-safe.
using ReadPair = std::function<std::optional<RowsOfPair>(std::string_view reference, std::string_view candidate)>;
// The same metric, whoever reads; `reader` says who in the signature.
std::unique_ptr<Metric> make_metric(const std::string& reader, ReadPair read);

}  // namespace fiducial::lunguage
