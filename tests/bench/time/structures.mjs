// SPDX-License-Identifier: Apache-2.0
// What our compiler makes of programs beside the best published structure of the same problem, both by the model of
// time: products, attention, softmax and norms as hopper-gemm.cu, hopper-attention.cu and hopper-rows.cu have them, and
// for what memory limits a copy of the same bytes, too. A ratio above 1 says that ours would take less time.
// Predictions, never a GPU's times.
//
//   node tests/bench/time/structures.mjs [WORDS..] [--card h100] [--clock MHZ] [--json FILE]
//
// Without a clock each is at the one that the card would keep under its load. Needs `nvcc` and `ptxas` of CUDA 12 or
// 13.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { attentionLaunch, gemmLaunch, rowsLaunch } from "./published.mjs";

const here = dirname(fileURLToPath(import.meta.url)),
  root = resolve(here, "../../..");
const binary = process.env.TESSERA_BINARY ?? join(root, "build/native/bin/tessera");
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { card: { type: "string", default: "h100" }, clock: { type: "string" }, json: { type: "string" } },
});

const typeOf = { gemm10: "bf16", gemm10Fp8: "fp8, one sum,", gemm10Fp8Sums: "fp8" };
const gemm = (kernel, program, n, settings) => ({
  name: `product ${typeOf[kernel]} ${n} cubed, ${program.split("_").at(-1)}`,
  program,
  settings: { M: n, N: n, K: n, ...settings },
  launch: gemmLaunch(kernel, n, n, n),
});
const attention = (depth, rows, isCausal) => ({
  name: `attention hd${depth} ${rows} rows${isCausal ? " causal" : ""}, triton`,
  program: "attention_triton",
  settings: {
    BATCH: 16384 / rows,
    HEADS: 2048 / depth,
    SEQUENCE: rows,
    HEAD_DIM: depth,
    DTYPE: "'bfloat16'",
    CAUSAL: isCausal ? "True" : "False",
  },
  launch: attentionLaunch(`attention${depth}${isCausal ? "Causal" : ""}`, (16384 / rows) * (2048 / depth), rows),
});
/** Beside the best structure of rows, and beside a copy of as many bytes. */
const rows = (kind, program, count, columns) => {
  const name = `${program} ${count} x ${columns}`,
    settings = { ROWS: count, COLUMNS: columns, DTYPE: "'bfloat16'" },
    words = (count * columns) / 2;
  const copy = {
    file: "kernels",
    kernel: "copyBytes",
    grid: words / 4 / 512,
    block: 512,
    args: [`u32[${words}]=empty`, `u32[${words}]=zeros`],
  };
  return [
    { name, program, settings, launch: rowsLaunch(kind, count, columns) },
    { name: `${name}, bytes`, program, settings, launch: copy },
  ];
};
const cases = [
  ...[4096, 8192].flatMap((n) =>
    ["gemm_triton", "gemm_pallas"].map((program) => gemm("gemm10", program, n, { DTYPE: "'bfloat16'" })),
  ),
  ...["gemm10Fp8Sums", "gemm10Fp8"].map((kernel) => gemm(kernel, "gemm_fp8_triton", 4096, {})),
  ...[false, true].flatMap((isCausal) => [4096, 8192].map((count) => attention(128, count, isCausal))),
  ...[false, true].map((isCausal) => attention(64, 4096, isCausal)),
  ...Object.entries({ softmax: "softmax_triton", layerNorm: "layer_norm_triton", rmsNorm: "rms_norm_pallas" }).flatMap(
    ([kind, program]) =>
      [
        [16384, 1024],
        [8192, 4096],
        [4096, 16384],
      ].flatMap(([count, columns]) => rows(kind, program, count, columns)),
  ),
];

const folder = mkdtempSync(join(tmpdir(), "tessera-structures-"));
const how = [
  "--time",
  "--card",
  options.card,
  "--skip-values",
  "--json",
  ...(options.clock ? ["--clock", options.clock] : []),
];
/** Values are skipped, so that a program's own check fails after its launches: their times are told all the same. */
function ask(args) {
  const { stdout, stderr } = spawnSync(binary, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (!stdout) throw new Error(stderr || `no answer to ${args.join(" ")}`);
  return JSON.parse(stdout);
}

const compiled = new Map();
function compile(name) {
  if (compiled.has(name)) return compiled.get(name);
  const file = join(folder, `${name}.ptx`);
  execFileSync("nvcc", ["-arch=sm_90a", "-lineinfo", "-ptx", join(here, `${name}.cu`), "-o", file]);
  execFileSync(binary, ["emulate", file, "--save-machine-map", `${file}.map`]);
  compiled.set(name, file);
  return file;
}

function timeStructure({ file: name, kernel, grid, block, smem = 0, args }) {
  const file = compile(name);
  const launch = ["--entry", kernel, "--grid", `${grid}`, "--block", `${block}`, "--smem", `${smem}`];
  const all = args.flatMap((argument) => ["--arg", argument]);
  const limit = ["--limit", "100000000000000", "--allow-uninitialized"];
  const { time, diagnostics } = ask([
    "emulate",
    file,
    "--machine-map",
    `${file}.map`,
    ...launch,
    ...all,
    ...how,
    ...limit,
  ]);
  if (!time) throw new Error(diagnostics?.[0]?.message ?? `no time of ${kernel}`);
  return time;
}

/** The longest of the program's launches: what prepares it is not compared. */
function timeOurs({ program, settings }) {
  const file = join(root, "tests/bench/peers/programs", `${program}.py`);
  const set = Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const { launches, diagnostics } = ask(["run", file, "--target", "sm_90a", "--device", "emulator", ...how, ...set]);
  if (!launches?.some((one) => one.time)) throw new Error(diagnostics?.[0]?.message ?? "no launch has a time");
  return launches.flatMap((one) => one.time ?? []).reduce((a, b) => (b.microseconds > a.microseconds ? b : a));
}

const rowsOfTable = [];
for (const one of cases.filter((c) => !words.length || words.some((word) => c.name.includes(word)))) {
  const begin = Date.now();
  try {
    const ours = timeOurs(one),
      best = timeStructure(one.launch);
    const ratio = best.microseconds / ours.microseconds;
    rowsOfTable.push({
      name: one.name,
      structure: one.launch.kernel,
      ratio,
      ours: { microseconds: ours.microseconds, clock: ours.clock, limit: ours.limit, doubts: ours.doubts },
      best: { microseconds: best.microseconds, clock: best.clock, limit: best.limit, doubts: best.doubts },
    });
    console.log(
      `${one.name.padEnd(40)} ours ${ours.microseconds.toFixed(1).padStart(8)} us (${ours.limit}); ` +
        `${one.launch.kernel} ${best.microseconds.toFixed(1)} us (${best.limit}); ratio ${ratio.toFixed(3)}` +
        `  [${((Date.now() - begin) / 1e3).toFixed(0)} s]`,
    );
  } catch (error) {
    const why = String(error.stderr || error.message)
      .trim()
      .split("\n")
      .slice(0, 3)
      .join(" ");
    rowsOfTable.push({ name: one.name, structure: one.launch.kernel, error: why });
    console.log(`${one.name.padEnd(40)} failed: ${why}`);
  }
}
rmSync(folder, { recursive: true });
if (options.json)
  writeFileSync(
    options.json,
    JSON.stringify(
      {
        what: "our kernels and published structures by the model of time; nothing here was measured",
        card: options.card,
        clock: options.clock && Number(options.clock),
        rows: rowsOfTable,
      },
      null,
      1,
    ) + "\n",
  );
