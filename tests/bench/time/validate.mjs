// SPDX-License-Identifier: Apache-2.0
// Holds the emulator's model of time against published measurements (published.mjs): one row a point with what was
// measured, what is predicted and the ratio, and a summary a family. Points that rates were fitted to are marked as
// training and summed up apart. Nothing is measured here.
//
//   node tests/bench/time/validate.mjs [WORDS..] [--json FILE] [--jobs N] [--ablate] [--sensitivity] [--stand-in]
//
// `WORDS` choose points by their family or name. `--ablate` leaves out a part of the model at a time and tells how much
// worse it fits without it; `--sensitivity` adds up which rates the points hang on, and how unsure that makes them;
// `--stand-in` takes the order of instructions that is there without `ptxas`.
//
// Needs `nvcc` and `ptxas` of CUDA 12 or 13.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { points } from "./published.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const binary = process.env.TESSERA_BINARY ?? join(root, "build/native/bin/tessera");
const run = promisify(execFile);

/** Parts of the model, and the rates with which it is as if they were not there. */
const ablations = {
  "registers' ports": "portReads=1000",
  "queue of memory instructions": "lsuQueueCycles=0",
  "address unit": "lsuCycles=0",
  "lines of the L1 cache": "l1TagSlope=0",
  "taken branches": "branchRedirect=0",
  "latency of barriers": "barrierRelease=0,mbarrierSeen=0,clusterBarrier=0",
  "tails of products": "wgmmaTail=0,wgmmaTailRegisters=0",
  "queue of products": "wgmmaQueue=1000000,wgmmaQueueRegisters=1000000",
  "operands of products": "wgmmaOperandBytes=1000000",
  "latency of the copy engine": "tmaOverLoad=0,tmaKilobyte=0,tmaMulticast=0",
  "room of the copy engine": "tmaInFlight=1000000000",
  "rate of the L2 cache": "l2Bytes=1000000,l2PortBytes=1000000",
  "requests that share lines": "l2Coalesced=0",
  "partitions of the L2 cache": "l2Partitions=1",
  "parts of sectors": "l2PartialWrite=1",
  "latency of the L2 cache": "l2Mean=32,l2Near=32,l2Far=32",
  "latency of memory": "memoryHumpLow=272,memoryHumpHigh=272,memoryLatency=272",
  "memory's share at once": "shareAhead=0",
  "start of blocks": "blockStart=0",
  "clock under load": "boardPower=1000000",
};

// --- running them

const folder = mkdtempSync(join(tmpdir(), "tessera-time-"));
const targetOf = (card) => (card.startsWith("a100") ? "80" : "90a");
function compile(name, target) {
  const file = join(folder, `${name}-${target}.ptx`);
  execFileSync("nvcc", [`-arch=sm_${target}`, "-lineinfo", "-ptx", join(here, `${name}.cu`), "-o", file]);
  execFileSync(binary, ["emulate", file, "--save-machine-map", `${file}.map`]);
  return file;
}
const files = new Map(); // by what they are made of
function fileOf(point) {
  const name = point.file ?? "kernels", target = targetOf(point.card), key = `${name} ${target}`;
  if (!files.has(key)) files.set(key, compile(name, target));
  return files.get(key);
}

