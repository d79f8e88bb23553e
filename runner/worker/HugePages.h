// SPDX-License-Identifier: Apache-2.0
// Code in huge pages, for a process that others are split off. What maps a file is not copied by `fork`: each child
// finds the code of the compiler anew, 64 KiB at a time, and forgets it page by page, which takes a small job longer
// than all of its walls. In memory of the process's own, 2 MiB are one entry that a child gets with all others.
#pragma once

#include <cstddef>

namespace tessera::runner {

/// Copies the code that this process has used so far (in pieces of 2 MiB, of the program and its libraries) into huge
/// pages in its old places. Answers how many bytes; what this machine has no huge pages for stays where it is. The
/// process must have one thread, and must be allowed to make memory executable.
size_t moveCodeToHugePages();

} // namespace tessera::runner
