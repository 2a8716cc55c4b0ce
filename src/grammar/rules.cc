#include "grammar/rules.h"

#include <algorithm>
#include <array>

namespace fiducial::findings {
namespace {

constexpr RuleInfo kRules[] = {
    {Rule::none, "none", ""},
    {Rule::cut_subject_and_verb, "clause/subject-and-verb", "A cyst is seen in the liver and the spleen is enlarged."},
    {Rule::cut_denial, "clause/denial", "A cyst is seen in the liver, no stones."},
    {Rule::cut_amount, "clause/amount", "No nodule in the spleen, and several cysts are seen in the liver."},
    {Rule::cut_spared, "clause/spared", "Thickening of the colon, sparing the rectum."},
    {Rule::left_comparison, "left-out/comparison", "A 9 mm nodule in the right upper lobe, previously 6 mm."},
    {Rule::left_unassessable, "left-out/unassessable", "Motion limits evaluation for small nodules."},
    {Rule::left_advice, "left-out/advice", "MRI is recommended for a nodule in the liver."},
    {Rule::left_technique, "left-out/technique", "Axial CT images with sagittal reformats."},
    {Rule::left_history, "left-out/history", "Zorbing by history."},
    {Rule::left_opening, "left-out/opening", "Hepatitis C cirrhosis, rising AFP. The spleen is enlarged. No ascites."},
    {Rule::left_after, "left-out/after", "Bilateral subdural hematomas after a fall."},
    {Rule::left_person, "left-out/communication", "A mass in the liver was discussed with zorb, the physician."},
    {Rule::left_quality, "left-out/quality", "Exposure is zorbed."},
    {Rule::merge_area_of, "merge/area-of", "Patchy areas of low signal in the left thalamus."},
    {Rule::merge_adjective, "merge/adjective", "A cystic, low-density lesion in the spleen."},
    {Rule::merge_unknown_words, "merge/unknown-words", "A nodule of zyxin in the liver."},
    {Rule::merge_margins, "merge/margins", "A mass in the liver with irregular outer borders."},
    {Rule::merge_said_as_detail, "merge/said-as-detail", "A fracture of the left radius with displacement."},
    {Rule::merge_operation, "merge/operation", "Postoperative changes of gastric cancer."},
    {Rule::merge_presupposed, "merge/presupposed", "No calcification is seen within the mass."},
    {Rule::merge_inferred, "merge/inferred", "A 5 cm mass in the left thigh, consistent with a lipoma."},
    {Rule::denied_ahead, "denied/ahead", "No effusion or pneumothorax."},
    {Rule::denied_verb, "denied/verb", "The heart is not enlarged."},
    {Rule::denied_behind, "denied/behind", "A pleural effusion is not seen."},
    {Rule::denied_prefix, "denied/prefix", "Nonthickened gallbladder wall."},
    {Rule::denied_by_value, "denied/by-value", "Occult blood was negative."},
    {Rule::denied_resolved, "denied/resolved", "The effusion on the left has resolved."},
    {Rule::denied_does_not, "denied/does-not", "A mass in the right upper lobe does not invade the chest wall."},
    {Rule::denied_relative, "denied/relative", "A disc bulge that does not zorb the cord."},
    {Rule::denied_amount, "denied/amount", "No stones, moderate hydronephrosis."},
    {Rule::denied_none_there, "denied/none-there", "Two cysts in the right kidney and none in the left."},
    {Rule::hedged_ahead, "hedged/ahead", "Possible nodule in the right lower lobe."},
    {Rule::hedged_behind, "hedged/behind", "A small pneumothorax cannot be excluded."},
    {Rule::hedged_alternative, "hedged/alternative", "Consolidation or atelectasis in the left lower lobe."},
    {Rule::inferred, "inferred", "Opacity in the left lower lobe, consistent with pneumonia."},
    {Rule::part_of, "part/of", "A nodule in the upper pole of the left kidney."},
    {Rule::part_of_subject, "part/of-subject", "Pancreas: a cyst in the head."},
    {Rule::part_spoken_of, "part/spoken-of", "The right kidney is normal. A cyst in the lower pole."},
    {Rule::list_completed, "place/list-completed", "L3, L4 and L5 vertebral bodies are normal."},
    {Rule::side_shared, "side/shared", "Infarcts in the left frontal and parietal lobes."},
    {Rule::side_implied, "side/implied", "A mass in the left kidney with invasion of the renal vein."},
    {Rule::side_examined, "side/examined",
     "Left orbit: The globe is normal. The fat is clear.\nMuscles: The lateral rectus is thickened."},
    {Rule::title_examined, "side/title", "Left orbit. The globe is normal. The lateral rectus is thickened."},
    {Rule::level_shared, "level/shared", "L4/5 disc protrusion with narrowing in the spinal canal."},
    {Rule::beneath, "place/beneath", "A collection beneath the left parietal bone."},
    {Rule::located_inside, "located/inside-phrase", "Left pleural effusion."},
    {Rule::located_list_before, "located/list-before", "C3/4, C4/5 and C5/6 disc protrusion."},
    {Rule::located_list_behind, "located/list-behind", "Widened sulci and cisterns."},
    {Rule::located_preposition, "located/preposition", "A nodule in the liver."},
    {Rule::located_tip, "located/tip", "A feeding tube courses below the diaphragm with its tip in the duodenum."},
    {Rule::located_extends, "located/extends", "Portal vein thrombus extending into the superior mesenteric vein."},
    {Rule::located_largest, "located/largest",
     "Multiple cysts in both kidneys, the largest in the left upper pole, 4 cm."},
    {Rule::located_shared, "located/shared", "Nodules, pneumonia and cysts in the left upper lobe."},
    {Rule::located_of_chain, "located/of-chain",
     "The heart is enlarged. Nodules of various densities in the left lung."},
    {Rule::located_subject, "located/subject", "The liver shows a cyst."},
    {Rule::located_front, "located/front", "In the liver, there is a cyst."},
    {Rule::located_with, "located/with", "A tumor in the left lower lobe with pneumonia."},
    {Rule::located_next, "located/next", "A cyst with a calcified wall arises from the right kidney."},
    {Rule::located_before, "located/before", "A nodule in the thalamus, edema."},
    {Rule::located_always, "located/always", "Pneumothorax."},
    {Rule::located_heading, "located/heading", "Liver: a cyst."},
    {Rule::located_home, "located/home", "The heart is normal. No effusion."},
    {Rule::located_examined, "located/examined",
     "US thyroid. No enlarged cervical nodes. There is a nodule in the right lobe."},
    {Rule::place_homonym, "place/homonym", "MRI brain. Old lacune in the left caudate."},
    {Rule::located_carried, "located/carried", "The spleen is enlarged. No mass."},
    {Rule::located_name, "located/name", "Severe pancreatitis, biliary."},
    {Rule::describes_before, "describes/before", "Multiple, small nodules in the liver."},
    {Rule::describes_behind, "describes/behind", "A mass, ill-defined, in the liver."},
    {Rule::describes_predicate, "describes/predicate", "The nodule in the left lung is calcified."},
    {Rule::describes_second, "describes/second", "Compression fractures that are mild at T6 and severe at T9."},
    {Rule::describes_spoken_of, "describes/spoken-of", "A mass in the liver. It measures 3 cm."},
    {Rule::describes_named_before, "describes/named-before", "A cyst in the liver. The hepatic lesion measures 9 mm."},
    {Rule::described_margin, "describes/margin", "A mass in the liver. Its margins are irregular."},
    {Rule::change_predicate, "change/predicate", "Opacities in the left lung, decreased since the previous film."},
    {Rule::change_of_all, "change/of-all", "The nodule in the liver and the cyst in the spleen are unchanged."},
    {Rule::enhancement_of, "enhancement/of", "A cyst is seen in the liver without any enhancement of it."},
    {Rule::tip_named_before, "device/tip-named-before", "An endotracheal tube is seen. The tip of the tube is at T4."},
    {Rule::value_of_attribute, "value/of-attribute", "The size of the heart is normal."},
    {Rule::value_detail, "value/detail", "The left kidney is small with a cyst."},
    {Rule::value_unsaid, "value/unsaid", "Lucency through the left scaphoid."},
    {Rule::value_of_place, "value/of-place", "Soft tissue attenuation in the left maxillary sinus."},
    {Rule::value_state, "value/state", "A ruptured cyst in the liver."},
    {Rule::seen_place, "seen/place", "Multiple lymph nodes are seen in the mediastinum."},
    {Rule::measured_place, "measured/place", "Spleen 9.9 cm."},
    {Rule::measured_heading, "measured/heading", "Spleen: 10 cm."},
    {Rule::absent_place, "absent/place", "The gallbladder is not seen."},
};
static_assert(std::size(kRules) == static_cast<std::size_t>(Rule::count_));

}  // namespace

std::span<const RuleInfo> rules() {
  return kRules;
}

std::string_view name(Rule rule) {
  return kRules[static_cast<std::size_t>(rule)].name;
}

std::optional<Rule> rule_named(std::string_view wanted) {
  const auto* const at =
      std::find_if(std::begin(kRules), std::end(kRules), [&](const RuleInfo& r) { return r.name == wanted; });
  if (at == std::end(kRules)) return std::nullopt;
  return at->rule;
}

}  // namespace fiducial::findings
