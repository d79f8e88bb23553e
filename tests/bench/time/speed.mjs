// SPDX-License-Identifier: Apache-2.0
// How long a prediction takes: CPU seconds of `tessera emulate --time` on one core, and of the same in the browser's
// module (Node's V8 is Chromium's), which has no ptxas and takes its stand-in. Values that nothing needs are skipped.
//
//   node tests/bench/time/speed.mjs [WORDS..] [--native | --wasm] [--json FILE]
//
// Needs `nvcc`, and `./dev wasm` but for `--native`.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ask, loadEmulator } from "../../wasm/load-emulator.mjs";
import { attentionLaunch, gemmLaunch } from "./published.mjs";

const here = dirname(fileURLToPath(import.meta.url)),
  root = resolve(here, "../../..");
const binary = process.env.TESSERA_BINARY ?? join(root, "build/native/bin/tessera");
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { native: { type: "boolean" }, wasm: { type: "boolean" }, json: { type: "string" } },
});

const million = 1 << 20;
const programs = join(root, "tests/bench/peers/programs");
/** `program` is in Triton's words and run whole, natively alone; `launch` is of CUDA, and its PTX runs in both. */
const cases = [
  {
    name: "vector add, 1 M",
    aim: 1,
    launch: {
      path: join(root, "tests/emulator/kernels/bench.ptx"),
      kernel: "vectorAdd",
      grid: million / 256,
      block: 256,
      args: [`f32[${million}]=iota`, `f32[${million}]=iota`, `f32[${million}]=empty`, `u32=${million}`],
    },
  },
  { name: "product bf16 4096 cubed, by hand", aim: 20, launch: gemmLaunch("gemm10", 4096, 4096, 4096) },
  {
    name: "product bf16 4096 cubed, Triton",
    aim: 20,
    program: "gemm_triton",
    settings: { M: 4096, N: 4096, K: 4096, DTYPE: "'bfloat16'" },
  },
  { name: "attention hd128 2 x 16 x 8192, by hand", aim: 30, launch: attentionLaunch("attention128", 32, 8192) },
  {
    name: "attention hd128 2 x 16 x 8192, Triton",
    aim: 30,
    program: "attention_triton",
    settings: { BATCH: 2, HEADS: 16, SEQUENCE: 8192, HEAD_DIM: 128, DTYPE: "'bfloat16'", CAUSAL: "False" },
  },
];

const folder = mkdtempSync(join(tmpdir(), "tessera-speed-"));
const compiled = new Map();
function pathOf({ path, file }) {
  if (path) return path;
  if (!compiled.has(file)) {
    compiled.set(file, join(folder, `${file}.ptx`));
    execFileSync("nvcc", ["-arch=sm_90a", "-lineinfo", "-ptx", join(here, `${file}.cu`), "-o", compiled.get(file)]);
  }
  return compiled.get(file);
}

/** User and system time of a process; a program's own check fails where values are skipped, after its launches. */
function timeNative({ launch, program, settings }) {
  const how = ["--time", "--skip-values", "--json"];
  const args = launch
    ? ["emulate", pathOf(launch), "--entry", launch.kernel, "--grid", `${launch.grid}`, "--block", `${launch.block}`]
        .concat(["--smem", `${launch.smem ?? 0}`, "--limit", "100000000000000", "--allow-uninitialized", ...how])
        .concat(launch.args.flatMap((argument) => ["--arg", argument]))
    : ["run", join(programs, `${program}.py`), "--target", "sm_90a", "--device", "emulator", ...how].concat(
        Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]),
      );
  const shell = 'TIMEFORMAT="%U %S"; time taskset -c 0 "$@" 2>/dev/null';
  const { stdout, stderr } = spawnSync("bash", ["-c", shell, "bash", binary, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const answer = JSON.parse(stdout);
  const times = launch ? [answer.time] : answer.launches.flatMap((one) => one.time ?? []);
  if (!times[0]) throw new Error(JSON.stringify(answer.diagnostics));
  const microseconds = Math.max(...times.map((time) => time.microseconds));
  return {
    seconds: stderr
      .trim()
      .split(" ")
      .map(Number)
      .reduce((a, b) => a + b),
    microseconds,
  };
}

async function timeWasm({ launch }) {
  const emulator = await loadEmulator(); // one each: a tab that was just opened
  const begin = process.cpuUsage();
  const { ok, diagnostics } = ask(emulator, "load", {
    file: "kernel.ptx",
    text: readFileSync(pathOf(launch), "utf8"),
  });
  if (!ok) throw new Error(JSON.stringify(diagnostics));
  const { kernel, grid, block, smem, args } = launch;
  const prepared = ask(emulator, "prepare", { entry: kernel, grid: [grid], block: [block], smem, arguments: args });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared));
  const run = ask(emulator, "run", {
    allowUninitialized: true,
    limit: 1e14,
    time: { card: "h100", skipValues: true },
  });
  const { user, system } = process.cpuUsage(begin);
  if (!run.time) throw new Error(run.whyNoTime ?? JSON.stringify(run.diagnostics));
  return { seconds: (user + system) / 1e6, microseconds: run.time.microseconds };
}

const rows = [];
for (const one of cases.filter(({ name }) => !words.length || words.some((word) => name.includes(word)))) {
  const row = { name: one.name, aim: one.aim };
  try {
    if (!options.wasm) row.native = timeNative(one);
    if (!options.native && one.launch) row.wasm = await timeWasm(one);
  } catch (error) {
    row.error = error.message;
  }
  rows.push(row);
  const tell = (where, part) => part && `${where} ${part.seconds.toFixed(2)} s (${part.microseconds.toFixed(1)} us)`;
  const parts = [tell("native", row.native), tell("in the tab", row.wasm), row.error].filter(Boolean);
  console.log(`${row.name.padEnd(40)} aim ${row.aim} s: ${parts.join(", ")}`);
}
rmSync(folder, { recursive: true });
if (options.json) {
  const what = "CPU seconds that predictions take, natively on one core and in the browser's module";
  writeFileSync(options.json, JSON.stringify({ what, rows }, null, 1) + "\n");
}
