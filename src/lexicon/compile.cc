#include "lexicon/compile.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

#include "lexicon/image.h"
#include "lexicon/weights.h"

namespace fiducial::lexicon {

namespace {

struct KindName {
  std::string_view name;
  std::uint8_t kind;
};
template <typename E>
constexpr std::uint8_t number(E e) {
  return static_cast<std::uint8_t>(e);
}
constexpr KindName kModifierKinds[] = {{"severity", number(ModifierKind::severity)},
                                       {"number", number(ModifierKind::number)},
                                       {"size", number(ModifierKind::size)},
                                       {"shape", number(ModifierKind::shape)},
                                       {"margin", number(ModifierKind::margin)},
                                       {"density", number(ModifierKind::density)},
                                       {"signal", number(ModifierKind::signal)},
                                       {"sequence", number(ModifierKind::sequence)},
                                       {"enhancement", number(ModifierKind::enhancement)},
                                       {"distribution", number(ModifierKind::distribution)},
                                       {"onset", number(ModifierKind::onset)},
                                       {"change", number(ModifierKind::change)},
                                       {"certainty", number(ModifierKind::certainty)},
                                       {"texture", number(ModifierKind::texture)},
                                       {"course", number(ModifierKind::course)},
                                       {"position", number(ModifierKind::position)},
                                       {"phase", number(ModifierKind::phase)}};
constexpr KindName kCueKinds[] = {{"neg", number(CueKind::neg)},
                                  {"not", number(CueKind::not_)},
                                  {"negpost", number(CueKind::negpost)},
                                  {"negend", number(CueKind::negend)},
                                  {"pseudo", number(CueKind::pseudo)},
                                  {"hedge", number(CueKind::hedge)},
                                  {"infer", number(CueKind::infer)},
                                  {"be", number(CueKind::be)},
                                  {"show", number(CueKind::show)},
                                  {"seen", number(CueKind::seen)},
                                  {"and", number(CueKind::and_)},
                                  {"or", number(CueKind::or_)},
                                  {"in", number(CueKind::in)},
                                  {"of", number(CueKind::of)},
                                  {"with", number(CueKind::with)},
                                  {"include", number(CueKind::include)},
                                  {"near", number(CueKind::near)},
                                  {"under", number(CueKind::under)},
                                  {"contrast", number(CueKind::contrast)},
                                  {"which", number(CueKind::which)},
                                  {"largest", number(CueKind::largest)},
                                  {"it", number(CueKind::it)},
                                  {"rest", number(CueKind::rest)},
                                  {"filler", number(CueKind::filler)},
                                  {"like", number(CueKind::like)},
                                  {"respectively", number(CueKind::respectively)},
                                  {"than", number(CueKind::than)},
                                  {"scale", number(CueKind::scale)},
                                  {"one", number(CueKind::one)},
                                  {"dimension", number(CueKind::dimension)},
                                  {"prior", number(CueKind::prior)},
                                  {"recommend", number(CueKind::recommend)},
                                  {"technique", number(CueKind::technique)},
                                  {"history", number(CueKind::history)},
                                  {"reason", number(CueKind::reason)},
                                  {"quality", number(CueKind::quality)},
                                  {"person", number(CueKind::person)},
                                  {"left", number(CueKind::left)},
                                  {"right", number(CueKind::right)},
                                  {"both", number(CueKind::both)},
                                  {"the", number(CueKind::the)},
                                  {"same_side", number(CueKind::same_side)},
                                  {"other_side", number(CueKind::other_side)},
                                  {"limit", number(CueKind::limit)}};

constexpr KindName kHeadingKinds[] = {{"findings", number(HeadingKind::findings)},
                                      {"impression", number(HeadingKind::impression)},
                                      {"history", number(HeadingKind::history)},
                                      {"technique", number(HeadingKind::technique)},
                                      {"comparison", number(HeadingKind::comparison)},
                                      {"recommendation", number(HeadingKind::recommendation)},
                                      {"note", number(HeadingKind::note)}};

constexpr KindName kHintKinds[] = {{"other", number(HintKind::other)},   {"also", number(HintKind::also)},
                                   {"only", number(HintKind::only)},     {"under", number(HintKind::under)},
                                   {"over", number(HintKind::over)},     {"more", number(HintKind::more)},
                                   {"less", number(HintKind::less)},     {"beyond", number(HintKind::beyond)},
                                   {"advise", number(HintKind::advise)}, {"to_do", number(HintKind::to_do)}};

std::string_view section_name(Section s) {
  constexpr std::string_view kNames[] = {"none",    "anatomy", "observation", "attribute", "modifier", "cue",
                                         "heading", "hint",    "level",       "error",     "context",  "sign"};
  return kNames[number(s)];
}

// Resolves names, closes the hierarchies and lays out the image's arrays.
class Compiler {
 public:
  explicit Compiler(const Source& source) : source_(source), complaints_(source.complaints) {}

