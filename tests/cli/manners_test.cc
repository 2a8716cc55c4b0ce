// How the program behaves whatever the command: help, versions, mistypings, streams, colours, completion.
#include <gtest/gtest.h>

#include "cli/app.h"
#include "process.h"

namespace fiducial::cli_test {
namespace {

std::vector<std::string> names_below(const CLI::App& app, const std::string& prefix = "") {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name().starts_with(prefix)) names.push_back(command->get_name());
  }
  return names;
}

// A command of the tree, as the words that call it.
struct Called {
  std::vector<std::string> words;
  bool is_group = false;  // it only has other commands
};

void all_commands(const CLI::App& app, const std::vector<std::string>& words, std::vector<Called>& out) {
  out.push_back({words, !words.empty() && !names_below(app).empty()});
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    auto longer = words;
    longer.push_back(command->get_name());
    all_commands(*command, longer, out);
  }
}

TEST(Manners, EveryCommandHasHelpWithAnExample) {
  const auto program = cli::make_program();
  std::vector<Called> commands;
  all_commands(program->app, {}, commands);
  EXPECT_GE(commands.size(), 8U);
  for (auto [words, is_group] : commands) {
    std::string called = "fiducial";
    for (const std::string& word : words) called += " " + word;
    words.push_back("--help");
    const Result result = run(words);
    EXPECT_EQ(result.code, 0) << called;
    EXPECT_EQ(result.err, "") << called;
    EXPECT_TRUE(contains(result.out, "Usage: " + called)) << called << "\n" << result.out;
    EXPECT_TRUE(contains(result.out, "Example:\n  ")) << called;
    EXPECT_TRUE(is_group || contains(result.out, "Exit codes: 0 done; 1 some")) << called;
  }
}

TEST(Manners, SaysWhatItIsFor) {
  for (const char* flag : {"--help", "--version"}) {
    const Result result = run({flag});
    EXPECT_EQ(result.code, 0);
    EXPECT_TRUE(contains(result.out, "research tool"));
    EXPECT_TRUE(contains(result.out, "not for diagnosis or treatment"));
  }
}

TEST(Manners, VersionBeginsWithItAndHasTheSignatures) {
  const Result result = run({"--version"});
  EXPECT_EQ(lines_of(result.out).front(), "fiducial " + std::string(program_version()));
  for (const std::string& name : metric_names())
    EXPECT_TRUE(contains(result.out, make_metric(name)->signature())) << name;
}

TEST(Manners, BadUsageIsTwoAndSaysNothingOnStandardOutput) {
  const std::vector<std::vector<std::string>> cases{{"scroe"},
                                                    {"score"},
                                                    {"radsem"},
                                                    {"radsem", "scor"},
                                                    {"score", "a", "b"},
                                                    {"score", "x", "--threads", "many"},
                                                    {"score", "x", "--confidence", "100"},
                                                    {"score", "x", "--resamples", "-1"},
                                                    {"score", "x", "--nothing"},
                                                    {"radsem", "score", "x", "--policy", "some"},
                                                    {"compare", "one"},
                                                    {"completion"},
                                                    {"completion", "tcsh"},
                                                    {"--nothing"},
                                                    {"score", example("pairs.jsonl"), "--metrics", ","},
                                                    {"score", example("pairs.jsonl"), "--metrics", "bleu,bleu"},
                                                    {"score", example("pairs.jsonl"), "--metrics", "bleu,bleu4"}};
  for (const auto& words : cases) {
    const Result result = run(words);
    EXPECT_EQ(result.code, 2) << words.back();
    EXPECT_EQ(result.out, "") << words.back();
    EXPECT_TRUE(contains(result.err, "error: ")) << words.back();
  }
}

TEST(Manners, WithoutACommandItShowsItsHelp) {
  const Result result = run({});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(contains(result.out, "Usage: fiducial"));
}

TEST(Manners, DidYouMean) {
  EXPECT_TRUE(contains(run({"scroe"}).err, "Did you mean 'score'?"));
  EXPECT_TRUE(contains(run({"radsem", "scor"}).err, "Did you mean 'score'?"));
  EXPECT_TRUE(contains(run({"score", "x", "--metrcs", "bleu"}).err, "Did you mean '--metrics'?"));
  EXPECT_TRUE(contains(run({"score", "x", "--metrics", "rouge-L"}).err, "Did you mean 'rougeL'?"));
  EXPECT_TRUE(contains(run({"radsem", "score", "x", "--policy", "many-to-man"}).err, "Did you mean 'many-to-many'?"));
  EXPECT_FALSE(contains(run({"xyzzy"}).err, "Did you mean"));
}

