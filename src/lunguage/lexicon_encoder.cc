#include "lunguage/lexicon_encoder.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cmath>
#include <unordered_map>

#include "grammar/items.h"

namespace fiducial::lunguage {
namespace {

using findings::Item;
using findings::ItemKind;
using lexicon::ConceptId;
using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;
using lexicon::Side;

// Coordinates: concepts by their number, then a few of our own, then words by hash.
constexpr std::uint32_t kScales = 0x10000;  // + ModifierKind
constexpr std::uint32_t kSideAxis = 0x10100, kLeft = 0x10101, kRight = 0x10102;
constexpr std::uint32_t kSizes = 0x10200;                         // + a step on a logarithmic scale
constexpr std::uint32_t kLevelAxis = 0x10300, kLevels = 0x10301;  // + a vertebra or a rib
constexpr std::uint32_t kDiscs = 0x10400;                         // + the vertebra above
constexpr std::uint32_t kBeside = 0x10500;
constexpr std::uint32_t kQuantities = 0x10600;  // + unit × 64 + a step
constexpr std::uint32_t kWords = 0x80000000;

// The coordinates of one phrase while it is read.
class Builder {
 public:
  Builder(const Lexicon& lexicon, const EncoderWeights& weights) : lexicon_(lexicon), w_(weights) {}

  void add(const Item& item, std::string_view text) {
    switch (item.kind) {
      case ItemKind::measure:
        for (std::uint8_t i = 0; i < item.size_count; ++i) size(item.sizes[i]);
        if (item.quantity.unit != findings::Unit::none) quantity(item.quantity);
        return;
      case ItemKind::level:
      case ItemKind::ordinal:
        level(item.level_from, item.level_to);
        return;
      case ItemKind::unknown:
        word(text.substr(item.begin, item.end - item.begin), item.word);
        return;
      default:
        break;
    }
    if (item.observation != nullptr) {
      sense(*item.observation, w_.observation);
    } else if (item.anatomy != nullptr) {
      sense(*item.anatomy, w_.place);
    } else if (item.attribute != nullptr) {
      sense(*item.attribute, w_.attribute);
    } else if (item.modifier != nullptr) {
      sense(*item.modifier, w_.detail);
    }
    if (item.cue == CueKind::left || item.cue == CueKind::both) put(kLeft, w_.side);
    if (item.cue == CueKind::right || item.cue == CueKind::both) put(kRight, w_.side);
    if (item.cue == CueKind::left || item.cue == CueKind::right || item.cue == CueKind::both)
      put(kSideAxis, w_.side * w_.scale);
    if (item.kind == ItemKind::cue && (item.cue == CueKind::near || item.cue == CueKind::under))
      put(kBeside, w_.detail);
  }

