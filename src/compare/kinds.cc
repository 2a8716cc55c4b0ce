#include "compare/kinds.h"

#include <algorithm>
#include <bit>

#include "compare/relate.h"

namespace fiducial::findings {

namespace {

class Hash {
 public:
  void add(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x9e3779b97f4a7c15ULL ^ hash_ >> 29U; }
  template <std::size_t N>
  void add(const ConceptSet<N>& set) {
    add(set.size);
    for (const ConceptId id : set) add(id);
  }
  void add(const Site& site) {
    add(site.organs);
    add(site.parts);
    add(static_cast<std::uint64_t>(site.side));
    add(site.level);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0x51ed270b35ae9ddbULL;
};

std::uint64_t hash_of(const Site& site) {
  Hash hash;
  hash.add(site);
  return hash.value();
}

// All but sizes, quantities, certainty and where it stands.
std::uint64_t hash_of_kind(const Finding& f) {
  Hash hash;
  hash.add(f.site);
  hash.add(f.concept_id);
  hash.add(f.attribute);
  hash.add((f.absent ? 1U : 0U) | (f.abnormal ? 2U : 0U) | (f.device ? 4U : 0U) | (f.inferred_site ? 8U : 0U) |
           (f.size_count != 0 ? 16U : 0U));
  hash.add(f.details);
  hash.add(f.absent_details);
  hash.add(f.said);
  hash.add(f.places_said);
  hash.add(f.words.size);
  for (std::uint8_t i = 0; i < f.words.size; ++i) hash.add(f.words.hashes[i]);
  return hash.value();
}

bool same_kind(const Finding& a, const Finding& b) {
  return a.site == b.site && a.concept_id == b.concept_id && a.attribute == b.attribute && a.absent == b.absent &&
         a.abnormal == b.abnormal && a.device == b.device && a.inferred_site == b.inferred_site &&
         (a.size_count != 0) == (b.size_count != 0) && a.details == b.details && a.absent_details == b.absent_details &&
         a.said == b.said && a.places_said == b.places_said && a.words.size == b.words.size &&
         std::equal(a.words.hashes.begin(), a.words.hashes.begin() + a.words.size, b.words.hashes.begin());
}

// What tells two of one kind apart.
std::uint64_t hash_of_all(const Finding& f) {
  Hash hash;
  hash.add(hash_of_kind(f));
  hash.add(static_cast<std::uint64_t>(f.certainty));
  for (std::uint8_t i = 0; i < f.size_count; ++i) hash.add(std::bit_cast<std::uint32_t>(f.sizes[i]));
  for (const float size : f.sizes_said) hash.add(std::bit_cast<std::uint32_t>(size));
  for (std::uint8_t i = 0; i < f.quantity_count; ++i) hash.add(std::bit_cast<std::uint32_t>(f.quantities[i].value));
  return hash.value();
}

bool same_but_for_place(const Finding& a, const Finding& b) {
  return same_kind(a, b) && a.certainty == b.certainty && a.is_inference == b.is_inference &&
         a.size_count == b.size_count && a.sizes_said == b.sizes_said && a.quantity_count == b.quantity_count &&
         std::equal(a.sizes.begin(), a.sizes.begin() + a.size_count, b.sizes.begin()) &&
         std::equal(a.quantities.begin(), a.quantities.begin() + a.quantity_count, b.quantities.begin());
}

}  // namespace

Alike::Alike(std::span<const Finding> findings) {
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash;
  for (std::uint32_t i = 0; i < findings.size(); ++i) {
    std::vector<std::uint32_t>& known = by_hash[hash_of_all(findings[i])];
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](std::uint32_t n) { return same_but_for_place(ones[n], findings[i]); });
    const auto n = found != known.end() ? *found : static_cast<std::uint32_t>(ones.size());
    if (n == ones.size()) {
      known.push_back(n);
      ones.push_back(findings[i]);
      members.emplace_back();
    }
    number.push_back(n);
    members[n].push_back(i);
  }
}

SomeOfKinds::SomeOfKinds(const Kinds& all, std::span<const std::uint32_t> findings) : members(all.size()) {
  for (const std::uint32_t i : findings) {
    std::vector<std::uint32_t>& here = members[all.of(i)];
    if (here.empty()) kinds.push_back(all.of(i));
    here.push_back(i);
  }
}

