// What must not outlive the program: temporary files, the working folders of runs, locks. They go as their owners go;
// a program that has to end at once, in the middle of something long, removes them by remove_temporaries().
#pragma once

#include <mutex>
#include <string>

namespace fiducial::io {

// Remembers a file or a folder until it is forgotten.
void remember_temporary(const std::string& path);
void forget_temporary(const std::string& path);
// A folder that was made for what is not in it yet: it goes only if it is empty, after all the others.
void remember_new_folder(const std::string& path);
void forget_new_folder(const std::string& path);

// Held while something is put in its place, so that nobody removes it in the middle of that.
std::unique_lock<std::recursive_mutex> hold_temporaries();

// Removes all that are remembered, and lets nobody put anything in its place any more: for a program that ends now.
void remove_temporaries();

}  // namespace fiducial::io
