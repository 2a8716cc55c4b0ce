#include "cli/radfact_json.h"

namespace fiducial::cli {

void JsonList::add(std::string_view json) {
  file_.write(count_++ == 0 ? "\n" : ",\n");
  file_.write(json);
}

void JsonList::commit() {
  file_.write("\n]\n");
  file_.commit();
}

io::Json evidenced(std::span<const std::string> phrases, std::span<const radfact::Verdict> verdicts,
                   std::span<const std::string> premises) {
  io::Json out = io::Json::array();
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    io::Json evidence = io::Json::array();
    for (const std::uint32_t place : verdicts[i].evidence) evidence.push_back(premises[place]);
    io::Json one = {{"phrase", phrases[i]}, {"status", label(verdicts[i].status)}, {"evidence", std::move(evidence)}};
    if (!verdicts[i].reason.empty()) one["reason"] = verdicts[i].reason;
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace fiducial::cli
