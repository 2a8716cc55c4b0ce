// The files of a whole run, in a folder, of which a reader sees the old run or the new one and never a mixture.
//
// The new files are written into a folder of their own (.fiducial/new) and forced to the disk. Then the swap:
//   1. .fiducial/old gets links to the old files, and .fiducial/now points to it;
//   2. each name in the run folder becomes a symbolic link to .fiducial/now/NAME: what is read does not change;
//   3. .fiducial/now is pointed to `new`, in one rename: every name shows the new file;
//   4. each link is replaced by the file itself, and .fiducial goes: what is read does not change.
// Whoever opens the folder next finishes a swap that was cut short: back before step 3, forth after it.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/io.h"
#include "io/lock.h"

namespace fiducial::io {

// What makes two runs the same: what was done, on which files. Written to run.json.
struct RunIdentity {
  std::string command;              // "radsem run"
  std::string signature;            // of the metric: reader, lexicon, parameters, version
  std::vector<std::string> inputs;  // as paths
};

class RunFolder {
 public:
  // Makes the folder if it is not there, locks it, and finishes or takes back what a killed run left half done.
  // `known` are the names that a run may have written before runs had a run.json.
  RunFolder(std::string path, std::vector<std::string> known);
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder();

  // InputError that says what differs if the folder holds another run, unless that may be overwritten.
  void claim(const RunIdentity& identity, bool overwrite);
  // Whether a run is in the folder.
  bool holds_run() const;
  // A file of the new run, to be written; it is put in place with all others.
  AtomicFile& add(const std::string& name);
  void put(const std::string& name, std::string_view bytes);
  // Puts the new run in the place of the old one. Files of the old run that the new one does not have go.
  void commit();
  const std::string& path() const { return path_; }

 private:
  struct NewFile {
    std::string name;
    AtomicFile file;
  };

  std::string in(std::string_view name) const;    // path of a name in the folder
  std::string work(std::string_view name) const;  // path of a name in .fiducial
  std::vector<std::string> old_names() const;
  void write_identity();
  bool keep_old(const std::vector<std::string>& names);
  void point(const std::string& link, const std::string& target);
  void swap(const std::vector<std::string>& names);
  void rename_each(const std::vector<std::string>& names);
  void settle();
  void clear();

  std::string path_;
  std::vector<std::string> known_;
  RunIdentity identity_;
  bool made_ = false;  // the folder was not there before
  std::optional<Lock> lock_;
  std::deque<NewFile> files_;
};

}  // namespace fiducial::io
