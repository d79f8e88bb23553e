// SPDX-License-Identifier: Apache-2.0
// How fast the PTX emulator is on one core, and how much memory it takes. CPU time of this process, the best of several runs, so
// that a busy machine shows less. The kernels are those of tests/emulator/kernels.
#include "runner/emulator/arithmetic/TensorMap.h"
#include "runner/emulator/Emulator.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>

using namespace tessera;
using namespace tessera::emulator;

namespace {

double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

[[noreturn]] void fail(const DiagnosticSink &sink) {
  for (const Diagnostic &diagnostic : sink.all())
    fprintf(stderr, "%s\n", render(diagnostic).c_str());
  std::exit(1);
}

/// A kernel of tests/emulator/kernels with memory of its own.
class Bench {
public:
  Bench(const std::string &file, const std::string &entry) {
    std::ifstream stream(TESSERA_SOURCE_DIR "/tests/emulator/kernels/" + file + ".ptx");
    std::stringstream text;
    text << stream.rdbuf();
    program = load(text.str(), file + ".ptx", sink);
    kernel = program ? program->find(entry) : nullptr;
    if (!kernel)
      fail(sink);
    placeVariables(*program, memory);
    parameters.resize(kernel->parameterBytes);
  }
  /// An array whose bytes are those of a generator, as the next parameter.
  Allocation &array(uint64_t bytes, bool isWritten = true) {
    Allocation &allocation = memory.allocate(bytes, "array", isWritten);
    if (isWritten)
      for (uint64_t i = 0; i < bytes; i += 2) // small numbers as bf16, f16 and f32
        allocation.bytes[i + 1] = static_cast<uint8_t>(0x3c + (i * 2654435761u >> 20 & 3));
    return allocation;
  }
  template <typename T> void pass(const T &value) {
    std::memcpy(parameters.data() + kernel->parameters[next++].offset, &value, sizeof value);
  }
  /// Thread instructions of the launch.
  uint64_t run(const LaunchShape &shape, bool checksRaces = false) {
    RunOptions options;
    options.checksRaces = checksRaces;
    RunResult result = launch(*program, *kernel, shape, parameters, memory, options, sink);
    if (!result.ok || sink.hasErrors())
      fail(sink);
    return result.threadInstructions;
  }
  GlobalMemory memory;

private:
  DiagnosticSink sink;
  std::unique_ptr<Program> program;
  const Function *kernel = nullptr;
  std::vector<uint8_t> parameters;
  size_t next = 0;
};

/// Seconds of the fastest of three calls, and what the last one returned.
template <typename Run> std::pair<double, uint64_t> best(Run run) {
  double seconds = 1e9;
  uint64_t result = 0;
  for (int i = 0; i < 3; ++i) {
    double begin = now();
    result = run();
    seconds = std::min(seconds, now() - begin);
  }
  return {seconds, result};
}

void arithmetic() {
  auto [seconds, instructions] = best([] {
    Bench bench("bench", "arithmetic");
    bench.pass(bench.array(8 * 256 * 4, false).address);
    bench.pass(500);
    return bench.run({{8, 1, 1}, {256, 1, 1}});
  });
  printf("integer and float arithmetic     %8.0f million thread instructions/s\n", static_cast<double>(instructions) / seconds / 1e6);
}

void products() {
  const int turns = 200;
  double seconds = best([turns] {
    Bench bench("bench", "products");
    bench.pass(bench.array(24576).address);
    bench.pass(bench.array(128 * 4, false).address);
    bench.pass(turns);
    return bench.run({{1, 1, 1}, {128, 1, 1}});
  }).first;
  printf("wgmma m64n128k16 of bf16         %8.2f GFLOP/s\n", 2.0 * 64 * 128 * 64 * turns / seconds / 1e9);
}

/// Everything, from the text on.
uint64_t addVectors(uint32_t count, bool checksRaces) {
  Bench bench("bench", "vectorAdd");
  for (bool isWritten : {true, true, false})
    bench.pass(bench.array(count * 4ull, isWritten).address);
  bench.pass(count);
  return bench.run({{count / 256, 1, 1}, {256, 1, 1}}, checksRaces);
}
void vectorAdd() {
  printf("vector addition of 2^20 numbers  %8.2f s, with the race checker %.2f s\n", best([] { return addVectors(1 << 20, false); }).first,
         best([] { return addVectors(1 << 20, true); }).first);
}

uint64_t multiplyMatrices(bool checksRaces) {
  const uint64_t n = 512;
  Bench bench("gemm-hopper", "gemm");
  for (int matrix = 0; matrix < 3; ++matrix) {
    TensorMap map;
    map.element = TensorElement::bf16;
    map.rank = 2;
    map.dimensions[0] = map.dimensions[1] = n;
    map.strides[0] = 2 * n;
    map.box[0] = 64, map.box[1] = matrix < 2 ? 128 : 64;
    map.swizzleBytes = 128;
    map.address = bench.array(2 * n * n, matrix < 2).address;
    bench.pass(encodeTensorMap(map));
  }
  for (int i = 0; i < 3; ++i)
    bench.pass(static_cast<int>(n));
  LaunchShape shape{{16, 1, 1}, {384, 1, 1}};
  shape.dynamicShared = 4 * 32768 + 32768 + 64;
  return bench.run(shape, checksRaces);
}
void gemm() {
  printf("512 x 512 x 512 GEMM of bf16     %8.2f s, with the race checker %.2f s\n", best([] { return multiplyMatrices(false); }).first,
         best([] { return multiplyMatrices(true); }).first);
}

/// Bytes that Linux says this process has or had at most; 0 elsewhere.
uint64_t residentBytes(const char *field) {
  std::ifstream stream("/proc/self/status");
  for (std::string line; std::getline(stream, line);)
    if (line.rfind(field, 0) == 0)
      return std::strtoull(line.c_str() + std::strlen(field), nullptr, 10) * 1024;
  return 0;
}
void memory() {
  const uint32_t count = 1 << 24;
  const uint64_t before = residentBytes("VmHWM:");
  addVectors(count, false);
  const uint64_t after = residentBytes("VmHWM:");
  if (after > before)
    printf("memory, of three arrays of 2^24  %8.2f times theirs\n", static_cast<double>(after - before) / (12.0 * count));
}

} // namespace

int main(int count, char **names) {
  const std::pair<const char *, void (*)()> all[] = {{"memory", memory}, {"arithmetic", arithmetic}, {"products", products}, {"vectors", vectorAdd}, {"gemm", gemm}};
  for (auto [name, run] : all)
    if (count == 1 || std::strcmp(name, names[1]) == 0)
      run();
}
