// Heads and attributes of a clause to Findings.
#include <algorithm>

#include "findings/clause_reader.h"

namespace fiducial::findings {

using lexicon::Concept;

bool ClauseReader::is_value(const Head& h) const {
  if (h.phrase.kind != PhraseKind::head || h.phrase.concept_id == kNone) return false;
  const Lexicon::Known& k = lexicon_.known();
  const ConceptId c = h.phrase.concept_id;
  if (lexicon_[c].has(Concept::normal) || c == k.increase || c == k.decrease || c == k.abnormality) return true;
  return (lexicon_[c].about != kNone || lexicon_[c].direction != 0) && !lexicon_.contains(k.lesion, c);
}

// "The ligament is buckled": what the word means of bones it does not mean here, where it says only what kind it is.
ConceptId ClauseReader::of_this_place(ConceptId c, const Site& site) const {
  const auto elsewhere = [&](ConceptId id) {
    const ConceptId at = lexicon_[id].at;
    return at != kNone && !lexicon_[at].has(Concept::part) && !lexicon_[at].has(Concept::tissue) &&
           !same_region(lexicon_, site, at) &&
           std::none_of(site.organs.begin(), site.organs.end(), [&](ConceptId o) { return lexicon_.contains(at, o); });
  };
  if (c == kNone || site.organs.empty() || !lexicon_[c].has(Concept::only_there) || !elsewhere(c)) return c;
  for (ConceptId kind : lexicon_.ancestors(c)) {
    if (!elsewhere(kind)) return kind;
  }
  return c;
}

// More than a person says in a clause; text without end would make the product of all its lists.
constexpr int kMostOfAClause = 256;

void ClauseReader::emit(const Head& head, ConceptId concept_id, ConceptId attribute, bool negated,
                        const std::vector<Site>& sites) {
  const Phrase& p = head.phrase;
  const Lexicon::Known& k = lexicon_.known();
  // "Density is uneven" is not said of a surface.
  if (concept_id == k.irregularity && attribute != kNone &&
      (attribute == lexicon_[k.heterogeneity].about || attribute == k.signal || attribute == k.transparency ||
       attribute == k.enhancement_attribute))
    concept_id = k.heterogeneity;
  // "The density is elevated": more of it, not higher up.
  if (concept_id != kNone && attribute != kNone && attribute != k.position && lexicon_[concept_id].direction != 0 &&
      lexicon_[concept_id].about == k.position)
    concept_id = lexicon_[concept_id].direction > 0 ? k.increase : k.decrease;
  // "density is increased" is one concept, as is "increased density".
  if (attribute != kNone && (concept_id == k.increase || concept_id == k.decrease)) {
    const ConceptId changed = lexicon_.changed(attribute, concept_id == k.increase ? 1 : -1);
    if (changed != kNone) {
      concept_id = changed;
      attribute = kNone;
    }
  }
  if (concept_id != kNone && !sites.empty() && lexicon_[concept_id].direction != 0) {
    for (ConceptId organ : sites.front().organs) {
      ConceptId changed =
          lexicon_[concept_id].direction > 0 && !inferred_ && attribute == kNone ? lexicon_[organ].up : kNone;
      if (concept_id == k.decrease) {
        changed = lexicon_[organ].down;
        for (ConceptId up : lexicon_.ancestors(organ)) changed = changed == kNone ? lexicon_[up].down : changed;
      }
      if (changed == kNone) continue;
      concept_id = changed;
      attribute = kNone;
    }
  }
  if (concept_id != kNone && !sites.empty() && lexicon_[concept_id].has(Concept::generic) &&
      lexicon_[concept_id].has_detail == kNone) {
    for (ConceptId organ : sites.front().organs) {
      if (const ConceptId seen = seen_name(organ); seen != kNone) concept_id = seen;  // "lymph node shadows"
    }
  }
  if (!inferred_ && !sites.empty()) concept_id = of_this_place(concept_id, sites.front());
  Finding f;
  f.span = p.span;
  f.head = p.head;
  f.concept_id = concept_id;
  f.attribute = attribute != kNone ? attribute : concept_id != kNone ? lexicon_[concept_id].about : kNone;
  f.absent = negated;
  f.tentative = head.tentative;
  f.inferred_site = inferred_ || sites.empty();
  f.sentence = sentence_;
  const bool normal = concept_id != kNone && lexicon_[concept_id].has(Concept::normal);
  f.device = concept_id != kNone && lexicon_[concept_id].has(Concept::device);
  // Words that nobody knows: a finding if they stand alone or are said to be seen, else more likely a remark.
  f.abnormal = normal == negated && (concept_id != kNone || existential_ || !verb_seen_);
  f.details = p.details;
  if (concept_id != kNone) f.details.add(lexicon_[concept_id].has_detail);
  for (std::uint8_t i = 0; i < p.size_count; ++i) f.add_size(p.sizes[i]);
  f.words = p.words;
  f.split = p.split;
  f.mention = ((head.definite && head.before_verb) || head.described) && !existential_;
  if (sites.empty()) {
    out_.push_back(f);
    return;
  }
  for (const Site& s : sites) {
    if (++emitted_ > kMostOfAClause) return;
    f.site = s;
    if (context_.heading.size() == 1) put_under(context_.heading.front(), f.site);
    out_.push_back(f);
  }
}

// "L4/5: facet arthropathy", "Left knee: the joint space is narrowed": of that level, of that joint.
void ClauseReader::put_under(const Site& heading, Site& site) const {
  const ConceptId spine = lexicon_.known().spine;
  // Discs, facets and foramina have levels; the cord and the regions of the spine go over several.
  const bool spinal = !site.organs.empty() && std::all_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
    return lexicon_.contains(spine, organ) && !lexicon_[organ].has(Concept::spanning);
  });
  if (heading.from != 0 && site.from == 0 && spinal) {
    site.from = heading.from;
    site.to = heading.to;
    site.pair = heading.pair;
  }
  const bool wider = std::any_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
    return std::any_of(heading.organs.begin(), heading.organs.end(),
                       [&](ConceptId named) { return lexicon_.contains(organ, named); });
  });
  const bool region = std::any_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
    return lexicon_[organ].parent_count == 1 && lexicon_.ancestors(organ).front() == lexicon_.known().body;
  });
  if (wider && !site.anywhere() && !region) site = within(lexicon_, site, heading);
  const bool there = std::any_of(site.organs.begin(), site.organs.end(),
                                 [&](ConceptId organ) { return same_region(lexicon_, heading, organ); });
  if (site.side == Side::none && paired(lexicon_, site) && paired(lexicon_, heading) && there) site.side = heading.side;
}

