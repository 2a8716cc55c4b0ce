// See random_tags.h. Only std::mt19937's raw numbers are used, so the records are the same with every library.
#include "random_tags.h"

namespace fiducial::radsem {

std::string RandomTags::sentence(const char* side, int count) {
  if (damage_ && one_in(15)) return one_in(2) ? "" : " \t ";
  std::string text = std::string(side) + " finding " + std::to_string(below(count));
  // The same sentence with other white space around it is the same sentence.
  if (one_in(10)) text = "  " + text + "\n";
  return text;
}

RandomTags::Json RandomTags::label(std::initializer_list<const char*> words) {
  if (damage_ && one_in(8)) {
    const std::vector<Json> wrong = {"", "Part-whole", "part whole", "PARTIAL", 7, true, Json::array(), Json::object()};
    return wrong[static_cast<std::size_t>(below(static_cast<int>(wrong.size())))];
  }
  const int choice = below(static_cast<int>(words.size()) + 1);
  return choice == 0 ? Json(nullptr) : Json(words.begin()[choice - 1]);
}

RandomTags::Json RandomTags::normality() {
  if (damage_ && one_in(8)) return label({"Abnormal", "unknown"});
  if (one_class_ != 0) return one_class_ == 1 ? "abnormal" : "normal";
  return one_in(2) ? "abnormal" : "normal";
}

RandomTags::Json RandomTags::pair(int refs, int gens) {
  if (damage_ && one_in(20)) return one_in(2) ? Json("not a pair") : Json(nullptr);
  Json pair;
  pair["ref_sentence"] = damage_ && one_in(20) ? Json(12) : Json(sentence("Ref", refs));
  pair["gen_sentence"] = sentence("Gen", gens);
  pair["normality"] = normality();
  pair["anatomical_relationship"] = label({"equivalent", "part-whole", "equivalent"});
  pair["asserted_abnormality_relationship"] = label({"equivalent", "part-whole", "equivalent"});
  pair["negated_abnormality_relationship"] = label({"equivalent", "part-whole"});
  pair["details_of_abnormality_relationship"] = label({"equivalent", "partial", "none"});
  if (damage_ && one_in(10)) pair.erase("anatomical_relationship");
  if (damage_ && one_in(25)) pair.erase("normality");
  return pair;
}

RandomTags::Json RandomTags::unmatched(int count) {
  if (damage_ && one_in(20)) return one_in(2) ? Json(3) : Json::array();
  Json item;
  const bool ref = one_in(2);
  item["sentence_is_from"] = ref ? "Ref" : "Gen";
  if (damage_ && one_in(10)) item["sentence_is_from"] = label({"ref", "Reference"});
  item["sentence"] = sentence(ref ? "Ref" : "Gen", count);
  item["normality"] = normality();
  return item;
}

RandomTags::Json RandomTags::findings() {
  if (damage_ && one_in(12)) {
    const std::vector<Json> wrong = {nullptr, "no JSON here", 4, Json::array()};
    return wrong[static_cast<std::size_t>(below(4))];
  }
  // From a handful of sentences with many repeated pairs, over sparse, to a dense block.
  const int kind = below(10);
  const int refs = kind == 0 ? 3 : kind == 1 ? 12 : 1 + below(20);
  const int gens = kind == 0 ? 3 : kind == 1 ? 12 : 1 + below(20);
  const int pairs = kind == 0 ? 20 : kind == 1 ? 100 : one_in(12) ? 0 : below(40);
  const int left_over = one_in(3) ? 0 : below(8);
  Json result = {{"pairs", Json::array()}, {"unmatched_sentences", Json::array()}};
  for (int i = 0; i < pairs; ++i) result["pairs"].push_back(pair(refs, gens));
  for (int i = 0; i < left_over; ++i) result["unmatched_sentences"].push_back(unmatched(refs + 5));
  if (damage_ && one_in(20)) result["pairs"] = "none";
  if (damage_ && one_in(20)) result.erase("unmatched_sentences");
  return result;
}

RandomTags::Json RandomTags::record() {
  damage_ = one_in(3);
  one_class_ = one_in(5) ? 1 + below(2) : 0;
  Json record = {{"name", "case"}, {"Examined_Area", "Chest"}, {"Examined_Type", "CT"}};
  record["findings"] = findings();
  if (damage_ && one_in(30)) record.erase("findings");
  return record;
}

}  // namespace fiducial::radsem
