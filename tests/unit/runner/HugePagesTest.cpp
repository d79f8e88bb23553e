// SPDX-License-Identifier: Apache-2.0
// Code that was moved is what it was, in its old place, in huge pages, for the process and for those split off it.
#include "runner/worker/HugePages.h"
#include "shared/protocol/Json.h"
#include "gtest/gtest.h"
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;

static size_t countHugeBytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  size_t kilobytes = 0;
  for (std::string name; file >> name;)
    if (name == "AnonHugePages:" && file >> kilobytes)
      break;
  return kilobytes << 10;
}

/// Some of the code of LLVM, the largest library here.
static bool computes() {
  std::string error;
  auto value = protocol::parseJson(R"({"a": [1, 2.5, "x"]})", error);
  return value && protocol::toText(*value) == R"({"a":[1,2.5,"x"]})";
}

/// A sum over all code, as it is mapped.
static uint64_t sumCode() {
  std::ifstream file("/proc/self/maps");
  uint64_t sum = 0;
  for (std::string line; std::getline(file, line);) {
    unsigned long begin = 0, end = 0;
    char rights[5] = {};
    if (sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, rights) != 3 || std::string(rights) != "r-xp" ||
        line.find("[v") != std::string::npos) // the kernel's own
      continue;
    for (unsigned long at = begin; at < end; at += sizeof(uint64_t))
      sum = sum * 31 + *reinterpret_cast<const uint64_t *>(at);
  }
  return sum;
}

TEST(HugePages, CodeRunsFromThemAndIsInheritedByThem) {
  pid_t child = fork(); // this process stays as it is
  if (child == 0) {
    bool didCompute = computes();
    uint64_t before = sumCode(); // and so has used all of it
    size_t moved = moveCodeToHugePages();
    bool isSame = sumCode() == before && didCompute && computes() && countHugeBytes() >= moved;
    int status = 0;
    pid_t split = fork();
    if (split == 0)
      _exit(computes() && countHugeBytes() >= moved ? 0 : 1);
    waitpid(split, &status, 0);
    moveCodeToHugePages(); // once more; there may be fewer huge pages now
    _exit(moved == 0 ? 2 : isSame && status == 0 && sumCode() == before && computes() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << status;
  if (WEXITSTATUS(status) == 2)
    GTEST_SKIP() << "no huge pages here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}
