#include "stages.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "fiducial/lunguage.h"
#include "fiducial/radfact.h"
#include "fiducial/score.h"
#include "fiducial/stats.h"
#include "radfact/metric.h"
#include "watched.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace fiducial::python {
namespace {

// ------------------------------------------------------------------------------------------------------------- RadFact

using VerdictRow = std::tuple<std::string, std::vector<std::uint32_t>, std::string>;
using BoxRow = std::array<double, 4>;
using PhraseRow = std::pair<std::string, std::vector<BoxRow>>;
using CountRow = std::array<std::size_t, 6>;

std::vector<VerdictRow> verdict_rows(const std::vector<radfact::Verdict>& verdicts) {
  std::vector<VerdictRow> out;
  out.reserve(verdicts.size());
  for (const radfact::Verdict& v : verdicts) out.emplace_back(radfact::label(v.status), v.evidence, v.reason);
  return out;
}

radfact::Verdict verdict_of(const VerdictRow& row) {
  radfact::Verdict out;
  out.evidence = std::get<1>(row);
  for (const auto status : {radfact::Status::entailment, radfact::Status::neutral, radfact::Status::contradiction}) {
    if (radfact::label(status) == std::get<0>(row)) {
      out.status = status;
      return out;
    }
  }
  throw Error("expected entailment, neutral or contradiction, found '" + std::get<0>(row) + "'");
}

std::vector<radfact::Phrase> phrases_of(const std::vector<PhraseRow>& rows) {
  std::vector<radfact::Phrase> out;
  for (const auto& [text, boxes] : rows) {
    radfact::Phrase& phrase = out.emplace_back(radfact::Phrase{text, {}});
    for (const BoxRow& b : boxes) {
      const radfact::Box box{b[0], b[1], b[2], b[3]};
      if (const std::string wrong = radfact::box_error(box); !wrong.empty()) throw Error("box: " + wrong);
      phrase.boxes.push_back(box);
    }
  }
  return out;
}

CountRow counts_of(const std::vector<PhraseRow>& phrases, const std::vector<VerdictRow>& verdicts,
                   const std::vector<PhraseRow>& premises) {
  if (phrases.size() != verdicts.size()) throw Error("expected a verdict for each phrase");
  std::vector<radfact::Verdict> list;
  for (const VerdictRow& row : verdicts) {
    list.push_back(verdict_of(row));
    for (const std::uint32_t place : list.back().evidence) {
      if (place >= premises.size()) throw Error("evidence: there is no premise " + std::to_string(place));
    }
  }
  const radfact::Counts c = radfact::count(phrases_of(phrases), list, phrases_of(premises));
  return {c.phrases, c.entailed, c.contradicted, c.boxed, c.entailed_boxed, c.spatial};
}

radfact::Counts counts_from(const CountRow& row) {
  return {row[0], row[1], row[2], row[3], row[4], row[5]};
}

// The numbers of `fiducial radfact run` and `score`: name, value, interval.
std::vector<std::tuple<std::string, double, double, double>> radfact_summary(
    const std::vector<std::pair<CountRow, CountRow>>& samples, bool grounded, std::size_t resamples, std::uint64_t seed,
    double confidence) {
  const radfact::Kind kind = grounded ? radfact::Kind::grounded : radfact::Kind::narrative;
  std::vector<double> data(samples.size() * radfact::kRowWidth);
  std::vector<double> sums(radfact::kRowWidth, 0.0);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto row = std::span(data).subspan(i * radfact::kRowWidth, radfact::kRowWidth);
    radfact::row_of({counts_from(samples[i].first), counts_from(samples[i].second)}, row);
    for (std::size_t c = 0; c < row.size(); ++c) sums[c] += row[c];
  }
  const auto function = [kind](std::span<const double> of, std::size_t n, std::span<double> values) {
    radfact::values_of_sums(of, n, kind, values);
  };
  std::vector<double> values(radfact::kValues);
  function(sums, samples.size(), values);
  const auto found = watched(nb::none(), [&](const Watch& watch) {
    return intervals({data, radfact::kRowWidth}, radfact::kValues, function,
                     {.resamples = resamples, .seed = seed, .confidence = confidence, .check = watch.check});
  });
  std::vector<std::tuple<std::string, double, double, double>> out;
  for (std::size_t v = 0; v < values.size(); ++v)
    out.emplace_back(radfact::value_names()[v], values[v], found[v].low, found[v].high);
  return out;
}

