#include "io/show.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "fiducial/io.h"
#include "io/safe_text.h"

namespace fiducial::io {
namespace {

constexpr std::size_t kLongestId = 80;
constexpr std::size_t kLongestName = 40;
constexpr std::size_t kMostColumns = 40;

// Three words at most, and no full stop at the end: what people call columns.
bool looks_like_name(std::string_view name) {
  return name.size() <= kLongestName && std::ranges::count(name, ' ') <= 2 && !name.ends_with('.') && is_utf8(name) &&
         safe_line(name) == name;
}

std::string show_column(std::string_view name) {
  return looks_like_name(name) ? fmt::format("'{}'", name) : fmt::format("(a text of {} bytes)", name.size());
}

std::string enumerate(const std::vector<std::string>& shown, std::string_view last_link) {
  std::string out;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i > 0) out += i + 1 == shown.size() ? last_link : std::string_view(", ");
    out += shown[i];
  }
  return out;
}

}  // namespace

std::string show(std::string_view id) {
  std::string out = safe_line(id.substr(0, kLongestId));
  if (id.size() > kLongestId) out += "…";
  return out;
}

std::string show_columns(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (shown.size() == kMostColumns) {
      shown.push_back(fmt::format("{} more", names.size() - kMostColumns));
      break;
    }
    shown.push_back(show_column(name));
  }
  return shown.empty() ? "none" : enumerate(shown, " and ");
}

std::string show_choices(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  shown.reserve(names.size());
  for (const std::string& name : names) shown.push_back(fmt::format("'{}'", show(name)));
  return enumerate(shown, " or ");
}

void fail(const std::string& source, std::string message, std::size_t line) {
  throw InputError({source, line, {}, std::move(message)});
}

std::string reason(int error) {
  return std::generic_category().message(error);
}

}  // namespace fiducial::io
