// The door of the program; everything else is in app.cc, where tests can reach it.
#include "cli/app.h"

int main(int argc, char** argv) {
  return fiducial::cli::run(argc, argv);
}