Kinds::Kinds(const Lexicon& lexicon, std::span<const Finding> findings) : lexicon_(lexicon), findings_(findings) {
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash;
  for (std::uint32_t i = 0; i < findings.size(); ++i) {
    std::vector<std::uint32_t>& alike = by_hash[hash_of_kind(findings[i])];
    const auto found =
        std::find_if(alike.begin(), alike.end(), [&](std::uint32_t kind) { return same_kind(one(kind), findings[i]); });
    if (found != alike.end()) {
      kind_of_.push_back(*found);
      members_[*found].push_back(i);
      continue;
    }
    const auto kind = static_cast<std::uint32_t>(members_.size());
    alike.push_back(kind);
    kind_of_.push_back(kind);
    members_.push_back({i});
    add_place(kind);
    const Words& words = findings[i].words;
    for (std::uint8_t w = 0; w < words.size; ++w) by_word_[words.hashes[w]].push_back(kind);
  }
  near_marks_.assign(members_.size(), 0);
}

bool Kinds::is_value(const Finding& finding) const {
  return finding.concept_id != kNone && !finding.abnormal && lexicon_[finding.concept_id].has(lexicon::Concept::normal);
}

void Kinds::add_place(std::uint32_t kind) {
  const Finding& f = one(kind);
  std::vector<std::uint32_t>& alike = places_by_hash_[hash_of(f.site)];
  const auto found =
      std::find_if(alike.begin(), alike.end(), [&](std::uint32_t place) { return places_[place].site == f.site; });
  std::uint32_t place = 0;
  if (found != alike.end()) {
    place = *found;
  } else {
    place = static_cast<std::uint32_t>(places_.size());
    alike.push_back(place);
    places_.push_back({f.site, {}, {}, {}});
    if (f.site.organs.empty()) nowhere_.push_back(place);
    for (const ConceptId organ : f.site.organs) {
      places_at_[organ].push_back(place);
      for (const ConceptId up : lexicon_.ancestors(organ)) places_below_[up].push_back(place);
    }
  }
  place_of_.push_back(place);
  (f.concept_id != kNone ? places_[place].named : places_[place].unnamed).push_back(kind);
  if (is_value(f)) places_[place].values.push_back(kind);
}

void Kinds::find_places(const Site& site, std::vector<std::uint32_t>& out) const {
  const auto add = [&](const auto& index, ConceptId id) {
    const auto found = index.find(id);
    if (found != index.end()) out.insert(out.end(), found->second.begin(), found->second.end());
  };
  if (site.organs.empty()) {
    for (std::uint32_t place = 0; place < places_.size(); ++place) out.push_back(place);
  } else {
    out = nowhere_;
    for (const ConceptId organ : site.organs) {
      add(places_at_, organ);
      add(places_below_, organ);
      for (const ConceptId up : lexicon_.ancestors(organ)) add(places_at_, up);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  std::erase_if(out, [&](std::uint32_t place) {
    Direction direction{};
    return relate_sites(lexicon_, site, places_[place].site, direction) == Likeness::apart;
  });
}

const std::vector<std::uint32_t>& Kinds::places_near(const Site& site) {
  auto& asked = near_[hash_of(site)];
  for (const auto& [known, places] : asked) {
    if (known == site) return places;
  }
  asked.emplace_back(site, std::vector<std::uint32_t>{});
  find_places(site, asked.back().second);
  return asked.back().second;
}

const std::vector<std::uint32_t>& Kinds::related_to(const Finding& finding) {
  found_.clear();
  ++mark_;
  std::vector<bool> near(places_.size(), false);
  const bool named = finding.concept_id != kNone;
  const bool wordless = finding.words.size == 0;
  for (const std::uint32_t place : places_near(finding.site)) {
    near[place] = true;
    const Place& p = places_[place];
    const auto add = [&](const std::vector<std::uint32_t>& kinds) {
      found_.insert(found_.end(), kinds.begin(), kinds.end());
      for (const std::uint32_t kind : kinds) near_marks_[kind] = mark_;
    };
    add(named ? p.named : p.values);
    if (is_value(finding)) add(p.unnamed);
    if (named || !wordless) continue;
    for (const std::uint32_t kind : p.unnamed) {  // two of no name and no word are the same
      if (one(kind).words.size != 0) continue;
      found_.push_back(kind);
      near_marks_[kind] = mark_;
    }
  }
  for (std::uint8_t w = 0; w < finding.words.size; ++w) {
    const auto sharing = by_word_.find(finding.words.hashes[w]);
    if (sharing == by_word_.end()) continue;
    for (const std::uint32_t kind : sharing->second) {
      if (near_marks_[kind] == mark_ || !near[place_of_[kind]]) continue;
      near_marks_[kind] = mark_;
      found_.push_back(kind);
    }
  }
  return found_;
}

}  // namespace fiducial::findings
