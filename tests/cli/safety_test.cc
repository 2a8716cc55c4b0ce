// Nothing is lost and nothing stalls: outputs that are inputs, folders that hold another run, signals, records that are
// too long, text that acts on a terminal, tables that are none.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/app.h"
#include "cli/outputs.h"
#include "process.h"

namespace fiducial::cli_test {
namespace {

namespace fs = std::filesystem;

const std::string kPairs = R"({"id":"a","reference":"The heart is enlarged.","candidate":"The heart is normal."})"
                           "\n"
                           R"({"id":"b","reference":"Small right effusion.","candidate":"Small right effusion."})"
                           "\n";
const std::string kTwoReports = R"({"name":"a","English_Report":"The heart is enlarged. No effusion."})"
                                "\n";

void all_options(const CLI::App& app, const std::string& path, std::set<std::string>& read,
                 std::set<std::string>& written) {
  for (const CLI::Option* option : app.get_options()) {
    const cli::FileUse use = cli::use_of(*option);
    if (use == cli::FileUse::read) read.insert(option->get_name());
    if (use == cli::FileUse::written) written.insert(option->get_name());
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    all_options(*command, path + " " + command->get_name(), read, written);
}

// Whoever adds an option that takes a file says here what is done with it (and in cli/outputs.cc if it is written).
TEST(Outputs, EveryOptionIsKnownToBeReadOrWritten) {
  const auto program = cli::make_program();
  std::set<std::string> read;
  std::set<std::string> written;
  all_options(program->app, "", read, written);
  const std::set<std::string> known_read{
      "--ref",      "--gen",        "--gold",       "--pred",         "--config",   "--prompts",      "--read-batch",
      "--lexicon",  "--data",       "--vocabulary", "--gold-reports", "--ratings",  "--scores",       "--rewrites",
      "--baseline", "--token-file", "--cert",       "--key",          "--annotate", "--significance", "--wordnet"};
  const std::set<std::string> known_written{"--out",      "--samples",   "--json",       "--svg",
                                            "--cases",    "--audit",     "--candidates", "--pairs",
                                            "--failures", "--rationale", "--write-batch"};
  for (const std::string& name : read) {
    EXPECT_TRUE(!name.starts_with("--") || known_read.contains(name)) << name << " is taken for an input";
  }
  for (const std::string& name : written) EXPECT_TRUE(known_written.contains(name)) << name;
}

TEST(Outputs, AnOutputThatIsAnInputIsRefusedUnderAnyName) {
  const Folder folder;
  const std::string pairs = folder.file("pairs.jsonl", kPairs);
  fs::create_symlink(pairs, folder.path("link.jsonl"));
  fs::create_hard_link(pairs, folder.path("hard.jsonl"));
  for (const std::string& name :
       {pairs, folder.path("link.jsonl"), folder.path("hard.jsonl"), folder.path("./pairs.jsonl")}) {
    for (const char* option : {"--samples", "--json"}) {
      const Result result = run({"score", pairs, option, name});
      EXPECT_EQ(result.code, 2) << name;
      EXPECT_TRUE(contains(result.err, "an output cannot be an input")) << result.err;
      EXPECT_EQ(folder.read("pairs.jsonl"), kPairs);
    }
  }
  const Result streamed = run({"findings", pairs}, {"", pairs, {}});
  EXPECT_EQ(streamed.code, 2);
}

TEST(Outputs, EveryCommandRefuses) {
  const Folder folder;
  const std::string x = folder.file("x.jsonl", kTwoReports);
  fs::create_directory(folder.path("data"));
  const std::string sample = folder.file("data/sample.jsonl", kTwoReports);
  const std::string tags = folder.file("data/tags.jsonl", kTwoReports);
  folder.file("data/sample_l1.jsonl", kTwoReports);
  const std::vector<std::vector<std::string>> cases{
      {"findings", x, "-o", x},
      {"radsem", "rewrite", x, "-o", x},
      {"radsem", "match", "--ref", x, "--gen", x, "-o", x},
      {"radsem", "score", x, "--audit", x},
      {"radsem", "run", "--ref", tags, "--gen", x, "--out", folder.path("data")},
      {"radfact", "phrases", x, "-o", x},
      {"radfact", "verify", x, "-o", x},
      {"lunguage", "structure", x, "-o", x},
      {"lunguage", "group", x, "--rationale", x, "-o", folder.path("new")},
      {"lunguage", "score", "--pred", x, "--gold", x, "--pairs", x},
      {"lunguage", "evaluate", "--pred", x, "--gold", x, "--json", x},
      {"lexicon", "coverage", x, "--json", x},
      {"compare", x, x, "--json", x},
      {"correlate", x, "--svg", x},
      {"ssree", "build", sample, "--out", folder.path("data")},
      {"ssree", "evaluate", "--data", folder.path("data"), "--json", sample},
      {"score", x, "--samples", folder.path("one"), "--json", folder.path("one")},
      {"score", x, "--samples", "-", "--json", "-"},
      {"correlate", x, "--json", folder.path("one"), "--svg", folder.path("./one")},
  };
  for (const auto& words : cases) {
    const Result result = run(words);
    std::string called;
    for (const std::string& word : words) called += word + " ";
    EXPECT_EQ(result.code, 2) << called;
    EXPECT_TRUE(contains(result.err, "one file") || contains(result.err, "an input") ||
                contains(result.err, "standard output already"))
        << called << result.err;
  }
  EXPECT_EQ(folder.read("x.jsonl"), kTwoReports);
  EXPECT_EQ(folder.read("data/sample.jsonl"), kTwoReports);
  EXPECT_FALSE(fs::exists(folder.path("one")));
}

TEST(Outputs, NullMayBeWrittenByAll) {
  const Folder folder;
  const std::string pairs = folder.file("pairs.jsonl", kPairs);
  EXPECT_EQ(run({"score", pairs, "--samples", "/dev/null", "--json", "/dev/null"}).code, 0);
}

TEST(Runs, AnotherRunIsRefusedTheSameIsReplaced) {
  const Folder folder;
  const std::string x = folder.file("x.jsonl", kTwoReports);
  const std::string y = folder.file("y.jsonl", kTwoReports);
  const std::string pairs = folder.file("pairs.jsonl", kPairs);
  const std::string out = folder.path("out");
  const std::vector<std::string> radsem{"radsem", "run", "--ref", x, "--gen", x, "--out", out};
  ASSERT_EQ(run(radsem).code, 0);
  const std::string scores = folder.read("out/scores.jsonl");
  EXPECT_EQ(run(radsem).code, 0);
  const Result other = run({"radfact", "run", pairs, "--narrative", "--out", out});
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "holds a run of 'radsem run'")) << other.err;
  EXPECT_TRUE(contains(other.err, "--overwrite")) << other.err;
  EXPECT_EQ(run({"radsem", "run", "--ref", x, "--gen", x, "--out", out, "--policy", "alt"}).code, 2);
  EXPECT_EQ(run({"radsem", "run", "--ref", x, "--gen", y, "--out", out}).code, 2);
  EXPECT_EQ(folder.read("out/scores.jsonl"), scores);
  EXPECT_EQ(run({"radfact", "run", pairs, "--narrative", "--out", out, "--overwrite"}).code, 0);
  EXPECT_FALSE(fs::exists(folder.path("out/tags.jsonl")));
  EXPECT_TRUE(fs::exists(folder.path("out/outputs.json")));
  EXPECT_FALSE(fs::exists(folder.path("out/.fiducial")));
}

// The source never says anything, or never ends a line.
TEST(Signals, ASilentSourceDoesNotHoldTheProgram) {
  const Folder folder;
  const std::string fifo = folder.path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const std::string out = folder.path("out.jsonl");
  for (const std::string& source : {fifo, std::string("/dev/zero"), std::string("-")}) {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
      const Result result = run_and_signal({"findings", source, "-o", out}, "", signal);
      EXPECT_EQ(result.code, 128 + signal) << source;
    }
  }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"fifo"}));
}

