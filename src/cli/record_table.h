// Records for people: what a command writes as JSON or CSV, as a table where a terminal shows it.
#pragma once

#include <string>

#include "cli/app.h"
#include "fiducial/io.h"
#include "fiducial/lunguage.h"

namespace fiducial::cli {

// --as table|records; without it a table on a terminal, records in files and pipes.
void add_as(CLI::App& command, std::string& as);
bool as_table(const std::string& as, const std::string& out);

// The findings of one report: {"concept", "site", "side", "polarity", "status", "how_sure", "details"}.
std::string findings_table(const std::string& id, const io::Json& findings);
// The rows of LUNGUAGE, study by study.
std::string rows_table(const lunguage::Rows& rows);
// A record of `radfact verify` with its output.
std::string verified_table(const std::string& id, const io::Json& output);

}  // namespace fiducial::cli
