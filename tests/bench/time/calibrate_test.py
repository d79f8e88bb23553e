# SPDX-License-Identifier: Apache-2.0
"""The calibration's own parts, without a GPU: `python3 tests/bench/time/calibrate_test.py`.

A driver that this file compiles stands for the real one: it launches nothing, writes clocks as the kernels would, and
refuses arguments that are not what calibrate.py means to give. Parts that need nvcc, ptxas, a C compiler or the binary
(TESSERA_BINARY, or build/native/bin/tessera) are skipped without, and say so.
"""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import calibrate
import cuda_driver
import microbenchmarks
import model_numbers

NVCC = calibrate.find_nvcc()
PTXAS = shutil.which("ptxas") or (NVCC and shutil.which("ptxas", path=str(Path(NVCC).parent)))
BINARY = os.environ.get("TESSERA_BINARY", str(calibrate.ROOT / "build/native/bin/tessera"))


def run(*words):
    """(status, standard output, standard error) of the command."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = calibrate.main([str(word) for word in words])
        except SystemExit as ended:
            status = ended.code
    return status, out.getvalue(), err.getvalue()


class Folder(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name


class Rates(unittest.TestCase):
    def test_facts_of_any_form(self):
        text = """// RATE(name, unit, meaning, of Ampere, of Hopper): a head that is none
        RATE(a, "cycles", "a (b), c", (4, P, luo), (4.5, I, "I: (1 + 2) / 3", 0.06)) // 4.07
        RATE(b, "us", "of one generation", (),
             (2, V, guide, exact))"""
        rates = model_numbers.parse_rates(text, {"P": 0.06, "I": 0.15, "V": 0.01})
        self.assertEqual(rates["sm_80"], {"a": model_numbers.Fact(4, "P", 0.06)})
        self.assertEqual(rates["sm_90a"], {"a": model_numbers.Fact(4.5, "I", 0.06), "b": model_numbers.Fact(2, "V", 0)})

    def test_a_fact_that_is_none_is_refused(self):
        with self.assertRaisesRegex(cuda_driver.Refusal, "no fact"):
            model_numbers.parse_fact("four, P, luo", {"P": 0.06})

    def test_cards(self):
        text = 'CARD(x_y, "x-y", "sm_80", "X, Y", ampere)\nCARD_FACT(x_y, l2Bytes, 3844, P, luo, 0.08) // so\n'
        card = {"target": "sm_80", "facts": {"l2Bytes": model_numbers.Fact(3844, "P", 0.08)}}
        self.assertEqual(model_numbers.parse_cards(text, {"P": 0.06}), {"x-y": card})

    def test_all_rates_of_the_list_are_read(self):
        text = (model_numbers.RATES / "Rates.def").read_text()
        self.assertEqual(len(model_numbers.RATE.findall(text)), len(re.findall(r"^RATE\(", text, re.MULTILINE)))

    def test_each_rate_that_is_measured_is_one(self):
        rates, cards = model_numbers.read_model()
        for benchmark in microbenchmarks.BENCHMARKS:
            for target in benchmark.targets:
                card = next(one for one in cards.values() if one["target"] == target)
                # Of this card nobody knows what a triad reaches: the row has no number to compare with.
                if target == "sm_80" and benchmark.rate == "memoryTriad":
                    card = cards["a100-80gb"]
                self.assertIsNotNone(calibrate.find_fact(benchmark, rates[target], card), f"{benchmark.name}, {target}")

    def test_the_issue_is_covered(self):
        names = {benchmark.rate for benchmark in microbenchmarks.BENCHMARKS}
        for name in """fma32Latency integerProductLatency aluLatency halfLatency fp64Latency specialLatency l1Latency
            conversionLatency shuffleLatency voteLatency fma32Cycles aluCycles integerProductCycles specialCycles
            conversionCycles shuffleCycles fp64Cycles halfCycles sharedLatency l2Mean memoryLatency sharedBytes l1Bytes
            l2Bytes memoryRead memoryCopy memoryTriad barrierRelease mbarrierHandoff mbarrierTryWait tmaLatency
            tmaKilobyte tensorOperations16 wgmmaTail mmaLatency mmaCycles clusterRoundTrip blockStart emptyKernelTime
            launchTime""".split():
            self.assertIn(name, names)
        self.assertEqual(
            len(microbenchmarks.BENCHMARKS), len({benchmark.name for benchmark in microbenchmarks.BENCHMARKS})
        )


class Statistics(unittest.TestCase):
    def test_a_sample_is_the_difference_of_two_counts(self):
        pair = microbenchmarks.Pair(10, 30)
        self.assertEqual(calibrate.take_differences(pair, {"low": [150, 160], "high": [350, 400]}), [10, 12])
        self.assertEqual(calibrate.take_differences(microbenchmarks.Pair(0, 1), {"low": [], "high": [4.5]}), [4.5])

    def test_a_line_through_points(self):
        offset, slope = microbenchmarks.fit((1, 2, 4), (7, 9, 13))
        self.assertAlmostEqual(offset, 5)
        self.assertAlmostEqual(slope, 2)

    def test_one_slow_sample_does_not_count(self):
        benchmark = next(one for one in microbenchmarks.BENCHMARKS if one.name == "fma32Latency")
        samples = [{"low": [0, 0, 0], "high": [32 * 1024, 32 * 1024, 10**9]}]
        self.assertEqual(calibrate.summarize(benchmark, samples, {}, 132)[0], 4)

    def test_two_sigmas(self):
        fact = model_numbers.Fact(100, "P", 0.06)
        self.assertEqual(calibrate.judge(111, fact), (1.11, False))
        self.assertEqual(calibrate.judge(113, fact), (1.13, True))
        self.assertEqual(calibrate.judge(113, None), (None, False))

    def test_clocks_of_blocks(self):
        # Two warps a block; of the second block no warp wrote any.
        self.assertEqual(calibrate.take_blocks([10, 50, 12, 60, 0, 0, 0, 0], 2), 50)
        self.assertEqual(calibrate.take_starts([100, 0, 7, 0, 400, 0, 57, 0], [0, 1, 0, 1]), 175)

    def test_products_by_the_difference_of_two_groups(self):
        operations, tail = microbenchmarks.make_products(128)
        self.assertEqual(operations.value([4 * 64 + 90, 16 * 64 + 90], None, 0), 4096)
        self.assertEqual(tail.value([4 * 64 + 90, 16 * 64 + 90], None, 0), 90)

    def test_a_chain_goes_through_all_lines_once(self):
        words, at, seen = microbenchmarks.make_chain(64), 0, set()
        while at not in seen:
            seen.add(at)
            at = words[32 * at]
        self.assertEqual((at, len(seen)), (0, 64))


class Messages(Folder):
    def test_without_the_library(self):
        status, out, err = run("--cuda", self.folder / "libnone.so")
        self.assertEqual((status, out, err.count("\n")), (2, "", 1))
        self.assertRegex(err, "libnone.so.*cannot be loaded.*--cuda LIBRARY")

    def test_a_library_that_is_another(self):
        status, _, err = run("--cuda", "libm.so.6")
        self.assertEqual(status, 2)
        self.assertIn("not the CUDA driver's library", err)

    def test_files_that_are_none_of_ours(self):
        for name, text, message in (
            ("missing.json", None, "cannot be read"),
            ("text.json", "no json", "is no JSON"),
            ("list.json", "[]", "is of another kind"),
            ("other.json", '{"kind": "loads"}', "is of loads"),
        ):
            path = self.folder / name if text is None else self.write(name, text)
            status, out, err = run("--compare", path)
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(message, err)
            self.assertIn("calibrate.py --json", err)

    def test_options(self):
        self.assertRegex(run("--repeat", "0")[2], "`0`, expected 1 to 1000")
        self.assertRegex(run("--compare", "x.json", "--json", "y.json")[2], "leave out `--json`")
        self.assertRegex(run("--json", self.folder / "none" / "x.json")[2], "make it first")
        self.assertEqual(run("--unknown")[0], 2)
        with self.assertRaisesRegex(cuda_driver.Refusal, "no benchmark's name has: fma32Latency, "):
            microbenchmarks.choose("nothing")

    def test_cards(self):
        cards = model_numbers.read_model()[1]
        self.assertEqual(model_numbers.choose_card(cards, "sm_90a", "NVIDIA H200", None), ("h200", ""))
        self.assertRegex(model_numbers.choose_card(cards, "sm_90a", "NVIDIA H20", None)[1], "compared with h100")
        with self.assertRaisesRegex(cuda_driver.Refusal, "expected a card of sm_90a: h100, "):
            model_numbers.choose_card(cards, "sm_90a", "NVIDIA H200", "a100")
        for card in model_numbers.CARDS.values():
            self.assertIn(card, cards)


# What each call is given is looked at where a wrong type would show: sizes, pointers, the kernel's five parameters.
FAKE = r"""
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef uint64_t address;
static double now;
int cuInit(unsigned flags) { return flags ? 1 : getenv("FAKE_ERROR") ? atoi(getenv("FAKE_ERROR")) : 0; }
int cuGetErrorString(int code, const char **text) {
  *text = code == 100 ? "no CUDA-capable device is detected" : "it fails";
  return 0;
}
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGet(int *device, int number) { *device = number; return 0; }
int cuDeviceGetName(char *name, int size, int device) { strncpy(name, "NVIDIA H200", size); return device; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 16 ? 132 : attribute == 75 ? 9 : attribute == 76 ? 0 : attribute == 13 ? 1980000 : 1;
  return device;
}
int cuDevicePrimaryCtxRetain(void **context, int device) { *context = (void *)0x123456789abcull; return device; }
int cuDevicePrimaryCtxRelease_v2(int device) { return device; }
int cuCtxSetCurrent(void *context) { return context != (void *)0x123456789abcull; }
int cuCtxSynchronize(void) { return 0; }
int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options, void **values) {
  if (count != 2 || options[0] != 5 || options[1] != 6 || (uintptr_t)values[1] != 8192) return 1;
  if (strstr(image, "refused")) { strcpy(values[0], "line 1 is no PTX"); return 218; }
  *module = (void *)0x23456789abcdull;
  return 0;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  *function = strdup(name);
  return module != (void *)0x23456789abcdull;
}
int cuFuncSetAttribute(void *function, int attribute, int value) { return attribute != 8 || value <= 48 << 10; }
int cuMemAlloc_v2(address *at, size_t size) { *at = (address)(uintptr_t)calloc(size, 1); return !*at; }
int cuMemFree_v2(address at) { free((void *)(uintptr_t)at); return 0; }
int cuMemsetD8_v2(address at, unsigned char value, size_t size) { return !memset((void *)(uintptr_t)at, value, size); }
int cuMemcpyHtoD_v2(address to, const void *from, size_t size) { memcpy((void *)(uintptr_t)to, from, size); return 0; }
int cuMemcpyDtoH_v2(void *to, address from, size_t size) { memcpy(to, (void *)(uintptr_t)from, size); return 0; }
int cuEventCreate(void **event, unsigned flags) { *event = calloc(1, sizeof(double)); return flags; }
int cuEventRecord(void *event, void *stream) { *(double *)event = now; return stream != 0; }
int cuEventSynchronize(void *event) { return event == 0; }
int cuEventElapsedTime(float *ms, void *from, void *to) { *ms = (float)(*(double *)to - *(double *)from); return 0; }
/* A count takes 1000 cycles; a launch 2.5 us; a block of a multiprocessor begins 500 cycles after the last one. */
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned ty, unsigned tz,
                   unsigned shared, void *stream, void **values, void **extra) {
  if (y != 1 || z != 1 || ty != 1 || tz != 1 || stream || extra || shared > 227 << 10) return 1;
  uint64_t *clocks = *(uint64_t **)values[0];
  uint32_t *kept = *(uint32_t **)values[1], count = *(uint32_t *)values[3];
  int spins = !strcmp(function, "spin"), trivial = !strcmp(function, "trivialBlocks");
  now += spins ? count / 1.75e6 : strcmp(function, "emptyKernel") ? count * 0.001 : 0.0025;
  if (!strcmp(function, getenv("FAKE_FAILURE") ? getenv("FAKE_FAILURE") : "")) return 700;
  for (unsigned w = 0; clocks && !spins && w < x * (threads / 32); ++w) {
    clocks[2 * w] = trivial ? 5000000000ull + 500 * (w / 132) : 5000000000ull;
    clocks[2 * w + 1] = 5000000000ull + 1000ull * count;
    if (trivial) kept[w] = w % 132;
  }
  return 0;
}
"""


@unittest.skipUnless(shutil.which("cc"), "needs a C compiler")
class Measuring(Folder):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.library = Path(made.name) / "libfake.so"
        source = Path(made.name) / "fake.c"
        source.write_text(FAKE)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", cls.library, source], check=True)

    def setUp(self):
        super().setUp()
        self.write("microbench.sm_90a.ptx", "// none")
        # Without nvcc the PTX that lies there is taken.
        found, calibrate.find_nvcc = calibrate.find_nvcc, lambda: None
        self.addCleanup(setattr, calibrate, "find_nvcc", found)

    def run(self, result=None):
        kept = dict(os.environ)
        try:
            return super().run(result)
        finally:
            os.environ.clear()
            os.environ.update(kept)

    def measure(self, word, *words):
        return run("--ptx", self.folder, "--cuda", self.library, "--only", word, "--repeat", "3", *words)

    def test_rows(self):
        for word, measured in (
            ("fma32Latency", 1000 / 256),
            ("fma32Cycles", 1000 / 1024),
            ("launchTime", 2.5),
            ("emptyKernelTime", 2.5),
            ("blockStart", 500 - microbenchmarks.TRIVIAL_WORK),
            ("mmaCycles", 1000 / 512),
            ("clusterRoundTrip", 1000 / 64),
            ("tmaLatency", 1000 - 272),
            ("sharedBytes", 65.536),
        ):
            file = self.folder / "measured.json"
            status, out, err = self.measure(word, "--json", file)
            self.assertEqual((status, err), (0, ""), word)
            content = json.loads(file.read_text())
            (row,) = content["rows"]
            self.assertAlmostEqual(row["measured"], measured, places=2, msg=word)
            self.assertTrue(all(len(pair["samples"]["high"]) == 3 for pair in row["pairs"]))
            self.assertEqual((content["card"], content["device"]["name"]), ("h200", "NVIDIA H200"))
            self.assertAlmostEqual(content["seenClockMHz"], 1750, delta=5)
            self.assertIn(word, out)

    def test_all_rows_of_a_stream_and_of_a_chain(self):
        status, out, err = self.measure("l2")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"l2Mean +53.5 +272 .*outside of two sigmas")
        self.assertRegex(out, r"2 of 3 lie outside of two of the model's sigmas")

    def test_no_gpu(self):
        os.environ["FAKE_ERROR"] = "100"
        status, out, err = self.measure("fma32")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("no GPU that works here: `cuInit`: no CUDA-capable device is detected (100)", err)

    def test_no_ptx(self):
        status, _, err = run("--ptx", self.folder / "none", "--cuda", self.library)
        self.assertEqual(status, 2)
        self.assertIn("run `calibrate.py --ptx FOLDER` where nvcc is", err)

    def test_a_launch_that_fails(self):
        os.environ["FAKE_FAILURE"] = "fmaMany"
        status, out, err = self.measure("fma32")
        self.assertEqual(status, 1)
        self.assertIn("`cuLaunchKernel` of `fmaMany` with count 4, size 0: it fails (700)", err)
        self.assertIn("fma32Latency", out)

    def test_ptx_that_the_driver_does_not_take(self):
        self.write("microbench.sm_90a.ptx", "refused")
        status, _, err = self.measure("fma32")
        self.assertEqual(status, 1)
        self.assertIn("line 1 is no PTX", err)


@unittest.skipUnless(NVCC, "needs nvcc")
class Kernels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.folder = Path(made.name)
        cls.ptx = {target: calibrate.compile_ptx(cls.folder, target) for target in microbenchmarks.TARGETS}

    def each_launch(self, target):
        for benchmark in microbenchmarks.BENCHMARKS:
            for pair in benchmark.pairs if target in benchmark.targets else ():
                yield benchmark, pair, pair.kernel or benchmark.kernel

    def test_every_kernel_is_there(self):
        for target, path in self.ptx.items():
            kernels = set(re.findall(r"\.entry (\w+)\(", path.read_text()))
            used = {kernel for _, _, kernel in self.each_launch(target)} | {"spin"}
            self.assertEqual(used - kernels, set(), target)
            self.assertEqual(kernels - used, set(), f"{target}: kernels that nothing launches")

    @unittest.skipUnless(PTXAS, "needs ptxas")
    def test_ptxas_takes_it_and_spills_nothing(self):
        for target, path in self.ptx.items():
            command = [PTXAS, f"-arch={target}", "-v", str(path), "-o", str(path.with_suffix(".cubin"))]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(set(re.findall(r"(\d+) bytes spill", done.stderr)), {"0"}, target)
            # A product that ptxas lets wait for the one before would measure something else.
            self.assertNotIn("erialized", done.stderr)

    @unittest.skipUnless(os.access(BINARY, os.X_OK), f"needs {BINARY}")
    def test_every_kernel_ends_well_in_the_emulator(self):
        for target, path in self.ptx.items():
            seen = set()
            for benchmark, pair, kernel in self.each_launch(target):
                if (kernel, pair.size) in seen:
                    continue
                seen.add((kernel, pair.size))
                with self.subTest(kernel=kernel, target=target, size=pair.size):
                    count = 1 if pair.block > 32 else 2
                    words = calibrate.make_arguments(benchmark, pair, 2, count, count, self.folder)
                    try:
                        calibrate.emulate(BINARY, path, words + ["--limit", "1000000000"])
                    except cuda_driver.LaunchFailure as failure:
                        self.fail(str(failure))


if __name__ == "__main__":
    unittest.main()
