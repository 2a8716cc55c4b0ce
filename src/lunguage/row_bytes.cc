#include "lunguage/row_bytes.h"

#include <cstring>

namespace fiducial::lunguage {
namespace {

template <class Number>
void put_number(std::string& out, Number number) {
  char bytes[sizeof(Number)];
  std::memcpy(bytes, &number, sizeof(Number));
  out.append(bytes, sizeof(Number));
}

template <class Number>
Number take_number(std::string_view& bytes) {
  Number number{};
  std::memcpy(&number, bytes.data(), sizeof(Number));
  bytes.remove_prefix(sizeof(Number));
  return number;
}

void put_text(std::string& out, const std::string& text) {
  put_number(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

std::string take_text(std::string_view& bytes) {
  const auto size = take_number<std::uint32_t>(bytes);
  std::string text(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return text;
}

void put_links(std::string& out, const std::vector<int>& links) {
  put_number(out, static_cast<std::uint32_t>(links.size()));
  for (const int link : links) put_number(out, link);
}

std::vector<int> take_links(std::string_view& bytes) {
  std::vector<int> links(take_number<std::uint32_t>(bytes));
  for (int& link : links) link = take_number<int>(bytes);
  return links;
}

enum Flag : std::uint8_t { kPositive = 1, kDefinitive = 2, kDay = 4, kDated = 8 };

}  // namespace

void append_row(std::string& out, const Row& row, bool dated) {
  put_number(out, static_cast<std::uint8_t>((row.positive ? kPositive : 0) | (row.definitive ? kDefinitive : 0) |
                                            (row.day ? kDay : 0) | (dated ? kDated : 0)));
  put_number(out, row.category);
  for (const std::uint8_t times : row.given) put_number(out, times);
  for (const int number : {row.sequence, row.sent_idx, row.ent_idx, row.episode}) put_number(out, number);
  put_number(out, row.day.value_or(0));
  put_number(out, row.line);
  put_text(out, row.section);
  put_text(out, row.entity);
  put_text(out, row.group);
  std::uint16_t has = 0;
  for (std::size_t i = 0; i < kTexts; ++i)
    has = static_cast<std::uint16_t>(has | (row.texts[i].empty() ? 0U : 1U << i));
  put_number(out, has);
  for (const std::string& text : row.texts) {
    if (!text.empty()) put_text(out, text);
  }
  put_links(out, row.associate);
  put_links(out, row.evidence);
  put_number(out, static_cast<std::uint32_t>(row.other.size()));
  for (const auto& [column, value] : row.other) {
    put_text(out, column);
    put_text(out, value);
  }
}

Row take_row(std::string_view& bytes, bool& dated) {
  Row row;
  const auto flags = take_number<std::uint8_t>(bytes);
  row.positive = (flags & kPositive) != 0;
  row.definitive = (flags & kDefinitive) != 0;
  dated = (flags & kDated) != 0;
  row.category = take_number<Category>(bytes);
  for (std::uint8_t& times : row.given) times = take_number<std::uint8_t>(bytes);
  for (int* number : {&row.sequence, &row.sent_idx, &row.ent_idx, &row.episode}) *number = take_number<int>(bytes);
  const long day = take_number<long>(bytes);
  if ((flags & kDay) != 0) row.day = day;
  row.line = take_number<std::size_t>(bytes);
  row.section = take_text(bytes);
  row.entity = take_text(bytes);
  row.group = take_text(bytes);
  const auto has = take_number<std::uint16_t>(bytes);
  for (std::size_t i = 0; i < kTexts; ++i) {
    if ((has >> i & 1U) != 0) row.texts[i] = take_text(bytes);
  }
  row.associate = take_links(bytes);
  row.evidence = take_links(bytes);
  row.other.resize(take_number<std::uint32_t>(bytes));
  for (auto& [column, value] : row.other) {
    column = take_text(bytes);
    value = take_text(bytes);
  }
  return row;
}

}  // namespace fiducial::lunguage
