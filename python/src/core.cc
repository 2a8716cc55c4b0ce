// The extension module fiducial._core: the library's public face for the Python files beside it, which hold the habits
// of Python (lists, tables, notebooks) and no numbers of their own.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "explain/errors_json.h"
#include "explain/explain.h"
#include "fiducial/io.h"
#include "fiducial/reader.h"
#include "fiducial/scorer.h"
#include "stages.h"
#include "texts.h"
#include "watched.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace fiducial::python {
namespace {

nb::bytes bytes_of(const std::string& text) {
  return nb::bytes(text.data(), text.size());
}

std::string_view view_of(const nb::bytes& bytes) {
  return {bytes.c_str(), bytes.size()};
}

// ----------------------------------------------------------------------------------------------------------------
// score

std::vector<double> score_pair(const Scorer& scorer, nb::handle reference, nb::handle candidate, std::string_view age,
                               std::string_view indication) {
  const std::string_view ref = utf8_of(reference, "reference");
  const std::string_view cand = utf8_of(candidate, "candidate");
  const nb::gil_scoped_release nothing;
  return scorer.score(ref, cand, {age, indication});
}

// What is known of the patients: nothing, or a text for each pair.
using Known = std::optional<std::vector<std::string>>;

// The scores, and the pairs that could not be measured: which, by its id, and why. None unless they are to be skipped.
using Failed = std::vector<std::pair<std::string, std::string>>;
using Scored = std::pair<Scores, Failed>;

Watch noting(Watch watch, bool skip, Failed& failed) {
  if (skip) watch.failed = [&failed](const std::string& id, const std::string& why) { failed.emplace_back(id, why); };
  return watch;
}

// Opens pairs from Python objects, from any thread.
template <class Open>
Scored score_opened(const Scorer& scorer, const nb::object& progress, bool skip, const Open& open) {
  Failed failed;
  Scores scores = watched(progress, [&](const Watch& watch) {
    return scorer.score(
        [&]() -> NextPair {
          const nb::gil_scoped_acquire gil;
          return open();
        },
        noting(watch, skip, failed));
  });
  return {std::move(scores), std::move(failed)};
}

Scored score_texts(const Scorer& scorer, const nb::object& references, const nb::object& candidates,
                   const nb::object& progress, const Known& ages, const Known& indications, bool skip) {
  const auto open = [&] {
    return pairs_of(texts_of(references, "references"), texts_of(candidates, "candidates"), {ages, indications});
  };
  if (!scorer.needs_corpus()) {  // bad items are found before a thread is started
    const NextPair next = open();
    Failed failed;
    Scores scores =
        watched(progress, [&](const Watch& watch) { return scorer.score(next, {}, noting(watch, skip, failed)); });
    return {std::move(scores), std::move(failed)};
  }
  return score_opened(scorer, progress, skip, open);
}

Scored score_table(const Scorer& scorer, const nb::object& table, const std::string& reference,
                   const std::string& candidate, const std::string& age, const std::string& indication,
                   const nb::object& progress, bool skip) {
  const TableColumns columns{reference, candidate, age, indication};
  return score_opened(scorer, progress, skip, [&] { return pairs_of_table(table, columns); });
}

// A file as the program reads it. Records that cannot be used are an error here, unless they are to be skipped.
std::pair<Scores, std::vector<std::string>> score_file(const Scorer& scorer, const std::string& path,
                                                       const std::string& reference, const std::string& candidate,
                                                       const std::string& id, const std::string& age,
                                                       const std::string& indication, const nb::object& progress,
                                                       bool skip) {
  const io::PairColumns columns{id, reference, candidate, scorer.uses_patient(), age, indication};
  std::vector<std::string> problems;
  Failed failed;
  Scores scores = watched(progress, [&](const Watch& watch) {
    std::shared_ptr<io::PairReader> reader;
    Scores out = scorer.score(
        [&]() -> NextPair {
          reader = std::make_shared<io::PairReader>(path, columns);
          return [reader](io::Pair& pair) { return reader->next(pair); };
        },
        noting(watch, skip, failed));
    for (const Problem& problem : reader->problems()) problems.push_back(problem.text());
    return out;
  });
  for (const auto& [number, why] : failed) problems.push_back(Problem{path, 0, number, why}.text());
  return {std::move(scores), std::move(problems)};
}

// ---------------------------------------------------------------------------------------------------- pieces of a
// corpus

nb::bytes observe(const Scorer& scorer, const nb::object& references) {
  const NextPair next = pairs_of(texts_of(references, "references"), texts_of(references, "references"));
  return bytes_of(watched(nb::none(), [&](const Watch& watch) { return scorer.observe(next, watch); }));
}

Scores score_piece(const Scorer& scorer, const nb::object& references, const nb::object& candidates,
                   const std::vector<nb::bytes>& observations, const Known& ages, const Known& indications) {
  std::vector<std::string> seen;
  for (const nb::bytes& one : observations) seen.emplace_back(view_of(one));
  const NextPair next =
      pairs_of(texts_of(references, "references"), texts_of(candidates, "candidates"), {ages, indications});
  return watched(nb::none(), [&](const Watch& watch) { return scorer.score(next, seen, watch); });
}

// --------------------------------------------------------------------------------------------------------------
// summaries

using SummaryRow = std::tuple<std::string, std::size_t, double, double, double, bool, double, double, double>;

std::vector<SummaryRow> summary_of(const Scores& scores, std::size_t resamples, std::uint64_t seed, double confidence,
                                   unsigned threads) {
  const auto columns = watched(nb::none(), [&](const Watch& watch) {
    return scores.summary(
        {.resamples = resamples, .seed = seed, .threads = threads, .confidence = confidence, .check = watch.check});
  });
  std::vector<SummaryRow> out;
  for (const ColumnSummary& c : columns) {
    out.emplace_back(c.column, c.n, c.mean, c.mean_interval.low, c.mean_interval.high, c.has_corpus, c.corpus,
                     c.corpus_interval.low, c.corpus_interval.high);
  }
  return out;
}

// ----------------------------------------------------------------------------------------------------------------
// reading

Reading read_text(nb::handle text, const Lexicon& lexicon, bool trace) {
  const std::string_view report = utf8_of(text, "text");
  const nb::gil_scoped_release nothing;
  return read(report, lexicon, trace ? Trace::yes : Trace::no);
}

std::string relate_json(const Reading& a, std::size_t i, const Reading& b, std::size_t j) {
  constexpr const char* kLikeness[] = {"apart", "part-whole", "equivalent"};
  constexpr const char* kDetails[] = {"nothing to compare", "none", "partial", "equivalent"};
  const Relation r = relate(a.findings.at(i), b.findings.at(j));
  io::Json out = {{"site", kLikeness[static_cast<int>(r.site)]},
                  {"what", kLikeness[static_cast<int>(r.what)]},
                  {"contradictory", r.contradictory},
                  {"compatible", r.compatible},
                  {"details", kDetails[static_cast<int>(r.details)]}};
  return out.dump();
}

// A metric's account of one pair as JSON, with the program's own text of it.
std::string explain_json(nb::handle reference, nb::handle candidate, const std::string& metric,
                         const Lexicon& lexicon) {
  const std::string_view ref = utf8_of(reference, "reference");
  const std::string_view cand = utf8_of(candidate, "candidate");
  const nb::gil_scoped_release nothing;
  const io::Pair pair{"", std::string(ref), std::string(cand), 0};
  const auto account = explain::explain(metric, pair, lexicon);
  if (!account) {
    std::string known;
    for (const std::string& name : explain::explained_metrics()) known += (known.empty() ? "" : ", ") + name;
    throw Error("'" + metric + "' cannot explain itself; these can: " + known);
  }
  io::Json out = explain::json(*account);
  out["text"] = explain::text(*account, explain::Paint(false));
  std::string text;
  io::append_json(text, out);
  return text;
}

// The clinical errors of each pair, as JSON: {"clinical", "errors"}.
std::vector<std::string> errors_of(const nb::object& references, const nb::object& candidates, const Known& ages,
                                   const Known& indications, const Lexicon& lexicon, const nb::object& progress) {
  const NextPair next =
      pairs_of(texts_of(references, "references"), texts_of(candidates, "candidates"), {ages, indications});
  return watched(progress, [&](const Watch& watch) {
    errors::Assessor::State state(lexicon);
    std::vector<std::string> out;
    io::Pair pair;
    while (next(pair)) {
      watch.check();
      state.run(pair.reference, pair.candidate, {pair.age, pair.indication});
      const errors::Account account = state.account(pair.reference, pair.candidate);
      const io::Json errors = explain::errors_json(state, account, pair.reference, pair.candidate);
      io::append_json(out.emplace_back(), {{"clinical", account.score}, {"errors", errors}});
      watch.progress(out.size());
    }
    return out;
  });
}

// Of counts (a row of `columns` for each pair): the intervals of each column's sum in 100 pairs.
std::vector<std::pair<double, double>> intervals_of_counts(const std::vector<double>& counts, std::size_t columns,
                                                           std::size_t resamples, std::uint64_t seed,
                                                           double confidence) {
  const auto found = watched(nb::none(), [&](const Watch& watch) {
    return intervals({counts, columns}, columns,
                     [](std::span<const double> sums, std::size_t n, std::span<double> values) {
                       for (std::size_t i = 0; i < values.size(); ++i)
                         values[i] = 100 * sums[i] / static_cast<double>(n);
                     },
                     {.resamples = resamples, .seed = seed, .confidence = confidence, .check = watch.check});
  });
  std::vector<std::pair<double, double>> out;
  for (const Interval& one : found) out.emplace_back(one.low, one.high);
  return out;
}

void bind_lexicon(nb::module_& m) {
  nb::class_<Lexicon>(m, "Lexicon")
      .def(nb::init<>())
      .def_static("with_terms", &Lexicon::with_terms, "file"_a, "terms"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("version", [](const Lexicon& self) { return std::string(self.version()); })
      .def_prop_ro("concepts", &Lexicon::concepts)
      .def_prop_ro("forms", &Lexicon::forms);
}

void bind_scorer(nb::module_& m) {
  nb::class_<Scores>(m, "Scores")
      .def_prop_ro("pairs", &Scores::pairs)
      .def("samples", &Scores::samples, "column"_a)
      .def(
          "samples_bytes",
          [](const Scores& self, const std::string& column) {
            const std::vector<double> values = self.samples(column);
            return nb::bytes(values.data(), values.size() * sizeof(double));
          },
          "column"_a)
      .def("summary", &summary_of, "resamples"_a, "seed"_a, "confidence"_a, "threads"_a)
      .def("append", &Scores::append, "others"_a)
      .def("to_bytes", [](const Scores& self) { return bytes_of(self.bytes()); });
  nb::class_<Scorer>(m, "Scorer")
      .def(nb::init<const std::vector<std::string>&, Lexicon, unsigned>(), "metrics"_a, "lexicon"_a, "threads"_a)
      .def_prop_ro("names", &Scorer::names)
      .def_prop_ro("columns", &Scorer::columns)
      .def_prop_ro("columns_by_metric",
                   [](const Scorer& self) {
                     std::vector<std::vector<std::string>> out;
                     for (const auto& metric : self.metrics())
                       out.emplace_back(metric->columns().begin(), metric->columns().end());
                     return out;
                   })
      .def_prop_ro("signatures", &Scorer::signatures)
      .def_prop_ro("needs_corpus", &Scorer::needs_corpus)
      .def_prop_ro("uses_patient", &Scorer::uses_patient)
      .def("score_pair", &score_pair, "reference"_a.none(), "candidate"_a.none(), "age"_a = "", "indication"_a = "")
      .def("score_texts", &score_texts, "references"_a, "candidates"_a, "progress"_a.none(), "ages"_a = nb::none(),
           "indications"_a = nb::none(), "skip"_a = false)
      .def("score_table", &score_table, "table"_a, "reference"_a, "candidate"_a, "age"_a, "indication"_a,
           "progress"_a.none(), "skip"_a = false)
      .def("score_file", &score_file, "path"_a, "reference"_a, "candidate"_a, "id"_a, "age"_a, "indication"_a,
           "progress"_a.none(), "skip"_a = false)
      .def("observe", &observe, "references"_a)
      .def("score_piece", &score_piece, "references"_a, "candidates"_a, "observations"_a, "ages"_a = nb::none(),
           "indications"_a = nb::none())
      .def(
          "from_bytes", [](const Scorer& self, const nb::bytes& bytes) { return self.from_bytes(view_of(bytes)); },
          "data"_a);
}

void bind_reader(nb::module_& m) {
  nb::class_<Reading>(m, "Reading")
      .def_ro("json", &Reading::json)
      .def_ro("trace", &Reading::trace)
      .def_prop_ro("left_out", [](const Reading& self) {
        std::vector<std::tuple<std::size_t, std::size_t, std::string>> out;
        for (const LeftOutText& piece : self.left_out) out.emplace_back(piece.begin, piece.end, piece.reason);
        return out;
      });
  m.def("read", &read_text, "text"_a.none(), "lexicon"_a, "trace"_a);
  m.def("errors", &errors_of, "references"_a, "candidates"_a, "ages"_a.none(), "indications"_a.none(), "lexicon"_a,
        "progress"_a.none());
  m.def("intervals_of_counts", &intervals_of_counts, "counts"_a, "columns"_a, "resamples"_a, "seed"_a, "confidence"_a);
  m.def("age_in_years", &io::age_in_years, "text"_a);
  m.def(
      "errors_signature",
      [](const Lexicon& lexicon) {
        return errors::signature(lexicon.version()) + "|version:" + std::string(program_version());
      },
      "lexicon"_a);
  m.def("relate", &relate_json, "a"_a, "i"_a, "b"_a, "j"_a);
  m.def("explain", &explain_json, "reference"_a.none(), "candidate"_a.none(), "metric"_a, "lexicon"_a);
}

}  // namespace

NB_MODULE(_core, m) {
  nb::set_leak_warnings(false);
  m.doc() = "The library's public face; use the package fiducial.";
  nb::exception<Error>(m, "Error", PyExc_ValueError);
  nb::register_exception_translator([](const std::exception_ptr& failure, void*) {
    try {
      std::rethrow_exception(failure);
    } catch (const Stopped&) {
      PyErr_SetString(PyExc_KeyboardInterrupt, "");
    }
  });
  m.attr("version") = std::string(program_version());
  m.def("metric_names", [] { return metric_names(); });
  m.def("all_metrics", &all_metrics);
  m.def("columns_of_table", &columns_of_table, "table"_a);
  bind_lexicon(m);
  bind_scorer(m);
  bind_reader(m);
  bind_stages(m);
}

}  // namespace fiducial::python
