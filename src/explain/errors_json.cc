#include "explain/errors_json.h"

#include <string>

#include "explain/finding_json.h"

namespace fiducial::explain {
namespace {

io::Json finding_or_null(const errors::Assessor::State& state, const findings::Reading& reading,
                         const errors::Words& words, std::string_view report) {
  if (!words.present) return nullptr;
  return finding_json(state.lexicon, reading.findings[words.finding], report);
}

}  // namespace

io::Json errors_json(const errors::Assessor::State& state, const errors::Account& account, std::string_view reference,
                     std::string_view candidate) {
  io::Json list = io::Json::array();
  for (const errors::Error& e : account.errors) {
    list.push_back({{"kind", std::string(name(e.kind))},
                    {"significance", std::string(name(e.significance))},
                    {"weight", e.weight},
                    {"reference", finding_or_null(state, state.reference, e.reference, reference)},
                    {"candidate", finding_or_null(state, state.candidate, e.candidate, candidate)},
                    {"text", e.text}});
  }
  return list;
}

io::Json errors_record(const io::Pair& pair, const errors::Assessor::State& state, const errors::Account& account) {
  return {{"id", pair.id},
          {"clinical", account.score},
          {"errors", errors_json(state, account, pair.reference, pair.candidate)}};
}

}  // namespace fiducial::explain