  Compiled run(const std::string& version) {
    name_concepts();
    for (std::size_t i = 0; i < source_.concepts.size(); ++i) resolve(i);
    close_hierarchy();
    add_forms();
    add_adverbs_of_places();
    mark_usual_sites();
    find_orphans();
    fill_changed();
    weights_.finish(concepts_);
    for (const SourceSign& s : source_.signs) weigh_sign(s);
    version_ = text(version);
    Compiled out;
    out.image = write_image(arrays());
    out.complaints = std::move(complaints_);
    return out;
  }

 private:
  void complain(const std::string& file, std::size_t line, std::string message, bool fatal = false) {
    complaints_.push_back({file, line, std::move(message), fatal});
  }

  std::uint32_t text(std::string_view s) {
    const auto offset = static_cast<std::uint32_t>(texts_.size());
    texts_.insert(texts_.end(), s.begin(), s.end());
    texts_.push_back('\0');
    return offset;
  }

  void name_concepts() {
    texts_.push_back('\0');
    concepts_.emplace_back();
    for (const SourceConcept& c : source_.concepts) {
      ids_[c.id] = static_cast<ConceptId>(concepts_.size());
      Concept out;
      out.name = text(c.id);
      out.label = c.forms.empty() ? out.name : text(c.forms.front().text);
      out.section = c.section;
      concepts_.push_back(out);
      if (c.section == Section::none)
        complain(c.file, c.line, "+" + c.id + " adds to a concept that no table defines", false);
    }
    parents_.resize(concepts_.size());
  }

  ConceptId id(const std::string& name, const SourceConcept& of, std::size_t line) {
    const auto found = ids_.find(name);
    if (found != ids_.end()) return found->second;
    complain(property_file_.empty() ? of.file : property_file_, line,
             "the concept " + of.id + " names " + name + ", which no table defines", false);
    return kNone;
  }

  void resolve(std::size_t i) {
    const SourceConcept& c = source_.concepts[i];
    Concept& out = concepts_[i + 1];
    for (const Property& p : c.properties) {
      property_file_ = p.file;
      if (!flag(out, p) && !relation(out, c, p, i + 1) && !scale(out, c, p) && !weigh(c, p, i + 1)) {
        complain(p.file, p.line, "unknown property " + p.key + ", or a value it cannot have, of " + c.id);
      }
    }
    property_file_.clear();
  }

  static bool flag(Concept& out, const Property& p) {
    constexpr std::pair<std::string_view, Concept::Flag> kFlags[] = {
        {"paired", Concept::paired},     {"part", Concept::part},
        {"normal", Concept::normal},     {"vague", Concept::vague},
        {"device", Concept::device},     {"symptom", Concept::symptom},
        {"between", Concept::between},   {"generic", Concept::generic},
        {"light", Concept::light},       {"tissue", Concept::tissue},
        {"whole", Concept::whole},       {"only", Concept::only_there},
        {"spanning", Concept::spanning}, {"through", Concept::through},
        {"placed", Concept::placed},     {"direction", Concept::direction_word},
        {"category", Concept::category}, {"acts", Concept::acts_elsewhere},
        {"index", Concept::is_index},    {"inherent", Concept::named_by_place},
        {"verb", Concept::finite_verb}};
    for (const auto& [name, bit] : kFlags) {
      if (p.key == name) {
        out.flags |= bit;
        return true;
      }
    }
    return p.key == "abnormal";
  }

