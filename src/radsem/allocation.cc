// See allocation.h for the method.
#include "allocation.h"

#include <algorithm>

namespace fiducial::radsem {

std::uint32_t Allocation::find(std::uint32_t ref, std::uint32_t gen) const {
  const Sentence& from = refs_[ref];
  if (from.first == kNone || (from.ascending && gen > links_[from.last].gen)) return kNone;
  // Walk the shorter of the two lists: a sentence with very many pairs is then no danger.
  if (refs_[ref].degree <= gens_[gen].degree) {
    for (std::uint32_t l = refs_[ref].first; l != kNone; l = links_[l].next_of_ref) {
      if (links_[l].gen == gen) return l;
    }
  } else {
    for (std::uint32_t l = gens_[gen].first; l != kNone; l = links_[l].next_of_gen) {
      if (links_[l].ref == ref) return l;
    }
  }
  return kNone;
}

void Allocation::append(const Edge& edge, std::uint32_t place) {
  const auto index = static_cast<std::uint32_t>(links_.size());
  links_.push_back({edge.ref, edge.gen, edge.weight, edge.weight, 0.0, place, kNone, kNone});
  Sentence& ref = refs_[edge.ref];
  Sentence& gen = gens_[edge.gen];
  ref.ascending = ref.ascending && (ref.first == kNone || links_[ref.last].gen < edge.gen);
  (ref.first == kNone ? ref.first : links_[ref.last].next_of_ref) = index;
  (gen.first == kNone ? gen.first : links_[gen.last].next_of_gen) = index;
  ref.last = gen.last = index;
  ++ref.degree;
  ++gen.degree;
}

void Allocation::link(std::span<const Edge> edges, Normality only) {
  const auto wanted = [only](const Edge& e) { return only == Normality::other || e.normality == only; };
  std::size_t ref_count = 0;
  std::size_t gen_count = 0;
  for (const Edge& e : edges) {
    if (!wanted(e)) continue;
    ref_count = std::max(ref_count, std::size_t{e.ref} + 1);
    gen_count = std::max(gen_count, std::size_t{e.gen} + 1);
  }
  links_.clear();
  refs_.assign(ref_count, Sentence{});
  gens_.assign(gen_count, Sentence{});
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& e = edges[i];
    if (!wanted(e)) continue;
    const auto place = static_cast<std::uint32_t>(i);
    const std::uint32_t known = find(e.ref, e.gen);
    if (known == kNone) {
      append(e, place);
    } else if (e.weight > links_[known].weight) {
      links_[known].weight = e.weight;
      links_[known].edge = place;
    }
  }
}

void Allocation::give(Link& link, double amount) {
  if (!(amount > kNothing)) return;
  link.credit += amount;
  refs_[link.ref].room -= amount;
  gens_[link.gen].room -= amount;
}

void Allocation::give_greedily() {
  std::sort(contested_.begin(), contested_.end(), [this](std::uint32_t a, std::uint32_t b) {
    if (links_[a].weight != links_[b].weight) return links_[a].weight > links_[b].weight;
    return links_[a].edge < links_[b].edge;
  });
  for (const std::uint32_t l : contested_) {
    Link& link = links_[l];
    give(link, std::min({link.weight, refs_[link.ref].room, gens_[link.gen].room}));
  }
}

double Allocation::allocate() {
  for (Link& link : links_) {
    if (!(link.weight > kNothing)) continue;
    refs_[link.ref].sum += link.weight;
    gens_[link.gen].sum += link.weight;
  }
  contested_.clear();
  for (std::uint32_t l = 0; l < links_.size(); ++l) {
    Link& link = links_[l];
    if (!(link.weight > kNothing)) continue;
    if (refs_[link.ref].sum <= 1.0 && gens_[link.gen].sum <= 1.0) {
      give(link, link.weight);
    } else {
      contested_.push_back(l);
    }
  }
  if (!contested_.empty()) {
    give_greedily();
    while (find_levels()) {
      for (std::uint32_t r = 0; r < refs_.size(); ++r) {
        if (refs_[r].level == 0) augment_from(r);
      }
    }
  }
  double matched = 0;
  for (const Link& link : links_) matched += link.credit;
  return matched;
}

