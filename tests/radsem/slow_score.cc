// See slow_score.h.
#include "slow_score.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <tuple>
#include <vector>

namespace fiducial::radsem::slow {

namespace {

std::string trimmed(const Json& value) {
  if (!value.is_string()) return "";
  const auto text = value.get<std::string>();
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

Json get(const Json& object, const std::string& key) {
  if (!object.is_object() || !object.contains(key)) return nullptr;
  return object[key];
}

std::vector<Json> items(const Json& findings, const std::string& key) {
  std::vector<Json> result;
  const Json list = get(findings, key);
  if (list.is_array()) result.assign(list.begin(), list.end());
  return result;
}

struct Pair {
  std::string normality, ref, gen;
  double weight;
};

std::vector<Pair> counted_pairs(const Json& findings) {
  std::vector<Pair> result;
  for (const Json& pair : items(findings, "pairs")) {
    const Json normality = get(pair, "normality");
    if (normality != "abnormal" && normality != "normal") continue;
    const std::string ref = trimmed(get(pair, "ref_sentence"));
    const std::string gen = trimmed(get(pair, "gen_sentence"));
    if (ref.empty() || gen.empty()) continue;
    int k = 0;
    for (const char* key :
         {"anatomical_relationship", "asserted_abnormality_relationship", "negated_abnormality_relationship"}) {
      if (get(pair, key) == "part-whole") ++k;
    }
    const Json details = get(pair, "details_of_abnormality_relationship");
    const double coefficient = details == "partial" ? 0.75 : details == "none" ? 0.5 : 1.0;
    result.push_back({normality.get<std::string>(), ref, gen, std::pow(1.0 / 3.0, k) * coefficient});
  }
  return result;
}

struct Item {
  std::string normality, side, sentence;
};

std::vector<Item> counted_items(const Json& findings) {
  std::vector<Item> result;
  for (const Json& item : items(findings, "unmatched_sentences")) {
    const Json normality = get(item, "normality");
    const Json side = get(item, "sentence_is_from");
    if (normality != "abnormal" && normality != "normal") continue;
    if (side != "Ref" && side != "Gen") continue;
    result.push_back({normality.get<std::string>(), side.get<std::string>(), trimmed(get(item, "sentence"))});
  }
  return result;
}

double class_formula(double matched, double unmatched, const std::vector<double>& weights) {
  double f1 = 2 * matched + unmatched > 0 ? 2 * matched / (2 * matched + unmatched) : 0.0;
  if (unmatched == 0) {
    f1 = 1.0;
    if (std::any_of(weights.begin(), weights.end(), [](double w) { return w < 1 - 1e-12; })) {
      const auto n = static_cast<double>(weights.size());
      double q = 0;
      for (const double w : weights) q += w / n;
      f1 = 1 - 0.25 / std::sqrt(n) * (1 - q);
    }
  }
  return std::min(1.0, std::max(0.0, f1));
}

// Class name → score, for the classes that are present.
double mixture(const std::map<std::string, double>& scores) {
  double sum = 0;
  double total = 0;
  for (const auto& [name, score] : scores) {
    const double weight = name == "abnormal" ? 0.9 : 0.1;
    sum += weight * score;
    total += weight;
  }
  return total > 0 ? sum / total : 0.0;
}

}  // namespace

double maximum_flow(const Amounts& weights) {
  // Nodes by name: "S", "T", "r:" + Ref, "g:" + Gen; what is left of each arc.
  std::map<std::string, std::map<std::string, double>> left;
  for (const auto& [pair, weight] : weights) {
    left["S"]["r:" + pair.first] = 1.0;
    left["r:" + pair.first]["g:" + pair.second] = weight;
    left["g:" + pair.second]["T"] = 1.0;
  }
  double flow = 0;
  for (;;) {
    std::map<std::string, std::string> from = {{"S", ""}};
    std::deque<std::string> queue = {"S"};
    while (!queue.empty() && !from.contains("T")) {
      const std::string node = queue.front();
      queue.pop_front();
      for (const auto& [next, amount] : left[node]) {
        if (amount > 1e-12 && from.try_emplace(next, node).second) queue.push_back(next);
      }
    }
    if (!from.contains("T")) return flow;
    double amount = 1.0;
    for (std::string node = "T"; node != "S"; node = from[node]) amount = std::min(amount, left[from[node]][node]);
    for (std::string node = "T"; node != "S"; node = from[node]) {
      left[from[node]][node] -= amount;
      left[node][from[node]] += amount;
    }
    flow += amount;
  }
}

double minimum_cut(const Amounts& weights) {
  std::set<std::string> ref_set;
  for (const auto& [pair, weight] : weights) ref_set.insert(pair.first);
  const std::vector<std::string> refs(ref_set.begin(), ref_set.end());
  double best = static_cast<double>(refs.size());
  for (std::size_t subset = 0; subset < (std::size_t{1} << refs.size()); ++subset) {
    // Cut the Ref sentences outside the subset from the source; of each Gen sentence, the cheaper of its unit to the
    // sink and its arcs from the subset.
    double cut = 0;
    std::map<std::string, double> into;
    for (std::size_t i = 0; i < refs.size(); ++i) {
      if ((subset >> i & 1) == 0) {
        cut += 1;
        continue;
      }
      for (const auto& [pair, weight] : weights) {
        if (pair.first == refs[i]) into[pair.second] += weight;
      }
    }
    for (const auto& [gen, weight] : into) cut += std::min(1.0, weight);
    best = std::min(best, cut);
  }
  return best;
}

double score(const Json& record) {
  const Json findings = get(record, "findings");
  if (!findings.is_object()) return 0;
  const std::vector<Pair> pairs = counted_pairs(findings);
  const std::vector<Item> unmatched = counted_items(findings);
  std::map<std::string, double> scores;
  for (const std::string name : {"abnormal", "normal"}) {
    Amounts heaviest;
    Amounts first;
    for (const Pair& p : pairs) {
      if (p.normality != name) continue;
      first.try_emplace({p.ref, p.gen}, p.weight);
      double& weight = heaviest[{p.ref, p.gen}];
      weight = std::max(weight, p.weight);
    }
    double count = 0;
    for (const Item& item : unmatched) count += item.normality == name ? 1 : 0;
    if (first.empty() && count == 0) continue;
    std::vector<double> weights;
    for (const auto& [pair, weight] : first) weights.push_back(weight);
    scores[name] = class_formula(maximum_flow(heaviest), count, weights);
  }
  return mixture(scores);
}

double score_alt(const Json& record) {
  const Json findings = get(record, "findings");
  if (!findings.is_object()) return 0;
  std::vector<Pair> pairs = counted_pairs(findings);
  // Class of each sentence: the first label it carries. Items without text are told apart by a number.
  std::map<std::pair<std::string, std::string>, std::string> class_of;
  for (const Pair& p : pairs) {
    class_of.try_emplace({"Ref", p.ref}, p.normality);
    class_of.try_emplace({"Gen", p.gen}, p.normality);
  }
  int nameless = 0;
  for (const Item& item : counted_items(findings)) {
    const std::string text = item.sentence.empty() ? " " + std::to_string(++nameless) : item.sentence;
    class_of.try_emplace({item.side, text}, item.normality);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.weight > b.weight; });
  std::set<std::string> assigned;
  std::map<std::string, double> used;
  std::set<std::pair<std::string, std::string>> matched;
  std::map<std::string, double> credit;
  std::map<std::string, std::vector<double>> weights;
  for (const Pair& p : pairs) {
    if (!assigned.insert(p.gen).second) continue;
    const double amount = std::min(p.weight, 1 - used[p.ref]);
    if (amount <= 1e-12) continue;
    used[p.ref] += amount;
    credit[p.normality] += amount;
    weights[p.normality].push_back(p.weight);
    matched.insert({"Ref", p.ref});
    matched.insert({"Gen", p.gen});
  }
  std::map<std::string, double> unmatched;
  for (const auto& [sentence, normality] : class_of) {
    if (!matched.contains(sentence)) unmatched[normality] += 1;
  }
  std::map<std::string, double> scores;
  for (const std::string name : {"abnormal", "normal"}) {
    if (weights[name].empty() && unmatched[name] == 0) continue;
    scores[name] = class_formula(credit[name], unmatched[name], weights[name]);
  }
  return mixture(scores);
}

}  // namespace fiducial::radsem::slow