async function predict(point) {
  const file = fileOf(point);
  const order = standsIn ? ["--stand-in"] : ["--machine-map", `${file}.map`];
  const args = ["emulate", file, ...order, "--entry", point.kernel, "--time", "--card", point.card];
  args.push("--grid", String(point.grid), "--block", String(point.block), "--json", "--allow-uninitialized");
  args.push("--skip-values", "--limit", "100000000000000");
  if (ablates) for (const rates of Object.values(ablations)) args.push("--what-if", rates);
  if (tellsSensitivity) args.push("--sensitivity");
  if (point.clock) args.push("--clock", String(point.clock));
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
const flag = (name) => {
  const at = options.indexOf(name);
  return at >= 0 && options.splice(at, 1).length > 0;
};
const output = take("--json"), jobs = Number(take("--jobs") ?? 1);
const ablates = flag("--ablate"), tellsSensitivity = flag("--sensitivity"), standsIn = flag("--stand-in");
const chosen = points.filter((p) => !options.length || options.some((o) => `${p.family}: ${p.name ?? p.kernel}`.includes(o)));
const results = [];
const queue = [...chosen];
chosen.forEach(fileOf);
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let point = queue.shift(); point; point = queue.shift()) {
      try {
        const time = await predict(point);
        results.push({ point, time, predicted: point.value(time) });
        console.error(`${point.family}: ${point.name ?? point.kernel}, ${time.seconds.toFixed(1)} s`);
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
const tested = results.filter((r) => !r.error);
const errorOf = (predicted, r) => Math.abs(Math.log(predicted / r.point.measured));
const typical = (errors) => Math.exp(median(errors)) - 1;
const percent = (part) => `${(100 * part).toFixed(1)} %`;
let worth, sensitivity;
if (ablates) {
  worth = Object.entries(ablations).map(([part, rates], i) => {
    const rows = tested.map((r) => ({ ...r, without: r.point.value({ ...r.time, ...scaled(r.time, r.time.whatIf[i].microseconds) }) }));
    const moved = rows.filter((r) => Math.abs(r.without / r.predicted - 1) > 0.005);
    const families = [...new Set(moved.map((r) => r.point.family))].map((family) => {
      const own = rows.filter((r) => r.point.family === family);
      return { family, with: typical(own.map((r) => errorOf(r.predicted, r))), without: typical(own.map((r) => errorOf(r.without, r))) };
    });
    return { part, rates, moved: moved.length, without: typical(rows.map((r) => errorOf(r.without, r))), families };
  });
  console.log(`\nmedian error of all ${tested.length} points: ${percent(typical(tested.map((r) => errorOf(r.predicted, r))))}; without`);
  for (const one of worth) {
    console.log(`  ${one.part.padEnd(30)} ${percent(one.without).padStart(7)}, ${one.moved} points moved`);
    for (const f of one.families) console.log(`      ${f.family.padEnd(26)} ${percent(f.with)} -> ${percent(f.without)}`);
  }
}
/** The model's numbers at another time: cycles go with it at the same clock. */
function scaled(time, microseconds) {
  return { microseconds, cycles: (time.cycles * microseconds) / time.microseconds };
}
if (tellsSensitivity) {
  const rates = new Map();
  for (const { time, point } of tested)
    for (const { name, value, sigma, unit, microseconds } of time.sensitivity.rates) {
      const change = Math.max(...microseconds.map((one) => Math.abs(one / time.microseconds - 1)));
      const known = rates.get(name) ?? rates.set(name, { name, value, sigma, unit, changes: [] }).get(name);
      known.changes.push({ change, what: `${point.family}: ${point.name ?? point.kernel}` });
    }
  sensitivity = [...rates.values()]
    .map(({ changes, ...rate }) => {
      const largest = changes.reduce((a, b) => (b.change > a.change ? b : a));
      return { ...rate, mean: changes.reduce((sum, one) => sum + one.change, 0) / tested.length, largest: largest.change, most: largest.what };
    })
    .sort((a, b) => b.mean - a.mean);
  console.log(`\nrates by what a standard deviation of them changes, mean of ${tested.length} points (their own is ${percent(median(tested.map((r) => r.time.sensitivity.deviation)))})`);
  for (const rate of sensitivity.slice(0, 15))
    console.log(
      `  ${rate.name.padEnd(18)} ${rate.value} ${rate.unit} +- ${percent(rate.sigma)}: ${percent(rate.mean)}, at most ${percent(rate.largest)} (${rate.most})`,
    );
}
if (output)
  writeFileSync(
    output,
    JSON.stringify(
      {
        what: "predictions of the emulator's model of time beside published measurements; nothing here was measured by us",
        model: results.find((r) => r.time)?.time.model,
        order: standsIn ? "stand-in" : "ptxas",
        summary,
        ...(worth && { ablations: worth }),
        ...(sensitivity && { sensitivity }),
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
