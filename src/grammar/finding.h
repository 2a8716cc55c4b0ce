// The Finding: one proposition of a report about one place, with everything clinical that was said of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/quantity.h"
#include "grammar/site.h"
#include "text/token.h"

namespace fiducial::findings {

struct Span {
  std::uint32_t begin = 0, end = 0;  // bytes of the report
  void cover(std::uint32_t b, std::uint32_t e) {
    if (end == 0) {
      begin = b;
      end = e;
    } else {
      begin = b < begin ? b : begin;
      end = e > end ? e : end;
    }
  }
};

// A few words that the lexicon does not know, by their stems.
struct Words {
  std::array<text::WordHash, 8> hashes{};
  std::uint8_t size = 0;
  bool more = false;  // some did not fit
  void add(text::WordHash w) {
    for (std::uint8_t i = 0; i < size; ++i) {
      if (hashes[i] == w) return;
    }
    if (size == hashes.size()) {
      more = true;
    } else {
      hashes[size++] = w;
    }
  }
};

// How sure the report is of what it asserts.
enum class Certainty : std::uint8_t { definite, probable, possible, not_excluded };
std::string_view name(Certainty certainty);

struct Finding {
  Span span;  // all that says it
  Span head;  // the words that name the concept
  Site site;
  ConceptId concept_id = kNone;  // what was observed; kNone: words that the lexicon does not know
  ConceptId attribute = kNone;   // of a normal statement: of which attribute ("size")
  bool absent = false;           // denied
  bool abnormal = false;         // the proposition as a whole, after denial
  Certainty certainty = Certainty::definite;
  bool device = false;
  bool split = false;            // as read: several shapes, of several things
  bool mention = false;          // as read: the subject of a description ("the nodule is calcified")
  bool inferred_site = false;    // the place was not said with it but carried over
  bool any_side = false;         // the organ is one of a pair and no side was said: expanded to both
  ConceptSet<12> details;        // modifiers, and observations that describe the head
  ConceptSet<4> absent_details;  // "not calcified"
  std::array<float, 4> sizes{};  // measurements in mm, in order of mention
  std::uint8_t size_count = 0;
  Quantities quantities{};
  std::uint8_t quantity_count = 0;
  bool more_numbers = false;  // measurements that did not fit
  bool is_inference = false;  // read from another finding: "…, consistent with pneumonia"
  Words words;                // unknown words that belong to it
  // Every observation and detail of its sentence, if nothing there is denied or normal: what the grammar may have tied
  // to another head was at least said there.
  ConceptSet<16> said;
  ConceptSet<12> places_said;         // every place of its sentence; none if there are more
  std::array<float, 6> sizes_said{};  // the first lengths of its sentence, in mm; 0: there is no other
  std::uint32_t sentence = 0;

  bool tentative() const { return certainty != Certainty::definite; }
  void add_size(double mm) {
    if (size_count == sizes.size()) {
      more_numbers = true;
    } else {
      sizes[size_count++] = static_cast<float>(mm);
    }
  }
  void add_quantity(const Quantity& quantity) {
    if (std::find(quantities.begin(), quantities.begin() + quantity_count, quantity) !=
        quantities.begin() + quantity_count)
      return;
    if (quantity_count == quantities.size()) {
      more_numbers = true;
    } else {
      quantities[quantity_count++] = quantity;
    }
  }
};

// Why a sentence gave no finding.
enum class Dropped : std::uint8_t {
  no,
  technique,
  history,
  recommendation,
  comparison,
  impression,
  quality,
  communication,
  nothing
};
std::string_view name(Dropped reason);

struct SentenceNote {
  Span span;
  Dropped dropped = Dropped::no;
  std::uint32_t body = 0;                                     // where it begins behind its heading
  lexicon::HeadingKind section = lexicon::HeadingKind::none;  // what it stands below
};

struct Reading {
  std::vector<Finding> findings;
  std::vector<SentenceNote> sentences;
};

}  // namespace fiducial::findings
