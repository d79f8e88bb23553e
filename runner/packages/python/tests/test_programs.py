# SPDX-License-Identifier: Apache-2.0
"""The API over a real binary (TESSERA_BINARY): programs, errors of programs, tests, PTX with arrays, a runner."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import tessera
from tessera import emulation

try:
    import numpy as np
except ImportError:
    np = None

here = Path(__file__).resolve().parent
kernels = here.parents[3] / "shared/kernels"
vector_add = kernels / "vector_add.py"
hello = kernels / "hello_vectors.py"
wrong_check = "import numpy as np\nnp.testing.assert_array_equal(np.arange(3), np.arange(3) + 1)\n"


class Compiling(unittest.TestCase):
    def test_text_and_file(self):
        text = hello.read_text()
        for source in (text, hello):
            program = tessera.compile(source, target="sm_80")
            self.assertEqual(program.kernels, ["add_vectors_kernel"])
            self.assertIn(".target sm_80", program.ptx())
            self.assertEqual(program.run().output, "[ 0  2  4  6  8 10 12 14]\n")

    def test_errors_have_places_notes_and_fixes(self):
        with self.assertRaises(tessera.CompileError) as caught:
            tessera.compile("import jax.numpy as jnp\nx = jnp.arangee(3)\n")
        [error] = caught.exception.errors
        self.assertEqual((error.id, error.severity), ("unknown-attribute", "error"))
        self.assertEqual(error.range, tessera.Range("<stdin>", 2, 5, 2, 19))
        self.assertEqual((error.fix.text, error.fix.range.column), ("arange", 9))
        self.assertIn("    x = jnp.arangee(3)\n        ^~~~~~~~~~~~~~", str(caught.exception))

    def test_settings_and_tuning(self):
        text = "N = 4\nNAME = 'a'\nPAIR = None\nprint(N, NAME, PAIR)\n"
        result = tessera.run(text, set={"N": -3, "NAME": "it's", "PAIR": (1, [2.5])})
        self.assertEqual(result.output, "-3 it's (1, [2.5])\n")
        with self.assertRaisesRegex(tessera.UsageError, "no `M` that can be set"):
            tessera.compile(text, set={"M": 1})
        with self.assertRaisesRegex(tessera.CompileError, "no choice `stagess`"):
            tessera.compile(vector_add, tune={"stagess": 3})
        eight = tessera.compile(vector_add, tune="warps=8").explain()["kernels"][0]["choices"][0]
        self.assertEqual((eight["name"], eight["value"], eight["from"]), ("warps", 8, "asked"))

    def test_stages_and_views(self):
        program = tessera.compile(vector_add)
        self.assertIn("tile.kernel", program.show())
        self.assertIn("tilegpu.", program.show("tilegpu", kernel="add_kernel"))
        self.assertIn("tile.", program.show(pass_name="trace"))
        self.assertEqual(program.passes()[0]["pass"], "trace")
        self.assertEqual(program.layouts()[0]["warps"], 4)
        [launch] = program.timeline()
        self.assertEqual((launch["kernel"], launch["timeline"]["unit"]), ("add_kernel", "steps"))
        for wrong in ({"stage": "nonsense"}, {"pass_name": "nonsense"}, {"kernel": "nonsense"}):
            with self.assertRaisesRegex(tessera.UsageError, "nonsense"):
                program.show(**wrong)

    def test_imports_from_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "beside.py").write_text("value = 7\n")
            self.assertEqual(tessera.run("import beside\nprint(beside.value)\n", path=[folder]).output, "7\n")

    def test_a_kernel_without_code_says_why(self):
        program = tessera.compile("x = 1\n")
        self.assertEqual(program.kernels, [])
        self.assertEqual(program.tilings(), [])


class Running(unittest.TestCase):
    def test_failed_checks(self):
        with self.assertRaises(tessera.RunError) as caught:
            tessera.run(wrong_check)
        self.assertEqual(caught.exception.result.checks[0].mismatched, 3)
        self.assertEqual(caught.exception.diagnostics[0].range.line, 2)

    def test_exceptions_of_the_program_keep_what_it_printed(self):
        with self.assertRaises(tessera.CompileError) as caught:
            tessera.run("print('before')\nraise ValueError('why')\n")
        self.assertEqual(caught.exception.output, "before\n")
        self.assertRegex(str(caught.exception), "<stdin>:2:1: error: `ValueError` .*why")

    def test_exceptions_after_a_launch(self):
        with self.assertRaises(tessera.CompileError) as caught:
            tessera.run(hello.read_text() + "\nraise ValueError('late')\n")
        self.assertEqual(caught.exception.output, "[ 0  2  4  6  8 10 12 14]\n")

    def test_no_such_device(self):
        with self.assertRaisesRegex(tessera.UsageError, "no device `abacus`"):
            tessera.run(hello, device="abacus")
        if not os.path.exists("/dev/nvidiactl"):
            with self.assertRaisesRegex(tessera.InfrastructureError, "libcuda"):
                tessera.run(hello, device="cuda")

    def test_races(self):
        text = (kernels / "hopper_gemm_pipeline.py").read_text().replace(", delay_release=1", "")
        with self.assertRaises(tessera.RunError) as caught:
            tessera.run(text, set={"K": 1024})
        self.assertEqual({one.id for one in caught.exception.diagnostics if one.severity == "error"}, {"data-race"})

    def test_predictions_are_called_that(self):
        [prediction] = tessera.compile(vector_add, target="sm_80").time("a100", clock=1000)
        self.assertTrue(prediction.raw["isPrediction"])
        self.assertEqual((prediction.card, prediction.clock), ("a100", 1000))
        self.assertLessEqual(prediction.range[0], prediction.microseconds)
        [launch] = tessera.run(vector_add, device="emulator").launches
        self.assertEqual((launch.timing, launch.prediction), ("cpu-wall", None))

    def test_time_outs(self):
        with self.assertRaisesRegex(tessera.TimedOut, "`timeout="):
            tessera.run(hello, timeout=0.001)


class Testing(unittest.TestCase):
    def test_a_report(self):
        report = tessera.test([here / "examples/hello_test.py"])
        self.assertEqual([report.count(one) for one in ("passed", "failed", "skipped", "broken")], [1, 1, 0, 0])
        self.assertFalse(report.ok)
        self.assertIn("does not hold", report.results[1].reason)
        self.assertTrue(tessera.test(here / "examples/hello_test.py", select="add").ok)

    def test_files_that_are_none(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = Path(folder, "test_broken.py")
            broken.write_text("x = 1 / 0\n")
            report = tessera.test(broken)
            self.assertEqual([one.outcome for one in report.results], ["broken"])
            self.assertEqual(report.results[0].diagnostics[0].id, "zero-division")
            with self.assertRaisesRegex(tessera.UsageError, "can't read"):
                tessera.test(Path(folder, "none.py"))


@unittest.skipUnless(np, "NumPy is not installed")
class Emulating(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ptx = tessera.compile(vector_add, set={"size": 2000}).ptx()

    def test_arrays_come_back_and_stay(self):
        x = np.arange(2000, dtype=np.float32)
        out = np.zeros(2000, np.float32)
        done = tessera.emulate(self.ptx, [x, x[::-1], out, 2000], grid=2, check="race", schedules=2)
        np.testing.assert_array_equal(done.arrays[2], np.full(2000, 1999, np.float32))
        np.testing.assert_array_equal(out, 0)
        self.assertIsNone(done.arrays[3])
        self.assertGreater(done.thread_instructions, 2000)

    def test_scalars_of_every_kind(self):
        x = np.ones((40, 50), np.float32)
        for count in (2000, np.int32(2000), np.uint32(2000), "u32=2000"):
            done = tessera.emulate(self.ptx, [x, x, x, count], grid=(2, 1))
            self.assertEqual(done.arrays[2].shape, (40, 50))
            self.assertEqual(done.arrays[2].max(), 2)

    def test_a_fault_has_the_places(self):
        x = np.ones(2000, np.float32)
        with self.assertRaises(tessera.RunError) as caught:
            tessera.emulate(self.ptx, [x, x, np.zeros(100, np.float32), 2000], grid=2)
        [error] = caught.exception.diagnostics
        self.assertEqual(error.id, "memory-out-of-bounds")
        self.assertRegex(str(error), "vector_add.py:26:5: error: .*`argument 2` has 400 bytes")

    def test_wrong_arguments(self):
        x = np.ones(2000, np.float32)
        wrong = [
            ([x, x], {}, "2 arguments .* takes 4"),
            ([x, x, x, 2**40], {}, r"`args\[3\]` is 1099511627776, .* 32 bits"),
            ([x, x, x, object()], {}, "expected a NumPy array or scalar"),
            ([x, x, x, np.ones(3, complex)], {}, "elements of complex128"),
            ([x, x, x, 1], {"grid": 0}, "`grid` is 0, expected a positive int"),
            ([x, x, x, 1], {"grid": (1, 2, 3, 4)}, "one to three"),
            ([x, x, x, 1], {"entry": "nonsense"}, "no kernel `nonsense`; the kernels of this PTX are `add_kernel`"),
            ([x, x, x, "u32=x"], {}, "u32=x"),
        ]
        for args, options, message in wrong:
            with self.subTest(message), self.assertRaisesRegex(tessera.UsageError, message):
                tessera.emulate(self.ptx, args, **options)
        with self.assertRaises(tessera.CompileError):
            tessera.emulate("this is no PTX\n")
        with self.assertRaisesRegex(tessera.UsageError, "`ptx` is a PosixPath, expected a str"):
            tessera.emulate(Path("x.ptx"))

    def test_shapes_of_arrays(self):
        x = np.ones(2000, np.float32)
        for out in (np.zeros((2, 5, 200), np.float32), np.asfortranarray(np.zeros((40, 50), np.float32))):
            done = tessera.emulate(self.ptx, [x, x, out, 2000], grid=2)
            self.assertEqual((done.arrays[2].shape, done.arrays[2].min()), (out.shape, 2))

    def test_half_precision_and_integers(self):
        for dtype, name in ((np.float16, "float16"), (np.int32, "int32"), (np.uint8, "uint8")):
            text = f"""
