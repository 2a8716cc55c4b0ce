// Synonyms from a WordNet dictionary folder (index.noun, data.noun, noun.exc and so on), as NLTK looks them up.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lexical/words.h"

namespace fiducial::lexical {

class WordNet {
 public:
  // Throws InputError if a file of the dictionary is missing or is not one.
  explicit WordNet(const std::filesystem::path& folder);

  // Numbers of all single words that share a synset with the word or with one of its base forms; may repeat.
  void synonyms(std::string_view word, std::vector<Id>& out) const;
  std::string_view word(Id id) const { return words_.word(id); }

 private:
  struct Part {                                          // of speech
    std::unordered_map<Id, std::vector<Id>> synsets;     // of a lemma
    std::unordered_map<Id, std::vector<Id>> exceptions;  // base forms of an irregular form
  };
  void read_part(const std::filesystem::path& folder, std::string_view name, Part& part);
  void read_index(const std::filesystem::path& file, const std::unordered_map<std::uint64_t, Id>& offsets, Part& part);
  std::unordered_map<std::uint64_t, Id> read_data(const std::filesystem::path& file);
  void add_synset_words(const Part& part, Id lemma, std::vector<Id>& out) const;

  WordTable words_;
  std::vector<std::vector<Id>> members_;  // of each synset: its single words
  std::array<Part, 4> parts_;             // noun, verb, adjective, adverb
};

}  // namespace fiducial::lexical
