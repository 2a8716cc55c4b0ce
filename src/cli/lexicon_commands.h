// The parts of `fiducial lexicon …`, one file each.
#pragma once

#include <string>
#include <vector>

#include "cli/own_terms.h"
#include "lexicon/source.h"

namespace fiducial::cli {

// One table of the lexicon.
struct TableText {
  std::string file, text;
};
// The tables that are built into the program.
std::vector<TableText> built_in_tables();

struct CheckOptions {
  std::vector<std::string> paths;  // empty: the built-in tables
  bool added = false;              // the files add to the built-in tables
};
int check_lexicon(const CheckOptions& options);

struct LookupOptions {
  std::vector<std::string> words;  // of the term
  bool all = false;                // all forms of each concept
  OwnTerms terms;
};
int look_up(LookupOptions& options);

struct CoverageOptions {
  std::string in, text_column, json;
  bool plain = false;
  std::size_t top = 50;
  OwnTerms terms;
  Common common;
};
int measure_coverage(CoverageOptions& options);

}  // namespace fiducial::cli
