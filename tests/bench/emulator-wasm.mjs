// SPDX-License-Identifier: Apache-2.0
// How fast the emulator's module is beside the native build on the same launches: Node's V8, which is Chromium's.
// Loading and parsing are left out of both: each side runs a launch of few and one of many instructions, and the
// difference counts. CPU time, the best of five, so that a busy machine shows less.
//
//   node tests/bench/emulator-wasm.mjs [--json]
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, loadEmulator } from "../wasm/load-emulator.mjs";
import { binary, root } from "../wasm/load-module.mjs";

const kernels = "tests/emulator/kernels";
/// `few` and `many` are what stands in the place of N.
const launches = [
  {
    name: "integer and float arithmetic",
    file: "bench",
    entry: "arithmetic",
    grid: [8],
    block: [256],
    few: 20,
    many: 6000,
    arguments: ["u32[2048]=empty", "s32=N"],
  },
  {
    name: "wgmma m64n128k16 of bf16",
    file: "bench",
    entry: "products",
    grid: [1],
    block: [128],
    few: 10,
    many: 2400,
    arguments: ["u8[24576]=zeros", "f32[128]=empty", "s32=N"],
  },
  {
    name: "vector addition",
    file: "bench",
    entry: "vectorAdd",
    grid: ["N"],
    block: [256],
    few: 4,
    many: 4096,
    arguments: ["f32[1048576]=iota", "f32[1048576]=iota", "f32[1048576]=empty", "u32=1048576"],
  },
  {
    name: "vector addition, race checker",
    file: "bench",
    entry: "vectorAdd",
    grid: ["N"],
    block: [256],
    few: 4,
    many: 4096,
    checkRaces: true,
    arguments: ["f32[1048576]=iota", "f32[1048576]=iota", "f32[1048576]=empty", "u32=1048576"],
  },
];

const fill = (launch, n) => ({
  grid: launch.grid.map((size) => (size === "N" ? n : size)),
  args: launch.arguments.map((text) => text.replace(/=N$/, `=${n}`)),
});
const best = (run) => Math.min(...Array.from({ length: 5 }, run));

function timeNative(launch, n) {
  const { grid, args } = fill(launch, n);
  const words = [
    "emulate",
    join(kernels, `${launch.file}.ptx`),
    "--entry",
    launch.entry,
    "--grid",
    grid.join(),
    "--block",
    launch.block.join(),
  ];
  if (launch.checkRaces) words.push("--check", "race");
  return best(() => {
    const command = [binary, ...words, ...args.flatMap((text) => ["--arg", text])];
    const shell = 'TIMEFORMAT=%U; time "$@" 2>/dev/null';
    const { status, stderr } = spawnSync("bash", ["-c", shell, "bash", ...command], { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command.join(" ")}: ${status}`);
    return Number(stderr.trim()) * 1000;
  });
}

function timeWasm(emulator, launch, n) {
  const { grid, args } = fill(launch, n);
  const text = readFileSync(join(root, kernels, `${launch.file}.ptx`), "utf8");
  ask(emulator, "load", { file: "bench.ptx", text });
  const prepared = ask(emulator, "prepare", { entry: launch.entry, grid, block: launch.block, arguments: args });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared));
  return best(() => {
    const begin = process.cpuUsage().user;
    const run = ask(emulator, "run", { checkRaces: launch.checkRaces ?? false, counts: false });
    if (!run.ok) throw new Error(JSON.stringify(run.diagnostics));
    return (process.cpuUsage().user - begin) / 1000;
  });
}

const emulator = await loadEmulator();
const rows = launches.map((launch) => {
  const native = timeNative(launch, launch.many) - timeNative(launch, launch.few);
  timeWasm(emulator, launch, launch.many); // V8 compiles for speed while it runs, and only then
  const wasm = timeWasm(emulator, launch, launch.many) - timeWasm(emulator, launch, launch.few);
  return { name: launch.name, native, wasm, share: native / wasm };
});
if (process.argv.includes("--json")) console.log(JSON.stringify(rows));
else
  for (const { name, native, wasm, share } of rows)
    console.log(
      `${name.padEnd(32)} native ${native.toFixed(1).padStart(8)} ms, wasm ${wasm.toFixed(1).padStart(8)} ms: ${share.toFixed(2)} of native, aim 0.33`,
    );
