# SPDX-License-Identifier: Apache-2.0
"""The comparison's own parts, without a GPU: rounds, ratios, the table, peers that fail. `python3 tests/bench/peers/peers_test.py`."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import types
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import cases
import peer_tessera
import run
import statistics_of
import worker


class Fake:
    """A peer whose turns take what `times` says; a text is a failure."""

    def __init__(self, times):
        self.times, self.asked = list(times), []

    def measure(self, case, inputs, samples):
        self.asked.append((case.name, inputs, samples))
        time = self.times.pop(0)
        return {"error": time} if isinstance(time, str) else {"milliseconds": [time] * samples, "variant": "64x64"}


CASE = cases.Case("gemm", "bfloat16", (1000, 1000, 500))


class Cases(unittest.TestCase):
    def test_work_is_two_operations_a_product(self):
        self.assertEqual(CASE.flops, 10**9)
        self.assertEqual(cases.Case("attention", "float16", (2, 3, 10, 64)).flops, 4 * 2 * 3 * 10 * 10 * 64)

    def test_the_problems_of_the_aim_are_there(self):
        names = [case.name for case in cases.all_cases()]
        for name in ("gemm bf16 4096x4096x4096", "gemm f16 8192x8192x8192", "gemm bf16 4096x8192x4096", "gemm f16 8192x8192x512", "gemm bf16 8192x8192x1024"):
            self.assertIn(name, names)
        self.assertEqual(sum("hd256" in name for name in names), 2)

    def test_bytes_are_what_is_read_and_written_once(self):
        self.assertEqual(cases.Case("softmax", "bfloat16", (10, 100)).bytes, 2 * 2 * 1000)
        self.assertEqual(cases.Case("vector_add", "float32", (1000,)).bytes, 3 * 4 * 1000)
        self.assertEqual((CASE.bytes, CASE.baseline, cases.Case("rms_norm", "float32", (1, 1)).baseline), (0, "cublas", "copy"))
        self.assertEqual(statistics_of.describe_time(cases.Case("vector_add", "float32", (1000000,)), 0.012), "0.0120 ms, 1000 GB/s")

    def test_our_programs_are_there(self):
        for name, module, kinds in run.PEERS:
            style = run.style_of(name)["style"]
            for kind in kinds if module == "peer_tessera" else ():
                self.assertTrue((HERE / "programs" / f"{kind}{'_' if style else ''}{style}.py").exists(), f"{name}, {kind}")

    def test_a_case_survives_json(self):
        self.assertEqual(cases.Case.from_json(json.loads(json.dumps(CASE.to_json()))), CASE)


class Statistics(unittest.TestCase):
    def test_ratios_are_of_neighbours(self):
        # The machine is twice as slow in round two: the ratio does not see it.
        self.assertEqual(statistics_of.round_ratios([[1.0], [2.0]], [[2.0], [4.0]]), [0.5, 0.5])
        self.assertEqual(statistics_of.describe_ratio([0.5, 0.75, 1.0]), "0.750 (0.500 to 1.000)")
        self.assertEqual(statistics_of.describe_ratio([]), "-")

    def test_medians_are_of_all_samples(self):
        self.assertEqual(statistics_of.median_of_rounds([[1.0, 9.0], [2.0]]), 2.0)
        self.assertIsNone(statistics_of.median_of_rounds([]))

    def test_the_table_has_a_row_a_problem(self):
        row = {"case": CASE, "inputs": "normal", "rounds": {"tessera": [[0.5]], "cublas": [[0.4]]}, "variants": {"tessera": "128x128"}}
        lines = statistics_of.make_table([row], ["tessera", "cublas", "jax"]).splitlines()
        self.assertEqual(lines[0], "| problem | inputs | tessera | cublas | jax | tessera / cublas | jax / cublas |")
        self.assertEqual(lines[2], "| gemm bf16 1000x1000x500 | normal | 0.500 ms, 2 TF/s (128x128) | 0.400 ms, 2 TF/s | - | 0.800 | - |")


class Rounds(unittest.TestCase):
    def measure(self, peers, rounds=2):
        said = []
        workers = {name: (peer, ("gemm",)) for name, peer in peers.items()}
        return run.measure_case(workers, CASE, "normal", rounds, 3, lambda order: order.reverse(), said.append), said

    def test_every_peer_has_a_turn_a_round(self):
        a, b = Fake([1.0, 2.0]), Fake([3.0, 4.0])
        row, _ = self.measure({"a": a, "b": b})
        self.assertEqual(row["order"], [["b", "a"], ["b", "a"]])
        self.assertEqual(row["rounds"], {"a": [[1.0] * 3, [2.0] * 3], "b": [[3.0] * 3, [4.0] * 3]})
        self.assertEqual(row["variants"]["a"], "64x64")

    def test_a_peer_that_fails_is_left_out_and_named(self):
        bad, good = Fake([1.0, "too much shared memory"]), Fake([1.0, 1.0, 1.0])
        row, said = self.measure({"bad": bad, "good": good}, rounds=3)
        self.assertEqual(row["errors"], {"bad": "too much shared memory"})
        self.assertNotIn("bad", row["rounds"])
        self.assertEqual(len(row["rounds"]["good"]), 3)
        self.assertIn("bad is left out: too much shared memory", said[0])

    def test_other_kinds_are_not_asked(self):
        attention = Fake([])
        row = run.measure_case({"x": (attention, ("attention",))}, CASE, "normal", 1, 1, lambda order: None, print)
        self.assertEqual((row["rounds"], attention.asked), ({}, []))


class Workers(unittest.TestCase):
    def make_module(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        (pathlib.Path(folder.name) / "peer_of_test.py").write_text(text)
        previous = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = folder.name
        self.addCleanup(lambda: os.environ.pop("PYTHONPATH") if previous is None else os.environ.__setitem__("PYTHONPATH", previous))

    def start(self, text, timeout=30):
        self.make_module(text)
        made = run.Worker("peer_of_test", {}, timeout)
        self.addCleanup(made.end)
        self.addCleanup(made.process.stdout.close)
        return made

    def test_an_answer_comes_back_and_prints_do_not_disturb_it(self):
        peer = self.start("class Peer:\n  def versions(self): return {'x': '1'}\n  def measure(self, case, inputs, samples):\n    print('noise')\n    return [0.25] * samples, inputs\n")
        self.assertEqual((peer.error, peer.versions), (None, {"x": "1"}))
        self.assertEqual(peer.measure(CASE, "uniform", 2), {"milliseconds": [0.25, 0.25], "variant": "uniform"})

    def test_a_module_that_is_missing_is_named(self):
        peer = self.start("import there_is_no_such_module\n")
        self.assertIn("there_is_no_such_module", peer.error)

    def test_an_exception_is_an_answer(self):
        peer = self.start("class Peer:\n  def versions(self): return {}\n  def measure(self, *_): raise ValueError('wrong product')\n")
        self.assertEqual(peer.measure(CASE, "normal", 1), {"error": "ValueError: wrong product"})

    def test_a_crash_is_an_answer_too(self):
        peer = self.start("import os\nclass Peer:\n  def versions(self): return {}\n  def measure(self, *_): os._exit(7)\n")
        self.assertEqual(peer.measure(CASE, "normal", 1), {"error": "its process ended with 7"})
        self.assertEqual(peer.measure(CASE, "normal", 1), {"error": "its process ended with 7"})

    def test_a_peer_that_takes_too_long_is_ended(self):
        peer = self.start("import time\nclass Peer:\n  def versions(self): return {}\n  def measure(self, *_): time.sleep(60)\n", timeout=1)
        self.assertIn("its process ended with", peer.measure(CASE, "normal", 1)["error"])


class Tessera(unittest.TestCase):
    def test_the_last_launch_counts(self):
        answer = {"ok": True, "launches": [{"timing": "gpu-events", "samples": [9]}, {"timing": "gpu-events", "samples": [1, 2]}]}
        self.assertEqual(peer_tessera.read_answer(answer, dry=False), [1, 2])

    def test_a_cpu_time_is_never_a_gpu_s(self):
        answer = {"ok": True, "launches": [{"timing": "cpu-wall", "samples": [1]}]}
        self.assertRaises(RuntimeError, peer_tessera.read_answer, answer, dry=False)
        self.assertEqual(peer_tessera.read_answer(answer, dry=True), [1])

    def test_a_wrong_result_is_no_time(self):
        answer = {"ok": False, "diagnostics": [{"severity": "remark", "message": "r"}, {"severity": "error", "message": "3 of 9 elements differ"}], "launches": []}
        with self.assertRaisesRegex(RuntimeError, "3 of 9"):
            peer_tessera.read_answer(answer, dry=False)

    def test_a_problem_is_tuned_once_and_measured_with_what_was_found(self):
        with tempfile.TemporaryDirectory() as folder:
            binary, log = pathlib.Path(folder) / "tessera", pathlib.Path(folder) / "log"
            answers = {"version": {"version": "1"}, "tune": {"tune": "kernel.stages=3"}, "run": {"ok": True, "launches": [{"timing": "gpu-events", "samples": [4]}]}}
            binary.write_text(f"#!{sys.executable}\nimport json, sys\nopen({str(log)!r}, 'a').write(' '.join(sys.argv[1:]) + '\\n')\nprint(json.dumps({answers!r}[sys.argv[1]]))\n")
            binary.chmod(0o755)
            peer = peer_tessera.Peer(str(binary), style="triton", tuned=True)
            for _ in range(2):
                self.assertEqual(peer.measure(CASE, "normal", 5), ([4], "kernel.stages=3"))
            calls = log.read_text().splitlines()
            self.assertEqual([call.split()[0] for call in calls], ["version", "tune", "run", "run"])
            self.assertTrue(all(call.endswith("--tune kernel.stages=3") for call in calls[2:]))

    def test_names_say_whose_words_and_whether_tuned(self):
        self.assertEqual([run.style_of(name) for name in ("tessera", "tessera-naive", "tessera-triton-tuned")],
                         [{"style": "", "tuned": False}, {"style": "naive", "tuned": False}, {"style": "triton", "tuned": True}])


class Results(unittest.TestCase):
    def test_files_are_never_overwritten(self):
        with tempfile.TemporaryDirectory() as folder:
            machine = {"name": "NVIDIA H100 80GB HBM3", "date": "2026-11-22T10:00:00+00:00"}
            row = {"case": CASE, "inputs": "normal", "rounds": {"a": [[1.0]]}, "variants": {}, "errors": {}, "order": [["a"]]}
            paths = [run.write_results(pathlib.Path(folder), machine, {}, {"jax": "no module"}, [row], {}) for _ in range(2)]
            self.assertEqual([path.name for path in paths], ["2026-11-22-nvidia-h100-80gb-hbm3.json", "2026-11-22-nvidia-h100-80gb-hbm3-2.json"])
            self.assertEqual(json.loads(paths[0].read_text())["measured"][0]["rounds"], {"a": [[1.0]]})


if __name__ == "__main__":
    unittest.main()