std::string long_report(std::size_t sentences, std::size_t from = 3);

// In the middle of pairs that each take seconds: the run ends, and the folder that was made for it is gone again.
TEST(Signals, InsideALongPairNothingIsLeft) {
  const Folder folder;
  std::string reference, candidate;
  for (int i = 0; i < 12; ++i) {
    const std::string name = std::to_string(i);
    reference += nlohmann::json{{"name", name}, {"English_Report", long_report(7000)}}.dump() + "\n";
    candidate += nlohmann::json{{"name", name}, {"English_Report", long_report(7000, 90000)}}.dump() + "\n";
  }
  const std::string ref = folder.file("ref.jsonl", reference);
  const std::string gen = folder.file("gen.jsonl", candidate);
  const std::vector<std::string> words{"radsem", "run", "--ref", ref, "--gen", gen, "--out", folder.path("out")};
  EXPECT_EQ(run_and_signal(words, "", SIGTERM).code, 128 + SIGTERM);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"gen.jsonl", "ref.jsonl"}));
}

std::string long_report(std::size_t sentences, std::size_t from) {
  const char* const organs[] = {"liver", "spleen", "left kidney", "right kidney", "pancreas"};
  std::string text;
  for (std::size_t i = 0; i < sentences; ++i)
    text += "There is a " + std::to_string(i + from) + " mm cyst in the " + organs[i % 5] + ", number " +
            std::to_string(i) + ". ";
  return text;
}