void bind_radfact(nb::module_& m) {
  m.def(
      "radfact_parse",
      [](const std::string& report, const Lexicon& lexicon) {
        const nb::gil_scoped_release nothing;
        std::vector<std::tuple<std::string, std::vector<std::string>, std::string>> out;
        for (radfact::Parsed& parsed : radfact::Verifier(lexicon).parse(report))
          out.emplace_back(parsed.original, parsed.phrases, parsed.left_out);
        return out;
      },
      "report"_a, "lexicon"_a);
  m.def(
      "radfact_verify",
      [](const std::vector<std::string>& candidate, const std::vector<std::string>& reference, const Lexicon& lexicon,
         bool reasons) {
        const nb::gil_scoped_release nothing;
        const radfact::Verified v = radfact::Verifier(lexicon).verify(candidate, reference, reasons);
        return std::pair(verdict_rows(v.candidate), verdict_rows(v.reference));
      },
      "candidate"_a, "reference"_a, "lexicon"_a, "reasons"_a);
  m.def(
      "radfact_reports",
      [](const std::string& candidate, const std::string& reference, const Lexicon& lexicon, bool reasons) {
        const nb::gil_scoped_release nothing;
        const radfact::Narrative n = radfact::Verifier(lexicon).verify_reports(candidate, reference, true, reasons);
        return std::tuple(n.candidate, n.reference, verdict_rows(n.verified.candidate),
                          verdict_rows(n.verified.reference));
      },
      "candidate"_a, "reference"_a, "lexicon"_a, "reasons"_a);
  m.def("radfact_counts", &counts_of, "phrases"_a, "verdicts"_a, "premises"_a);
  m.def("radfact_summary", &radfact_summary, "samples"_a, "grounded"_a, "resamples"_a, "seed"_a, "confidence"_a);
  m.def(
      "radfact_premise",
      [](const std::string& evidence, const std::vector<std::string>& premises) {
        if (premises.empty()) throw Error("evidence: there are no premises");
        return radfact::premise_of_evidence(evidence, premises);
      },
      "evidence"_a, "premises"_a);
  m.def(
      "radfact_signature",
      [](const Lexicon& lexicon, bool grounded) {
        return radfact::signature(radfact::embedded_reader(lexicon.version()),
                                  grounded ? radfact::Kind::grounded : radfact::Kind::narrative) +
               "|version:" + std::string(program_version());
      },
      "lexicon"_a, "grounded"_a);
}

// ------------------------------------------------------------------------------------------------------------ LUNGUAGE

// Rows as the CSV that files have; Error for rows that cannot be used.
lunguage::Rows rows_of(const std::string& csv, const char* name) {
  if (csv.empty()) return {};
  lunguage::Table table = lunguage::read_rows(io::memory_source(csv, name));
  if (table.problems.count() > 0) throw Error(table.problems.kept().front().text());
  return std::move(table.rows);
}

// Any callable from texts to vectors.
class CallableEncoder final : public lunguage::Encoder {
 public:
  CallableEncoder(nb::object encode, std::string name) : encode_(std::move(encode)), name_(std::move(name)) {}
  ~CallableEncoder() override {
    const nb::gil_scoped_acquire gil;
    encode_.reset();
  }
  CallableEncoder(const CallableEncoder&) = delete;
  CallableEncoder& operator=(const CallableEncoder&) = delete;
  CallableEncoder(CallableEncoder&&) = delete;
  CallableEncoder& operator=(CallableEncoder&&) = delete;

