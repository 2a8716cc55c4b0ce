// What RadSEM takes of a report, and a matching of two as the record that is scored.
#pragma once

#include <string_view>

#include "fiducial/radsem.h"
#include "grammar/reader.h"
#include "radsem/match.h"

namespace fiducial::radsem {

// The report's findings. What the patient feels is none of the image, where there are such findings.
void read_report(findings::Reader& reader, std::string_view report, findings::Reading& out);

// Atoms, tag and clashes; atom i of a report is its finding i.
Matched matched_of(const findings::Lexicon& lexicon, std::string_view ref_report, const findings::Reading& ref,
                   std::string_view gen_report, const findings::Reading& gen, const Matching& matching);

// Fills tag and clashes of `out`, whose atoms are there, one a finding.
void tag_pairs(const Matching& matching, const std::vector<findings::Finding>& ref,
               const std::vector<findings::Finding>& gen, Matched& out);

Rewritten rewritten_of(const findings::Lexicon& lexicon, std::string_view report, const findings::Reading& reading);

}  // namespace fiducial::radsem