TEST(TooLong, OnlyThatRecordFailsAndByItsName) {
  const Folder folder;
  const nlohmann::json huge{
      {"id", "huge"}, {"reference", long_report(15000)}, {"candidate", long_report(15000, 90000)}};
  const std::string pairs = folder.file("pairs.jsonl", kPairs + huge.dump() + "\n");
  for (const char* metric : {"radsem", "radfact", "lunguage"}) {
    const Result result = run({"score", pairs, "--metrics", metric, "--samples", folder.path("s.jsonl")});
    EXPECT_EQ(result.code, 1) << metric << result.err;
    EXPECT_TRUE(contains(result.err, "pairs.jsonl:3: id huge: ")) << metric << result.err;
    EXPECT_EQ(lines_of(folder.read("s.jsonl")).size(), 2U) << metric;
  }
}

// All that a megabyte says is found again.
TEST(TooLong, ALongReportAgainstItselfIsScored) {
  const Folder folder;
  std::string text;
  for (std::size_t i = 0; text.size() < 1'000'000; ++i)
    text += fmt::format("A {} mm {} in the {}, number {}. ", i % 97 + 3, i % 2 == 0 ? "cyst" : "stone",
                        i / 2 % 2 == 0 ? "liver" : "left kidney", i);
  const std::string pairs = folder.file(
      "pairs.jsonl", nlohmann::json{{"id", "long"}, {"reference", text}, {"candidate", text}}.dump() + "\n");
  const Result result = run({"score", pairs, "--metrics", "radsem,radsem_alt,radfact,lunguage,clinical", "--samples",
                             folder.path("s.jsonl")});
  ASSERT_EQ(result.code, 0) << result.err;
  const nlohmann::json scores = nlohmann::json::parse(folder.read("s.jsonl"));
  for (const char* metric : {"radsem", "radsem_alt", "radfact", "lunguage", "clinical"})
    EXPECT_EQ(scores[metric], 1.0) << metric;
}

