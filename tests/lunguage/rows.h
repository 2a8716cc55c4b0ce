// Short ways to write rows and to read tables in tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {

inline Row row(std::string entity, std::vector<std::pair<Relation, std::string>> texts = {}) {
  Row out;
  out.subject = "p";
  out.study = "s";
  out.entity = std::move(entity);
  for (auto& [relation, value] : texts) out.text(relation) = std::move(value);
  return out;
}

inline std::vector<const Row*> pointers(const Rows& rows) {
  std::vector<const Row*> out;
  for (const Row& one : rows) out.push_back(&one);
  return out;
}

inline Table table_of(const std::string& text) {
  return read_rows(io::memory_source(text, "test"));
}

}  // namespace fiducial::lunguage