  bool relation(Concept& out, const SourceConcept& c, const Property& p, std::size_t self) {
    if (p.key == "isa" || p.key == "in") {
      std::string_view rest = p.value;
      while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const ConceptId parent = id(std::string(rest.substr(0, comma)), c, p.line);
        if (parent != kNone && parent != self) parents_[self].push_back(parent);
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
      }
      return true;
    }
    if (p.key == "of") return composition(c, p, self);
    if (p.key == "implies") return implications(out, c, p);
    if (p.key == "at") return (out.at = id(p.value, c, p.line)), true;
    if (p.key == "about") return (out.about = id(p.value, c, p.line)), true;
    if (p.key == "homonym") return (out.opposite = id(p.value, c, p.line)), true;
    if (p.key == "opposite") return (out.opposite = id(p.value, c, p.line)), true;
    if (p.key == "seen") return (out.seen = id(p.value, c, p.line)), true;
    if (p.key == "up") return (out.up = id(p.value, c, p.line)), true;
    if (p.key == "down") return (out.down = id(p.value, c, p.line)), true;
    if (p.key == "beneath") return (out.beneath = id(p.value, c, p.line)), true;
    if (p.key == "home") return (out.home = id(p.value, c, p.line)), true;
    if (p.key == "denied") return (out.denied = id(p.value, c, p.line)), true;
    if (p.key == "has") return (out.has_detail = id(p.value, c, p.line)), true;
    if (p.key == "going") return (out.going = id(p.value, c, p.line)), true;
    if (p.key == "like") return (out.like = id(p.value, c, p.line)), true;
    return false;
  }

  // weight@brain=urgent, near=pneumonia, cost=0.5: see weights.h.
  bool weigh(const SourceConcept& c, const Property& p, std::size_t self) {
    return weights_.add(static_cast<ConceptId>(self), p, [&](const std::string& name) { return id(name, c, p.line); });
  }

  // implies=A,B
  bool implications(Concept& out, const SourceConcept& c, const Property& p) {
    std::string_view rest = p.value;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      const ConceptId implied = id(std::string(rest.substr(0, comma)), c, p.line);
      ConceptId* const free = std::find(std::begin(out.implies), std::end(out.implies), kNone);
      if (free == std::end(out.implies)) return false;
      *free = implied;
      rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
    return true;
  }

  // of=A+B,C+D: the place is meant where both of a pair are named ("subcutaneous hematoma in the frontal region").
  bool composition(const SourceConcept& c, const Property& p, std::size_t self) {
    std::string_view rest = p.value;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      const std::string_view pair = rest.substr(0, comma);
      const std::size_t plus = pair.find('+');
      if (plus == std::string_view::npos) return false;
      const ConceptId a = id(std::string(pair.substr(0, plus)), c, p.line);
      const ConceptId b = id(std::string(pair.substr(plus + 1)), c, p.line);
      composed_.emplace(both(a, b), static_cast<std::uint32_t>(self));
      rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
    return true;
  }

  static std::uint32_t both(ConceptId a, ConceptId b) {
    return (static_cast<std::uint32_t>(std::min(a, b)) << 16U) | std::max(a, b);
  }