// Which values does attribute a take? Those behind the verb if it is the subject; else the ones just before it
// ("normal in size"), else the ones just behind.
bool ClauseReader::takes(std::size_t a, std::size_t v) const {
  const Head& attribute = heads_[a];
  const Head& value = heads_[v];
  if (!is_value(value)) return false;
  // A value that has an attribute of its own ("normal size and shape") lends itself to the bare ones behind it only.
  if (value.phrase.attribute != kNone && v > a) return false;
  if (attribute.before_verb) {
    bool predicate = false;
    for (const Head& h : heads_) predicate |= !h.before_verb && is_value(h);
    if (predicate) return !value.before_verb;
  }
  int nearest = -1;
  for (std::size_t i = 0; i < a; ++i) {
    if (is_value(heads_[i])) nearest = heads_[i].group;
  }
  if (nearest >= 0) return v < a && value.group == nearest;
  for (std::size_t i = a + 1; i < heads_.size() && nearest < 0; ++i) {
    if (is_value(heads_[i])) nearest = heads_[i].group;
  }
  return value.group == nearest;
}

// Attributes meet values: "size and shape of the heart are normal", "normal in size", "density is increased".
void ClauseReader::pair_attributes() {
  for (std::size_t a = 0; a < heads_.size(); ++a) {
    if (heads_[a].phrase.kind != PhraseKind::attribute) continue;
    bool met = false;
    // "… normal in size, with decreased density of the chambers": it has its value with it
    const auto& details = heads_[a].phrase.details;
    const bool own_value =
        heads_[a].joint == Joint::with &&
        std::any_of(details.begin(), details.end(), [&](ConceptId d) { return lexicon_[d].direction != 0; });
    for (std::size_t v = 0; v < heads_.size() && !own_value; ++v) {
      if (!takes(a, v)) continue;
      inferred_ = false;
      std::vector<Site> sites = sites_of(a);
      const bool own = heads_[a].run >= 0 || heads_[a].owner >= 0 || !own_place(lexicon_, heads_[a].phrase).empty();
      if (!own) {
        std::vector<Site> of_value = sites_of(v);
        if (!of_value.empty()) sites = of_value;
      }
      Head joined = heads_[v];
      joined.phrase.span.cover(heads_[a].phrase.span.begin, heads_[a].phrase.span.end);
      joined.phrase.head = heads_[a].phrase.head;
      joined.phrase.head.cover(heads_[v].phrase.head.begin, heads_[v].phrase.head.end);
      for (ConceptId d : heads_[a].phrase.details) joined.phrase.details.add(d);
      joined.phrase.add_sizes(heads_[a].phrase.sizes, heads_[a].phrase.size_count);
      emit(joined, heads_[v].phrase.concept_id, heads_[a].phrase.attribute, heads_[v].negated, sites);
      if (joined_run_ >= 0 && joined_head_ == a && !heads_[v].before_verb) {  // "heart size and vascularity are normal"
        emit(heads_[v], heads_[v].phrase.concept_id, kNone, heads_[v].negated,
             runs_[static_cast<std::size_t>(joined_run_)].sites);
      }
      if (heads_[v].phrase.attribute == kNone) heads_[v].used = true;
      if (heads_[a].owner >= 0) heads_[static_cast<std::size_t>(heads_[a].owner)].used = true;
      met = true;
    }
    if (!met) unmet_attribute(a);
    heads_[a].used = true;
  }
}

