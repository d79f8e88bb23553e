// SPDX-License-Identifier: Apache-2.0
// Everything that a GPU has to show, in one command on a machine that has one: see README.md.
//
//   node tests/e2e/gpu.mjs [CHECK]... [--out=FOLDER] [--jobs=N] [--budget=SECONDS] [--list]
//
// A line for each check, with its last line and its time; whole logs in FOLDER. Checks that would begin after the budget
// are named as left out. Exit code 1 where one failed. TESSERA_BINARY names the binary, TESSERA_EMULATOR_KERNELS the
// emulator's tests where they do not lie beside it.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { binary, root } from "./tessera.mjs";

const emulatorTests = process.env.TESSERA_EMULATOR_KERNELS ?? join(dirname(binary), "TesseraEmulatorKernels");

/** Name, what it is, the command; `out` and `jobs` as asked. Right first, then what is measured. */
const checks = [
  ["emulator", "our CUDA kernels, emulator and GPU bit by bit", () => [emulatorTests, "--device=both"]],
  ["commands", "bench, tune, counters, cuBLAS, a runner's sandbox, faults", () => [...node("--test", "--test-concurrency=1"), e2e("gpu.test.mjs")]],
  ["kernels", "every program with kernels against the interpreter", ({ jobs }) => [...node(e2e("every-kernel.mjs")), "--device=cuda", `--jobs=${jobs}`]],
  ["forms", "spellings of products and attention", ({ jobs }) => [...node(e2e("forms/forms.mjs")), "run", "--all", "--device=cuda", `--jobs=${jobs}`]],
  ["random", "random programs", ({ jobs }) => [...node(e2e("random/run.mjs")), "--device=cuda", "--programs=150", "--seed=300000", `--jobs=${jobs}`]],
  ["ampere", "every program, as an A100 would run it", ({ jobs }) => [...node(e2e("every-kernel.mjs")), "--device=cuda", "--target=sm_80", `--jobs=${jobs}`]],
  ["shapes", "public shapes beside the cost model's estimate", ({ out }) => [...node(e2e("shapes/shapes.mjs")), "time", "--budget=150", `--out=${join(out, "shapes.json")}`]],
  ["peers", "our kernels beside others'", ({ out }) => ["python3", join(root, "tests/bench/peers/run.py"), "--inputs", "normal", "--rounds=3", "--samples=10", "--budget=240", `--results=${out}`]],
];
const node = (...words) => [process.execPath, ...words];
const e2e = (file) => join(root, "tests/e2e", file);

/** Runs a command with its output in a file; answers its code, its seconds and its last line. */
function run([program, ...args], file) {
  const begin = Date.now();
  return new Promise((resolve) => {
    const log = createWriteStream(file), child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    const end = (code) => log.end(() => {
      const last = readFileSync(file, "utf8").trimEnd().split("\n").at(-1);
      resolve({ code, seconds: (Date.now() - begin) / 1000, last });
    });
    child.on("error", (error) => (log.write(`${error.message}\n`), end(127)));
    child.on("close", (code, signal) => end(code ?? signal));
  });
}

const words = process.argv.slice(2), asked = words.filter((word) => !word.startsWith("--"));
const options = Object.fromEntries(words.filter((word) => word.startsWith("--")).map((word) => /^--([^=]*)=?(.*)$/.exec(word).slice(1)));
const out = options.out ?? join(root, "build/gpu"), jobs = Number(options.jobs ?? availableParallelism());
const unknown = asked.filter((name) => !checks.some(([each]) => each === name));
if (unknown.length) throw new Error(`no check is called ${unknown.join(", ")}; they are ${checks.map(([name]) => name).join(", ")}`);
if ("list" in options) {
  for (const [name, what] of checks) console.log(`${name.padEnd(10)}${what}`);
} else {
  mkdirSync(out, { recursive: true });
  const begin = Date.now(), chosen = asked.length ? asked.map((name) => checks.find(([each]) => each === name)) : checks;
  for (const [name, , command] of chosen) {
    if ((Date.now() - begin) / 1000 > Number(options.budget ?? Infinity)) {
      console.log(`left out  ${name}: the budget is spent`);
      continue;
    }
    const { code, seconds, last } = await run(command({ out, jobs }), join(out, `${name}.log`));
    console.log(`${code === 0 ? "ok       " : `FAILED ${code} `} ${name} ${seconds.toFixed(1)} s: ${last}`);
    if (code !== 0) process.exitCode = 1;
  }
}
