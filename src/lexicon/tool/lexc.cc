// lexc IMAGE SOURCE TABLE…: compiles the lexicon's tables at build time.
// IMAGE is what the program reads in place; SOURCE is all tables joined, for `--lexicon` and `lexicon check` at run
// time.
#include <fstream>
#include <iostream>
#include <iterator>

#include "lexicon/compile.h"

using namespace fiducial::lexicon;

namespace {

std::string read_file(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool write_file(const char* path, const char* data, std::size_t size) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(data, static_cast<std::streamsize>(size));
  return out.good();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: lexc IMAGE SOURCE TABLE...\n";
    return 2;
  }
  Source source;
  std::string joined;
  std::string marked;  // the same with each table's file above it, as a comment (Lexicon::tables)
  for (int i = 3; i < argc; ++i) {
    const std::string text = read_file(argv[i]);
    source.add("lexicon/" + base_name(argv[i]), text);
    joined += text;
    joined += '\n';
    marked += "#: lexicon/" + base_name(argv[i]) + "\n" + text + "\n";
  }
  const Compiled compiled = compile(source, digest(joined));
  bool failed = false;
  for (const Complaint& c : compiled.complaints) {
    if (c.fatal) {
      std::cerr << c.text() << '\n';
      failed = true;
    }
  }
  if (failed) return 1;
  for (const std::string& id : Lexicon(compiled.image).missing()) {
    std::cerr << "lexc: the tables have no concept '" << id << "', which the grammar speaks of\n";
    failed = true;
  }
  if (failed) return 1;
  const bool written =
      write_file(argv[1], reinterpret_cast<const char*>(compiled.image.data()), compiled.image.size()) &&
      write_file(argv[2], marked.data(), marked.size());
  if (!written) std::cerr << "lexc: cannot write " << argv[1] << '\n';
  return written ? 0 : 1;
}
