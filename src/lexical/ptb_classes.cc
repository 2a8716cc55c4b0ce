// The tables of ptb_classes.h, sorted for binary search.
#include "lexical/ptb_classes.h"

#include <algorithm>
#include <array>
#include <span>

#include "lexical/utf8.h"

namespace fiducial::lexical::ptb {

namespace {

constexpr auto firm_words = std::to_array<std::string_view>(
    {"adj", "adm",   "adv",  "alex", "asst",  "atty", "attys", "ave",    "brig", "capt",  "cf",    "cie", "cmdr",
     "col", "comdr", "cpl",  "dept", "det",   "dr",   "drs",   "elec",   "ens",  "ft",    "gen",   "gov", "govs",
     "hon", "insp",  "invt", "jos",  "lieut", "lt",   "maj",   "messrs", "mfg",  "mlle",  "mme",   "mr",  "mrs",
     "ms",  "msgr",  "mt",   "mtg",  "natl",  "pfc",  "ph",    "pres",   "prof", "profs", "pvt",   "rep", "reps",
     "rev", "sen",   "sens", "sfc",  "sgt",   "spc",  "st",    "ste",    "supt", "supts", "treas", "vs",  "wm"});
constexpr auto final_words = std::to_array<std::string_view>(
    {"al",    "ala",  "apr",  "ariz", "assn", "aug", "bancorp", "bhd", "bldg", "blvd", "bros", "calif", "co",   "colo",
     "conn",  "corp", "cos",  "ct",   "dak",  "dec", "esq",     "est", "etc",  "ext",  "feb",  "fla",   "fri",  "ga",
     "inc",   "ind",  "intl", "jan",  "jr",   "jul", "jun",     "kan", "kans", "ky",   "ltd",  "mar",   "md",   "mich",
     "minn",  "mo",   "mon",  "mont", "neb",  "nev", "nov",     "oct", "okla", "penn", "plc",  "ppte",  "ppty", "pte",
     "ptes",  "pty",  "ptys", "rd",   "rt",   "sep", "sept",    "seq", "sq",   "sr",   "sys",  "tel",   "tenn", "thu",
     "thurs", "tue",  "tues", "univ", "va",   "vt",  "wed",     "wis", "wisc", "wyo"});
constexpr auto name_words =
    std::to_array<std::string_view>({"ark", "az", "del", "ill", "la", "mass", "miss", "ore", "pa", "tex", "wash"});
constexpr auto figure_words =
    std::to_array<std::string_view>({"art", "ca", "fig", "figs", "no", "nos", "op", "pp", "prop"});
constexpr auto openers = std::to_array<std::string_view>(
    {"a",       "about", "additionally", "after", "an",   "as",   "at",    "but",  "earlier", "he",    "her",  "here",
     "however", "if",    "in",           "it",    "last", "many", "more",  "mr.",  "ms.",     "now",   "once", "one",
     "other",   "our",   "she",          "since", "so",   "some", "such",  "that", "the",     "their", "then", "there",
     "these",   "they",  "this",         "we",    "what", "when", "while", "yet",  "you"});

constexpr auto with_apostrophe =
    std::to_array<std::string_view>({"c'mon", "cont'd.", "e'er", "ev'ry", "li'l", "nat'l", "nor'easter", "s'mores"});

struct Range {
  char32_t first;
  char32_t last;
};

constexpr auto signs = std::to_array<Range>(
    {{0xA1, 0xA1},     {0xA5, 0xA9},     {0xAC, 0xAC},     {0xAE, 0xB1},     {0xB4, 0xB4},     {0xB6, 0xB8},
     {0xBF, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},     {0x37E, 0x37E},   {0x387, 0x387},   {0x589, 0x589},
     {0x5BE, 0x5BE},   {0x5C0, 0x5C0},   {0x5C3, 0x5C3},   {0x5C6, 0x5C6},   {0x5F3, 0x5F4},   {0x600, 0x603},
     {0x606, 0x60C},   {0x614, 0x614},   {0x61B, 0x61B},   {0x61E, 0x61F},   {0x66A, 0x66A},   {0x66D, 0x66D},
     {0x6D4, 0x6D4},   {0x700, 0x70D},   {0x7F6, 0x7F8},   {0x964, 0x965},   {0xE3F, 0xE3F},   {0xE4F, 0xE4F},
     {0x1FBD, 0x1FBD}, {0x2016, 0x2017}, {0x201A, 0x201A}, {0x201E, 0x2023}, {0x2030, 0x2038}, {0x203B, 0x203B},
     {0x203E, 0x2042}, {0x2044, 0x2044}, {0x207A, 0x207E}, {0x208A, 0x208E}, {0x20A4, 0x20A4}, {0x2100, 0x214F},
     {0x2155, 0x215E}, {0x2190, 0x2BFF}, {0x3001, 0x3002}, {0x3012, 0x3012}, {0x30FB, 0x30FB}, {0xFF01, 0xFF0F},
     {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFE0, 0xFFE1}, {0xFFE5, 0xFFE6}});
constexpr auto marks = std::to_array<Range>({{0xAD, 0xAD},
                                             {0x2C2, 0x2C5},
                                             {0x2D2, 0x2DF},
                                             {0x2E5, 0x36F},
                                             {0x375, 0x375},
                                             {0x384, 0x385},
                                             {0x3F6, 0x3F6},
                                             {0x483, 0x487}});

struct Entry {
  std::string_view word;
  Abbreviation kind;
};

constexpr auto abbreviations = [] {
  std::array<Entry, firm_words.size() + final_words.size() + name_words.size() + figure_words.size()> all{};
  auto next = all.begin();
  for (const std::string_view word : firm_words) *next++ = {word, Abbreviation::firm};
  for (const std::string_view word : final_words) *next++ = {word, Abbreviation::final};
  for (const std::string_view word : name_words) *next++ = {word, Abbreviation::name};
  for (const std::string_view word : figure_words) *next++ = {word, Abbreviation::figure};
  std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.word < b.word; });
  return all;
}();

bool has(std::span<const Range> ranges, char32_t code) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), code,
                                      [](char32_t value, const Range& range) { return value < range.first; });
  return after != ranges.begin() && code <= std::prev(after)->last;
}

static_assert(std::is_sorted(openers.begin(), openers.end()));

}  // namespace

Abbreviation abbreviation_of(std::string_view lower) {
  const auto at = std::lower_bound(abbreviations.begin(), abbreviations.end(), lower,
                                   [](const Entry& entry, std::string_view word) { return entry.word < word; });
  return at != abbreviations.end() && at->word == lower ? at->kind : Abbreviation::none;
}

std::span<const std::string_view> words_with_apostrophe() {
  return with_apostrophe;
}

bool opens_sentence(std::string_view lower) {
  return std::binary_search(openers.begin(), openers.end(), lower);
}

bool is_sign(char32_t code) {
  return has(signs, code);
}

bool is_mark(char32_t code) {
  return has(marks, code);
}

}  // namespace fiducial::lexical::ptb
