// The layout of the compiled lexicon: arrays one after another, found through a header of offsets. Written by the
// compiler, read in place by Lexicon. Host byte order: an image never leaves the machine that it was built for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lexicon/lexicon.h"

namespace fiducial::lexicon {

struct ImageHeader {
  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  std::uint32_t forms = 0;
  struct Array {
    std::uint32_t offset = 0, count = 0;
  } concepts, texts, ancestors, edges, nodes, senses, changed, words, by_name, compositions, weights, numbers, near,
      signs;
};
inline constexpr std::uint32_t kImageMagic = 0x34584c46;  // "FLX4"

struct ImageArrays {
  std::vector<Concept> concepts;
  std::vector<char> texts;
  std::vector<ConceptId> ancestors;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> edges;  // key, node
  struct Node {
    std::uint32_t first_sense = 0, count = 0;
    std::uint64_t follows = 0;
  };
  std::vector<Node> nodes;
  std::vector<Sense> senses;
  std::vector<ConceptId> changed;
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> by_name;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> compositions;  // two parents, the place; sorted
  std::vector<Weight> weights;
  std::vector<Number> numbers;
  std::vector<std::uint32_t> near;
  std::vector<WeighedSign> signs;
  std::uint32_t version = 0, forms = 0;
};

std::vector<std::byte> write_image(const ImageArrays& arrays);

}  // namespace fiducial::lexicon
