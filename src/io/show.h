// How names that come from a file (ids, columns) appear in messages: on one line, harmless to a terminal, and short.
// A "name" may be a whole report if a CSV file lacks its header, and reports never go into messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducial/problem.h"

namespace fiducial::io {

// An id: control characters and bytes that are not UTF-8 replaced, at most 80 bytes.
std::string show(std::string_view id);

// Column names as 'a', 'b' and 'c'; what is too long or too much like a sentence for a name is only described.
std::string show_columns(const std::vector<std::string>& names);

// 'id', 'name' or 'study_id': the names that would have been accepted.
std::string show_choices(const std::vector<std::string>& names);

// What the system calls an error: "No such file or directory".
std::string reason(int error);

[[noreturn]] void fail(const std::string& source, std::string message, std::size_t line = 0);

}  // namespace fiducial::io
