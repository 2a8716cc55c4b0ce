#include "explain/verdict_json.h"

#include <cmath>
#include <vector>

#include "radfact/record_json.h"

namespace fiducial::explain {
namespace {

io::Json verdict_json(const std::string& phrase, const radfact::Verdict& verdict, io::Json evidence) {
  io::Json out = {{"phrase", phrase}, {"status", label(verdict.status)}, {"evidence", std::move(evidence)}};
  if (!verdict.reason.empty()) out["reason"] = verdict.reason;
  return out;
}

template <class Text>
void add_nearest(const radfact::Verdict& verdict, const Text& text, io::Json& out) {
  for (const std::uint32_t place : verdict.nearest) out["nearest"].push_back(text(place));
}

// A share that is not defined is null.
io::Json share(double value) {
  return std::isnan(value) ? io::Json(nullptr) : io::Json(value);
}

}  // namespace

io::Json evidenced(std::span<const std::string> phrases, std::span<const radfact::Verdict> verdicts,
                   std::span<const std::string> premises) {
  io::Json out = io::Json::array();
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    io::Json evidence = io::Json::array();
    for (const std::uint32_t place : verdicts[i].evidence) evidence.push_back(premises[place]);
    out.push_back(verdict_json(phrases[i], verdicts[i], std::move(evidence)));
    add_nearest(
        verdicts[i], [&](std::size_t place) { return premises[place]; }, out.back());
  }
  return out;
}

io::Json grounded(std::span<const radfact::Phrase> phrases, std::span<const radfact::Verdict> verdicts,
                  std::span<const radfact::Phrase> premises, const radfact::BoxRules& rules) {
  io::Json out = io::Json::array();
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    io::Json evidence = io::Json::array();
    for (const std::uint32_t place : verdicts[i].evidence) evidence.push_back(premises[place].text);
    io::Json one = verdict_json(phrases[i].text, verdicts[i], std::move(evidence));
    one["boxes"] = to_json(phrases[i])["boxes"];
    one["spatially_entailed"] = nullptr;
    if (!phrases[i].boxes.empty())
      one["spatially_entailed"] = radfact::spatially_entailed(phrases[i], verdicts[i], premises, rules);
    const std::vector<radfact::Box> boxes = radfact::evidence_boxes(verdicts[i], premises);
    if (!phrases[i].boxes.empty() && !boxes.empty()) {
      const radfact::Overlap found = radfact::overlap(phrases[i].boxes, boxes, rules.image_size);
      one["box_precision"] = share(found.precision);
      one["box_recall"] = share(found.recall);
      one["box_iou"] = share(found.iou);
    }
    add_nearest(
        verdicts[i], [&](std::size_t place) { return premises[place].text; }, one);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace fiducial::explain