  bool scale(Concept& out, const SourceConcept& c, const Property& p) {
    if (p.key == "dir") return (out.direction = p.value == "up" ? 1 : -1), p.value == "up" || p.value == "down";
    if (p.key == "side")
      return (out.side = p.value == "left" ? Side::left : Side::right), p.value == "left" || p.value == "right";
    if (p.key == "rank") {
      int value = 0;
      std::from_chars(p.value.data(), p.value.data() + p.value.size(), value);
      out.rank = static_cast<std::int8_t>(value);
      return true;
    }
    if (p.key == "percent") {
      const std::size_t comma = p.value.find(',');
      if (comma == std::string::npos) return false;
      const auto number = [](const char* begin, const char* end, std::uint8_t& to) {
        return std::from_chars(begin, end, to).ptr == end && to > 0 && to <= 100;
      };
      const char* text = p.value.data();
      return number(text, text + comma, out.moderate_from) &&
             number(text + comma + 1, text + p.value.size(), out.severe_from) && out.moderate_from < out.severe_from;
    }
    if (p.key != "kind") return false;
    const auto search = [&](const auto& kinds) {
      for (const KindName& k : kinds) {
        if (k.name == p.value) {
          out.kind = k.kind;
          return true;
        }
      }
      return false;
    };
    if (c.section == Section::modifier) return search(kModifierKinds);
    if (c.section == Section::hint) return search(kHintKinds);
    return c.section == Section::cue ? search(kCueKinds) : c.section == Section::heading && search(kHeadingKinds);
  }

  // Ancestors, nearest first, each once; a cycle is reported and cut.
  void close_hierarchy() {
    for (std::size_t i = 1; i < concepts_.size(); ++i) {
      Concept& c = concepts_[i];
      c.ancestors = static_cast<std::uint32_t>(ancestors_.size());
      c.parent_count = static_cast<std::uint16_t>(parents_[i].size());
      std::vector<ConceptId> queue(parents_[i]);
      std::set<ConceptId> seen(queue.begin(), queue.end());
      for (std::size_t q = 0; q < queue.size(); ++q) {
        if (queue[q] == i) {
          const SourceConcept& s = source_.concepts[i - 1];
          complain(s.file, s.line, "the concept " + s.id + " contains itself through its isa= or in=");
          continue;
        }
        ancestors_.push_back(queue[q]);
        c.above |= ancestor_bit(queue[q]);
        for (ConceptId up : parents_[queue[q]]) {
          if (seen.insert(up).second) queue.push_back(up);
        }
      }
      c.ancestor_count = static_cast<std::uint16_t>(ancestors_.size() - c.ancestors);
      if (c.like != kNone && concepts_[c.like].like != kNone) c.like = concepts_[c.like].like;
    }
    for (Concept& c : concepts_) {  // a place is kept under the name that stands for all of its names
      for (ConceptId* const place : {&c.at, &c.home}) {
        if (*place != kNone && concepts_[*place].like != kNone) *place = concepts_[*place].like;
      }
    }
    ancestors_.push_back(kNone);
  }

  void add_forms() {
    trie_.emplace_back();
    std::vector<text::Token> tokens;
    for (std::size_t i = 0; i < source_.concepts.size(); ++i) {
      const SourceConcept& c = source_.concepts[i];
      if (c.section == Section::none) continue;
      for (const SourceForm& f : c.forms) {
        text::tokenize(f.text, tokens);
        for (const text::Token& t : tokens) {
          if (t.word != 0 && c.section != Section::hint && c.section != Section::context) words_.insert(t.word);
        }
        const std::uint32_t root = c.section == Section::hint      ? child(0, kHints)
                                   : c.section == Section::context ? child(0, kContexts)
                                                                   : 0;
        const std::uint32_t node = node_of(tokens, root);
        if (node == root) {
          complain(f.file, f.line, "the form \"" + f.text + "\" of " + c.id + " has no word");
          continue;
        }
        add_sense(node, sense(c, f, static_cast<ConceptId>(i + 1)), f);
      }
    }
  }

  // How a place is said of a verb: "retroperitoneal" is "retroperitoneally", "peripancreatic" "peripancreatically".
  // Empty for what is no such adjective.
  static std::string adverb_of(const std::string& adjective) {
    if (adjective.find_first_of(" -") != std::string::npos) return {};
    for (const std::string_view ending : {"al", "ar", "ior"}) {
      if (adjective.size() > ending.size() + 3 && adjective.ends_with(ending)) return adjective + "ly";
    }
    return adjective.size() > 5 && adjective.ends_with("ic") ? adjective + "ally" : std::string();
  }

