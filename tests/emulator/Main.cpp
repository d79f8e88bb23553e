// SPDX-License-Identifier: Apache-2.0
// The tests' `main`, with the options that README.md explains: which device runs the kernels, and which PTX.
#include "tests/emulator/GpuLauncher.h"
#include <filesystem>
#include <iostream>

using namespace tessera::emulator::kernels;
namespace fs = std::filesystem;

static const char usage[] = "options besides GoogleTest's:\n"
                            "  --device=emulator|cuda|both   where kernels run; both: says where the bits differ\n"
                            "  --ptx=FOLDER                  the PTX of this folder instead of the committed one; kernels that are not there are skipped\n"
                            "  --ptx=nvcc                    compiles all kernels first, and tests those whose PTX is not the committed one\n"
                            "  --seeds=N                     every launch under seeds 0 to N - 1, each with and without the race checker\n";

/// Below the current folder when they are there: a binary that was built elsewhere is run in a checkout.
static const std::string kernelFolder = fs::exists("tests/emulator/kernels") ? "tests/emulator/kernels" : TESSERA_SOURCE_DIR "/tests/emulator/kernels";

/// What must be equal in two texts of one kernel: not the comments at the top, nor the names of inlined functions.
static std::string strip(std::string text) {
  text = text.substr(std::min(text.size(), text.find(".target")));
  return text.substr(0, text.find("\t.section"));
}

/// They are edits of the committed text, and made to fail.
static void leaveOutMutants() {
  std::string &filter = testing::GTEST_FLAG(filter);
  filter += (filter.find('-') == std::string::npos ? "-" : ":") + std::string("*Mutants*");
}

/// Compiles everything, and chooses what differs; ends here when nothing does. False when nvcc failed.
static bool compileAll(Settings &chosen) {
  const std::string folder = fs::temp_directory_path() / "tessera-kernels-ptx", script = kernelFolder + "/make-ptx";
  if (std::system((script + " --to " + folder).c_str()))
    return false;
  int count = 0;
  for (const auto &entry : fs::directory_iterator(kernelFolder)) {
    if (entry.path().extension() != ".cu")
      continue;
    ++count;
    const std::string name = entry.path().stem();
    chosen.ptxFolder = folder;
    const std::string made = strip(readPtx(name));
    chosen.ptxFolder = kernelFolder;
    if (made != strip(readPtx(name))) {
      std::cout << name << ".ptx is not what this nvcc makes of " << name << ".cu: testing what it makes\n";
      chosen.onlyFiles.insert(name);
    }
  }
  chosen.ptxFolder = folder;
  leaveOutMutants();
  if (chosen.onlyFiles.empty())
    std::cout << "nvcc makes what is committed\n[  PASSED  ] " << count << " tests.\n", std::exit(0);
  return true;
}

static bool hasNvcc() {
  return !std::system("command -v \"${NVCC:-nvcc}\" >/dev/null 2>&1 || test -x /usr/local/cuda/bin/nvcc");
}

/// Zero, or the exit status.
static int readOption(const std::string &option, Settings &chosen) {
  if (option == "--device=emulator")
    return 0;
  if (option == "--device=cuda" || option == "--device=both") {
    chosen.onGpu = true;
    chosen.onEmulator = option == "--device=both";
    leaveOutMutants();
  } else if (option.rfind("--seeds=", 0) == 0) {
    chosen.schedules.clear();
    for (uint64_t seed = 0; seed < std::stoull(option.substr(8)); ++seed)
      for (bool checksRaces : {false, true})
        chosen.schedules.push_back({seed, checksRaces});
  } else if (option == "--ptx=nvcc") {
    if (!hasNvcc())
      std::cout << "SKIP: there is no nvcc here\n[  SKIPPED ] 1 test, listed below:\n", std::exit(0);
    if (!compileAll(chosen))
      return std::cerr << "nvcc failed\n", 1;
  } else if (option.rfind("--ptx=", 0) == 0) {
    chosen.ptxFolder = fs::absolute(option.substr(6));
    chosen.mayLackKernels = true;
    leaveOutMutants();
  } else {
    return std::cerr << "unknown option `" << option << "`\n" << usage, 2;
  }
  return 0;
}

int main(int count, char **values) {
  testing::InitGoogleTest(&count, values);
  Settings &chosen = settings();
  chosen.ptxFolder = kernelFolder;
  for (int i = 1; i < count; ++i)
    if (int status = readOption(values[i], chosen))
      return status;
  if (chosen.onGpu)
    if (std::string reason = findNoGpu(); !reason.empty()) {
      std::cout << "SKIP: " << reason << "\n[  SKIPPED ] 1 test, listed below:\n";
      return 0;
    }
  return RUN_ALL_TESTS();
}
