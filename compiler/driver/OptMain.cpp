// SPDX-License-Identifier: Apache-2.0
// The small binary of the pass tests: `tessera opt` without the runner.
#include "compiler/driver/Compiler.h"

int main(int argc, char **argv) { return tessera::runOpt(argc, argv); }