TEST(Manners, NoEscapeCodesInAPipe) {
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"score", example("pairs.jsonl")},
                                             {"ssree", "evaluate", "--data", example("ssree")},
                                             {"radsem", "score", example("tags.jsonl"), "--explain", "part-and-whole"},
                                             {"scroe"}}) {
    const Result result = run(words, {"", "", {"TERM=xterm-256color"}});
    EXPECT_FALSE(contains(result.out + result.err, "\x1b")) << words[0];
  }
}

TEST(Manners, ColoursOnATerminalUnlessUnwanted) {
  const std::vector<std::string> words{"score", example("pairs.jsonl")};
  EXPECT_TRUE(contains(run_on_terminal(words, {"TERM=xterm", "NO_COLOR="}).out, "\x1b[1m"));
  EXPECT_FALSE(contains(run_on_terminal(words, {"TERM=xterm", "NO_COLOR=1"}).out, "\x1b[1m"));
  EXPECT_FALSE(contains(run_on_terminal(words, {"TERM=dumb", "NO_COLOR="}).out, "\x1b[1m"));
}

TEST(Manners, OnlyResultsOnStandardOutput) {
  const Folder folder;
  const Result table = run({"score", example("pairs.jsonl")});
  EXPECT_EQ(table.err, "us-abdomen-empty: nothing in the candidate can be scored\n");
  EXPECT_EQ(run({"score", example("pairs.jsonl"), "--quiet"}).err, "");
  const Result lines = run({"radsem", "score", example("tags.jsonl")});
  for (const std::string& line : lines_of(lines.out)) EXPECT_TRUE(line.starts_with("{\"name\":")) << line;
  EXPECT_TRUE(contains(lines.err, "radsem.abnormal"));
  const Result quiet = run({"radsem", "score", example("tags.jsonl"), "--quiet"});
  EXPECT_EQ(quiet.out, lines.out);
  EXPECT_EQ(quiet.err, "");
  const Result samples = run({"score", example("pairs.jsonl"), "--samples", "-"});
  for (const std::string& line : lines_of(samples.out)) EXPECT_TRUE(line.starts_with("{\"id\":")) << line;
  EXPECT_TRUE(contains(samples.err, "bleu4"));
}

TEST(Completion, ScriptsParse) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Folder folder;
    const Result result = run({"completion", shell});
    EXPECT_EQ(result.code, 0);
    const std::string script = folder.file("script", result.out);
    const std::string there = "command -v " + shell + " >/dev/null 2>&1";
    if (std::system(there.c_str()) != 0) continue;  // only the shells that are installed can judge
    EXPECT_EQ(std::system(std::string(shell).append(" -n ").append(script).c_str()), 0) << shell;
  }
}

// Asks bash what it would offer for a line.
std::vector<std::string> offered(const std::vector<std::string>& words) {
  const Folder folder;
  std::string script = run({"completion", "bash"}).out + "\nCOMP_WORDS=(";
  for (const std::string& word : words) script += "'" + word + "' ";
  script += ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) + "\n_fiducial\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
  const std::string path = folder.file("ask.sh", script);
  if (std::system(("bash " + path + " >" + folder.path("out")).c_str()) != 0) return {"failed"};
  return lines_of(folder.read("out"));
}

TEST(Completion, OffersWhatTheTreeHas) {
  using Words = std::vector<std::string>;
  const auto program = cli::make_program();
  EXPECT_EQ(offered({"fiducial", "s"}), names_below(program->app, "s"));
  EXPECT_EQ(offered({"fiducial", "radsem", ""}), names_below(*program->app.get_subcommand("radsem")));
  EXPECT_EQ(offered({"fiducial", "radsem", "score", "--pol"}), (Words{"--policy"}));
  EXPECT_EQ(offered({"fiducial", "radsem", "score", "--policy", ""}), (Words{"many-to-many", "alt"}));
  EXPECT_EQ(offered({"fiducial", "score", "--metrics", "bleu,cid"}), (Words{"bleu,cider"}));
  EXPECT_EQ(offered({"fiducial", "completion", "z"}), (Words{"zsh"}));
}

}  // namespace
}  // namespace fiducial::cli_test
