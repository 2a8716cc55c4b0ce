// The pairs of a file, or of the folder of a RadSEM run, with the tags that the run gave them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fiducial/io.h"

namespace fiducial::serve {

struct Cases {
  std::string path;
  std::string name;  // the file's or the folder's, without its ending
  std::vector<io::Pair> pairs;
  // Of a folder: who read it, as its run.json says, and the tags of its cases as JSON on one line. A language model's
  // tags are nothing that this program could find again: they are what there is to adjudicate.
  std::string signature;
  std::map<std::string, std::string, std::less<>> tags;
  io::ProblemLog problems;
};

// InputError: it cannot be read, is a folder of another kind or one that is half written, or has no pair that can be
// used.
Cases read_cases(const std::string& path, const io::PairColumns& columns);

// Was it read by another reader than the one whose signature this is, or by another version of it?
bool read_elsewhere(const Cases& cases, const std::string& signature);

}  // namespace fiducial::serve
