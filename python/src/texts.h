// Texts from Python without making copies of them: a list of str, or whatever speaks Arrow's C interface.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/score.h"

namespace fiducial::python {

// Texts one after the other. Made with the GIL; next() is called without it, by one thread at a time.
class Texts {
 public:
  virtual ~Texts() = default;
  // False at the end. Error, which names the argument and the place, for what is no text.
  virtual bool next(std::string_view& text) = 0;
};

// `name` is the argument's, for errors. TypeError or ValueError for an item that is no text.
std::unique_ptr<Texts> texts_of(const nanobind::object& data, const std::string& name);

// What is known of the patients, as written: nothing, or a text for each pair, empty where nothing is known.
struct Patients {
  std::optional<std::vector<std::string>> ages{}, indications{};
};

// Pairs of both; Error if one ends before the other, or if there are more or fewer patients than pairs.
NextPair pairs_of(std::shared_ptr<Texts> references, std::shared_ptr<Texts> candidates, Patients patients = {});

// The names of a table's columns; of the patient's an empty one is none.
struct TableColumns {
  std::string reference, candidate, age, indication;
};
// Pairs of a table that speaks Arrow; Error if it lacks a column. Ages and indications may be null.
NextPair pairs_of_table(const nanobind::object& table, const TableColumns& columns);
// The names of a table's columns.
std::vector<std::string> columns_of_table(const nanobind::object& table);

// The str's UTF-8, which lives as long as it does. ValueError for a lone surrogate, TypeError for what is no str.
std::string_view utf8_of(nanobind::handle text, const std::string& where);

}  // namespace fiducial::python