// What a detail is called when it is all that is said of a place: "the left kidney is small", "no abnormal enhancement
// of the liver", "soft tissue attenuation in the sinus". The least of a scale is none of it.
ClauseReader::Named ClauseReader::named(ConceptId detail, ConceptId attribute) const {
  const Concept& m = lexicon_[detail];
  if (m.section != lexicon::Section::modifier) return {};
  if (m.direction != 0) return {lexicon_.changed(m.about != kNone ? m.about : attribute, m.direction), false};
  return {m.seen, m.rank == 0};
}

void ClauseReader::said_of_place() {
  const int run = subject_run_ >= 0 ? subject_run_ : front_run_ >= 0 ? front_run_ : last_run_;
  if (run < 0) return;
  const std::vector<Site>& sites = runs_[static_cast<std::size_t>(run)].sites;
  for (const Phrase& p : loose_) {
    for (ConceptId d : p.details) {
      const Named name = named(d, kNone);
      if (name.concept_id == kNone) continue;
      Head h;
      h.phrase = p;
      h.phrase.head = p.span;
      emit(h, name.concept_id, kNone, name.denied != (negating_ || not_), sites);
      break;
    }
  }
}

void ClauseReader::unmet_attribute(std::size_t a) {
  Head& h = heads_[a];
  const int owner = h.owner >= 0 ? h.owner : a > 0 ? static_cast<int>(a) - 1 : -1;
  if (h.phrase.size_count != 0 && owner >= 0) {
    Phrase& p = heads_[static_cast<std::size_t>(owner)].phrase;
    p.add_sizes(h.phrase.sizes, h.phrase.size_count);
    return;
  }
  // A detail may be the value: "signal is high", "the left kidney is small in size".
  for (ConceptId d : h.phrase.details) {
    const Named name = named(d, h.phrase.attribute);
    if (name.concept_id == kNone) continue;
    const bool judges = lexicon_[name.concept_id].about != kNone && lexicon_[d].direction == 0;
    emit(h, name.concept_id, judges ? h.phrase.attribute : kNone, name.denied != h.negated, sites_of(a));
    return;
  }
  // "Densities are seen in the axilla": that there are some is the finding.
  const ConceptId seen = lexicon_[h.phrase.attribute].seen;
  if (seen != kNone && existential_ && h.before_verb) emit(h, seen, kNone, h.negated, sites_of(a));
}

