// The parts that commands are made of: tables, the bar's line, suggestions, heatmaps, numbers.
#include <gtest/gtest.h>

#include <limits>

#include "cli/heatmap.h"
#include "cli/numbers.h"
#include "cli/progress.h"
#include "cli/suggest.h"
#include "cli/table.h"

namespace fiducial::cli {
namespace {

TEST(Table, AlignsByWhatIsSeen) {
  Table table({{"metric", Align::left}, {"mean"}, {"note", Align::left}});
  table.add({"bleu4", "0.5000", "–"});
  table.add({"x", "12.2500"});
  EXPECT_EQ(table.text(Paint(false)),
            "metric     mean  note\n"
            "bleu4    0.5000  –\n"
            "x       12.2500\n");
  EXPECT_TRUE(table.text(Paint(true)).starts_with("\x1b[1mmetric     mean  note\x1b[0m\n"));
}

Table awkward() {
  Table table({{"system|name", Align::left}, {"mean"}, {"95% interval", Align::right, true}, {"n"}});
  table.add({"=cmd|' /C calc'!A0", "-0.5000", "-0.6000 – -0.4000", "1,234"});
  table.add({"a_b & 50% $x^2 {~} \\ #1, \"q\"", "–", "", "7"});
  table.add({"_it_ *x* <b>\nline"});
  return table;
}

TEST(Table, MarkdownKeepsItsColumns) {
  EXPECT_EQ(awkward().markdown(),
            "| system\\|name | mean | 95% interval | n |\n"
            "| --- | ---: | ---: | ---: |\n"
            "| =cmd\\|' /C calc'!A0 | -0.5000 | -0.6000 – -0.4000 | 1,234 |\n"
            "| a_b & 50% $x^2 {\\~} \\\\ #1, \"q\" | – |  | 7 |\n"
            "| \\_it\\_ \\*x\\* \\<b\\> line |  |  |  |\n");
}

TEST(Table, LatexEscapesItsSpecials) {
  EXPECT_EQ(awkward().latex(),
            "\\begin{tabular}{lrrr}\n\\toprule\n"
            "system$|$name & mean & 95\\% interval & n \\\\\n\\midrule\n"
            "=cmd$|$' /C calc'!A0 & $-0.5000$ & -0.6000 -- -0.4000 & 1,234 \\\\\n"
            "a\\_b \\& 50\\% \\$x\\textasciicircum{}2 \\{\\textasciitilde{}\\} \\textbackslash{} \\#1, "
            "\\textquotedbl{}q\\textquotedbl{} & -- &  & 7 \\\\\n"
            "\\_it\\_ *x* $<$b$>$ line &  &  &  \\\\\n"
            "\\bottomrule\n\\end{tabular}\n");
}

TEST(Table, CsvHasPlainNumbersAndNoFormulas) {
  EXPECT_EQ(awkward().csv(),
            "system|name,mean,mean low,mean high,n\n"
            "'=cmd|' /C calc'!A0,-0.5000,-0.6000,-0.4000,1234\n"
            "\"a_b & 50% $x^2 {~} \\ #1, \"\"q\"\"\",,,,7\n"
            "\"_it_ *x* <b>\nline\",,,,\n");
  for (const char* formula : {"=1+1", "+A1", "-A1", "@SUM(A1)", "\tx"}) {
    Table table({{"name", Align::left}});
    table.add({formula});
    EXPECT_EQ(table.csv(), "name\n'" + std::string(formula) + "\n");
  }
  Table numbers({{"d"}});
  numbers.add({"+0.0123"});
  numbers.add({"-1e-05"});
  numbers.add({"<0.001"});
  EXPECT_EQ(numbers.csv(), "d\n+0.0123\n-1e-05\n<0.001\n");
}

TEST(Table, SignaturesStandBesideThem) {
  Table table({{"m", Align::left}});
  table.add({"x"});
  EXPECT_EQ(written({{"All of *it*", table}}, TableFormat::markdown, "a|b\n"),
            "**All of \\*it\\***\n\n| m |\n| --- |\n| x |\n\n```\na|b\n```\n");
  EXPECT_TRUE(written({{"All", table}}, TableFormat::latex, "a|b\nc\n").ends_with("\\end{tabular}\n% a|b\n% c\n"));
  EXPECT_EQ(written({{"All", table}}, TableFormat::csv, "a|b\n"), "m\nx\n");
}

TEST(Suggest, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("score", "score"), 0U);
  EXPECT_EQ(edit_distance("scroe", "score"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);
}

TEST(Suggest, OnlyWhatIsNear) {
  const std::vector<std::string> names{"score", "compare", "ssree"};
  EXPECT_EQ(nearest("scor", names), "score");
  EXPECT_EQ(nearest("comparse", names), "compare");
  EXPECT_EQ(nearest("sree", names), "ssree");
  EXPECT_EQ(nearest("serve", names), std::nullopt);
  EXPECT_EQ(nearest("", names), std::nullopt);
}

TEST(Progress, SaysHowFarHowFastHowLong) {
  EXPECT_EQ(progress_line("scoring", "pairs", 12000, 0.25, 3.0),
            "scoring  █████░░░░░░░░░░░░░░░  25%  12,000 pairs  4,000/s  0:09 left");
  EXPECT_EQ(progress_line("scoring", "pairs", 12, -1.0, 2.0), "scoring  12 pairs  6/s");
  EXPECT_EQ(progress_line("scoring", "pairs", 1, 0.0001, 1.0).substr(0, 8), "scoring ");
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
}

TEST(Numbers, AsPeopleReadThem) {
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(shown(0.81375), "0.8137");
  EXPECT_EQ(shown(undefined), "–");
  EXPECT_EQ(shown(Interval{0.1, 0.25}), "0.1000 – 0.2500");
  EXPECT_EQ(shown(Interval{undefined, undefined}), "");
  EXPECT_EQ(percent(0.978), "97.8");
  EXPECT_EQ(percent(Interval{0.5, 1.0}), "50.0 – 100.0");
  EXPECT_EQ(shown_p(0.0001), "<0.001");
  EXPECT_EQ(shown_p(0.0312), "0.0312");
  EXPECT_EQ(interval_head(95.0), "95% interval");
  EXPECT_EQ(interval_head(99.5), "99.5% interval");
  EXPECT_TRUE(json_number(undefined).is_null());
  EXPECT_TRUE(json_interval({undefined, undefined}).is_null());
}

Heatmap right_order(const std::string& title) {
  Heatmap map{title, {"L1", "L2", "L3", "L4", "L5"}, {"L1", "L2", "L3", "L4", "L5"}, {}};
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j)
      map.cells.push_back(i == j ? std::numeric_limits<double>::quiet_NaN() : (i < j ? 1.0 : 0.0));
  }
  return map;
}