  // A place's adverb means what its adjective does, unless the tables have a meaning for it.
  void add_adverbs_of_places() {
    std::vector<text::Token> tokens;
    for (std::size_t i = 0; i < source_.concepts.size(); ++i) {
      const SourceConcept& c = source_.concepts[i];
      if (c.section != Section::anatomy) continue;
      for (const SourceForm& f : c.forms) {
        const std::string adverb = adverb_of(f.text);
        if (adverb.empty()) continue;
        text::tokenize(adverb, tokens);
        const std::uint32_t node = node_of(tokens);
        if (tokens.size() != 1 || !trie_[node].empty()) continue;
        words_.insert(tokens[0].word);
        add_sense(node, sense(c, f, static_cast<ConceptId>(i + 1)), f);
      }
    }
  }

  bool within(ConceptId part, ConceptId whole) const {
    const auto first = ancestors_.begin() + concepts_[part].ancestors;
    return part == whole ||
           std::find(first, first + concepts_[part].ancestor_count, whole) != first + concepts_[part].ancestor_count;
  }

  // Does a form have several words, and none of them names the place that it stands for?
  bool names_no_place(std::span<const text::Token> tokens, ConceptId site) const {
    std::size_t words = 0;
    for (std::size_t first = 0; first < tokens.size(); ++first) {
      if (tokens[first].word == 0) continue;
      ++words;
      std::uint32_t node = 0;
      for (std::size_t i = first; i < tokens.size(); ++i) {
        if (tokens[i].word == 0 || (node != 0 && tokens[i].word == kArticle)) continue;
        const auto next = edges_.find({node, tokens[i].word});
        if (next == edges_.end()) break;
        node = next->second;
        for (const Sense& s : trie_[node]) {
          if (s.section != Section::anatomy) continue;
          const auto stands_for = [&](ConceptId id) { return concepts_[id].like != kNone ? concepts_[id].like : id; };
          if (within(s.concept_id, site) || within(site, s.concept_id) || stands_for(s.concept_id) == stands_for(site))
            return false;
        }
      }
    }
    return words > 1;
  }

  void mark_usual_sites() {
    std::vector<text::Token> tokens;
    for (std::size_t i = 0; i < source_.concepts.size(); ++i) {
      const SourceConcept& c = source_.concepts[i];
      if (c.section != Section::observation) continue;
      for (const SourceForm& f : c.forms) {
        if (f.site.empty()) continue;
        text::tokenize(f.text, tokens);
        for (Sense& s : trie_[node_of(tokens)])
          s.usual_site |= s.concept_id == i + 1 && s.site != kNone && names_no_place(tokens, s.site);
      }
    }
  }

  // Where a form ends; an article says nothing but at its beginning.
  std::uint32_t node_of(std::span<const text::Token> tokens, std::uint32_t root = 0) {
    std::uint32_t node = root;
    for (const text::Token& t : tokens) {
      if (t.word != 0 && (node == root || t.word != kArticle)) node = child(node, t.word);
    }
    return node;
  }

  std::uint32_t child(std::uint32_t node, text::WordHash word) {
    const auto [it, fresh] = edges_.try_emplace({node, word}, static_cast<std::uint32_t>(trie_.size()));
    if (fresh) trie_.emplace_back();
    return it->second;
  }

  Sense sense(const SourceConcept& c, const SourceForm& f, ConceptId self) {
    Sense s;
    s.concept_id = self;
    s.section = c.section;
    if (!f.site.empty()) s.site = id(f.site, c, f.line);
    if (f.side == "left") s.side = Side::left;
    if (f.side == "right") s.side = Side::right;
    if (f.side == "both") s.side = Side::both;
    for (std::size_t k = 0; k < f.modifiers.size() && k < 2; ++k) s.modifiers[k] = id(f.modifiers[k], c, f.line);
    return s;
  }

