// SPDX-License-Identifier: Apache-2.0
// Starting a program with three descriptors and nothing else of this process: no other file, no blocked signal, no
// environment but what is given. It leads its own process group.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace tessera::runner {

/// The process, or -1 with the reason in errno. `arguments` and `environment` are as `exec` takes them.
pid_t spawn(const std::vector<std::string> &arguments, const std::vector<std::string> &environment, int input,
            int output, int errors);

} // namespace tessera::runner