void ClauseReader::emit_head(std::size_t i) {
  const Head& h = heads_[i];
  if (h.used) return;
  const Phrase& p = h.phrase;
  const Lexicon::Known& k = lexicon_.known();
  if (p.concept_id == kNone && p.words.size == 0) return;
  const bool placeless = h.run < 0 && own_place(lexicon_, p).empty();
  if (compared_ && i > 0 && lexicon_[p.concept_id].direction != 0 && !lexicon_[p.concept_id].has(Concept::generic) &&
      placeless)
    return;  // "… has increased since"
  // "opacities, increased since …": a change of what was named, not a finding of its own
  if ((p.concept_id == k.increase || p.concept_id == k.decrease) && p.attribute == kNone && i > 0 && placeless &&
      heads_[i - 1].phrase.kind == PhraseKind::head && heads_[i - 1].phrase.concept_id != kNone)
    return;
  if (p.concept_id == k.enhancing && i > 0 && heads_[i - 1].phrase.concept_id != kNone) {
    // "… shows no enhancement": said of the lesion before it
    return;
  }
  inferred_ = false;
  const std::vector<Site> sites = sites_of(i);
  if (joins_earlier(h, sites) || tip_of_earlier(h, sites)) return;
  emit(h, p.concept_id, p.attribute, h.negated, sites);
}

// "The tip of the catheter is at T5": how far a tube reaches that was named before.
bool ClauseReader::tip_of_earlier(const Head& h, const std::vector<Site>& sites) const {
  const ConceptId c = h.phrase.concept_id;
  if (c == kNone || !lexicon_[c].has(Concept::device) || h.negated) return false;
  const ConceptId tip = lexicon_.known().tip;
  const auto of_tip = [&](const Site& s) { return s.parts.has(tip); };
  bool any = of_tip(h.phrase.site) || std::any_of(sites.begin(), sites.end(), of_tip);
  for (const Run& run : runs_) any |= std::any_of(run.sites.begin(), run.sites.end(), of_tip);
  if (!any) return false;
  for (std::size_t i = out_.size(); i-- > 0 && out_.size() - i < 24;) {
    const Finding& f = out_[i];
    if (!f.device || f.absent) continue;
    const bool soon = sentence_ <= f.sentence + 1;  // "the tip of the tube" means the one just named
    if (f.concept_id == c || (soon && (lexicon_.contains(c, f.concept_id) || lexicon_.contains(f.concept_id, c))))
      return true;
  }
  return false;
}

// "The hepatic lesion measures 9 mm": a lesion that was named before, and more of it.
bool ClauseReader::joins_earlier(const Head& h, const std::vector<Site>& sites) {
  if (h.phrase.concept_id == kNone || h.negated) return false;
  if (!h.definite && !h.described && h.phrase.concept_id != lexicon_.known().enhancing) return false;
  const Concept& c = lexicon_[h.phrase.concept_id];
  const ConceptId lesion = lexicon_.known().lesion;
  const bool enhances = h.phrase.concept_id == lexicon_.known().enhancing;
  if (!enhances && h.phrase.concept_id != lesion && !lexicon_.contains(lesion, h.phrase.concept_id)) return false;
  bool joined = false;
  for (std::size_t i = out_.size(); i-- > 0 && out_.size() - i < 24;) {
    Finding& f = out_[i];
    if (f.absent || f.concept_id == kNone || !(f.concept_id == lesion || lexicon_.contains(lesion, f.concept_id)))
      continue;
    const bool same = f.concept_id == h.phrase.concept_id || c.has(Concept::vague);
    if (!same) continue;
    bool here = sites.empty();
    for (const Site& s : sites) {
      here |= (lies_in(lexicon_, f.site, s) || lies_in(lexicon_, s, f.site)) &&
              (s.side == Side::none || f.site.side == Side::none || s.side == f.site.side || f.site.side == Side::both);
    }
    if (!here) continue;
    for (ConceptId d : h.phrase.details) f.details.add(d);
    if (enhances) f.details.add(lexicon_.known().enhancing);
    for (std::uint8_t n = 0; n < h.phrase.size_count && f.size_count == 0; ++n) f.add_size(h.phrase.sizes[n]);
    joined = true;
    if (f.sentence != out_.back().sentence || !c.has(Concept::vague)) break;
  }
  return joined;
}