  void add_sense(std::uint32_t node, const Sense& s, const SourceForm& f) {
    for (const Sense& other : trie_[node]) {
      if (other.section != s.section) continue;
      const bool same = other.concept_id == s.concept_id && other.site == s.site;
      if (!same) {
        complain(f.file, f.line,
                 "the form \"" + f.text + "\" means both " + source_.concepts[other.concept_id - 1U].id + " and " +
                     source_.concepts[s.concept_id - 1U].id + " (" + std::string(section_name(s.section)) + ")");
      }
      return;  // the first table wins
    }
    trie_[node].push_back(s);
    ++forms_;
  }

  void find_orphans() {
    for (std::size_t i = 1; i < concepts_.size(); ++i) {
      const SourceConcept& s = source_.concepts[i - 1];
      const Concept& c = concepts_[i];
      if (c.section == Section::none) continue;
      const bool words = c.section != Section::level && c.section != Section::error && c.section != Section::context;
      if (words && s.forms.empty()) complain(s.file, s.line, "the concept " + s.id + " has no form");
      if (c.section == Section::anatomy && parents_[i].empty() && !c.has(Concept::part) && s.id != "body") {
        complain(s.file, s.line, "the place " + s.id + " is part of nothing (in=)");
      }
      if ((c.section == Section::modifier || c.section == Section::cue) && c.kind == 0)
        complain(s.file, s.line, "the concept " + s.id + " has no kind=");
    }
  }

