// The public reader: the embedded reader's Findings in words, made from the record that `fiducial findings` writes.
#include "fiducial/reader.h"

#include <span>

#include "compare/relate.h"
#include "explain/finding_json.h"
#include "fiducial/io.h"
#include "fiducial/problem.h"
#include "grammar/reader.h"
#include "grammar/trace.h"

namespace fiducial {

struct ReadFinding {
  Lexicon lexicon;
  findings::Finding finding;
};

namespace {

Finding public_finding(const Lexicon& lexicon, const findings::Finding& found, const io::Json& record) {
  Finding out;
  out.text = record["text"];
  out.begin = record["span"][0];
  out.end = record["span"][1];
  out.site = record["site"];
  out.side = record["side"];
  out.what = record["concept"];
  out.absent = found.absent;
  out.abnormal = found.abnormal;
  out.certainty = static_cast<Certainty>(found.certainty);
  out.inferred = found.is_inference;
  for (const auto& [kind, words] : record["details"].items())
    out.details.emplace_back(kind, words.get<std::vector<std::string>>());
  for (std::size_t i = 0; i < found.size_count; ++i) out.sizes_mm.push_back(static_cast<double>(found.sizes[i]));
  out.self = std::make_shared<const ReadFinding>(ReadFinding{lexicon, found});
  return out;
}

}  // namespace

Reading read(std::string_view report, const Lexicon& lexicon, Trace trace) {
  const lexicon::Lexicon& tables = lexicon.tables();
  Reading out;
  io::Json clauses = io::Json::array();
  findings::ClauseWatcher watch;
  if (trace == Trace::yes) {
    watch = [&](const findings::Clause& clause, std::span<const findings::Finding> found) {
      clauses.push_back(explain::clause_json(tables, clause, report));
      out.trace += findings::trace(tables, report, clause, found) + "\n";
    };
  }
  findings::Reader reader(tables);
  findings::Reading reading;
  reader.read(report, reading, watch);
  io::Json records = io::Json::array();
  for (const findings::Finding& found : reading.findings) {
    records.push_back(explain::finding_json(tables, found, report));
    out.findings.push_back(public_finding(lexicon, found, records.back()));
  }
  for (const findings::SentenceNote& note : reading.sentences) {
    if (note.dropped != findings::Dropped::no)
      out.left_out.push_back({note.span.begin, note.span.end, findings::name(note.dropped)});
  }
  io::Json all = {{"findings", std::move(records)}};
  if (trace == Trace::yes) all["clauses"] = std::move(clauses);
  io::append_json(out.json, all);
  return out;
}

Relation relate(const Finding& a, const Finding& b) {
  if (!a.self || !b.self) throw Error("relate: expected findings as read() gives them");
  const lexicon::Lexicon& tables = a.self->lexicon.tables();
  if (&tables != &b.self->lexicon.tables() && tables.version() != b.self->lexicon.tables().version())
    throw Error("relate: expected findings read with one lexicon, found two");
  const findings::Relation relation = findings::relate(tables, a.self->finding, b.self->finding);
  return {static_cast<Likeness>(relation.site), static_cast<Likeness>(relation.concept_likeness),
          relation.contradictory, relation.compatible(), static_cast<DetailLikeness>(relation.details)};
}

std::size_t characters(std::string_view text, std::size_t byte) {
  std::size_t count = 0;
  for (const char c : text.substr(0, byte)) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return count;
}

}  // namespace fiducial
