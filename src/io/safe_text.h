// The one place that makes text safe to show. Reports, ids and names come from anybody: an escape sequence moves a
// terminal's cursor, a bidirectional control turns a line round, a control character breaks an SVG, and a cell that
// begins with "=" is run by a spreadsheet. All of these take any bytes and give valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace fiducial::io {

// The length of the character at `at` if it is one that acts instead of showing (a control of C0 or C1, DEL, a
// bidirectional control, a separator of lines or paragraphs, a byte order mark, a tag), else 0. Valid UTF-8 only.
std::size_t unsafe_character(std::string_view text, std::size_t at);

// For one line of a terminal or a message: such characters become "?", line breaks and tabs too.
std::string safe_line(std::string_view text);
// The same for text of several lines: line feeds and tabs stay.
std::string safe_lines(std::string_view text);
// The same for text that we have painted: the colour sequences of our own stay.
std::string safe_painted(std::string_view text);
// For SVG and HTML, as text or in a quoted attribute: safe_lines, and the characters of markup written as entities.
std::string safe_markup(std::string_view text);

// For a cell of a CSV file that people open in spreadsheets: one that would be a formula (=, +, -, @, a tab or a
// carriage return at its start) gets an apostrophe in front, which spreadsheets do not show. A number is no formula.
std::string safe_cell(std::string_view text);
// What a cell was before.
std::string_view unguarded_cell(std::string_view cell);

}  // namespace fiducial::io
