#include "cli/radfact_samples.h"

#include <unordered_set>

#include "cli/input.h"
#include "radfact/record_json.h"

namespace fiducial::cli {
namespace {

class NarrativeSamples final : public RadfactSamples {
 public:
  explicit NarrativeSamples(const std::string& path) : reader_(open_input(path)) {}
  bool next(RadfactSample& sample) override {
    io::Pair pair;
    if (!reader_.next(pair)) return false;
    sample.sample.id = std::move(pair.id);
    sample.prediction = std::move(pair.candidate);
    sample.target = std::move(pair.reference);
    sample.line = pair.line;
    return true;
  }
  const std::vector<Problem>& problems() const override { return reader_.problems(); }
  std::size_t problem_count() const override { return reader_.problem_count(); }

 private:
  io::PairReader reader_;
};

class GroundedSamples final : public RadfactSamples {
 public:
  explicit GroundedSamples(const std::string& path) : reader_(open_input(path)) {
    if (reader_.format() == io::Format::csv || reader_.format() == io::Format::tsv) {
      throw InputError(
          {path, 0, "", "expected grounded reports as JSON, found a table: narrative text needs --narrative"});
    }
  }
  bool next(RadfactSample& sample) override {
    io::Record record;
    while (reader_.next(record)) {
      std::string id = record.id();
      if (id.empty()) id = std::to_string(record.number);
      if (std::string error = read(record.fields, sample); !error.empty()) {
        if (!record.fields.contains("prediction") || !record.fields.contains("target"))
          error += "; " + record.what_it_has();
        reader_.reject(record, std::move(error), id);
      } else if (!seen_.insert(id).second) {
        reader_.reject(record, "expected each id once, found it again", id);
      } else {
        sample.sample.id = std::move(id);
        sample.line = record.line;
        return true;
      }
    }
    return false;
  }
  const std::vector<Problem>& problems() const override { return reader_.problems(); }
  std::size_t problem_count() const override { return reader_.problem_count(); }

 private:
  // Phrases with boxes; phrases to be verified, as `radfact verify` takes them; or verified ones.
  static std::string read(const io::Json& record, RadfactSample& out) {
    out.verified.reset();
    if (radfact::is_verified(record)) return radfact::verified_from_json(record, out.sample, out.verified.emplace());
    if (record.contains("input")) return radfact::phrases_from_json(record, out.sample);
    return radfact::sample_from_json(record, out.sample);
  }

  io::RecordReader reader_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::unique_ptr<RadfactSamples> open_samples(const std::string& path, radfact::Kind kind) {
  if (kind == radfact::Kind::narrative) return std::make_unique<NarrativeSamples>(path);
  return std::make_unique<GroundedSamples>(path);
}

std::vector<radfact::Phrase> as_phrases(std::vector<std::string> texts) {
  std::vector<radfact::Phrase> out;
  out.reserve(texts.size());
  for (std::string& text : texts) out.push_back({std::move(text), {}});
  return out;
}

std::vector<std::string> texts_of(const std::vector<radfact::Phrase>& phrases) {
  std::vector<std::string> out;
  out.reserve(phrases.size());
  for (const radfact::Phrase& phrase : phrases) out.push_back(phrase.text);
  return out;
}

}  // namespace fiducial::cli