import torch, triton, triton.language as tl
@triton.jit
def twice(x, out):
    at = tl.arange(0, 16)
    tl.store(out + at, tl.load(x + at) + tl.load(x + at))
x = torch.ones(16, device="cuda", dtype=torch.{name})
twice[(1,)](x, torch.empty_like(x))
"""
            x = np.arange(16).astype(dtype)
            done = tessera.emulate(tessera.compile(text).ptx(), [x, np.zeros_like(x)])
            np.testing.assert_array_equal(done.arrays[1], 2 * x)
            self.assertEqual(done.arrays[1].dtype, dtype)

    def test_types_that_numpy_has_not_come_as_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "bf16.npy")
            np.save(file, np.array([[0x3F80, 0x4000]], np.uint16).view("V2"))  # as the emulator writes bf16
            read = emulation.load(file, np.zeros((2, 1), np.uint16))
        self.assertEqual(read.tolist(), [[0x3F80], [0x4000]])

    def test_predictions_and_timelines(self):
        x = np.ones(2000, np.float32)
        done = tessera.emulate(self.ptx, [x, x, x, 2000], grid=2, card="h100", timeline=True)
        self.assertEqual((done.prediction.card, done.timeline["unit"]), ("h100", "ns"))


class Submitting(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        command = [tessera.find_binary(), "serve", "--json", "--listen", "127.0.0.1:0", "--data", self.folder.name]
        self.runner = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.url = json.loads(self.runner.stdout.readline())["url"]

    def tearDown(self):
        self.runner.kill()
        self.runner.wait()
        self.runner.stdout.close()
        self.folder.cleanup()

    def test_jobs(self):
        job = tessera.submit(hello, runner=self.url)
        self.assertEqual((job.state, job.result.output), ("succeeded", "[ 0  2  4  6  8 10 12 14]\n"))
        queued = tessera.submit(hello, runner=self.url, wait=False)
        self.assertIsNone(queued.result)
        with self.assertRaises(tessera.RunError) as caught:
            tessera.submit(wrong_check, runner=self.url)
        self.assertEqual(caught.exception.result.checks[0].mismatched, 3)
        with self.assertRaises(tessera.CompileError):
            tessera.submit("x = missing\n", runner=self.url)
        with self.assertRaises(tessera.RunnerError) as caught:
            tessera.submit(hello, runner=self.url, device="nonsense")
        self.assertEqual(caught.exception.code, "unknown-device")

    def test_nobody_there(self):
        with self.assertRaisesRegex(tessera.RunnerError, "no runner answers"):
            tessera.submit(hello, runner="http://127.0.0.1:1")


if __name__ == "__main__":
    unittest.main()
