#include "compare/signature.h"

#include "reader_digest.h"

namespace fiducial::findings {

std::string reader_signature(std::string_view lexicon_version) {
  return "reader:embedded|grammar:" + std::string(kReaderDigest) + "|lexicon:" + std::string(lexicon_version);
}

}  // namespace fiducial::findings
