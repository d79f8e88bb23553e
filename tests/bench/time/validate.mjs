// SPDX-License-Identifier: Apache-2.0
// Holds the emulator's model of time against published measurements (kernels.cu has kernels of the same structure): one
// row a point with what was measured, what is predicted and the ratio, and a summary a family. Points that rates were
// fitted to are marked as training and summed up apart. Nothing is measured here.
//
//   node tests/bench/time/validate.mjs [FAMILY..] [--json FILE] [--jobs N]
//
// Needs `nvcc` and `ptxas` of CUDA 12 or 13. Sources by their tags, which shared/rates/Facts.h explains.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const binary = process.env.TESSERA_BINARY ?? join(root, "build/native/bin/tessera");
const run = promisify(execFile);

const processors = { h100: 132, h200: 132, gh200: 132, a100: 108, "a100-80gb": 108 };

/** A launch of `kernel` on `card`, and how its prediction becomes the number that was `measured`. */
const points = [];
const add = (family, point) => points.push({ family, ...point });

// --- chains: fitted to these (training)
const chain = (card, kernel, measured, source, per, launch, isTraining = true) =>
  add("chains", { card, kernel, measured, source, unit: "cycles", isTraining, ...launch, value: (t) => t.cycles / per });
for (const [card, measured, source] of [["h100", 4.07, "R5"], ["a100", 4, "P4"]])
  chain(card, "fmaChain", measured, source, 64 * 64, { grid: 1, block: 32, args: ["f32[32]=zeros", "f32=1", "f32=1"] });
for (const [card, measured, source] of [["h100", 29, "R5"], ["a100", 29, "as of the H100"]])
  chain(card, "sharedChase", measured, source, 200 * 16, { grid: 1, block: 32, args: ["u32[32]=empty", "s32=200"] });
add("chains", {
  card: "h100-pcie",
  kernel: "fmaChains",
  measured: 111.5,
  source: "R2",
  unit: "FFMA/cycle",
  isTraining: true,
  grid: 114,
  block: 1024,
  args: ["f32[116736]=zeros", "f32=1", "f32=1"],
  value: (t) => (1024 * 64 * 64) / t.cycles,
});

// --- streams (F4, G4): threads of a CTA x CTAs of a multiprocessor, GB/s
const elements = 1 << 24;
const streams = {
  gh200: {
    "16x1": [77, 31, 61, 108],
    "128x2": [1167, 486, 854, 1408],
    "512x2": [3718, 1715, 2269, 3338],
    "1024x2": [3942, 2775, 3174, 3783],
  },
  "a100-80gb": {
    "16x1": [53, 21, 40, 72],
    "128x2": [792, 323, 579, 993],
    "512x2": [1908, 1119, 1577, 1697],
    "1024x2": [1894, 1776, 1737, 1794],
  },
};
for (const [card, rows] of Object.entries(streams))
  for (const [shape, values] of Object.entries(rows)) {
    const [threads, resident] = shape.split("x").map(Number);
    // Few threads take long for much: as many elements as give each multiprocessor 64 CTAs are steady, too.
    const n = Math.min(elements, threads * processors[card] * 64);
    ["Init", "Read", "Scale", "Triad"].forEach((name, i) => {
      const bytes = n * 8 * [1, 1, 2, 3][i];
      add(`streams ${card}`, {
        card,
        kernel: `stream${name}`,
        name: `${name.toLowerCase()} ${shape}`,
        measured: values[i],
        source: "R3",
        unit: "GB/s",
        isTraining: shape === "16x1" && i < 2, // what a block takes beside its work is from these
        grid: Math.ceil(n / threads),
        block: threads,
        // What limits the CTAs of a multiprocessor there was shared memory that nothing uses.
        smem: Math.floor((card === "gh200" ? 227 : 163) * 1024 / resident / 1024) * 1024 - 25 * 1024, // the emulator counts what the file's other kernels have, too
        args: [`f64[${n}]=zeros`, `f64[${n}]=zeros`, `f64[${n}]=zeros`, `s32=${n}`],
        value: (t) => bytes / t.microseconds / 1e3,
      });
    });
  }

