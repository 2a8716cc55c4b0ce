// Pairs as lines in, scores as lines out, as they come: a file of any size can be scored in one request.
#pragma once

#include <functional>
#include <memory>

#include "serve/readers.h"
#include "serve/server.h"

namespace fiducial::serve {

// ?metrics=radsem,bleu names the metrics. A line that is no pair gives {"line","error"} in its place. Null, so that the
// whole body is read and the error is told as an answer, if the metrics are none that a stream can have.
std::unique_ptr<LineStream> score_stream(const Request& head, const Readers& readers,
                                         std::function<void(std::size_t pairs)> count);

}  // namespace fiducial::serve
