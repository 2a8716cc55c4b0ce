// Lexicon as a view of an image, and the image's writer beside it so that one file knows the layout.
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "lexicon/image.h"
#include "lexicon/lexicon.h"

namespace fiducial::lexicon {

class ImageWriter {
 public:
  template <typename T>
  void put(ImageHeader::Array& array, const std::vector<T>& values) {
    while (bytes_.size() % alignof(std::uint64_t) != 0) bytes_.push_back(std::byte{0});
    array.offset = static_cast<std::uint32_t>(bytes_.size());
    array.count = static_cast<std::uint32_t>(values.size());
    const std::size_t size = values.size() * sizeof(T);
    bytes_.resize(bytes_.size() + size);
    if (size != 0) std::memcpy(bytes_.data() + array.offset, values.data(), size);
  }

  std::vector<std::byte> run(const ImageArrays& a) {
    bytes_.resize(sizeof(ImageHeader));
    ImageHeader header;
    header.magic = kImageMagic;
    header.version = a.version;
    header.forms = a.forms;
    put(header.concepts, a.concepts);
    put(header.texts, a.texts);
    put(header.ancestors, a.ancestors);
    put(header.edges, hashed(a));
    std::vector<Lexicon::Node> nodes;
    nodes.reserve(a.nodes.size());
    for (const auto& node : a.nodes) nodes.push_back({node.first_sense, node.count, node.follows});
    put(header.nodes, nodes);
    put(header.senses, a.senses);
    put(header.changed, a.changed);
    put(header.words, a.words);
    put(header.by_name, a.by_name);
    put(header.compositions, hashed(a.compositions));
    put(header.weights, a.weights);
    put(header.numbers, a.numbers);
    put(header.near, a.near);
    put(header.signs, hashed(a.signs));
    std::memcpy(bytes_.data(), &header, sizeof header);
    return std::move(bytes_);
  }

 private:
  static std::vector<Lexicon::Edge> hashed(const ImageArrays& a) {
    std::size_t size = 16;
    while (size < a.edges.size() * 2) size *= 2;
    std::vector<Lexicon::Edge> table(size);
    for (const auto& [key, node] : a.edges) {
      std::size_t at = key & (size - 1);
      while (table[at].key != 0) at = (at + 1) & (size - 1);
      table[at] = {key, node, 0};
    }
    return table;
  }

  static std::vector<Lexicon::Composition> hashed(
      const std::vector<std::pair<std::uint32_t, std::uint32_t>>& compositions) {
    std::size_t size = 16;
    while (size < compositions.size() * 2) size *= 2;
    std::vector<Lexicon::Composition> table(size);
    for (const auto& [parents, place] : compositions) {
      std::size_t at = composition_key(parents) & (size - 1);
      while (table[at].parents != 0) at = (at + 1) & (size - 1);
      table[at] = {parents, place};
    }
    return table;
  }

  static std::vector<WeighedSign> hashed(const std::vector<WeighedSign>& signs) {
    std::size_t size = 16;
    while (size < signs.size() * 2) size *= 2;
    std::vector<WeighedSign> table(size);
    for (const WeighedSign& sign : signs) {
      std::size_t at = sign.key & (size - 1);
      while (table[at].key != 0) at = (at + 1) & (size - 1);
      table[at] = sign;
    }
    return table;
  }