  std::vector<lunguage::Embedding> encode(std::span<const std::string> phrases) const override {
    const nb::gil_scoped_acquire gil;
    nb::list texts;
    for (const std::string& phrase : phrases) texts.append(nb::str(phrase.data(), phrase.size()));
    const auto rows = nb::cast<std::vector<std::vector<double>>>(encode_(texts));
    if (rows.size() != phrases.size()) {
      throw Error("encoder: expected " + std::to_string(phrases.size()) + " vectors, found " +
                  std::to_string(rows.size()));
    }
    std::vector<lunguage::Embedding> out;
    for (const std::vector<double>& row : rows) out.push_back(unit(row));
    return out;
  }
  std::string signature() const override { return "encoder:" + name_; }

 private:
  static lunguage::Embedding unit(const std::vector<double>& row) {
    double square = 0;
    for (const double value : row) square += value * value;
    if (!std::isfinite(square)) throw Error("encoder: expected finite numbers");
    const double length = std::sqrt(square);
    lunguage::Embedding out;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] != 0) out.emplace_back(static_cast<std::uint32_t>(i), static_cast<float>(row[i] / length));
    }
    return out;
  }

  nb::object encode_;
  std::string name_;
};

using LunguageResult = std::tuple<double, double, double, double, double, double,
                                  std::vector<std::tuple<std::size_t, std::size_t, double, double, double, double>>>;

LunguageResult lunguage_score(const std::string& pred, const std::string& gold, bool sequential, const Lexicon& lexicon,
                              const nb::object& encoder, const std::string& name) {
  const lunguage::Rows p = rows_of(pred, "pred");
  const lunguage::Rows g = rows_of(gold, "gold");
  const auto pointers = [](const lunguage::Rows& rows) {
    std::vector<const lunguage::Row*> out;
    for (const lunguage::Row& row : rows) out.push_back(&row);
    return out;
  };
  const std::unique_ptr<lunguage::Encoder> with =
      encoder.is_none() ? lunguage::make_lexicon_encoder(lexicon) : std::make_unique<CallableEncoder>(encoder, name);
  const nb::gil_scoped_release nothing;
  const lunguage::Score s = lunguage::score(
      pointers(p), pointers(g), sequential ? lunguage::Setting::sequential : lunguage::Setting::single, *with);
  LunguageResult out{s.tp, s.fp, s.fn, s.precision, s.recall, s.f1, {}};
  for (const lunguage::Matched& pair : s.pairs) {
    std::get<6>(out).emplace_back(pair.pred, pair.gold, pair.parts.total, pair.parts.semantic, pair.parts.structural,
                                  pair.parts.temporal);
  }
  return out;
}

std::vector<std::tuple<std::string, double, double, double>> lunguage_evaluate(const std::string& pred,
                                                                               const std::string& gold) {
  const lunguage::Evaluation e = lunguage::evaluate(rows_of(pred, "pred"), rows_of(gold, "gold"));
  std::vector<std::tuple<std::string, double, double, double>> out;
  const auto add = [&](const char* name, const lunguage::Counts& c) {
    out.emplace_back(name, c.precision(), c.recall(), c.f1());
  };
  add("entity_relation", e.entity_relation);
  add("triplet", e.triplet);
  add("entity_groups", e.entity_groups);
  add("temporal_groups", e.temporal_groups);
  return out;
}

