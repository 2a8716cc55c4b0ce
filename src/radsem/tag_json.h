// Reads the fields of tag records: those that simdjson has parsed, and those of nlohmann's.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "fiducial/radsem.h"
#include "io/json_parse.h"

namespace fiducial::radsem {

class TagFields {
 public:
  // Into a tag whose memory may be used again; nothing of what it held stays.
  void read(const nlohmann::ordered_json& record, Tag& tag);
  void read(simdjson::dom::object record, Tag& tag);

 private:
  io::JsonParser answers_;  // for findings that are a string with JSON in it
};

}  // namespace fiducial::radsem