// Breadth-first from all Ref sentences with room, up to the nearest Gen sentences with room. False if there is none:
// the allocation is then the best.
bool Allocation::find_levels() {
  const auto offset = static_cast<std::uint32_t>(refs_.size());
  queue_.clear();
  sink_level_ = kUnreached;
  for (Sentence& gen : gens_) gen.level = kUnreached, gen.current = gen.first;
  for (std::uint32_t r = 0; r < refs_.size(); ++r) {
    refs_[r].current = refs_[r].first;
    const bool root = refs_[r].room > kNothing && refs_[r].first != kNone;
    refs_[r].level = root ? 0 : kUnreached;
    if (root) queue_.push_back(r);
  }
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const std::uint32_t node = queue_[head];
    if (node < offset) {
      if (refs_[node].level + 1 > sink_level_) break;
      for (std::uint32_t l = refs_[node].first; l != kNone; l = links_[l].next_of_ref) {
        Sentence& gen = gens_[links_[l].gen];
        if (gen.level != kUnreached || !(links_[l].weight - links_[l].credit > kNothing)) continue;
        gen.level = refs_[node].level + 1;
        if (gen.room > kNothing) sink_level_ = gen.level;
        queue_.push_back(links_[l].gen + offset);
      }
    } else if (sink_level_ == kUnreached) {
      const Sentence& gen = gens_[node - offset];
      for (std::uint32_t l = gen.first; l != kNone; l = links_[l].next_of_gen) {
        Sentence& ref = refs_[links_[l].ref];
        if (ref.level != kUnreached || !(links_[l].credit > kNothing)) continue;
        ref.level = gen.level + 1;
        queue_.push_back(links_[l].ref);
      }
    }
  }
  return sink_level_ != kUnreached;
}

// The next link by which credit can go from a Ref sentence to a Gen sentence one level further on.
std::uint32_t Allocation::next_forward(std::uint32_t ref) {
  Sentence& from = refs_[ref];
  while (from.current != kNone) {
    const Link& link = links_[from.current];
    if (gens_[link.gen].level == from.level + 1 && link.weight - link.credit > kNothing) break;
    from.current = link.next_of_ref;
  }
  return from.current;
}

// The next link by which a Gen sentence can give credit back to a Ref sentence one level further on.
std::uint32_t Allocation::next_backward(std::uint32_t gen) {
  Sentence& from = gens_[gen];
  if (from.level >= sink_level_) from.current = kNone;
  while (from.current != kNone) {
    const Link& link = links_[from.current];
    if (refs_[link.ref].level == from.level + 1 && link.credit > kNothing) break;
    from.current = link.next_of_gen;
  }
  return from.current;
}

// Moves as much as the path from `root` bears.
void Allocation::push(std::uint32_t root) {
  Sentence& end = gens_[links_[path_.back()].gen];
  double amount = std::min(refs_[root].room, end.room);
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const Link& link = links_[path_[i]];
    amount = std::min(amount, i % 2 == 0 ? link.weight - link.credit : link.credit);
  }
  for (std::size_t i = 0; i < path_.size(); ++i) links_[path_[i]].credit += i % 2 == 0 ? amount : -amount;
  refs_[root].room -= amount;
  end.room -= amount;
}

// One root's part of a phase: depth first along levels, never trying a dead link twice.
void Allocation::augment_from(std::uint32_t root) {
  path_.clear();
  while (refs_[root].room > kNothing) {
    const bool at_ref = path_.size() % 2 == 0;
    const std::uint32_t node = path_.empty() ? root : (at_ref ? links_[path_.back()].ref : links_[path_.back()].gen);
    if (!at_ref && gens_[node].level == sink_level_ && gens_[node].room > kNothing) {
      push(root);
      path_.clear();
      continue;
    }
    const std::uint32_t onward = at_ref ? next_forward(node) : next_backward(node);
    if (onward != kNone) {
      path_.push_back(onward);
      continue;
    }
    if (path_.empty()) return;
    const Link& back = links_[path_.back()];
    path_.pop_back();
    if (at_ref) {
      gens_[back.gen].current = back.next_of_gen;
    } else {
      refs_[back.ref].current = back.next_of_ref;
    }
  }
}

}  // namespace fiducial::radsem