// --- roofline (F4): multiply-adds of f32 beside a stream; 1,056 CTAs of 256 threads
for (const [fmas, measured] of [[8, 8.46], [16, 15.87], [32, 26.67], [64, 35.81], [128, 39.11]]) {
  const n = 1056 * 256 * (fmas > 32 ? 16 : 64);
  add("roofline h200", {
    card: "h200",
    kernel: `roofline${fmas}`,
    measured,
    source: "R3",
    unit: "TFLOP/s",
    grid: 1056,
    block: 256,
    args: [`f32[${n}]=zeros`, `s32=${n}`],
    value: (t) => ((fmas + 1) * n) / t.microseconds / 1e6,
  });
}

// --- strides (F4, G5): bytes a cycle and multiprocessor of loads that the L1 cache has; rates were fitted to these
for (const [card, values] of [
  ["h200", [126, 64, 79, 32, 64, 53, 16, 42.6, 37.5, 27.8]],
  ["a100", [126, 64, 79, 32, 58, 48, 16, 42.2, 35.2, 28.8]],
])
  [1, 2, 3, 4, 5, 7, 8, 9, 11, 15].forEach((stride, i) =>
    add(`strides ${card}`, {
      card,
      kernel: `strides${stride}`,
      measured: values[i],
      source: "R3",
      unit: "B/cycle",
      isTraining: true,
      grid: 1,
      block: 1024,
      args: ["f32[8192]=zeros", "f32[1024]=empty"],
      value: (t) => (1024 * 64 * 8 * 4) / t.cycles,
    }),
  );

// --- products of f32, 4096 cubed (F2, G1), of which the model is given a smaller one with as many CTAs on each
// multiprocessor's share: TFLOP/s hardly change with k
const products = [
  ["sgemmNaive", 0.499, 0.29, 32, 1024],
  ["sgemmCoalesced", 6.05, 3.01, 32, 1024],
  ["sgemmShared", 9.19, 5.44, 32, 1024],
];
for (const [kernel, h100, a100, tile, block] of products)
  for (const [card, measured, source] of [["h100", h100, "R8"], ["a100-80gb", a100, "R8b"]]) {
    const n = kernel === "sgemmNaive" ? 512 : 1056;
    add(`f32 products ${card}`, {
      card,
      kernel,
      measured,
      source,
      unit: "TFLOP/s",
      isTraining: kernel === "sgemmShared", // how many turns a broadcast of 16 bytes takes is from these
      grid: `${n / tile},${n / tile}`,
      block,
      args: [`f32[${n * n}]=zeros`, `f32[${n * n}]=zeros`, `f32[${n * n}]=zeros`, `s32=${n}`],
      value: (t) => (2 * n ** 3) / t.microseconds / 1e6,
    });
  }
for (const [kernel, measured, card, source, tile, block] of [
  ["sgemmStrip", 10.2, "a100-80gb", "R8b", 64, 512],
  ["sgemmSquare", 25.86, "h100", "R8", 128, 256],
  ["sgemmSquare", 13.4, "a100-80gb", "R8b", 128, 256],
]) {
  const n = 2048;
  add(`f32 products ${card}`, {
    card,
    kernel,
    measured,
    source,
    unit: "TFLOP/s",
    grid: `${n / tile},${n / tile}`,
    block,
    args: [`f32[${n * n}]=zeros`, `f32[${n * n}]=zeros`, `f32[${n * n}]=zeros`, `s32=${n}`],
    value: (t) => (2 * n ** 3) / t.microseconds / 1e6,
  });
}

// --- running them

const folder = mkdtempSync(join(tmpdir(), "tessera-time-"));
const targetOf = (card) => (card.startsWith("a100") ? "80" : "90a");
function compile(target) {
  const file = join(folder, `kernels-${target}.ptx`);
  execFileSync("nvcc", [`-arch=sm_${target}`, "-lineinfo", "-ptx", join(here, "kernels.cu"), "-o", file]);
  execFileSync(binary, ["emulate", file, "--save-machine-map", `${file}.map`]);
  return file;
}
const files = {};

