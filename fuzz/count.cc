// What libFuzzer calls in every target: counts the bytes that the target was given and says so at every million, for
// a run that is killed, and at the end. With FUZZ_BYTES=N it ends after that many.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int fuzz_one_input(const std::uint8_t* data, std::size_t size);  // the target: see CMakeLists.txt

namespace {

struct Given {
  std::uint64_t bytes = 0, inputs = 0, most = 0;

  Given() {
    if (const char* limit = std::getenv("FUZZ_BYTES")) most = std::strtoull(limit, nullptr, 10);
  }
  ~Given() { tell(); }

  void tell() const {
    std::fprintf(stderr, "given %llu bytes in %llu inputs\n", static_cast<unsigned long long>(bytes),
                 static_cast<unsigned long long>(inputs));
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Given given;
  const int result = fuzz_one_input(data, size);
  constexpr std::uint64_t kMillion = 1'000'000;
  const std::uint64_t millions = given.bytes / kMillion;
  given.bytes += size;
  ++given.inputs;
  if (given.bytes / kMillion != millions) given.tell();
  if (given.most > 0 && given.bytes >= given.most) {
    given.tell();
    ::_exit(0);  // libFuzzer takes exit() for a crash; what it found is in its folder already
  }
  return result;
}
