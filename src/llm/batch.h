// OpenAI's Batch API as files: requests that are uploaded by hand, and the results that come back overnight. A
// request's custom_id is its key in the cache; to read results is to put them there, and the next run finds them.
#pragma once

#include <string>

#include "llm/cache.h"
#include "llm/engine.h"

namespace fiducial::llm {

// One line of a file of requests.
std::string batch_line(const Unasked& request, Service service = Service::chat);

struct BatchResults {
  std::size_t answers = 0;   // put into the cache
  std::size_t failures = 0;  // results of no use: they are asked for again, but for those that were cut off
  io::ProblemLog problems;   // lines that are no results
};

// InputError if the file cannot be read.
BatchResults read_batch(const std::string& path, Cache& cache);

}  // namespace fiducial::llm
