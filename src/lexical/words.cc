// Open addressing with linear probing, at most half full. A slot belongs to the epoch in which it was written;
// emptying the table begins a new epoch.
#include "lexical/words.h"

#include <cstring>

namespace fiducial::lexical {

namespace {

std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0x9E3779B97F4A7C15U;
  return value ^ (value >> 29);
}

std::uint32_t hash_of(std::string_view word) {
  std::uint64_t hash = word.size();
  while (word.size() >= 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, word.data(), 8);
    hash = mix(hash ^ eight);
    word.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  if (!word.empty()) std::memcpy(&rest, word.data(), word.size());
  return static_cast<std::uint32_t>(mix(hash ^ rest) >> 16);
}

template <class Slot>
void begin_epoch(std::vector<Slot>& slots, std::uint32_t& epoch) {
  if (++epoch == 0) {  // after four thousand million texts the old marks could be taken for new ones
    for (Slot& slot : slots) slot.epoch = 0;
    epoch = 1;
  }
}

}  // namespace

std::size_t WordTable::place(std::string_view word, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].epoch == epoch_ && (slots_[at].hash != hash || words_[slots_[at].id] != word)) at = (at + 1) & mask;
  return at;
}

Id WordTable::find(std::string_view word) const {
  const Slot& slot = slots_[place(word, hash_of(word))];
  return slot.epoch == epoch_ ? slot.id : no_id;
}

Id WordTable::intern(std::string_view word) {
  if (2 * (words_.size() + 1) > slots_.size()) grow();
  const std::uint32_t hash = hash_of(word);
  Slot& slot = slots_[place(word, hash)];
  if (slot.epoch == epoch_) return slot.id;
  slot = {epoch_, hash, static_cast<Id>(words_.size())};
  words_.add(word);
  return slot.id;
}

void WordTable::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.epoch != epoch_) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].epoch == epoch_) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

void WordTable::clear() {
  words_.clear();
  begin_epoch(slots_, epoch_);
}

std::size_t PairTable::place(std::uint64_t key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(mix(key)) & mask;
  while (slots_[at].epoch == epoch_ && slots_[at].key != key) at = (at + 1) & mask;
  return at;
}

Id PairTable::find(Id first, Id second) const {
  const Slot& slot = slots_[place(std::uint64_t{first} << 32 | second)];
  return slot.epoch == epoch_ ? slot.id : no_id;
}

Id PairTable::intern(Id first, Id second) {
  if (2 * (std::size_t{size_} + 1) > slots_.size()) grow();
  const std::uint64_t key = std::uint64_t{first} << 32 | second;
  Slot& slot = slots_[place(key)];
  if (slot.epoch == epoch_) return slot.id;
  slot = {key, epoch_, size_};
  return size_++;
}

void PairTable::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.epoch == epoch_) slots_[place(slot.key)] = slot;
  }
}

std::vector<std::pair<Id, Id>> PairTable::all() const {
  std::vector<std::pair<Id, Id>> keys(size_);
  for (const Slot& slot : slots_) {
    if (slot.epoch == epoch_) keys[slot.id] = {static_cast<Id>(slot.key >> 32), static_cast<Id>(slot.key)};
  }
  return keys;
}

void PairTable::clear() {
  size_ = 0;
  begin_epoch(slots_, epoch_);
}

}  // namespace fiducial::lexical
