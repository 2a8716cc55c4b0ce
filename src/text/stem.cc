// The stemmer: light on purpose. It folds what a report writer varies without meaning anything by it (plural,
// spelling, regular verb forms) and leaves derivation ("hepatic", "enlargement") to the lexicon's forms.
#include "text/stem.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace fiducial::text {

namespace {

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

bool has_vowel(const char* s, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    if (is_vowel(s[i])) return true;
  }
  return false;
}

// British spellings inside words; each replacement is not longer than what it replaces.
struct Spelling {
  std::string_view british, american;
};
constexpr Spelling kSpellings[] = {
    {"haem", "hem"},           {"oedem", "edem"},        {"oesoph", "esoph"},      {"caec", "cec"},
    {"tumour", "tumor"},       {"colour", "color"},      {"fibre", "fiber"},       {"centre", "center"},
    {"calibre", "caliber"},    {"grey", "gray"},         {"artefact", "artifact"}, {"paed", "ped"},
    {"rrhoea", "rrhea"},       {"aneurism", "aneurysm"}, {"ischaem", "ischem"},    {"litre", "liter"},
    {"metre", "meter"},        {"anaem", "anem"},        {"foet", "fet"},          {"leucocyt", "leukocyt"},
    {"behaviour", "behavior"}, {"sulph", "sulf"},        {"coeliac", "celiac"},    {"aetiolog", "etiolog"},
    {"gynaec", "gynec"},       {"faec", "fec"},          {"paraes", "pares"},      {"anaesth", "anesth"},
};

std::size_t americanize(char* s, std::size_t n) {
  for (const auto& [british, american] : kSpellings) {
    if (n < british.size()) continue;
    const std::string_view view(s, n);
    const std::size_t at = view.find(british);
    if (at == std::string_view::npos) continue;
    std::memmove(s + at + american.size(), s + at + british.size(), n - at - british.size());
    std::memcpy(s + at, american.data(), american.size());
    n -= british.size() - american.size();
  }
  return n;
}

bool ends(const char* s, std::size_t n, std::string_view suffix) {
  return n >= suffix.size() && std::memcmp(s + n - suffix.size(), suffix.data(), suffix.size()) == 0;
}

// -ise and -yse as -ize and -yze ("visualised"), but not in words that are written so everywhere.
void americanize_ending(char* s, std::size_t n) {
  constexpr std::string_view kEndings[] = {"ise", "ised", "ises", "ising", "isation", "isations"};
  for (std::string_view e : kEndings) {
    if (n > e.size() + 4 && ends(s, n, e)) {
      const std::size_t at = n - e.size();
      if (s[at - 1] == 'l' || s[at - 1] == 'r' || s[at - 1] == 'n' || s[at - 1] == 't' || s[at - 1] == 'm')
        s[at + 1] = 'z';
      return;
    }
  }
}

// Plurals that no rule gives.
constexpr Spelling kPlurals[] = {
    {"cortices", "cortex"},   {"vertices", "vertex"},     {"cervices", "cervix"}, {"varices", "varix"},
    {"matrices", "matrix"},   {"appendices", "appendix"}, {"calices", "calix"},   {"calyces", "calyx"},
    {"phalanges", "phalanx"}, {"foramina", "foramen"},    {"lumina", "lumen"},    {"femora", "femur"},
    {"crura", "crus"},        {"ganglia", "ganglion"},    {"testes", "testis"},   {"pelves", "pelvis"},
    {"teeth", "tooth"},       {"feet", "foot"},
};

std::size_t irregular_plural(char* s, std::size_t n) {
  for (const auto& [plural, singular] : kPlurals) {
    if (n != plural.size() || std::memcmp(s, plural.data(), n) != 0) continue;
    std::memcpy(s, singular.data(), singular.size());
    return singular.size();
  }
  return n;
}

// Latin singulars become their plurals, which are the shorter: meniscus and menisci, diverticulum and diverticula.
std::size_t latin(char* s, std::size_t n) {
  if (n < 6) return n;
  if (ends(s, n, "us")) {
    s[n - 2] = 'i';
    return n - 1;
  }
  if (ends(s, n, "um")) {
    s[n - 2] = 'a';
    return n - 1;
  }
  return ends(s, n, "omata") ? n - 2 : n;  // hematomata
}

