#include "explain/account.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace fiducial::explain {
namespace {

constexpr std::size_t kQuoted = 120;  // characters of a quotation; the rest is "…"

std::string statement_line(const Statement& statement, const Paint& paint) {
  std::string line = fmt::format("  {:<4} {}", statement.mark, statement.text);
  if (!statement.quote.empty()) line += "  " + paint.dim(in_quotes(statement.quote));
  return line + "\n";
}

// Entries of one outcome that stand together share its headline; a match says so in its remark.
std::string_view headline(Outcome outcome) {
  switch (outcome) {
    case Outcome::missing:
      return "missing: only the reference says";
    case Outcome::unsupported:
      return "unsupported: only the candidate says";
    default:
      return "";
  }
}

std::string entry_text(const Entry& entry, const Paint& paint) {
  if (entry.outcome == Outcome::left_out) {
    std::string out;
    for (const Statement& statement : entry.statements)
      out += fmt::format("  {}: {}\n", entry.remark, paint.dim(in_quotes(statement.quote)));
    return out;
  }
  std::string out;
  for (const Statement& statement : entry.statements) out += statement_line(statement, paint);
  if (!entry.remark.empty()) out += fmt::format("       {}\n", entry.remark);
  return out;
}

std::string part_text(const Part& part, const Paint& paint) {
  if (part.entries.empty() && part.notes.empty()) return "";
  std::string out = "\n" + paint.bold(part.title) + "\n";
  std::string_view above;
  for (const Entry& entry : part.entries) {
    const std::string_view head = headline(entry.outcome);
    if (!head.empty() && head != above) out += "  " + paint.red(head) + "\n";
    above = head;
    out += entry_text(entry, paint);
  }
  for (const std::string& note : part.notes) out += "  " + note + "\n";
  return out;
}

io::Json statement_json(const Statement& statement) {
  io::Json out{{"mark", statement.mark}, {"text", statement.text}};
  if (!statement.quote.empty()) out["quote"] = statement.quote;
  if (statement.end > statement.begin) out["span"] = io::Json::array({statement.begin, statement.end});
  return out;
}

io::Json entry_json(const Entry& entry) {
  io::Json reference = io::Json::array();
  io::Json candidate = io::Json::array();
  for (const Statement& statement : entry.statements)
    (statement.report == Report::reference ? reference : candidate).push_back(statement_json(statement));
  return {{"outcome", std::string(name(entry.outcome))},
          {"reference", std::move(reference)},
          {"candidate", std::move(candidate)},
          {"remark", entry.remark}};
}

}  // namespace

std::string_view name(Outcome outcome) {
  constexpr std::array<std::string_view, 5> kNames = {"matched", "missing", "unsupported", "contradicted", "left_out"};
  return kNames.at(static_cast<std::size_t>(outcome));
}

std::string in_quotes(std::string_view text) {
  std::string words;
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
      words += c;
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
  }
  words = io::to_utf8(words);
  while (!words.empty() && words.back() == ' ') words.pop_back();
  std::size_t characters = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(words[i]) & 0xC0U) != 0x80U;
    if (starts && characters++ == kQuoted) return fmt::format("\"{}…\"", words.substr(0, i));
  }
  return fmt::format("\"{}\"", words);
}

std::string text(const Account& account, const Paint& paint) {
  std::string out = fmt::format("{}  {} {}", paint.bold(account.id), account.metric,
                                std::isnan(account.score) ? "not defined" : fmt::format("{:.4f}", account.score));
  if (!account.how.empty()) out += fmt::format("  ({})", account.how);
  out += fmt::format("\nreference (R): {}\ncandidate (G): {}\n", account.reference, account.candidate);
  for (const std::string& remark : account.remarks) out += "\n" + remark + "\n";
  for (const Part& part : account.parts) out += part_text(part, paint);
  return out + "\n" + account.sum + "\n";
}

io::Json json(const Account& account) {
  io::Json parts = io::Json::array();
  for (const Part& part : account.parts) {
    if (part.entries.empty() && part.notes.empty()) continue;
    io::Json entries = io::Json::array();
    for (const Entry& entry : part.entries) entries.push_back(entry_json(entry));
    parts.push_back({{"title", part.title}, {"entries", std::move(entries)}, {"notes", part.notes}});
  }
  return {{"id", account.id},
          {"metric", account.metric},
          {"how", account.how},
          {"score", std::isnan(account.score) ? io::Json(nullptr) : io::Json(account.score)},
          {"reference", account.reference},
          {"candidate", account.candidate},
          {"remarks", account.remarks},
          {"parts", std::move(parts)},
          {"sum", account.sum}};
}

}  // namespace fiducial::explain