  // "known <disease> | patient=1.20 advice=-0.31 |"
  void weigh_sign(const SourceSign& source) {
    SignKey key = 0;
    std::vector<text::Token> tokens;
    for (std::string_view rest = source.words; !rest.empty();) {
      const std::string_view part = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), part.size() + 1));
      SignKey one = 0;
      if (part.starts_with('<') && part.ends_with('>')) {
        const auto kind = word_kind(part.substr(1, part.size() - 2));
        if (kind) one = sign(*kind);
      } else {
        text::tokenize(part, tokens);
        one = word_sign(tokens.size() == 1 && tokens[0].word != 0 ? tokens[0].word : text::hash_word(part));  // "?"
      }
      if (one == 0)
        return complain(source.file, source.line, "no word and no kind of word: " + std::string(part), true);
      key = key == 0 ? one : sign(key, one);
    }
    TopicWeights weights;
    for (const Property& p : source.weights) {
      double value = 0;
      const auto [end, error] = std::from_chars(p.value.data(), p.value.data() + p.value.size(), value);
      std::int32_t* weight = p.key == "patient"       ? &weights.patient
                             : p.key == "examination" ? &weights.examination
                             : p.key == "advice"      ? &weights.advice
                                                      : nullptr;
      if (weight == nullptr || error != std::errc() || end != p.value.data() + p.value.size())
        return complain(source.file, source.line,
                        "expected patient=, examination= or advice= and a number, found " + p.key, true);
      *weight = static_cast<std::int32_t>(std::lround(value * 100));
    }
    const auto [at, fresh] = signs_.try_emplace(key, weights);
    if (!fresh) at->second += weights;  // two words of one stem
  }

  void fill_changed() {
    changed_.assign(concepts_.size() * 2, kNone);
    std::vector<std::size_t> by_definition(concepts_.size() - 1);
    std::iota(by_definition.begin(), by_definition.end(), std::size_t{1});
    std::stable_sort(by_definition.begin(), by_definition.end(), [&](std::size_t a, std::size_t b) {
      return source_.concepts[a - 1].defined < source_.concepts[b - 1].defined;
    });
    for (const std::size_t i : by_definition) {
      const Concept& c = concepts_[i];
      if (c.section != Section::observation || c.about == kNone || c.direction == 0) continue;
      ConceptId& slot = changed_[c.about * 2U + (c.direction > 0 ? 1U : 0U)];
      if (slot == kNone) slot = static_cast<ConceptId>(i);
    }
  }

  ImageArrays arrays() {
    ImageArrays a;
    a.concepts = concepts_;
    a.texts = texts_;
    a.ancestors = ancestors_;
    a.changed = changed_;
    a.words.assign(words_.begin(), words_.end());
    a.version = version_;
    a.forms = forms_;
    for (const auto& senses : trie_) {
      a.nodes.push_back({static_cast<std::uint32_t>(a.senses.size()), static_cast<std::uint32_t>(senses.size()), 0});
      a.senses.insert(a.senses.end(), senses.begin(), senses.end());
    }
    for (const auto& [from, to] : edges_) {
      a.edges.push_back({edge_key(from.first, from.second), to});
      a.nodes[from.first].follows |= follow_bit(from.second);
    }
    a.compositions = compositions();
    a.weights = weights_.weights();
    a.numbers = weights_.numbers();
    a.near = weights_.near();
    for (const auto& [key, weights] : signs_) a.signs.push_back({key, weights});
    for (std::uint32_t i = 1; i < concepts_.size(); ++i) a.by_name.push_back(i);
    std::sort(a.by_name.begin(), a.by_name.end(), [&](std::uint32_t x, std::uint32_t y) {
      return source_.concepts[x - 1].id < source_.concepts[y - 1].id;
    });
    return a;
  }

  // Places that are nothing but one thing within another: exactly two wholes, one of them found all over the body
  // (nodes, vessels, bone, soft tissue). Two places of one such pair make the pair ambiguous: then there is none.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> compositions() const {
    std::map<std::uint32_t, std::uint32_t> found;
    const auto body = ids_.find("body");
    for (std::uint32_t i = 1; i < concepts_.size(); ++i) {
      if (concepts_[i].section != Section::anatomy || parents_[i].size() != 2 || body == ids_.end()) continue;
      for (const auto& [thing, region] :
           {std::pair{parents_[i][0], parents_[i][1]}, std::pair{parents_[i][1], parents_[i][0]}}) {
        const ConceptId kind = systemic(thing, body->second);
        if (kind == kNone || systemic(region, body->second) == kind) continue;
        const auto [at, fresh] = found.try_emplace(both(kind, region), i);
        if (!fresh && at->second != i) at->second = kNone;
      }
    }
    std::erase_if(found, [](const auto& entry) { return entry.second == kNone; });
    for (const auto& [pair, place] : composed_) found[pair] = place;
    return {found.begin(), found.end()};
  }

  // The thing found all over the body that a place is a kind of: a mediastinal node is a node.
  ConceptId systemic(ConceptId place, ConceptId body) const {
    if (parents_[place].size() == 1 && parents_[place][0] == body && concepts_[place].has(Concept::tissue))
      return place;
    const Concept& c = concepts_[place];
    for (std::uint32_t k = 0; k < c.ancestor_count; ++k) {
      const ConceptId up = ancestors_[c.ancestors + k];
      if (concepts_[up].seen != kNone) return up;  // nodes, wherever they are
    }
    return kNone;
  }

  const Source& source_;
  std::vector<Complaint> complaints_;
  std::unordered_map<std::string, ConceptId> ids_;
  std::vector<Concept> concepts_;
  std::vector<std::vector<ConceptId>> parents_;
  std::map<std::uint32_t, std::uint32_t> composed_;  // what `of=` says
  std::vector<char> texts_;
  std::vector<ConceptId> ancestors_, changed_;
  std::map<std::pair<std::uint32_t, text::WordHash>, std::uint32_t> edges_;
  std::vector<std::vector<Sense>> trie_;
  std::set<text::WordHash> words_;
  std::uint32_t version_ = 0, forms_ = 0;
  std::string property_file_;  // of the property that is being resolved
  WeightTable weights_;
  std::map<SignKey, TopicWeights> signs_;
};

}  // namespace

Compiled compile(const Source& source, const std::string& version) {
  return Compiler(source).run(version);
}

std::string digest(std::string_view text) {
  std::uint64_t h = text::hash_word(text);
  std::string out(8, '0');
  for (std::size_t i = 0; i < out.size(); ++i, h >>= 4U) out[i] = "0123456789abcdef"[h & 15U];
  return out;
}

}  // namespace fiducial::lexicon