void bind_lunguage(nb::module_& m) {
  m.def(
      "lunguage_structure",
      [](const std::vector<std::string>& reports, const std::vector<std::string>& subjects,
         const std::vector<std::string>& studies, const std::vector<std::optional<long>>& days,
         const Lexicon& lexicon) {
        const nb::gil_scoped_release nothing;
        std::vector<lunguage::StudyText> texts;
        for (std::size_t i = 0; i < reports.size(); ++i)
          texts.push_back({subjects[i], studies[i], reports[i], days[i], 0});
        const std::vector<int> sequence = lunguage::sequence_of(texts);
        lunguage::Structurer structurer(lexicon);
        lunguage::Rows all;
        for (std::size_t i = 0; i < texts.size(); ++i) {
          for (lunguage::Row& row : structurer.structure(texts[i].report)) {
            row.subject = texts[i].subject;
            row.study = texts[i].study;
            row.day = texts[i].day;
            row.sequence = sequence[i];
            all.push_back(std::move(row));
          }
        }
        return lunguage::to_csv(all);
      },
      "reports"_a, "subjects"_a, "studies"_a, "days"_a, "lexicon"_a);
  m.def(
      "lunguage_group",
      [](const std::string& csv, long gap_days, const Lexicon& lexicon) {
        const nb::gil_scoped_release nothing;
        lunguage::Rows rows = rows_of(csv, "rows");
        lunguage::group(rows, {gap_days, lexicon});
        return lunguage::to_csv(rows);
      },
      "rows"_a, "gap_days"_a, "lexicon"_a);
  m.def(
      "lunguage_normalize", [](const std::string& csv) { return lunguage::to_csv(rows_of(csv, "rows")); }, "rows"_a);
  m.def(
      "lunguage_read",
      [](const std::string& path) {
        lunguage::Table table = lunguage::read_rows(path);
        if (table.problems.count() > 0) throw Error(table.problems.kept().front().text());
        return lunguage::to_csv(table.rows);
      },
      "path"_a);
  m.def("lunguage_score", &lunguage_score, "pred"_a, "gold"_a, "sequential"_a, "lexicon"_a, "encoder"_a.none(),
        "name"_a);
  m.def("lunguage_evaluate", &lunguage_evaluate, "pred"_a, "gold"_a);
}

// ---------------------------------------------------------------------------------------------------------- statistics

// As `fiducial compare`: n, both means, the difference with its interval, p.
std::tuple<std::size_t, double, double, double, double, double, double> compare_lists(
    const std::vector<double>& ours, const std::vector<double>& base, std::size_t trials, std::size_t resamples,
    std::uint64_t seed, double confidence) {
  if (ours.size() != base.size()) throw Error("expected two lists of one length");
  const SystemComparison found = watched(nb::none(), [&](const Watch& watch) {
    return compare_scores(ours, base, trials,
                          {.resamples = resamples, .seed = seed, .confidence = confidence, .check = watch.check});
  });
  return {found.n, found.mean, found.baseline_mean, found.difference, found.interval.low, found.interval.high, found.p};
}

// As `fiducial correlate`: Kendall's, Pearson's and Spearman's, each with its interval.
std::vector<std::tuple<double, double, double>> correlate_lists(const std::vector<double>& scores,
                                                                const std::vector<double>& ratings,
                                                                std::size_t resamples, std::uint64_t seed,
                                                                double confidence) {
  if (scores.size() != ratings.size()) throw Error("expected two lists of one length");
  const Correlations found = watched(nb::none(), [&](const Watch& watch) {
    return correlate(scores, ratings,
                     {.resamples = resamples, .seed = seed, .confidence = confidence, .check = watch.check});
  });
  std::vector<std::tuple<double, double, double>> out;
  for (std::size_t k = 0; k < found.values.size(); ++k)
    out.emplace_back(found.values[k], found.intervals[k].low, found.intervals[k].high);
  return out;
}

}  // namespace

void bind_stages(nb::module_& m) {
  bind_radfact(m);
  bind_lunguage(m);
  m.def("compare", &compare_lists, "ours"_a, "base"_a, "trials"_a, "resamples"_a, "seed"_a, "confidence"_a);
  m.def("correlate", &correlate_lists, "scores"_a, "ratings"_a, "resamples"_a, "seed"_a, "confidence"_a);
  m.def(
      "holm", [](const std::vector<double>& p) { return stats::holm(p); }, "p"_a);
  m.def(
      "interval_of_mean",
      [](const std::vector<double>& values, std::size_t resamples, std::uint64_t seed, double confidence) {
        const Interval found = watched(nb::none(), [&](const Watch& watch) {
          return interval_of_mean(
              values, {.resamples = resamples, .seed = seed, .confidence = confidence, .check = watch.check});
        });
        return std::pair(found.low, found.high);
      },
      "values"_a, "resamples"_a, "seed"_a, "confidence"_a);
}

}  // namespace fiducial::python