  Embedding normalized() {
    // Of each coordinate the largest.
    std::sort(values_.begin(), values_.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    values_.erase(
        std::unique(values_.begin(), values_.end(), [](const auto& a, const auto& b) { return a.first == b.first; }),
        values_.end());
    double sum = 0;
    for (const auto& [index, value] : values_) sum += static_cast<double>(value) * static_cast<double>(value);
    const double length = std::sqrt(sum);
    Embedding out = values_;
    for (auto& [index, value] : out) value = static_cast<float>(static_cast<double>(value) / length);
    return out;
  }

 private:
  void put(std::uint32_t index, float value) { values_.emplace_back(index, value); }

  void sense(const Sense& sense, float length) {
    climb(sense.concept_id, length);
    if (sense.site != lexicon::kNone) climb(sense.site, w_.place);
    for (const ConceptId detail : sense.modifiers) {
      if (detail != lexicon::kNone) climb(detail, w_.detail);
    }
    if (sense.side == Side::left || sense.side == Side::both) put(kLeft, w_.side);
    if (sense.side == Side::right || sense.side == Side::both) put(kRight, w_.side);
    if (sense.side != Side::none) put(kSideAxis, w_.side * w_.scale);
  }

  // The concept and those above it, each once, nearest first. The most general ones say nothing.
  void climb(ConceptId id, float length) {
    const lexicon::Concept& concept_ = lexicon_[id];
    const ConceptId self = lexicon_.representative(id);
    put(self, length);
    if (concept_.section == Section::modifier) put(kScales + concept_.kind, length * w_.scale);
    if (concept_.section == Section::observation && concept_.about != lexicon::kNone)
      put(concept_.about, w_.attribute * w_.scale);
    if (concept_.section == Section::observation && concept_.at != lexicon::kNone) climb(concept_.at, w_.place);
    float share = length;
    for (const ConceptId above : lexicon_.ancestors(id)) {
      share *= w_.above;
      if (above != lexicon_.known().abnormality && above != lexicon_.known().body) put(above, share);
    }
  }

  // A level says where as an organ does: L4-L5 is another disc than L5-S1, though both have L5.
  void level(std::uint32_t from, std::uint32_t to) {
    if (from == 0 || to < from) return;
    put(kLevelAxis, w_.side * w_.scale);
    if (to == from + 1) return put(kDiscs + from, w_.level);
    for (std::uint32_t l = from; l <= to; ++l) put(kLevels + l, w_.level);
  }

  void quantity(const findings::Quantity& q) {
    const std::uint32_t scale = kQuantities + static_cast<std::uint32_t>(q.unit) * 64;
    const double value = std::max(1.0, 10.0 * std::abs(static_cast<double>(q.value)));
    put(scale, w_.size * w_.scale);
    put(scale + 1 + std::min(62U, static_cast<std::uint32_t>(std::lround(4 * std::log2(value)))), w_.size);
  }

  void size(float millimetres) {
    const auto step = static_cast<std::uint32_t>(std::lround(4 * std::log2(std::max(1.0F, millimetres))));
    put(kSizes + step, w_.size);
    put(kScales + static_cast<std::uint32_t>(lexicon::ModifierKind::size), w_.size * w_.scale);
    if (step > 0) put(kSizes + step - 1, w_.size * w_.scale);
    put(kSizes + step + 1, w_.size * w_.scale);
  }

  void word(std::string_view text, text::WordHash stem) {
    put(kWords | static_cast<std::uint32_t>(stem >> 33U), w_.word);
    if (text.size() < 5) return;
    const float each = w_.word / std::sqrt(static_cast<float>(text.size()));
    for (std::size_t i = 0; i + 3 <= text.size(); ++i) {
      std::uint32_t h = 0x811c9dc5;
      for (std::size_t j = i; j < i + 3; ++j)
        h = (h ^ static_cast<std::uint32_t>(std::tolower(static_cast<unsigned char>(text[j])))) * 0x01000193U;
      put(kWords | h, each);
    }
  }

  const Lexicon& lexicon_;
  const EncoderWeights& w_;
  Embedding values_;  // as they come, some twice
};

class LexiconEncoder final : public Encoder {
 public:
  LexiconEncoder(fiducial::Lexicon lexicon, const EncoderWeights& weights)
      : handle_(std::move(lexicon)), weights_(weights) {}

  std::vector<Embedding> encode(std::span<const std::string> phrases) const override {
    std::vector<Embedding> out;
    out.reserve(phrases.size());
    Memory& memory = memory_of_thread();
    for (const std::string& text : phrases) {
      if (memory.known.size() >= kRemembered) memory.known.clear();
      const auto [entry, fresh] = memory.known.try_emplace(text);
      if (fresh) entry->second = encode(text, memory);
      out.push_back(entry->second);
    }
    return out;
  }
  std::string signature() const override { return "encoder:lexicon-" + std::string(lexicon_.version()); }

 private:
  // Reports say the same few thousand things again and again.
  static constexpr std::size_t kRemembered = 1U << 14U;
  struct Memory {
    std::uint64_t owner = 0;
    std::unordered_map<std::string, Embedding> known;
    std::vector<text::Token> tokens;
    std::vector<Item> items;
  };
  Memory& memory_of_thread() const {
    thread_local Memory memory;
    if (memory.owner != id_) memory.known.clear();
    memory.owner = id_;
    return memory;
  }
  static std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  Embedding encode(const std::string& text, Memory& memory) const {
    Builder builder(lexicon_, weights_);
    text::tokenize(text, memory.tokens);
    findings::read_items(lexicon_, text, memory.tokens, memory.items);
    for (const Item& item : memory.items) builder.add(item, text);
    return builder.normalized();
  }

  std::uint64_t id_ = next_id();  // whose memory it is: another encoder may come to stand at the same address
  fiducial::Lexicon handle_;
  const Lexicon& lexicon_ = handle_.tables();
  EncoderWeights weights_;
};

}  // namespace

std::unique_ptr<Encoder> make_lexicon_encoder(const EncoderWeights& weights, const fiducial::Lexicon& lexicon) {
  return std::make_unique<LexiconEncoder>(lexicon, weights);
}

std::unique_ptr<Encoder> make_lexicon_encoder(const fiducial::Lexicon& lexicon) {
  return make_lexicon_encoder(EncoderWeights{}, lexicon);
}

}  // namespace fiducial::lunguage
