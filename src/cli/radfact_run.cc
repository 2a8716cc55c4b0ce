#include "cli/app.h"
namespace fiducial::cli { void add_radfact_run(Program&, CLI::App&) {} }