// "The nodule is calcified", "the lesion shows enhancement": what is said of a lesion describes it.
void ClauseReader::describe_subjects() {
  const Lexicon::Known& k = lexicon_.known();
  // "The fracture ends are well aligned": what is spoken of was named before; the predicate is the news.
  for (std::size_t i = 0; i + 1 < heads_.size(); ++i) {
    Head& h = heads_[i];
    const Head& next = heads_[i + 1];
    const ConceptId c = h.phrase.concept_id;
    if (c == kNone || !h.before_verb || next.before_verb || h.negated || h.phrase.kind != PhraseKind::head) continue;
    if (existential_ && h.run >= 0) continue;  // "shadows are seen in both lungs and are more numerous"
    if (!lexicon_[c].has(Concept::vague) || (next.joint != Joint::be && next.joint != Joint::show)) continue;
    h.used = true;
    if (heads_[i + 1].run < 0 && heads_[i + 1].phrase.site.empty()) heads_[i + 1].follows = static_cast<int>(i);
  }
  // "A drain is retained in the mediastinum": that it is there, and where.
  for (std::size_t i = 1; i < heads_.size(); ++i) {
    Head& subject = heads_[i - 1];
    Head& value = heads_[i];
    const ConceptId w = value.phrase.concept_id;
    if (subject.phrase.concept_id == kNone || !lexicon_[subject.phrase.concept_id].has(Concept::device) ||
        !subject.before_verb || value.joint != Joint::be || w == kNone || value.negated)
      continue;
    if (!lexicon_[w].has(Concept::placed)) continue;
    if (subject.run < 0) subject.run = value.run;
    value.used = true;
  }
  // "Occult blood was negative": a symptom or lesion that is as it should be is not there.
  for (std::size_t i = 1; i < heads_.size(); ++i) {
    Head& subject = heads_[i - 1];
    const Head& value = heads_[i];
    const ConceptId c = subject.phrase.concept_id;
    const ConceptId w = value.phrase.concept_id;
    // "the kyphosis is preserved": something of a kind that can be as it should be
    const bool well =
        w == k.normal || (w != kNone && c != kNone && lexicon_[w].has(Concept::normal) && lexicon_[c].about != kNone);
    if (!well || value.joint != Joint::be || !value.phrase.site.empty() || value.phrase.attribute != kNone ||
        c == kNone || subject.phrase.kind != PhraseKind::head || !subject.before_verb ||
        lexicon_[c].has(Concept::normal) || lexicon_[c].has(Concept::device) || subject_run_ >= 0)
      continue;
    subject.negated = subject.negated == value.negated;
    heads_[i].used = true;
  }
  for (std::size_t i = 1; i < heads_.size(); ++i) {
    Head& h = heads_[i];
    if (h.phrase.concept_id == k.enhancing && heads_[i - 1].phrase.kind == PhraseKind::head) {
      heads_[i - 1].phrase.details.add(h.negated ? k.no_enhancement : k.enhancing);
      heads_[i - 1].described |= heads_[i - 1].before_verb && !h.before_verb && !existential_;
      for (ConceptId d : h.phrase.details) heads_[i - 1].phrase.details.add(d);
    }
  }
}

// "Lymph nodes are seen in the left axilla and groin": the subject is in each of the places behind the verb.
void ClauseReader::locate_subject() {
  if (front_run_ <= subject_run_ || subject_run_ < 0 || !existential_) return;
  Run& subject = runs_[static_cast<std::size_t>(subject_run_)];
  std::vector<Site> located;
  for (const Site& site : subject.sites) {
    if (!systemic(lexicon_, site)) return;
    for (const Site& whole : runs_[static_cast<std::size_t>(front_run_)].sites)
      located.push_back(within(lexicon_, site, whole));
  }
  subject.sites = std::move(located);
  subject.tails.assign(subject.sites.size(), kNone);
}

// "Multiple small lymph nodes are seen in the mediastinum": to be seen at all is the finding.
void ClauseReader::merely_seen() {
  // "…, with a short axis of 8 mm": a measure alone is no finding.
  const bool measures = std::all_of(heads_.begin(), heads_.end(), [](const Head& h) {
    return h.phrase.kind == PhraseKind::attribute && h.phrase.size_count != 0;
  });
  if (!measures || runs_.empty()) return;
  for (const Head& h : heads_) loose_.push_back(h.phrase);
  heads_.clear();
  const int run = subject_run_ >= 0 ? subject_run_ : verb_seen_ && last_run_ >= 0 ? last_run_ : -1;
  if (run < 0) return;
  Run& places = runs_[static_cast<std::size_t>(run)];
  for (const Site& site : places.sites) {
    for (ConceptId organ : site.organs) {
      const ConceptId seen = seen_name(organ);
      if (seen == kNone) continue;
      Head h;
      h.phrase.kind = PhraseKind::head;
      h.phrase.concept_id = seen;
      h.negated = negating_ || not_;
      for (const Phrase& p : loose_) {
        for (ConceptId d : p.details) h.phrase.details.add(d);
        h.phrase.add_sizes(p.sizes, p.size_count);
        h.phrase.span.cover(p.span.begin, p.span.end);
      }
      if (h.phrase.span.end == 0) h.phrase.span = place_span_;
      h.phrase.head = place_span_;
      h.run = run;
      loose_.clear();
      heads_.push_back(h);
      return;
    }
  }
}

