// How fast files of pairs are read, on one thread, from memory: each row is the same 20,000 made-up pairs of about 140
// words each, as CSV, JSONL, a JSON array, and the first two compressed. bytes_per_second counts bytes as they are
// stored, text_per_second those after decompression.
//
//   bench_io                             PairReader (the wanted columns), then RecordReader (every field as JSON)
//   bench_io --benchmark_filter=Pairs
#include <benchmark/benchmark.h>
#include <zlib.h>

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "fiducial/io.h"

namespace {

using namespace fiducial::io;

constexpr int kPairs = 20000;

// Words and full stops, a quoted word now and then: CSV has to unquote, JSON to unescape.
std::string report(std::mt19937& random) {
  std::string text;
  for (int word = 0; word < 140; ++word) {
    if (word > 0) text += word % 12 == 0 ? ". " : " ";
    text += random() % 50 == 0 ? "\"so called\"" : "word" + std::to_string(random() % 1000);
  }
  return text;
}

const std::vector<Pair>& pairs() {
  static const std::vector<Pair> all = [] {
    std::mt19937 random(1);
    std::vector<Pair> made(kPairs);
    for (Pair& pair : made) pair = {"case " + std::to_string(&pair - made.data()), report(random), report(random)};
    return made;
  }();
  return all;
}

std::string csv_file() {
  std::string file = "id,reference,candidate\n";
  for (const Pair& pair : pairs()) append_csv(file, std::vector{pair.id, pair.reference, pair.candidate});
  return file;
}

std::string json_file(const char* open, const char* between, const char* close) {
  std::string file = open;
  for (const Pair& pair : pairs()) {
    if (&pair != &pairs().front()) file += between;
    append_json(file, {{"id", pair.id}, {"reference", pair.reference}, {"candidate", pair.candidate}});
  }
  return file + close;
}

std::string jsonl_file() {
  return json_file("", "\n", "\n");
}

std::string array_file() {
  return json_file("[", ",\n", "]\n");
}

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int code = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (code != Z_STREAM_END) throw std::runtime_error("zlib");
  return out;
}

// Reads all that `open` has to give, again and again; `text` is the file's size before compression.
template <typename Item, typename Open>
void read(benchmark::State& state, std::size_t stored, std::size_t text, Open open) {
  int count = 0;
  while (state.KeepRunning()) {
    auto reader = open();
    Item item;
    count = 0;
    while (reader.next(item)) ++count;
    benchmark::DoNotOptimize(count);
  }
  if (count != kPairs) state.SkipWithError("not all pairs were read");
  const auto times = static_cast<std::int64_t>(state.iterations());
  state.SetItemsProcessed(times * kPairs);
  state.SetBytesProcessed(times * static_cast<std::int64_t>(stored));
  state.counters["text_per_second"] = benchmark::Counter(static_cast<double>(times) * static_cast<double>(text),
                                                         benchmark::Counter::kIsRate, benchmark::Counter::kIs1024);
}

void Pairs(benchmark::State& state, std::string (*make)(), Format format, bool compressed) {
  std::string file = make();
  const std::size_t text = file.size();
  if (compressed) file = gzip(file);
  const ReadOptions options{.format = format};
  read<Pair>(state, file.size(), text, [&] { return PairReader(memory_source(file), {}, options); });
}
BENCHMARK_CAPTURE(Pairs, csv, csv_file, Format::csv, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Pairs, jsonl, jsonl_file, Format::jsonl, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Pairs, json_array, array_file, Format::json_array, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Pairs, csv_gzip, csv_file, Format::csv, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Pairs, jsonl_gzip, jsonl_file, Format::jsonl, true)->Unit(benchmark::kMillisecond);

void Records(benchmark::State& state, std::string (*make)(), Format format) {
  const std::string file = make();
  const ReadOptions options{.format = format};
  read<Record>(state, file.size(), file.size(), [&] { return RecordReader(memory_source(file), options); });
}
BENCHMARK_CAPTURE(Records, csv, csv_file, Format::csv)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Records, jsonl, jsonl_file, Format::jsonl)->Unit(benchmark::kMillisecond);

}  // namespace
