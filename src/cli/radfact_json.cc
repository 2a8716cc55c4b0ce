#include "cli/radfact_json.h"

#include "radfact/record_json.h"

namespace fiducial::cli {

void JsonList::add(std::string_view json) {
  file_.write(count_++ == 0 ? "\n" : ",\n");
  file_.write(json);
}

void JsonList::commit() {
  file_.write("\n]\n");
  if (own_) own_->commit();
}

}  // namespace fiducial::cli