TEST(TooLong, ATextThatIsNoReportIsNotRead) {
  const Folder folder;
  const std::string text(3'000'000, 'a');
  const std::string reports = folder.file("r.jsonl", nlohmann::json{{"id", "huge"}, {"text", text}}.dump() + "\n" +
                                                         R"({"id":"b","text":"No mass."})"
                                                         "\n");
  const std::vector<std::vector<std::string>> commands{{"findings"}, {"radsem", "rewrite"}, {"lunguage", "structure"}};
  for (std::vector<std::string> command : commands) {
    command.insert(command.end(), {reports, "-o", folder.path("out.jsonl")});
    const Result result = run(command);
    EXPECT_EQ(result.code, 1) << command[0];
    EXPECT_TRUE(contains(result.err, "r.jsonl:1: id huge: expected a ") &&
                contains(result.err, "of at most 2097152 bytes"))
        << result.err;
    EXPECT_EQ(lines_of(folder.read("out.jsonl")).size(), 1U) << command[0];
  }
}

// All studies under one patient's name: they are scored one by one, and the rest of the file as ever.
TEST(TooLong, APatientOfTooManyFindingsIsScoredStudyByStudy) {
  const Folder folder;
  std::string rows = "subject_id,study_id,sequence,day_from_first,sent_idx,ent_idx,entity,cat,dx_status,dx_certainty\n";
  for (int study = 1; study <= 101; ++study) {
    for (int entity = 1; entity <= 100; ++entity)
      rows += fmt::format("many,s{0},{0},{0},1,{1},effusion,PF,positive,definitive\n", study, entity);
  }
  for (int study = 1; study <= 2; ++study)
    rows += fmt::format("two,t{0},{0},{0},1,1,effusion,PF,positive,definitive\n", study);
  const std::string file = folder.file("rows.csv", rows);
  const Result result = run({"lunguage", "score", "--pred", file, "--gold", file, "--json", folder.path("o.json")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "id many: expected a patient of at most 10000 findings, found 10100")) << result.err;
  const nlohmann::json json = nlohmann::json::parse(folder.read("o.json"));
  EXPECT_EQ(json["single"]["n"], 103);
  EXPECT_EQ(json["single"]["f1"]["mean"], 1.0);
  EXPECT_EQ(json["sequential"]["n"], 1);
  EXPECT_EQ(run({"lunguage", "group", file, "-o", folder.path("g.csv")}).code, 1);
  EXPECT_EQ(lines_of(folder.read("g.csv")).size(), 3U);
}

TEST(Shown, WhatComesFromARecordDoesNotActOnATerminal) {
  const Folder folder;
  const std::string pairs = folder.file(
      "pairs.jsonl", kPairs + "{\"id\":\"x\\u001b[2J\\u009b\\u202e\",\"reference\":1,\"candidate\":\"y\"}\n");
  const Result result = run({"score", pairs});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "id x?[2J??")) << result.err;
  const std::string scores = folder.file(
      "s.jsonl",
      "{\"id\":\"a\",\"m\\u001b<&\\u0001\":1,\"rating\":2}\n{\"id\":\"b\",\"m\\u001b<&\\u0001\":2,\"rating\":3}\n");
  ASSERT_EQ(run({"correlate", scores, "--svg", folder.path("s.svg")}).code, 0);
  const std::string svg = folder.read("s.svg");
  EXPECT_TRUE(contains(svg, "m?&lt;&amp;?")) << svg;
  EXPECT_EQ(svg.find('\x1b'), std::string::npos);
}

TEST(Shown, ATableOnATerminalDoesNotActEither) {
  const Folder folder;
  const std::string reports =
      folder.file("r.jsonl", "{\"study_id\":\"a\\u001b[2J\\u202e\",\"report\":\"Mass in the liver.\"}\n");
  const Result result = run_on_terminal({"lunguage", "structure", reports, "--quiet"});
  EXPECT_EQ(result.code, 0) << result.out;
  EXPECT_TRUE(contains(result.out, "== a?[2J?")) << result.out;
  EXPECT_FALSE(contains(result.out, "?[1m")) << result.out;  // our own colours stay
  EXPECT_FALSE(contains(result.out, "\x1b[2J"));
  EXPECT_TRUE(
      contains(run({"lunguage", "structure", reports}).out, "a\x1b[2J\xE2\x80\xAE,"));  // a file has it as it was
}

