#include "grammar/focus.h"

#include <algorithm>

namespace fiducial::findings {

namespace {

// "The gallbladder is distended, its wall is thick and it contains stones": it is still the gallbladder.
bool only_piece_of_focus(const Setting& setting, const Context& context, const std::vector<Site>& focus) {
  if (focus.size() != 1 || context.focus.size() != 1 || context.focus_sentence != setting.sentence) return false;
  const Site& whole = context.focus.front();
  return whole.parts.empty() && !focus.front().parts.empty() && focus.front().organs == whole.organs &&
         focus.front().side == whole.side && focus.front().level == whole.level;
}

// "A mass in the kidney with edema around it. It enhances.": in the kidney, and not around it.
bool is_around(const Lexicon& lexicon, Site site, const std::vector<Site>& sites) {
  if (!site.parts.has(lexicon.known().surrounding)) return false;
  site.parts.remove(lexicon.known().surrounding);
  return std::find(sites.begin(), sites.end(), site) != sites.end();
}

// The last few, for a piece of one that was spoken of before.
void remember_organs(Context& context) {
  constexpr std::size_t kFew = 4;
  for (const ConceptId organ : context.focus.front().organs) {
    std::vector<ConceptId>& before = context.organs_before;
    std::erase(before, organ);
    before.push_back(organ);
    if (before.size() > kFew) before.erase(before.begin());
  }
}

}  // namespace

// What this clause spoke of, for the next.
void remember_focus(const Setting& setting, const Clause& clause, std::span<const Finding> found, std::size_t before,
                    Context& context) {
  if (found.size() == before) {
    if (!clause.runs.empty() && !clause.runs[0].sites[0].anywhere()) {
      context.focus = clause.runs[0].sites;
      context.focus_sentence = setting.sentence;
    }
    return;
  }
  context.last_begin = before;
  context.last_end = found.size();
  const bool about_place = clause.subject_run >= 0;
  context.subject = about_place ? clause.runs[static_cast<std::size_t>(clause.subject_run)].sites.front() : Site{};
  std::vector<Site> focus;
  for (std::size_t i = before; i < found.size(); ++i) {
    const Site& s = found[i].site;
    if (s.anywhere()) continue;
    if (is_around(setting.lexicon, s, focus)) continue;
    if (std::find(focus.begin(), focus.end(), s) == focus.end()) focus.push_back(s);
    if (!found[i].absent && is_operation(setting.lexicon, found[i].concept_id)) context.operated = {s};
  }
  context.focus_is_well = std::none_of(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
                                       [](const Finding& f) { return f.abnormal; });
  // "meningiomas with dural tails. The one on the left", "a large uterus with two fibroids: one in the fundus"
  const auto lesion =
      found.size() == before + 1
          ? found.end()
          : std::find_if(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
                         [&](const Finding& f) { return !f.absent && is_lesion(setting.lexicon, f.concept_id); });
  context.last_concept = (lesion == found.end() ? found[before] : *lesion).concept_id;
  if (focus.empty() || only_piece_of_focus(setting, context, focus)) return;
  context.focus = std::move(focus);
  context.focus_sentence = setting.sentence;
  remember_organs(context);
}

}  // namespace fiducial::findings
