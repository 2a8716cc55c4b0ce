// The rules of the grammar: each has a name, its place in the order in which rules are tried, and the sentence that it
// is there for. A link, a scope or a word that is left out says which rule made it so (`fiducial findings --trace`),
// and any rule can be switched off (`--without RULE`), which is how the tests prove that each one is needed.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fiducial::findings {

enum class Rule : std::uint8_t {
  none,
  // cutting a sentence into clauses
  cut_subject_and_verb,
  cut_denial,
  cut_amount,
  cut_spared,
  // what a chunk is for
  left_comparison,
  left_unassessable,
  left_advice,
  left_technique,
  left_history,
  left_opening,
  left_after,
  left_person,
  left_quality,
  // chunks that are one
  merge_area_of,
  merge_adjective,
  merge_unknown_words,
  merge_margins,
  merge_said_as_detail,
  merge_operation,
  merge_presupposed,
  merge_inferred,
  // what is denied, and how sure one is
  denied_ahead,
  denied_verb,
  denied_behind,
  denied_prefix,
  denied_by_value,
  denied_resolved,
  denied_does_not,
  denied_relative,
  denied_amount,
  denied_none_there,
  hedged_ahead,
  hedged_behind,
  hedged_alternative,
  inferred,
  // places: which are one list, which lie in which
  part_of,
  part_of_subject,
  part_spoken_of,
  list_completed,
  side_shared,
  side_implied,
  side_examined,
  title_examined,
  level_shared,
  beneath,
  // where something is
  located_inside,
  located_list_before,
  located_list_behind,
  located_preposition,
  located_tip,
  located_extends,
  located_largest,
  located_shared,
  located_of_chain,
  located_subject,
  located_front,
  located_with,
  located_next,
  located_before,
  located_always,
  located_heading,
  located_home,
  located_examined,
  place_homonym,
  located_carried,
  located_name,
  // what describes what
  describes_before,
  describes_behind,
  describes_predicate,
  describes_second,
  describes_spoken_of,
  describes_named_before,
  described_margin,
  change_predicate,
  change_of_all,
  enhancement_of,
  tip_named_before,
  // values and what they are said of
  value_of_attribute,
  value_detail,
  value_unsaid,
  value_of_place,
  value_state,
  seen_place,
  measured_place,
  measured_heading,
  absent_place,
  count_  // how many there are
};

using RuleSet = std::bitset<static_cast<std::size_t>(Rule::count_)>;

struct RuleInfo {
  Rule rule;
  std::string_view name;      // "located/preposition"
  std::string_view sentence;  // what it is there for
};

std::span<const RuleInfo> rules();
std::string_view name(Rule rule);
std::optional<Rule> rule_named(std::string_view name);

}  // namespace fiducial::findings
