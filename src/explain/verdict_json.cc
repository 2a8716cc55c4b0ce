#include "explain/verdict_json.h"

#include "radfact/record_json.h"

namespace fiducial::explain {
namespace {

io::Json verdict_json(const std::string& phrase, const radfact::Verdict& verdict, io::Json evidence) {
  io::Json out = {{"phrase", phrase}, {"status", label(verdict.status)}, {"evidence", std::move(evidence)}};
  if (!verdict.reason.empty()) out["reason"] = verdict.reason;
  return out;
}

}  // namespace

io::Json evidenced(std::span<const std::string> phrases, std::span<const radfact::Verdict> verdicts,
                   std::span<const std::string> premises) {
  io::Json out = io::Json::array();
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    io::Json evidence = io::Json::array();
    for (const std::uint32_t place : verdicts[i].evidence) evidence.push_back(premises[place]);
    out.push_back(verdict_json(phrases[i], verdicts[i], std::move(evidence)));
  }
  return out;
}

io::Json grounded(std::span<const radfact::Phrase> phrases, std::span<const radfact::Verdict> verdicts,
                  std::span<const radfact::Phrase> premises) {
  io::Json out = io::Json::array();
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    io::Json evidence = io::Json::array();
    for (const std::uint32_t place : verdicts[i].evidence) evidence.push_back(premises[place].text);
    io::Json one = verdict_json(phrases[i].text, verdicts[i], std::move(evidence));
    one["boxes"] = to_json(phrases[i])["boxes"];
    one["spatially_entailed"] = nullptr;
    if (!phrases[i].boxes.empty())
      one["spatially_entailed"] = radfact::spatially_entailed(phrases[i], verdicts[i], premises);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace fiducial::explain
