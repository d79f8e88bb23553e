// SPDX-License-Identifier: Apache-2.0
// `tessera emulate --time`: what a launch would take by the model. What the numbers are worth is tests/bench/time's to
// say; here is that they are told, change nothing of the run, and come out the same from a map that travelled.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ptxas } from "./compiled.mjs";
import { makeFolder, tessera } from "./tessera.mjs";

const skip = ptxas ? false : "there is no ptxas on this machine";
const scale = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry scale(.param .u64 x, .param .u64 y)
{
	.reg .f32 %f<3>;
	.reg .b32 %r<5>;
	.reg .b64 %rd<6>;
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd2, [y];
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.s32 %r4, %r1, %r2, %r3;
	mul.wide.s32 %rd3, %r4, 4;
	add.s64 %rd4, %rd1, %rd3;
	add.s64 %rd5, %rd2, %rd3;
	ld.global.f32 %f1, [%rd4];
	mul.f32 %f2, %f1, 0f40000000;
	st.global.f32 [%rd5], %f2;
	ret;
}
`;
const elements = 1 << 20;
const launch = [
  "--grid",
  String(elements / 256),
  "--block",
  "256",
  "--arg",
  `f32[${elements}]=iota`,
  "--arg",
  `f32[${elements}]=empty`,
];

function write(t, text = scale) {
  const folder = makeFolder(t),
    file = join(folder, "scale.ptx");
  writeFileSync(file, text);
  return { folder, file };
}

test("a prediction, called one, with what limits it and where warps stand", { skip }, async (t) => {
  const { file } = write(t);
  const { code, stdout, stderr } = await tessera(["emulate", file, ...launch, "--time", "--card", "h200"]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /`scale` on H200: \d+\.\d\d us predicted by a model, not measured \(version \d+\)\n/);
  assert.match(stderr, /\n  \d+ cycles at 1980 MHz, where it draws about \d+ W of 700; \d+\.\d\d us at 1830 MHz; /);
  assert.match(stderr, /\n  limit: memory, busy \d+ % of the time\n/);
  assert.match(
    stderr,
    /\n  4096 CTAs on 132 multiprocessors, up to 8 at once on each \(warps\); 32 of them were timed\n/,
  );
  assert.match(stderr, /\n  warps: long scoreboard \d+ %, /, "of a stream warps wait for memory");
  assert.match(stderr, /\n +\d+ %  .*scale\.ptx:19: mul\.f32\n/, "before what needs the loaded value");
  assert.doesNotMatch(stderr, /doubtful/);
});

test("at a clock that is given, as of a GPU whose clocks are locked", { skip }, async (t) => {
  const { file } = write(t);
  const at = async (clock) => {
    const { code, stdout, stderr } = await tessera([
      "emulate",
      file,
      ...launch,
      "--time",
      "--card",
      "h200",
      "--json",
      ...clock,
    ]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).time;
  };
  const locked = await at(["--clock", "1500"]),
    free = await at([]);
  assert.equal(locked.clock, 1500);
  assert.deepEqual(locked.range, [locked.microseconds, locked.microseconds], "nothing about the clock is open");
  assert.ok(Math.abs(locked.cycles / 1500 - locked.microseconds) < 1e-9);
  assert.ok(locked.microseconds > 0.99 * free.microseconds, "a slower clock makes nothing faster");
  assert.ok(locked.microseconds < ((0.98 * 1980) / 1500) * free.microseconds, "and memory has its own");
  assert.ok(locked.power > 108 && locked.power < 700, `${locked.power} W`);
  const { code, stderr } = await tessera(["emulate", file, ...launch, "--time", "--card", "h200", "--clock", "2500"]);
  assert.equal(code, 2);
  assert.match(stderr, /`--clock` is 2500(\.0+)? MHz, and H200 goes to 1980(\.0+)? at most/);
  assert.equal(
    (await tessera(["emulate", file, ...launch, "--time", "--clock", "nan"])).code,
    2,
    "what is no number is refused",
  );
});

test("in JSON, as near to the bytes as a stream can be", { skip }, async (t) => {
  const { file } = write(t);
  const { code, stdout } = await tessera(["emulate", file, ...launch, "--time", "--json"]);
  assert.equal(code, 0);
  const { time, ok } = JSON.parse(stdout);
  assert.ok(ok && time.isPrediction);
  assert.equal(time.card, "h100", "the usual one of sm_90a");
  assert.ok(Math.abs(time.memoryBytes / (8 * elements) - 1) < 0.03, `${time.memoryBytes} bytes of ${8 * elements}`);
  const rate = time.memoryBytes / time.microseconds / 1e3;
  assert.ok(rate > 1500 && rate < 3350, `${rate} GB/s`);
  assert.ok(time.range[0] <= time.microseconds && time.microseconds <= time.range[1]);
  const parts = Object.values(time.warpCycles).reduce((sum, cycles) => sum + cycles, 0);
  assert.ok(parts > 0 && time.warpCycles.issued === time.warpInstructions);
});

test("from a map that was made before, and the run's own answers stay", { skip }, async (t) => {
  const { folder, file } = write(t),
    map = join(folder, "scale.map");
  assert.equal((await tessera(["emulate", file, "--save-machine-map", map])).code, 0);
  const answer = async (extra) => JSON.parse((await tessera(["emulate", file, ...launch, "--json", ...extra])).stdout);
  const plain = await answer([]),
    timed = await answer(["--time"]),
    mapped = await answer(["--time", "--machine-map", map]);
  assert.deepEqual(mapped, timed);
  delete timed.time;
  assert.deepEqual(timed, plain);
});

test("what it can't tell, it says", { skip }, async (t) => {
  const { file } = write(t);
  const wrong = await tessera(["emulate", file, ...launch, "--time", "--card", "h300"]);
  assert.notEqual(wrong.code, 0);
  assert.match(wrong.stderr, /the model of time has no card `h300`; it has a100, .*h200/);
  const other = await tessera(["emulate", file, ...launch, "--time", "--card", "a100"]);
  assert.notEqual(other.code, 0);
  assert.match(other.stderr, /`a100` is a card of sm_80, the PTX is for `sm_90a`/);
  const lone = await tessera(["emulate", file, ...launch, "--card", "h100"]);
  assert.notEqual(lone.code, 0, "a card without --time is for nothing");
  const map =
    "	.shared .align 128 .b8 map[128];\n	tensormap.replace.tile.rank.shared::cta.b1024.b32 [map], 1;\n	ld.global.f32";
  const changed = write(t, scale.replace(".version 8.0", ".version 8.3").replace("	ld.global.f32", map));
  const unknown = await tessera([
    "emulate",
    changed.file,
    ...launch.slice(0, 2),
    "--block",
    "1",
    ...launch.slice(4),
    "--time",
  ]);
  assert.notEqual(unknown.code, 0);
  assert.match(
    unknown.stderr,
    /the model of time does not know `tensormap\.replace\.tile\.rank\.shared::cta\.b1024\.b32` in line 19/,
  );
});

test("run --time: every launch of a program, with what is asynchronous", { skip }, async () => {
  const args = ["run", "shared/kernels/hopper_gemm_cluster.py", "--device", "emulator", "--time", "--card", "h200"];
  const said = await tessera(args);
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stderr, /`kernel` on H200: \d+\.\d\d us predicted by a model, not measured \(version \d+\)\n/);
  assert.match(said.stderr, /4 CTAs on 4 multiprocessors, .*; 2 of them were timed/, "a cluster's are timed together");
  assert.match(said.stderr, /  warps: .*mbarrier \d+ %/);
  assert.match(said.stderr, /mbarrier\.try_wait/, "who waits for an mbarrier stands at its question");
  const { code, stdout } = await tessera([...args, "--json"]);
  assert.equal(code, 0);
  const answer = JSON.parse(stdout),
    time = answer.launches[0].time;
  assert.equal(answer.ok, true, "numbers are right as ever");
  assert.equal(time.isPrediction, true);
  assert.equal(time.doubts, "");
  assert.ok(time.busyCycles["tensor cores"] > 0 && time.busyCycles["copy engine"] > 0);
  // 256 cubed in 4 CTAs of 128 x 128: each multiplies 2 x 128 x 128 x 256 at 4,096 operations a cycle.
  assert.equal(Math.round(time.busyCycles["tensor cores"]), (2 * 128 * 128 * 256) / 4096);
});

test("run --time --skip-values: the same time, whatever the numbers", { skip }, async () => {
  // Tensor cores and copies; softmax in registers; tiles by an atomic counter; waits for what other blocks have written.
  for (const name of [
    "hopper_gemm_warp_specialized",
    "hopper_attention",
    "triton_matmul",
    "softmax",
    "paged_attention",
    "hopper_ragged_gemm",
    "triton_grouped_gemm",
  ]) {
    const args = ["run", `shared/kernels/${name}.py`, "--device", "emulator", "--time", "--json"];
    const whole = JSON.parse((await tessera(args)).stdout),
      skipped = JSON.parse((await tessera([...args, "--skip-values"])).stdout);
    assert.equal(whole.ok, true, name);
    // A program's own check finds that nothing was computed, and ends it.
    if (name === "hopper_attention") assert.equal(skipped.ok, false);
    assert.ok(skipped.launches.length > 0);
    for (const [index, one] of skipped.launches.entries()) assert.deepEqual(one.time, whole.launches[index].time, name);
  }
});

// 20 waves of 1056 blocks.
const large = (type = "f32") => {
  const count = 20 * 1056 * 256;
  return ["--grid", `${count / 256}`, "--block", "256", "--arg", `${type}[${count}]=iota`, "--arg", `f32[${count}]=empty`];
};

test("--skip-values executes a sample of a large launch's blocks, --all-blocks all of them", { skip }, async (t) => {
  const { file } = write(t);
  const args = ["emulate", file, ...large(), "--time", "--card", "h100", "--skip-values"];
  const ask = async (...more) => JSON.parse((await tessera([...args, "--json", ...more])).stdout).time;
  const sampled = await ask(),
    whole = await ask("--all-blocks");
  assert.equal(whole.executedCtas, whole.ctas);
  assert.equal(whole.sampleDeviation, 0);
  // Six waves, and of the others each first one of 132.
  assert.equal(sampled.executedCtas, 6 * 1056 + 14 * 8);
  assert.equal(sampled.timedCtas, whole.timedCtas);
  assert.ok(sampled.sampleDeviation < 0.02);
  assert.ok(Math.abs(sampled.microseconds / whole.microseconds - 1) < 0.03);
  assert.ok(Math.abs(sampled.memoryBytes / whole.memoryBytes - 1) < 0.03);
  const { stderr } = await tessera(args);
  assert.match(stderr, /6448 of the CTAs were executed and stand for all: the time may be off by \d\.\d %/);
});

test("where addresses come out of memory, every block is executed", { skip }, async (t) => {
  const gather = scale
    .replace("ld.global.f32 %f1, [%rd4];", "ld.global.u32 %r1, [%rd4];\n\tmul.wide.s32 %rd3, %r1, 4;")
    .replace("mul.f32 %f2", "add.s64 %rd4, %rd5, 0;\n\tld.param.u64 %rd1, [x];\n\tadd.s64 %rd1, %rd1, %rd3;\n\tld.global.f32 %f1, [%rd1];\n\tmul.f32 %f2");
  const { file } = write(t, gather);
  const run = await tessera(["emulate", file, ...large("u32"), "--time", "--card", "h100", "--skip-values", "--json"]);
  assert.equal(run.code, 0, run.stderr);
  const { time } = JSON.parse(run.stdout);
  assert.equal(time.executedCtas, time.ctas);
});

test("--what-if times the launch again with other rates, --sensitivity with all of them", { skip }, async (t) => {
  const { file } = write(t);
  const args = ["emulate", file, ...launch, "--time", "--card", "h100", "--json"];
  const { time } = JSON.parse(
    (
      await tessera([
        ...args,
        "--what-if",
        "memoryRead=1000,memoryCopy=1000",
        "--what-if",
        "blockStart=0",
        "--sensitivity",
      ])
    ).stdout,
  );
  const [slow, quick] = time.whatIf;
  assert.deepEqual([slow.rates, quick.rates], ["memoryRead=1000,memoryCopy=1000", "blockStart=0"]);
  assert.ok(slow.microseconds >= time.microseconds && quick.microseconds < time.microseconds);
  const { deviation, rates } = time.sensitivity;
  assert.ok(deviation > 0 && deviation < 0.5);
  const start = rates.find((rate) => rate.name === "blockStart");
  assert.ok(start.microseconds[0] < time.microseconds && start.microseconds[1] > time.microseconds);
  const changes = rates.map((rate) =>
    Math.max(...rate.microseconds.map((one) => Math.abs(one / time.microseconds - 1))),
  );
  assert.deepEqual(
    changes,
    changes.toSorted((a, b) => b - a),
    "the largest comes first",
  );
  assert.ok(Math.abs(deviation - Math.hypot(...changes)) < 1e-9);
  const said = (await tessera(args.slice(0, -1).concat("--sensitivity"))).stderr;
  assert.match(said, /the model's rates make it unsure by \d+ % \(one standard deviation\)/);
  const unknown = await tessera([...args, "--what-if", "l3Mean=1"]);
  assert.notEqual(unknown.code, 0);
  assert.match(unknown.stderr, /the model of time has no rate `l3Mean`/);
  const wrong = await tessera([...args, "--what-if", "l2Mean=fast"]);
  assert.notEqual(wrong.code, 0);
  assert.match(wrong.stderr, /`l2Mean=fast`: expected the name of a rate, `=` and a number/);
});

test(
  "--what-if of the L2 cache's size and partitions is another cache, not another time of the same",
  { skip },
  async (t) => {
    // Every CTA reads the same 4 MB.
    const { file } = write(
      t,
      scale.replace("mad.lo.s32 %r4, %r1, %r2, %r3", "and.b32 %r4, %r1, 4095;\n\tmad.lo.s32 %r4, %r4, %r2, %r3"),
    );
    const asked = ["l2Size=1", "l2Partitions=1", "l2Size=50"].flatMap((rates) => ["--what-if", rates]);
    const grid = ["--grid", "16384", ...launch.slice(2)];
    const args = ["emulate", file, ...grid, "--time", "--card", "h100", "--json", ...asked, "--sensitivity"];
    const { code, stdout, stderr } = await tessera(args);
    assert.equal(code, 0, stderr);
    const { time } = JSON.parse(stdout);
    const [small, whole, same] = time.whatIf.map((one) => one.microseconds);
    assert.ok(small > 1.2 * time.microseconds, `${small} us with 1 MiB, ${time.microseconds} us with 50`);
    assert.ok(Math.abs(whole / time.microseconds - 1) < 0.05, "4 MB fit twice");
    assert.equal(same, time.microseconds);
    for (const rates of ["l2Size=1e12", "l2Ways=1e12"]) {
      const refused = await tessera([...args, "--what-if", rates]);
      assert.notEqual(refused.code, 0);
      assert.match(refused.stdout + refused.stderr, /an L2 cache has up to 1024 MiB/);
    }
  },
);

test("timelines are in predicted nanoseconds, of the CTAs that are timed", { skip }, async (t) => {
  const { file, folder } = write(t),
    [trace, chrome] = [join(folder, "trace.json"), join(folder, "chrome.json")];
  const { stdout } = await tessera([
    "emulate",
    file,
    ...launch,
    "--time",
    "--card",
    "h100",
    "--json",
    "--trace",
    trace,
    "--chrome-trace",
    chrome,
  ]);
  const { time } = JSON.parse(stdout),
    timeline = JSON.parse(readFileSync(trace, "utf8"));
  assert.equal(timeline.unit, "ns");
  assert.equal(new Set(timeline.rows.map((row) => row.cluster)).size, time.timedCtas);
  assert.ok(
    timeline.length <= 1000 * time.microseconds && timeline.length > 800 * time.microseconds,
    `${timeline.length} ns of ${time.microseconds} us`,
  );
  assert.ok(
    timeline.events.some(
      (event) => event.kind === "wait" && event.name === "wait: long scoreboard" && event.ptxLine > 0,
    ),
  );
  const events = JSON.parse(readFileSync(chrome, "utf8"));
  assert.match(events.otherData.unit, /predicted by a model of time, not measured/);
  const last = Math.max(...events.traceEvents.filter((event) => event.ph === "X").map((event) => event.ts + event.dur));
  assert.ok(Math.abs(last - timeline.length / 1000) < 1e-6, "microseconds are what viewers of Chrome traces count");
});

test(
  "run --time --timeline: buffers by their names, products and copies when they would be under way",
  { skip },
  async (t) => {
    const file = join(makeFolder(t), "timeline.json");
    const { code, stderr } = await tessera([
      "run",
      "shared/kernels/hopper_gemm_warp_specialized.py",
      "--device",
      "emulator",
      "--time",
      "--timeline",
      file,
    ]);
    assert.equal(code, 0, stderr);
    const [{ timeline }] = JSON.parse(readFileSync(file, "utf8")).launches;
    assert.equal(timeline.unit, "ns");
    const kinds = new Set(timeline.events.map((event) => event.kind));
    for (const kind of ["run", "wait", "copy", "store", "wgmma"])
      assert.ok(kinds.has(kind), `${kind} of ${[...kinds]}`);
    const product = timeline.events.find((event) => event.kind === "wgmma");
    assert.match(product.name, /^\w+\[\d\]: wgmma n\d+/);
    assert.ok(product.line > 0 && product.end > product.begin);
    const copies = timeline.events.filter((event) => event.kind === "copy");
    assert.ok(
      copies.every((event) => event.end - event.begin >= 100),
      "a copy takes longer than a tenth of a microsecond",
    );
  },
);

test("run --time: only of what the emulator executes", async () => {
  const { code, stderr } = await tessera(["run", "shared/kernels/vector_add.py", "--time"]);
  assert.equal(code, 2);
  assert.match(stderr, /`--time` predicts what `--device emulator` executes, but the device is `interpreter`/);
});

test("tune --by time: the best by the model of time, called a prediction", { skip }, async () => {
  const args = [
    "tune",
    "shared/kernels/triton_matmul.py",
    "--by",
    "time",
    "--candidates",
    "2",
    "--budget",
    "8",
    "--kernel",
    "matmul_kernel",
    "--no-cache",
  ];
  const { code, stdout, stderr } = await tessera(args);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /predicted for .* by a model of time \(ms\), not measured; estimates are the cost model's\n/);
  const [kernel] = JSON.parse((await tessera([...args, "--json"])).stdout).kernels;
  assert.equal(kernel.how, "predicted");
  const timed = kernel.candidates.filter((one) => one.predictedMilliseconds !== undefined);
  assert.ok(timed.length >= 2);
  assert.equal(Math.min(...timed.map((one) => one.predictedMilliseconds)) * 1e3, kernel.predictedMicroseconds);
  assert.ok(timed.find((one) => one.chosen));
});

test(
  "tune --by: what the cache has of another way is no answer, and a device to measure on does not go with it",
  { skip },
  async (t) => {
    const env = { XDG_CACHE_HOME: makeFolder(t) };
    const args = ["tune", "shared/kernels/vector_add.py", "--candidates", "1", "--budget", "2", "--json"];
    const how = async (...by) =>
      JSON.parse((await tessera([...args, ...by], { env })).stdout).kernels.map((one) => [one.how, one.cached]);
    assert.deepEqual(await how("--by", "time"), [["predicted", false]]);
    assert.deepEqual(await how("--by", "time"), [["predicted", true]]);
    assert.deepEqual(await how("--by", "model"), [["model", false]]);
    const both = await tessera([...args, "--by", "time", "--device", "cuda"], { env });
    assert.equal(both.code, 2);
    assert.match(both.stderr, /--device excludes --by/);
  },
);
