#include "serve/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explain/case_record.h"
#include "explain/errors_json.h"
#include "fiducial/score.h"
#include "serve/assets.h"

namespace fiducial::serve {
namespace {

constexpr const char* kHeadlines[] = {"radsem", "clinical", "radfact", "lunguage", "bleu4", "rougeL", "meteor"};

io::Json json_number(double value) {
  return std::isfinite(value) ? io::Json(value) : io::Json(nullptr);
}

// Cases in the order of their first column, the lowest first; those without a value last.
std::vector<std::size_t> worst_first(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (std::isnan(values[a]) || std::isnan(values[b])) return !std::isnan(values[a]) && std::isnan(values[b]);
    return values[a] < values[b];
  });
  return order;
}

const std::string& headline_of(const MeasuredRun& run) {
  const auto clinical = run.columns.find("clinical");
  return clinical != run.columns.end() ? clinical->first : run.columns.find("radsem")->first;
}

io::Json worst_cases(const MeasuredRun& run, std::size_t count) {
  io::Json list = io::Json::array();
  errors::Assessor::State state(run.lexicon);
  for (const std::size_t i : worst_first(run.columns.at(headline_of(run)))) {
    if (list.size() == count) break;
    const io::Pair& pair = run.cases.pairs[i];
    io::Json account;
    try {
      account =
          explain::case_record(run.lexicon.tables(), pair.reference, pair.candidate, radsem::Policy::many_to_many);
    } catch (const RecordError&) {  // too long to be shown whole
      continue;
    }
    state.run(pair.reference, pair.candidate, {pair.age, pair.indication});
    account["errors"] =
        explain::errors_json(state, state.account(pair.reference, pair.candidate), pair.reference, pair.candidate);
    list.push_back({{"case", i},
                    {"id", pair.id},
                    {"reference", pair.reference},
                    {"candidate", pair.candidate},
                    {"account", std::move(account)}});
  }
  return list;
}

void make_anonymous(io::Json& record) {
  io::Json& ids = record["ids"];
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = std::to_string(i + 1);
  record["problems"] = io::Json::array();
}

io::Json comparisons(const std::vector<std::shared_ptr<const MeasuredRun>>& runs) {
  io::Json list = io::Json::array();
  std::vector<double> p;
  for (std::size_t other = 1; other < runs.size(); ++other) {
    for (const char* column : kHeadlines) {
      io::Json one = compared(*runs[other], *runs[0], column, 0);
      if (one.is_null()) continue;
      one["system"] = runs[other]->cases.name;
      one["baseline"] = runs[0]->cases.name;
      p.push_back(one["p"].is_number() ? one["p"].get<double>() : std::nan(""));
      list.push_back(std::move(one));
    }
  }
  const std::vector<double> adjusted = stats::holm(p);
  for (std::size_t i = 0; i < adjusted.size(); ++i) list[i]["p_holm"] = json_number(adjusted[i]);
  return list;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

// JSON that cannot end the element that it stands in.
std::string inside_script(const io::Json& value) {
  std::string json;
  io::append_json(json, value);
  std::string out;
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

std::string static_table(const io::Json& data) {
  std::string out;
  for (const io::Json& run : data["runs"]) {
    out += fmt::format("<h2>{}</h2><table><tr><th>metric</th><th>mean</th><th>interval</th><th>n</th></tr>",
                       escaped(run["name"].get<std::string>()));
    for (const auto& [column, score] : run["scores"].items()) {
      const io::Json& interval = score["interval"];
      out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", escaped(column), score["mean"].dump(),
                         interval.is_array() ? fmt::format("{} – {}", interval[0].dump(), interval[1].dump()) : "",
                         score["n"].dump());
    }
    out += "</table>";
  }
  return out;
}

}  // namespace

io::Json compared(const MeasuredRun& a, const MeasuredRun& b, const std::string& column, unsigned threads) {
  const auto in_a = a.columns.find(column);
  const auto in_b = b.columns.find(column);
  if (in_a == a.columns.end() || in_b == b.columns.end()) return nullptr;
  std::vector<double> of_a;
  std::vector<double> of_b;
  for (std::size_t i = 0; i < a.cases.pairs.size(); ++i) {
    const auto other = b.by_id.find(a.cases.pairs[i].id);
    if (other == b.by_id.end()) continue;
    of_a.push_back(in_a->second[i]);
    of_b.push_back(in_b->second[other->second]);
  }
  if (of_a.empty()) return nullptr;
  constexpr std::size_t kTrials = 10'000;
  const SystemComparison found = compare_scores(of_a, of_b, kTrials, {.threads = threads});
  return {{"column", column},
          {"n", found.n},
          {"mean_a", json_number(found.mean)},
          {"mean_b", json_number(found.baseline_mean)},
          {"difference",
           {{"value", json_number(found.difference)},
            {"interval", {json_number(found.interval.low), json_number(found.interval.high)}}}},
          {"p", json_number(found.p)},
          {"trials", kTrials}};
}

io::Json report_data(const std::vector<std::shared_ptr<const MeasuredRun>>& runs, const ReportOptions& options) {
  io::Json list = io::Json::array();
  for (const auto& run : runs) {
    io::Json record = run->record;
    if (options.anonymous)
      make_anonymous(record);
    else
      record["worst"] = worst_cases(*run, options.worst);
    list.push_back(std::move(record));
  }
  return {{"version", program_version()},
          {"anonymous", options.anonymous},
          {"command", options.command},
          {"runs", std::move(list)},
          {"comparisons", comparisons(runs)}};
}

std::string report_html(const io::Json& data) {
  std::string title;
  for (const io::Json& run : data["runs"]) title += (title.empty() ? "" : ", ") + run["name"].get<std::string>();
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
      "style-src 'unsafe-inline'\">\n"
      "<meta name=\"generator\" content=\"Fiducial {}\">\n<title>{} · Fiducial</title>\n<style>\n{}</style>\n</head>\n"
      "<body>\n<div id=\"report\"></div>\n<noscript><h1>{}</h1>{}</noscript>\n"
      "<script type=\"application/json\" id=\"data\">{}</script>\n<script>{}</script>\n</body>\n</html>\n",
      program_version(), escaped(title), page_style(), escaped(title), static_table(data), inside_script(data),
      report_script());
}

}  // namespace fiducial::serve
