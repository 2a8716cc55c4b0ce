// The end of every RadSEM command that scores: the table of means with intervals, and the same as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/app.h"
#include "fiducial/radsem.h"

namespace fiducial::cli {

// --policy
struct RadsemPolicy {
  std::string name = "many-to-many";
  radsem::Policy chosen() const { return name == "alt" ? radsem::Policy::alt : radsem::Policy::many_to_many; }
};
void add_policy(CLI::App& command, RadsemPolicy& policy);

// Of each case, what the summary needs. NaN where a class is absent.
struct RadsemColumns {
  std::vector<double> score, abnormal, normal;

  void add(const radsem::CaseScore& result);
};

struct RadsemSummary {
  io::Json json;      // version, records, failed, policy, bootstrap, scores, signature
  std::string table;  // with the signature below it
};
RadsemSummary summarize_radsem(const RadsemColumns& columns, std::size_t failed, const RadsemPolicy& policy,
                               const std::string& signature, const Resampling& how, bool painted);

}  // namespace fiducial::cli
