// SPDX-License-Identifier: Apache-2.0
// A fuzz target as an ordinary test: gives it the files named on the command line and every file of the folders named there, its
// seeds and what it once crashed on, without libFuzzer. So every build checks that what was found stays found.
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// False when `path` is no file that can be read.
static bool replay(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return false;
  llvm::errs() << llvm::sys::path::filename(path) << '\n'; // the last one named is the one that crashed
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>((*buffer)->getBufferStart()), (*buffer)->getBufferSize());
  return true;
}

int main(int argc, char **argv) {
  unsigned count = 0;
  for (int i = 1; i < argc; ++i) {
    if (!llvm::sys::fs::is_directory(argv[i])) {
      count += replay(argv[i]);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::directory_iterator file(argv[i], error), end; !error && file != end; file.increment(error))
      count += replay(file->path());
  }
  llvm::outs() << count << " inputs replayed\n";
  return count == 0; // a wrong folder is no success
}
