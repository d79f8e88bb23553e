// SPDX-License-Identifier: Apache-2.0
// Launches a kernel of kernels/*.ptx with arrays of the host, on the emulator or on a GPU, and hands the results to a check.
//
//   std::vector<float> x = …, y(x.size());
//   Launch("elementwise", "scale").grid(4).block(256).in(x).out(y).value(2.0f).check([&] { expectSame(y, expected); });
//
// On the emulator `check` runs the launch under several schedules, with and without the race checker, and expects that nothing
// is reported. On a GPU it runs it twice. What device, and where the PTX comes from, is said on the command line: README.md.
#pragma once

#include "runner/emulator/arithmetic/TensorMap.h"
#include "runner/emulator/Emulator.h"
#include "gtest/gtest.h"
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace tessera::emulator::kernels {

/// How one run of a launch goes; a GPU knows nothing of it.
struct Schedule {
  uint64_t seed = 0;
  bool checksRaces = false;
};

/// What the command line chose.
struct Settings {
  bool onGpu = false, onEmulator = true;
  std::string ptxFolder; // the kernels' own by default
  bool mayLackKernels = false;
  std::vector<Schedule> schedules{{0, true}, {1, false}, {2, true}};
  std::set<std::string> onlyFiles; // when not empty: tests of other kernels are skipped
};
Settings &settings();

/// What came of a run.
struct RunReport {
  bool ok = false;
  std::vector<Diagnostic> reports; // of the emulator
  std::string failure;             // of a GPU, or of the harness
  std::string printed;
  RunResult counts;
  std::string describe() const;
};

/// Memory that a launch uses: bytes of the host that are copied to the device and, when the kernel writes them, back.
struct HostMemory {
  uint8_t *data = nullptr; // also the identity: the same vector is placed once
  size_t bytes = 0;
  bool isRead = false, isWritten = false;
  std::vector<uint8_t> initial; // of what is read and written
};

/// One parameter of a kernel: bytes, or the address of memory, or bytes with such an address inside, or a tensor map over memory.
struct Argument {
  enum class Kind { bytes, address, structure, map } kind = Kind::bytes;
  std::vector<uint8_t> bytes;
  size_t memory = 0, addressAt = 0; // of the address in `bytes`
  TensorMap map; // without its address
};

class Launch {
public:
  /// `file` without folder and `.ptx`.
  Launch(std::string file, std::string entry) : file(std::move(file)), entry(std::move(entry)) {}

  Launch &grid(uint32_t x, uint32_t y = 1, uint32_t z = 1) { return set(shape.grid, x, y, z); }
  Launch &block(uint32_t x, uint32_t y = 1, uint32_t z = 1) { return set(shape.block, x, y, z); }
  /// As the kernel says itself, in PTX that says it: GPUs go by that.
  Launch &cluster(uint32_t x, uint32_t y = 1, uint32_t z = 1) { return set(shape.cluster, x, y, z); }
  Launch &shared(uint32_t bytes) {
    shape.dynamicShared = bytes;
    return *this;
  }
  /// An array that the kernel reads; that it writes, and that holds nothing before; that it reads and writes.
  template <typename T> Launch &in(const std::vector<T> &values) { return pass(values, true, false); }
  template <typename T> Launch &out(std::vector<T> &values) { return pass(values, false, true); }
  template <typename T> Launch &inOut(std::vector<T> &values) { return pass(values, true, true); }
  /// A tensor map over an array, as above.
  template <typename T> Launch &mapIn(const std::vector<T> &values, const TensorMap &map) { return pass(values, true, false, &map); }
  template <typename T> Launch &mapOut(std::vector<T> &values, const TensorMap &map) { return pass(values, false, true, &map); }
  template <typename T> Launch &mapInOut(std::vector<T> &values, const TensorMap &map) { return pass(values, true, true, &map); }
  template <typename T> Launch &value(T value) {
    Argument parameter;
    parameter.bytes.resize(sizeof value);
    std::memcpy(parameter.bytes.data(), &value, sizeof value);
    parameters.push_back(std::move(parameter));
    return *this;
  }
  /// A structure passed by value, with a pointer to an array that is read at byte `addressAt`.
  template <typename S, typename T> Launch &structure(const S &value, size_t addressAt, const std::vector<T> &values) {
    in(values);
    Argument &argument = parameters.back();
    argument.kind = Argument::Kind::structure;
    argument.addressAt = addressAt;
    argument.bytes.resize(std::max(sizeof value, addressAt + 8));
    std::memcpy(argument.bytes.data(), &value, sizeof value);
    return *this;
  }
  /// More schedules than the usual: seeds 0 to `count - 1`, every one with and without the race checker.
  Launch &seeds(unsigned count);

  /// Warnings of this kind are no failure.
  Launch &allow(DiagnosticId id) {
    allowed.insert(id);
    return *this;
  }

  /// Runs everywhere and calls `verify` after each run.
  void check(const std::function<void()> &verify);
  void check(const std::function<void(const RunReport &)> &verify);
  /// One run on the emulator, whatever it reports.
  RunReport emulate(const Schedule &schedule);

  std::string file, entry;
  std::string text; // PTX instead of the file's, for the emulator
  LaunchShape shape;
  std::vector<HostMemory> memories;
  std::vector<Argument> parameters;

private:
  Launch &set(uint32_t (&what)[3], uint32_t x, uint32_t y, uint32_t z) {
    what[0] = x, what[1] = y, what[2] = z;
    return *this;
  }
  template <typename T> Launch &pass(const std::vector<T> &values, bool reads, bool writes, const TensorMap *map = nullptr) {
    auto *data = reinterpret_cast<uint8_t *>(const_cast<T *>(values.data()));
    return place(data, values.size() * sizeof(T), reads, writes, map);
  }
  Launch &place(uint8_t *data, size_t bytes, bool reads, bool writes, const TensorMap *map);
  void restore();
  void compareDevices();

  std::vector<Schedule> ownSchedules;
  std::set<DiagnosticId> allowed;
};

/// A map of `element`s with dense rows: dimensions and box innermost first.
TensorMap makeMap(TensorElement element, std::vector<uint64_t> dimensions, std::vector<uint32_t> box, unsigned swizzleBytes = 0);

/// The bytes that a kernel gets for anything but a tensor map, when its memory is at `address`.
std::vector<uint8_t> getBytes(const Argument &argument, uint64_t address);

/// The text of a kernel file; empty when there is none.
std::string readPtx(const std::string &file);

/// Bit for bit; says how many differ and shows the first ones.
template <typename T> void expectSame(const std::vector<T> &actual, const std::vector<T> &expected, const char *what = "") {
  ASSERT_EQ(actual.size(), expected.size());
  size_t wrong = 0;
  std::string first;
  for (size_t i = 0; i < actual.size(); ++i)
    if (std::memcmp(&actual[i], &expected[i], sizeof(T)) && ++wrong <= 4)
      first += "\n  [" + std::to_string(i) + "]: " + testing::PrintToString(actual[i]) + ", expected " + testing::PrintToString(expected[i]);
  EXPECT_EQ(wrong, 0u) << what << ": differences in " << actual.size() << " elements:" << first;
}

/// Every element within `bound(i)` of what is expected; NaN where NaN is expected.
template <typename T>
void expectNear(const std::vector<T> &actual, const std::vector<double> &expected, const std::function<double(size_t)> &bound,
                const char *what = "") {
  ASSERT_EQ(actual.size(), expected.size());
  size_t wrong = 0;
  std::string first;
  for (size_t i = 0; i < actual.size(); ++i) {
    const double a = static_cast<double>(actual[i]), e = expected[i];
    const bool same = a == e || (a != a && e != e) || std::abs(a - e) <= bound(i);
    if (!same && ++wrong <= 4)
      first += "\n  [" + std::to_string(i) + "]: " + testing::PrintToString(a) + ", expected " + testing::PrintToString(e) + " within " +
               testing::PrintToString(bound(i));
  }
  EXPECT_EQ(wrong, 0u) << what << ": beyond the bound, of " << actual.size() << " elements:" << first;
}

} // namespace tessera::emulator::kernels