TEST(Heatmap, AsText) {
  EXPECT_EQ(heatmap_text({right_order("a")}, Paint(false)),
            "a\n"
            "       L1    L2    L3    L4    L5\n"
            " L1    ·  100.0 100.0 100.0 100.0\n"
            " L2   0.0    ·  100.0 100.0 100.0\n"
            " L3   0.0   0.0    ·  100.0 100.0\n"
            " L4   0.0   0.0   0.0    ·  100.0\n"
            " L5   0.0   0.0   0.0   0.0    ·\n");
}

TEST(Heatmap, ColumnsAreAsWideAsTheirNames) {
  EXPECT_EQ(heatmap_text({{"", {"side", "acuity"}, {"lunguage", "x"}, {0.5, 1.0, 0.25, 0.0}}}, Paint(false)),
            "\n"
            "        lunguage        x\n"
            " side       50.0    100.0\n"
            " acuity     25.0      0.0\n");
}

TEST(Heatmap, LongNamesOfColumnsAreSlanted) {
  const std::string svg = heatmap_svg({{"t", {"side"}, {"lunguage"}, {0.5}}}, "c");
  EXPECT_NE(svg.find("rotate(-40"), std::string::npos);
  EXPECT_EQ(heatmap_svg({right_order("a")}, "c").find("rotate"), std::string::npos);
}

TEST(Heatmap, SvgHasEveryCellAndEscapesNames) {
  const std::string svg = heatmap_svg({right_order("a<b>&\"c\""), right_order("d")}, "50 % & more");
  std::size_t cells = 0;
  for (std::size_t at = svg.find("rx=\"3\""); at != std::string::npos; at = svg.find("rx=\"3\"", at + 1)) ++cells;
  EXPECT_EQ(cells, 50U);
  EXPECT_NE(svg.find("a&lt;b&gt;&amp;&quot;c&quot;"), std::string::npos);
  EXPECT_EQ(svg.find("a<b>"), std::string::npos);
  // Self-contained: it names nothing outside itself but its own namespace.
  EXPECT_EQ(svg.find("http", svg.find("2000/svg")), std::string::npos);
}

}  // namespace
}  // namespace fiducial::cli
