// One study's or patient's score as lines of the files that `lunguage score` and `run` write.
#pragma once

#include <string>
#include <vector>

#include "fiducial/lunguage.h"

namespace fiducial::cli {

// What is compared at once: one study, or all of a patient's.
struct PatientCase {
  std::string subject, study;  // study is empty for a patient
  std::vector<const lunguage::Row*> pred, gold;

  const std::string& id() const { return study.empty() ? subject : study; }
};

std::string sample_line(const PatientCase& one, const lunguage::Score& score, lunguage::Setting setting);
// Every matched pair with its components, then what found no partner.
std::string pair_lines(const PatientCase& one, const lunguage::Score& score, lunguage::Setting setting);
std::string rationale_line(const lunguage::Row& row, const std::string& why);
std::string_view name_of(lunguage::Setting setting);

}  // namespace fiducial::cli