async function predict(point) {
  const file = (files[targetOf(point.card)] ??= compile(targetOf(point.card)));
  const args = ["emulate", file, "--machine-map", `${file}.map`, "--entry", point.kernel, "--time", "--card", point.card];
  args.push("--grid", String(point.grid), "--block", String(point.block), "--json", "--allow-uninitialized");
  if (point.smem) args.push("--smem", String(point.smem));
  for (const argument of point.args) args.push("--arg", argument);
  const begin = Date.now();
  const { stdout } = await run(binary, args, { maxBuffer: 1 << 28 });
  const answer = JSON.parse(stdout);
  return { ...answer.time, seconds: (Date.now() - begin) / 1e3 };
}

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
const ranks = (values) => values.map((value) => values.filter((other) => other < value).length);
function correlate(a, b) {
  const x = ranks(a), y = ranks(b), mean = (v) => v.reduce((s, e) => s + e, 0) / v.length;
  const mx = mean(x), my = mean(y);
  const cross = x.reduce((s, e, i) => s + (e - mx) * (y[i] - my), 0);
  const norm = (v, m) => Math.sqrt(v.reduce((s, e) => s + (e - m) ** 2, 0));
  return cross / (norm(x, mx) * norm(y, my));
}

const options = process.argv.slice(2);
const take = (name) => {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options.splice(at, 2)[1];
};
const output = take("--json"), jobs = Number(take("--jobs") ?? 1);
const chosen = points.filter((p) => !options.length || options.some((o) => p.family.startsWith(o)));
const results = [];
const queue = [...chosen];
for (const target of new Set(chosen.map((p) => targetOf(p.card)))) files[target] = compile(target);
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let point = queue.shift(); point; point = queue.shift()) {
      try {
        const time = await predict(point);
        results.push({ point, time, predicted: point.value(time) });
      } catch (error) {
        results.push({ point, error: String(error.stderr || error.message).trim().split("\n").slice(0, 3).join(" ") });
      }
    }
  }),
);
results.sort((a, b) => chosen.indexOf(a.point) - chosen.indexOf(b.point));
const families = [...new Set(chosen.map((p) => p.family))];
const summary = [];
for (const family of families) {
  const rows = results.filter((r) => r.point.family === family);
  console.log(`\n${family}`);
  for (const { point, predicted, time, error } of rows) {
    const name = (point.name ?? point.kernel).padEnd(18);
    if (error) console.log(`  ${name} ${point.card.padEnd(10)} failed: ${error}`);
    else
      console.log(
        `  ${name} ${point.card.padEnd(10)} measured ${String(point.measured).padStart(7)}  predicted ` +
          `${predicted.toPrecision(4).padStart(7)} ${point.unit}  ratio ${(predicted / point.measured).toFixed(2)}` +
          `  ${time.limit} ${Math.round(100 * time.limitShare)} %, ${time.seconds.toFixed(1)} s${time.doubts ? "  doubtful: " + time.doubts : ""}`,
      );
  }
  for (const isTraining of [false, true]) {
    const part = rows.filter((r) => !!r.point.isTraining === isTraining);
    const good = part.filter((r) => !r.error);
    if (!part.length) continue;
    const errors = good.map((r) => Math.abs(Math.log(r.predicted / r.point.measured)));
    const both = [(r) => r.predicted, (r) => r.point.measured].map((get) => good.map(get));
    summary.push({
      family,
      isTraining,
      points: good.length,
      failed: part.length - good.length,
      medianError: good.length ? Math.exp(median(errors)) - 1 : null,
      within25: good.filter((r) => Math.abs(r.predicted / r.point.measured - 1) <= 0.25).length,
      rank: good.length > 2 ? correlate(...both) : null,
    });
  }
}
console.log("\nfamily                 points  median error  within 25 %  rank");
for (const s of summary)
  console.log(
    `${(s.family + (s.isTraining ? " *" : "")).padEnd(22)} ${String(s.points).padStart(6)}  ${(100 * s.medianError).toFixed(1).padStart(10)} %  ` +
      `${String(s.within25).padStart(11)}  ${s.rank === null ? "-" : s.rank.toFixed(2)}${s.failed ? `  ${s.failed} failed` : ""}`,
  );
console.log("* rates were fitted to these");
if (output)
  writeFileSync(
    output,
    JSON.stringify(
      {
        what: "predictions of the emulator's model of time beside published measurements; nothing here was measured by us",
        model: results.find((r) => r.time)?.time.model,
        summary,
        points: results.map(({ point, predicted, time, error }) => ({
          family: point.family, card: point.card, kernel: point.name ?? point.kernel, source: point.source, unit: point.unit,
          isTraining: !!point.isTraining, measured: point.measured, predicted, error, limit: time?.limit,
          cycles: time?.cycles, microseconds: time?.microseconds,
        })),
      },
      null,
      1,
    ) + "\n",
  );