  std::vector<std::byte> bytes_;
};

std::vector<std::byte> write_image(const ImageArrays& arrays) {
  return ImageWriter().run(arrays);
}

namespace {

// The concepts that the grammar speaks of, by their ids in the tables.
constexpr std::pair<const char*, ConceptId Lexicon::Known::*> kKnown[] = {
    {"normal", &Lexicon::Known::normal},
    {"increase", &Lexicon::Known::increase},
    {"decrease", &Lexicon::Known::decrease},
    {"abnormality", &Lexicon::Known::abnormality},
    {"absence", &Lexicon::Known::absence},
    {"lesion", &Lexicon::Known::lesion},
    {"enhancing", &Lexicon::Known::enhancing},
    {"enhancement.none", &Lexicon::Known::no_enhancement},
    {"enhancement_attr", &Lexicon::Known::enhancement_attribute},
    {"lymph_node", &Lexicon::Known::lymph_node},
    {"rib", &Lexicon::Known::rib},
    {"abdomen", &Lexicon::Known::abdomen},
    {"poorly_seen", &Lexicon::Known::poorly_seen},
    {"scale", &Lexicon::Known::scale},
    {"quality.benign", &Lexicon::Known::quality_benign},
    {"displacement", &Lexicon::Known::displacement},
    {"joint", &Lexicon::Known::joint},
    {"region", &Lexicon::Known::region},
    {"surrounding", &Lexicon::Known::surrounding},
    {"poststate", &Lexicon::Known::poststate},
    {"spine", &Lexicon::Known::spine},
    {"vertebra", &Lexicon::Known::vertebra},
    {"vertebra.cervical", &Lexicon::Known::cervical_vertebra},
    {"vertebra.thoracic", &Lexicon::Known::thoracic_vertebra},
    {"vertebra.lumbar", &Lexicon::Known::lumbar_vertebra},
    {"from", &Lexicon::Known::from},
    {"away", &Lexicon::Known::away},
    {"agent", &Lexicon::Known::agent},
    {"does", &Lexicon::Known::does},
    {"no_other", &Lexicon::Known::no_other},
    {"cvc", &Lexicon::Known::central_venous_catheter},
    {"primary_lesion", &Lexicon::Known::primary_lesion},
    {"not", &Lexicon::Known::not_},
    {"none_of", &Lexicon::Known::none_of},
    {"neither", &Lexicon::Known::neither},
    {"since", &Lexicon::Known::since},
    {"most_of", &Lexicon::Known::most_of},
    {"involving", &Lexicon::Known::involving},
    {"extends", &Lexicon::Known::extends},
    {"up_to", &Lexicon::Known::up_to},
    {"position.abnormal", &Lexicon::Known::position_abnormal},
    {"to_level", &Lexicon::Known::to_level},
    {"reaching", &Lexicon::Known::reaching},
    {"into", &Lexicon::Known::into},
    {"no", &Lexicon::Known::no},
    {"or", &Lexicon::Known::or_},
    {"within", &Lexicon::Known::within},
    {"measures", &Lexicon::Known::measures},
    {"infiltration", &Lexicon::Known::infiltration},
    {"in_direction", &Lexicon::Known::in_direction},
    {"body", &Lexicon::Known::body},
    {"margin", &Lexicon::Known::margin},
    {"blurring", &Lexicon::Known::blurring},
    {"smooth", &Lexicon::Known::smooth},
    {"irregularity", &Lexicon::Known::irregularity},
    {"margin.clear", &Lexicon::Known::margin_clear},
    {"margin.unclear", &Lexicon::Known::margin_unclear},
    {"shape.irregular", &Lexicon::Known::shape_irregular},
    {"operative_area", &Lexicon::Known::operative_area},
    {"intervertebral_disc", &Lexicon::Known::disc},
    {"tip", &Lexicon::Known::tip},
    {"liver", &Lexicon::Known::liver},
    {"heterogeneity", &Lexicon::Known::heterogeneity},
    {"signal", &Lexicon::Known::signal},
    {"transparency", &Lexicon::Known::transparency},
    {"position", &Lexicon::Known::position},
    {"change.larger", &Lexicon::Known::change_larger},
    {"change.smaller", &Lexicon::Known::change_smaller},
    {"measured", &Lexicon::Known::measured},
    {"symptom", &Lexicon::Known::symptom},
    {"malignancy", &Lexicon::Known::malignancy},
    {"injury", &Lexicon::Known::injury},
    {"size", &Lexicon::Known::size},
    {"size.small", &Lexicon::Known::size_small},
    {"in", &Lexicon::Known::in},
    {"near", &Lexicon::Known::near},
    {"vascular_system", &Lexicon::Known::vascular_system},
    {"upper_limb", &Lexicon::Known::upper_limb},
    {"lower_limb", &Lexicon::Known::lower_limb},
    {"change.stable", &Lexicon::Known::change_stable},
    {"absent", &Lexicon::Known::absent},
    {"prior", &Lexicon::Known::prior},
    {"onset.chronic", &Lexicon::Known::onset_chronic},
    {"change.new", &Lexicon::Known::change_new},
    {"broken_hardware", &Lexicon::Known::broken_hardware},
    {"fracture", &Lexicon::Known::fracture},
    {"variant", &Lexicon::Known::variant},
    {"scale.tumor", &Lexicon::Known::tumor_stage},
    {"spinal_nerve_root", &Lexicon::Known::spinal_nerve_root},
    {"thickness", &Lexicon::Known::thickness},
    {"wall", &Lexicon::Known::wall},
    {"aneurysm", &Lexicon::Known::aneurysm},
    {"hernia", &Lexicon::Known::hernia},
    {"neck", &Lexicon::Known::neck},
    {"swelling", &Lexicon::Known::swelling},
    {"fluid", &Lexicon::Known::fluid},
    {"compression", &Lexicon::Known::compression},
    {"compressible", &Lexicon::Known::compressible},
    {"vein", &Lexicon::Known::vein},
    {"here", &Lexicon::Known::here},
    {"its", &Lexicon::Known::its},
    {"hedge.how_likely", &Lexicon::Known::how_likely},
    {"hedge.probable", &Lexicon::Known::hedge_probable},
    {"lung", &Lexicon::Known::lung},
    {"pleura", &Lexicon::Known::pleura},
    {"stranding", &Lexicon::Known::stranding},
    {"gas", &Lexicon::Known::gas},
    {"edema", &Lexicon::Known::edema},
    {"hemorrhage", &Lexicon::Known::hemorrhage},
    {"enteric_tube", &Lexicon::Known::enteric_tube},
    {"diaphragm", &Lexicon::Known::diaphragm},
    {"subdiaphragmatic", &Lexicon::Known::subdiaphragmatic},
    {"spine.lumbosacral_junction", &Lexicon::Known::lumbosacral_junction},
    {"intervertebral_disc.lumbosacral", &Lexicon::Known::lumbosacral_disc},
};

}  // namespace

std::vector<std::string> Lexicon::missing() const {
  std::vector<std::string> out;
  for (const auto& [id, field] : kKnown) {
    if (find(id) == kNone) out.emplace_back(id);
  }
  return out;
}

Lexicon::Lexicon(std::span<const std::byte> image) {
  open(image);
}

Lexicon::Lexicon(std::vector<std::byte> image) : owned_(std::move(image)) {
  open(owned_);
}

void Lexicon::open(std::span<const std::byte> image) {
  const auto* header = reinterpret_cast<const ImageHeader*>(image.data());
  if (image.size() < sizeof(ImageHeader) || header->magic != kImageMagic)
    throw std::runtime_error("not a lexicon image");
  const auto array = [&]<typename T>(const ImageHeader::Array& a, T /*type*/) {
    return std::span<const T>(reinterpret_cast<const T*>(image.data() + a.offset), a.count);
  };
  concepts_ = array(header->concepts, Concept{});
  text_ = reinterpret_cast<const char*>(image.data() + header->texts.offset);
  ancestors_ = array(header->ancestors, ConceptId{}).data();
  edges_ = array(header->edges, Edge{});
  nodes_ = array(header->nodes, Node{});
  senses_ = array(header->senses, Sense{});
  changed_ = array(header->changed, ConceptId{});
  words_ = array(header->words, std::uint64_t{});
  by_name_ = array(header->by_name, std::uint32_t{});
  compositions_ = array(header->compositions, Composition{});
  weights_ = array(header->weights, Weight{});
  numbers_ = array(header->numbers, Number{});
  near_ = array(header->near, std::uint32_t{});
  signs_ = array(header->signs, WeighedSign{});
  version_ = header->version;
  for (const auto& [id, field] : kKnown) known_.*field = find(id);
  for (std::size_t i = 0; i < std::size(known_.liver_segments); ++i)
    known_.liver_segments[i] = find("liver.s" + std::to_string(i + 1));
}

TopicWeights Lexicon::topic(SignKey sign) const {
  const std::size_t mask = signs_.size() - 1;
  for (std::size_t at = sign & mask; signs_[at].key != 0; at = (at + 1) & mask) {
    if (signs_[at].key == sign) return signs_[at].weights;
  }
  return {};
}

std::size_t Lexicon::forms() const {
  return senses_.size();
}

ConceptId Lexicon::find(std::string_view wanted) const {
  const auto at = std::lower_bound(by_name_.begin(), by_name_.end(), wanted, [&](std::uint32_t id, std::string_view w) {
    return name(static_cast<ConceptId>(id)) < w;
  });
  if (at == by_name_.end() || name(static_cast<ConceptId>(*at)) != wanted) return kNone;
  return static_cast<ConceptId>(*at);
}

void Lexicon::fetch_ahead(text::WordHash word) const {
  __builtin_prefetch(&edges_[edge_key(0, word) & (edges_.size() - 1)]);
}

std::uint32_t Lexicon::step(std::uint32_t node, text::WordHash word) const {
  if ((nodes_[node].follows & follow_bit(word)) == 0) return 0;
  const std::uint64_t key = edge_key(node, word);
  const std::size_t mask = edges_.size() - 1;
  for (std::size_t at = key & mask; edges_[at].key != 0; at = (at + 1) & mask) {
    if (edges_[at].key == key) return edges_[at].node;
  }
  return 0;
}

Match Lexicon::longest(std::span<const text::Token> tokens, std::size_t i) const {
  return longest(0, tokens, i);
}

Match Lexicon::hint(std::span<const text::Token> tokens, std::size_t i) const {
  const std::uint32_t root = step(0, kHints);
  return root == 0 ? Match{} : longest(root, tokens, i);
}

Match Lexicon::context(std::span<const text::Token> tokens, std::size_t i) const {
  const std::uint32_t root = step(0, kContexts);
  return root == 0 ? Match{} : longest(root, tokens, i);
}

Match Lexicon::longest(std::uint32_t node, std::span<const text::Token> tokens, std::size_t i) const {
  Match best;
  for (std::size_t at = i; at < tokens.size(); ++at) {
    const text::Token& t = tokens[at];
    if (t.word == 0) {
      const bool joins = (t.kind == text::TokenKind::dash || t.kind == text::TokenKind::slash) && t.joined;
      if (joins && at > i && tokens[at - 1].word != 0) continue;  // "low-density", "RV/LV ratio"
      break;
    }
    if (t.word == kArticle && at > i) {  // "gas in the chest" is "gas in chest"
      if (tokens[at - 1].word == kArticle) break;
      continue;
    }
    node = step(node, t.word);
    if (node == 0) break;
    if (nodes_[node].count != 0) {
      best.senses = senses_.subspan(nodes_[node].senses, nodes_[node].count);
      best.tokens = static_cast<std::uint32_t>(at - i + 1);
    }
  }
  return best;
}

std::span<const Sense> Lexicon::exact(std::span<const text::WordHash> words) const {
  std::uint32_t node = 0;
  for (text::WordHash w : words) {
    if (w == kArticle && node != 0) continue;
    node = step(node, w);
    if (node == 0) return {};
  }
  return senses_.subspan(nodes_[node].senses, nodes_[node].count);
}

bool Lexicon::known_word(text::WordHash word) const {
  return std::binary_search(words_.begin(), words_.end(), word);
}

bool Lexicon::is_ancestor(ConceptId whole, ConceptId part) const {
  for (ConceptId up : ancestors(part)) {
    if (up == whole) return true;
  }
  return false;
}

ConceptId Lexicon::composed(ConceptId a, ConceptId b) const {
  const std::uint32_t parents = (static_cast<std::uint32_t>(std::min(a, b)) << 16U) | std::max(a, b);
  const std::size_t mask = compositions_.size() - 1;
  for (std::size_t at = composition_key(parents) & mask; compositions_[at].parents != 0; at = (at + 1) & mask) {
    if (compositions_[at].parents == parents) return static_cast<ConceptId>(compositions_[at].place);
  }
  return kNone;
}

ConceptId Lexicon::composed_within(ConceptId a, ConceptId b) const {
  if (const ConceptId named = composed(a, b); named != kNone) return named;
  for (ConceptId whole : ancestors(b)) {
    if (const ConceptId named = composed(a, whole); named != kNone) return named;
  }
  return kNone;
}

double Lexicon::number(ConceptId id, NumberKey key, double otherwise) const {
  const auto at = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair(id, key),
                                   [](const Number& n, auto w) { return std::pair(n.of, n.key) < w; });
  return at != numbers_.end() && at->of == id && at->key == key ? static_cast<double>(at->value) : otherwise;
}

bool Lexicon::near(ConceptId a, ConceptId b) const {
  return std::binary_search(near_.begin(), near_.end(), both_of(a, b));
}

std::vector<ConceptId> Lexicon::of_section(Section section) const {
  std::vector<ConceptId> out;
  for (std::size_t i = 1; i < concepts_.size(); ++i) {
    if (concepts_[i].section == section) out.push_back(static_cast<ConceptId>(i));
  }
  return out;
}

std::string_view name(Significance significance) {
  constexpr std::string_view kNames[] = {"none", "minor", "significant", "urgent"};
  return kNames[static_cast<std::size_t>(significance)];
}

ConceptId Lexicon::changed(ConceptId attribute, int direction) const {
  return changed_[attribute * 2U + (direction > 0 ? 1U : 0U)];
}

}  // namespace fiducial::lexicon
