#include "cli/radfact_files.h"

#include "cli/numbers.h"

namespace fiducial::cli {
namespace {

using radfact::Kind;

std::string remark_on(const radfact::Sample& sample) {
  if (sample.candidate.empty() && sample.reference.empty()) return "no phrase in either report: not defined";
  if (sample.candidate.empty()) return "no phrase in the prediction: recall 0, precision not defined";
  if (sample.reference.empty()) return "no phrase in the target: precision 0, recall not defined";
  return "";
}

io::Json measures_json(const radfact::Measures& measures, Kind kind) {
  io::Json out = {{"logical_f1", json_number(radfact::pair_f1(measures))}};
  for (std::size_t m = 0; m < radfact::kMeasures; ++m) {
    const auto measure = static_cast<radfact::Measure>(m);
    if (kind == Kind::grounded || !radfact::of_boxes(measure))
      out[std::string(radfact::label(measure))] = json_number(measures[m]);
  }
  return out;
}

// One direction, by the published program's names. It asks a model; here nobody fails to answer.
io::Json fractions(const radfact::Counts& counts) {
  const auto part = [](std::size_t some, std::size_t all) {
    return all == 0 ? io::Json(nullptr) : io::Json(static_cast<double>(some) / static_cast<double>(all));
  };
  return {{"entailed_fraction", part(counts.entailed, counts.phrases)},
          {"full_box_fraction", part(counts.spatial, counts.boxed)},
          {"entailed_box_fraction", part(counts.spatial, counts.entailed_boxed)},
          {"num_phrases", counts.phrases},
          {"num_phrases_with_boxes", counts.boxed},
          {"num_llm_failures", 0},
          {"num_llm_phrase_rewrites", 0}};
}

// In the shape of RadFact's own files: two statuses, the phrases of both reports beside what became of them.
io::Json published_output(const radfact::Sample& sample, io::Json candidate, io::Json reference) {
  for (io::Json* side : {&candidate, &reference}) {
    for (io::Json& phrase : *side) {
      if (phrase["status"] != "entailment") phrase["status"] = "not_entailment";
    }
  }
  const auto texts = [](const std::vector<radfact::Phrase>& phrases) {
    io::Json out = io::Json::array();
    for (const radfact::Phrase& phrase : phrases) out.push_back(phrase.text);
    return out;
  };
  return {{"example_id", sample.id},
          {"input", {{"phrases_A", texts(sample.candidate)}, {"phrases_B", texts(sample.reference)}}},
          {"output", {{"phrases_A_evidenced", std::move(candidate)}, {"phrases_B_evidenced", std::move(reference)}}}};
}

}  // namespace

RadfactResult result_of(const radfact::Sample& sample, const radfact::Verified& verified,
                        const RadfactWriting& writing) {
  RadfactResult out;
  out.counts = {radfact::count(sample.candidate, verified.candidate, sample.reference, writing.boxes),
                radfact::count(sample.reference, verified.reference, sample.candidate, writing.boxes)};
  const radfact::Measures measures = radfact::measure(out.counts.candidate, out.counts.reference);
  const io::Json values = measures_json(measures, writing.kind);
  io::Json candidate = grounded(sample.candidate, verified.candidate, sample.reference, writing.boxes);
  io::Json reference = grounded(sample.reference, verified.reference, sample.candidate, writing.boxes);
  out.remark = remark_on(sample);
  if (writing.published_names) {
    io::append_json(out.output, published_output(sample, std::move(candidate), std::move(reference)));
    io::Json scores = {{"example_id", sample.id},
                       {"candidate", fractions(out.counts.candidate)},
                       {"reference", fractions(out.counts.reference)}};
    scores.update(values);
    out.scores = io::json_line(scores);
    return out;
  }
  io::append_json(out.output, {{"example_id", sample.id},
                               {"prediction", std::move(candidate)},
                               {"target", std::move(reference)},
                               {"measures", values}});
  io::Json scores = {{"id", sample.id}, {"radfact", json_number(radfact::pair_f1(measures))}};
  for (const auto& [name, value] : values.items()) {
    if (name != "logical_f1") scores["radfact." + name] = value;
  }
  out.scores = io::json_line(scores);
  return out;
}

std::string phrases_line(const std::string& id, const std::vector<radfact::Parsed>& sentences) {
  io::Json list = io::Json::array();
  for (const radfact::Parsed& sentence : sentences) {
    io::Json one = {{"orig", sentence.original}, {"new", sentence.phrases}};
    if (!sentence.left_out.empty()) one["left_out"] = sentence.left_out;
    list.push_back(std::move(one));
  }
  return io::json_line({{"id", id}, {"sentence_list", std::move(list)}});
}

RadfactFolder::RadfactFolder(io::RunFolder& folder)
    : folder_(folder),
      outputs_(folder.add("outputs.json")),
      scores_(folder.add("scores.jsonl")),
      summary_(folder.add("summary.json")) {}

bool only_not_entailed(const radfact::SampleCounts& counts) {
  return counts.candidate.only_not_entailed + counts.reference.only_not_entailed > 0;
}

void forget_contradicted(std::vector<double>& rows) {
  for (const radfact::Measure m : {radfact::Measure::contradicted_precision, radfact::Measure::contradicted_recall}) {
    for (std::size_t at = static_cast<std::size_t>(m); at < rows.size(); at += radfact::kRowWidth)
      rows[at] = rows[at + radfact::kMeasures] = 0;
  }
}

void RadfactFolder::add(const std::string& id, const RadfactResult& result) {
  outputs_.add(result.output);
  scores_.write(result.scores);
  rows_.resize(rows_.size() + radfact::kRowWidth);
  radfact::row_of(result.counts, std::span(rows_).last(radfact::kRowWidth));
  two_way_ |= only_not_entailed(result.counts);
  if (!result.remark.empty()) remarks_.add(id, result.remark);
}

stats::Rows RadfactFolder::rows() {
  if (two_way_) forget_contradicted(rows_);
  return {rows_, radfact::kRowWidth};
}

void RadfactFolder::commit(const io::Json& summary) {
  summary_.write(io::json_pretty(summary));
  outputs_.commit();
  folder_.commit();
}

}  // namespace fiducial::cli
