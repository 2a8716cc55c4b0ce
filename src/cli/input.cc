#include "cli/input.h"

#include <sys/stat.h>

#include <vector>

#include "cli/interrupt.h"

namespace fiducial::cli {
namespace {

// The spooled copy, read from its beginning without moving a shared position.
class SpoolSource : public io::ByteSource {
 public:
  SpoolSource(std::string name, const io::Spool& spool) : name_(std::move(name)), spool_(spool) {}
  std::size_t read(std::span<char> room) override {
    const std::size_t count = spool_.read(read_, room.data(), room.size());
    read_ += count;
    return count;
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_read() const override { return read_; }
  std::uint64_t total_bytes() const override { return spool_.size(); }

 private:
  std::string name_;
  const io::Spool& spool_;
  std::uint64_t read_ = 0;
};

bool is_regular(const std::string& path) {
  struct stat about {};
  return path != "-" && ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode);
}

}  // namespace

std::unique_ptr<io::ByteSource> open_input(const std::string& path) {
  return io::open_source(path, check_interrupt);
}

PairsInput::PairsInput(std::string path, io::PairColumns columns, bool twice)
    : path_(std::move(path)), columns_(std::move(columns)) {
  if (!twice || is_regular(path_)) return;
  const auto source = open_input(path_);
  spool_.emplace();
  std::vector<char> room(std::size_t{1} << 18);
  for (std::size_t count = source->read(room); count > 0; count = source->read(room)) {
    check_interrupt();
    spool_->append({room.data(), count});
  }
  spool_->flush();
}

std::unique_ptr<io::ByteSource> PairsInput::source() const {
  if (spool_) return std::make_unique<SpoolSource>(path_, *spool_);
  return open_input(path_);
}

io::PairReader PairsInput::open() const {
  return io::PairReader(source(), columns_);
}

}  // namespace fiducial::cli