ConceptId ClauseReader::seen_name(ConceptId organ) const {
  if (lexicon_[organ].seen != kNone) return lexicon_[organ].seen;
  for (ConceptId up : lexicon_.ancestors(organ)) {
    if (lexicon_[up].seen != kNone) return lexicon_[up].seen;
  }
  return kNone;
}

// "Widened sulci and cisterns": both are widened, if nothing else is said of the cisterns.
void ClauseReader::share_head() {
  if (joined_run_ < 0 || joined_head_ + 1 != heads_.size()) return;
  Head& h = heads_[joined_head_];
  Run& run = runs_[static_cast<std::size_t>(joined_run_)];
  const Site own = own_place(lexicon_, h.phrase);
  if (h.run >= 0 || own.organs.empty()) return;
  run.sites.insert(run.sites.begin(), own);
  run.tails.insert(run.tails.begin(), kNone);
  h.phrase.site = Site{};
  h.phrase.fused_site = kNone;
  h.run = joined_run_;
  run.use = Run::Use::of_heads;
  if (subject_run_ == joined_run_) subject_run_ = -1;
}

// "A mass in the hilum, ill-defined": details that no head came behind are of the last one.
void ClauseReader::describe_afterwards() {
  if (heads_.empty() || heads_.back().phrase.kind != PhraseKind::head || heads_.back().phrase.concept_id == kNone ||
      lexicon_[heads_.back().phrase.concept_id].has(Concept::normal))
    return;
  for (const Phrase& p : loose_) {
    Phrase& last = heads_.back().phrase;
    for (ConceptId d : p.details) last.details.add(d);
    last.add_sizes(p.sizes, p.size_count);
    last.span.cover(p.span.begin, p.span.end);
  }
  loose_.clear();
}

// "The lesion in the left kidney is larger than before": it is there.
void ClauseReader::name_what_is_spoken_of() {
  if (!spoken_of_ || !heads_.empty() || !anaphor_ || front_run_ < 0 || negating_ || not_) return;
  if (runs_[static_cast<std::size_t>(front_run_)].sites.front().organs.empty()) return;
  Head h;
  h.phrase = *spoken_of_;
  h.run = front_run_;
  h.definite = h.before_verb = true;
  heads_.push_back(h);
}

void ClauseReader::finish() {
  name_what_is_spoken_of();
  describe_afterwards();
  share_head();
  if (runs_.size() == 1 && loose_.empty()) absent_place(place_span_.end);
  locate_subject();
  merely_seen();
  if ((not_ && !not_used_) || (negating_ && fresh_negation_)) {  // "… is not demonstrated", "allergies: none"
    for (Head& h : heads_) h.negated = true;
  }
  distribute_runs();
  describe_subjects();
  if (heads_.empty() && !runs_.empty()) {
    said_of_place();
  } else if (heads_.empty() && !loose_.empty()) {
    for (const Phrase& p : loose_) apply_to_last(p);
  }
  const std::size_t before = out_.size();
  pair_attributes();
  for (std::size_t i = 0; i < heads_.size(); ++i) emit_head(i);
  if (out_.size() > before) {
    context_.last_begin = before;
    context_.last_end = out_.size();
    std::vector<Site> focus;
    for (std::size_t i = before; i < out_.size(); ++i) {
      const Site& s = out_[i].site;
      if (s.anywhere()) continue;
      if (std::find(focus.begin(), focus.end(), s) == focus.end()) focus.push_back(s);
    }
    if (!focus.empty()) {
      context_.focus = focus;
      context_.focus_sentence = sentence_;
    }
    for (std::size_t i = before; i < out_.size(); ++i) {
      if (out_[i].concept_id == lexicon_.known().poststate && !out_[i].site.anywhere())
        context_.operated = {out_[i].site};
    }
  } else if (!runs_.empty() && !runs_[0].sites[0].anywhere()) {
    context_.focus = runs_[0].sites;
    context_.focus_sentence = sentence_;
  }
}

}  // namespace fiducial::findings
