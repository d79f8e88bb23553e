// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libraries beside the driver, which are found at run time: nothing is linked.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tessera::runner::cuda {

/// The first of `names` that the dynamic loader finds, which stays loaded, as the driver does; `name` is that one. Null
/// with the reason in `error`. `what` is what it is, for people.
void *openLibrary(llvm::StringRef what, const std::vector<std::string> &names, std::string &name, std::string &error);

} // namespace tessera::runner::cuda