// Names that end as plurals do: PRES is not several of "pre".
bool is_no_plural(const char* s, std::size_t n) {
  constexpr std::string_view kNames[] = {"aaos", "aars", "ards", "crps", "doms", "ecls", "edas", "epvs", "evas",
                                         "gtps", "hlhs", "hsos", "ihps", "itbs", "lens", "luts", "lvas", "lvrs",
                                         "mals", "oats", "paes", "pars", "pcos", "pons", "pres", "pvns", "rcvs",
                                         "rpls", "sars", "sids", "sirs", "taps", "tras", "ttts", "vats"};
  return n == 4 && s[3] == 's' && std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) {
           return std::memcmp(s, name.data(), n) == 0;
         });
}

std::size_t singular(char* s, std::size_t n) {
  if (is_no_plural(s, n)) return n;
  n = latin(s, irregular_plural(s, n));
  if (n < 4 || s[n - 1] != 's') {
    if (n > 4 && ends(s, n, "ae")) return n - 1;  // bullae, vertebrae
    return n;
  }
  if (ends(s, n, "ss") || ends(s, n, "us") || ends(s, n, "is")) return n;
  if (ends(s, n, "ies") && n > 4) {
    s[n - 3] = 'y';
    return n - 2;
  }
  // Greek plurals: metastases, diagnoses, stenoses, but not cases, doses, diseases.
  if (n > 6 && (ends(s, n, "tases") || ends(s, n, "oses") || ends(s, n, "yses") || ends(s, n, "theses"))) {
    s[n - 2] = 'i';
    return n;
  }
  if (ends(s, n, "sses") || ends(s, n, "xes") || ends(s, n, "ches") || ends(s, n, "shes") || ends(s, n, "zes"))
    return n - 2;
  return n - 1;
}

std::size_t drop_double(const char* s, std::size_t n) {
  if (n > 3 && s[n - 1] == s[n - 2] && s[n - 1] != 'l' && s[n - 1] != 's' && s[n - 1] != 'z' && !is_vowel(s[n - 1]))
    return n - 1;
  return n;
}

std::size_t verb_base(char* s, std::size_t n) {
  std::size_t base = 0;
  if (ends(s, n, "ing")) {
    base = n - 3;
  } else if (ends(s, n, "ied")) {
    s[n - 3] = 'y';
    return n - 2;
  } else if (ends(s, n, "ed") && !ends(s, n, "eed")) {
    base = n - 2;
  }
  if (base >= 4 && has_vowel(s, base)) return drop_double(s, base);
  return n;
}

// Nouns whose ending is not a verb's: "lung markings" are not "marked", the "spine" does not "spin".
bool keeps_ending(const char* s, std::size_t n) {
  constexpr std::string_view kNouns[] = {"marking", "lining", "opening", "spine",
                                         "bearing", "wedge",  "plaque",  "probe"};
  for (std::string_view noun : kNouns) {
    if (n == noun.size() && std::memcmp(s, noun.data(), n) == 0) return true;
  }
  return false;
}

}  // namespace

bool is_irregular_plural(std::string_view word) {
  for (const auto& [plural, singular] : kPlurals) {
    if (plural == word) return true;
  }
  return false;
}

std::size_t stem_in_place(char* s, std::size_t n) {
  if (n <= 3) return n;
  n = americanize(s, n);
  americanize_ending(s, n);
  if (n == 4 && std::memcmp(s, "disk", 4) == 0) s[3] = 'c';
  if (n == 5 && std::memcmp(s, "disks", 5) == 0) s[3] = 'c';
  n = singular(s, n);
  if (keeps_ending(s, n)) return n;
  n = verb_base(s, n);
  if (n > 4 && s[n - 1] == 'e') --n;
  if (n > 4 && s[n - 1] == 'y') s[n - 1] = 'i';
  return n;
}

WordHash hash_bytes(const char* s, std::size_t n) noexcept {
  // FNV-1a with a final mix: words are short, and equality of hashes stands for equality of stems everywhere.
  std::uint64_t h = 1469598103934665603ULL;
  for (std::size_t i = 0; i < n; ++i) h = (h ^ static_cast<unsigned char>(s[i])) * 1099511628211ULL;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ULL;
  h ^= h >> 32;
  return h == 0 ? 1 : h;
}

std::string stem(std::string_view word) {
  std::array<char, kLongestWord> buffer{};
  std::size_t n = 0;
  for (char c : word) {
    if (n == buffer.size()) break;
    buffer[n++] = (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
  }
  n = stem_in_place(buffer.data(), n);
  return {buffer.data(), n};
}

WordHash hash_word(std::string_view stemmed) noexcept {
  return hash_bytes(stemmed.data(), stemmed.size());
}

}  // namespace fiducial::text
