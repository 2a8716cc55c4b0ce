// What is of a device or beside it: "loosening of the left knee replacement", "lucency around the tip of the screw", "a
// chest port, catheter ending in the cava" are one thing each.
#pragma once

#include "grammar/merging.h"

namespace fiducial::findings {

class DeviceMerger {
 public:
  explicit DeviceMerger(Merging& merging)
      : m_(merging), setting_(merging.setting), lexicon_(merging.setting.lexicon), clause_(merging.clause) {}

  // Of the head before and the device at `i`; true: they are one, and nothing is left to do.
  bool around_device(std::size_t i);
  bool beside_piece_of_device(std::size_t i);
  bool piece_of_device(std::size_t i);
  void of_device(std::size_t i);

 private:
  bool denied_of_device(Chunk& moved, const Chunk& device) const;
  void said_of_device(const Chunk& device, Chunk& h) const;
  int piece_before(std::size_t i) const;

  Merging& m_;
  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
};

}  // namespace fiducial::findings