TEST(Shown, ManyPointsAreDrawnAsDensities) {
  const Folder folder;
  std::string lines;
  for (int i = 0; i < 6000; ++i)
    lines += R"({"id":")" + std::to_string(i) + R"(","m":)" + std::to_string(i % 97) + R"(,"rating":)" +
             std::to_string(i % 89) + "}\n";
  ASSERT_EQ(run({"correlate", folder.file("s.jsonl", lines), "--resamples", "0", "--svg", folder.path("s.svg")}).code,
            0);
  const std::string svg = folder.read("s.svg");
  EXPECT_EQ(svg.find("<circle"), std::string::npos);
  EXPECT_LT(svg.size(), 500000U);
}

TEST(Tables, ThatAreNoneAreRefusedByName) {
  const Folder folder;
  const std::string x = folder.file("x.jsonl", kTwoReports);
  const std::string zeros = folder.file("zeros.txt", std::string("a\nb\0c\n", 6));
  const Result zero = run({"findings", x, "--lexicon", zeros});
  EXPECT_EQ(zero.code, 2);
  EXPECT_TRUE(contains(zero.err, "zeros.txt:2: expected text, found a zero byte")) << zero.err;
  const Result bytes = run({"findings", x, "--lexicon", folder.file("bytes.txt", "a \xFF\n")});
  EXPECT_EQ(bytes.code, 2);
  EXPECT_TRUE(contains(bytes.err, "bytes.txt:1: expected UTF-8")) << bytes.err;
  const Result words = run({"lunguage", "structure", x, "--candidates", folder.path("c.jsonl"), "--vocabulary",
                            folder.file("words.csv", "name,kind\na,b\n")});
  EXPECT_EQ(words.code, 2);
  EXPECT_TRUE(contains(words.err, "words.csv: expected a vocabulary")) << words.err;
}

TEST(Ids, AreOncePerRecordOfAVerification) {
  const Folder folder;
  const std::string input = R"("input":{"phrases_A":["Effusion."],"phrases_B":["Effusion."]}})";
  const std::string list =
      "[{\"example_id\":\"a\"," + input + ",{\"example_id\":\"a\"," + input + ",{\"example_id\":null," + input + "]";
  const Result result = run({"radfact", "verify", folder.file("v.json", list), "-o", folder.path("out.json")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(contains(result.err, "expected each id once")) << result.err;
  EXPECT_TRUE(contains(result.err, "as example_id, found none")) << result.err;
}

TEST(Reasons, AreGivenWhereAllRecordsFail) {
  const Folder folder;
  const std::string bad = folder.file("bad.jsonl", "{\"name\":\"a\",\"English_Report\":7}\n");
  const std::string x = folder.file("x.jsonl", kTwoReports);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"radsem", "run", "--ref", bad, "--gen", x, "--out", folder.path("o")},
           {"ssree", "build", bad, "--out", folder.path("o")},
           {"lunguage", "structure", bad},
           {"lunguage", "structure", folder.file("no.jsonl", "{\"study_id\":\"a\",\"remark\":7}\n")}}) {
    const Result result = run(words);
    EXPECT_EQ(result.code, 2) << words[1];
    EXPECT_TRUE(contains(result.err, "failed: ")) << words[1] << result.err;
  }
  const std::string a = folder.file("a.jsonl", "{\"id\":\"a\",\"m\":1}\n");
  const Result result = run({"compare", a, folder.file("b.jsonl", "{\"id\":\"b\",\"m\":1}\n")});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(contains(result.err, "expected the same ids in every file")) << result.err;
}

}  // namespace
}  // namespace fiducial::cli_test
