// SPDX-License-Identifier: Apache-2.0
// `tessera emulate --time`: what a launch would take by the model. What the numbers are worth is tests/bench/time's to
// say; here is that they are told, change nothing of the run, and come out the same from a map that travelled.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
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
const launch = ["--grid", String(elements / 256), "--block", "256", "--arg", `f32[${elements}]=iota`, "--arg", `f32[${elements}]=empty`];

function write(t, text = scale) {
  const folder = makeFolder(t), file = join(folder, "scale.ptx");
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
  assert.match(stderr, /\n  4096 CTAs on 132 multiprocessors, up to 8 at once on each \(warps\); 32 of them were timed\n/);
  assert.match(stderr, /\n  warps: long scoreboard \d+ %, /, "of a stream warps wait for memory");
  assert.match(stderr, /\n +\d+ %  .*scale\.ptx:19: mul\.f32\n/, "before what needs the loaded value");
  assert.doesNotMatch(stderr, /doubtful/);
});

test("at a clock that is given, as of a GPU whose clocks are locked", { skip }, async (t) => {
  const { file } = write(t);
  const at = async (clock) => {
    const { code, stdout, stderr } = await tessera(["emulate", file, ...launch, "--time", "--card", "h200", "--json", ...clock]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).time;
  };
  const locked = await at(["--clock", "1500"]), free = await at([]);
  assert.equal(locked.clock, 1500);
  assert.deepEqual(locked.range, [locked.microseconds, locked.microseconds], "nothing about the clock is open");
  assert.ok(Math.abs(locked.cycles / 1500 - locked.microseconds) < 1e-9);
  assert.ok(locked.microseconds > 0.99 * free.microseconds, "a slower clock makes nothing faster");
  assert.ok(locked.microseconds < (0.98 * 1980 / 1500) * free.microseconds, "and memory has its own");
  assert.ok(locked.power > 108 && locked.power < 700, `${locked.power} W`);
  const { code, stderr } = await tessera(["emulate", file, ...launch, "--time", "--card", "h200", "--clock", "2500"]);
  assert.equal(code, 2);
  assert.match(stderr, /`--clock` is 2500(\.0+)? MHz, and H200 goes to 1980(\.0+)? at most/);
  assert.equal((await tessera(["emulate", file, ...launch, "--time", "--clock", "nan"])).code, 2, "what is no number is refused");
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
  const { folder, file } = write(t), map = join(folder, "scale.map");
  assert.equal((await tessera(["emulate", file, "--save-machine-map", map])).code, 0);
  const answer = async (extra) => JSON.parse((await tessera(["emulate", file, ...launch, "--json", ...extra])).stdout);
  const plain = await answer([]), timed = await answer(["--time"]), mapped = await answer(["--time", "--machine-map", map]);
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
  const map = "	.shared .align 128 .b8 map[128];\n	tensormap.replace.tile.rank.shared::cta.b1024.b32 [map], 1;\n	ld.global.f32";
  const changed = write(t, scale.replace(".version 8.0", ".version 8.3").replace("	ld.global.f32", map));
  const unknown = await tessera(["emulate", changed.file, ...launch.slice(0, 2), "--block", "1", ...launch.slice(4), "--time"]);
  assert.notEqual(unknown.code, 0);
  assert.match(unknown.stderr, /the model of time does not know `tensormap\.replace\.tile\.rank\.shared::cta\.b1024\.b32` in line 19/);
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
  const answer = JSON.parse(stdout), time = answer.launches[0].time;
  assert.equal(answer.ok, true, "numbers are right as ever");
  assert.equal(time.isPrediction, true);
  assert.equal(time.doubts, "");
  assert.ok(time.busyCycles["tensor cores"] > 0 && time.busyCycles["copy engine"] > 0);
  // 256 cubed in 4 CTAs of 128 x 128: each multiplies 2 x 128 x 128 x 256 at 4,096 operations a cycle.
  assert.equal(Math.round(time.busyCycles["tensor cores"]), (2 * 128 * 128 * 256) / 4096);
});

test("run --time --skip-products: the same time, whatever the numbers", { skip }, async () => {
  const args = ["run", "shared/kernels/hopper_gemm_warp_specialized.py", "--device", "emulator", "--time", "--json"];
  const whole = JSON.parse((await tessera(args)).stdout), skipped = JSON.parse((await tessera([...args, "--skip-products"])).stdout);
  assert.equal(skipped.launches[0].time.cycles, whole.launches[0].time.cycles);
  assert.equal(whole.ok, true);
  assert.equal(skipped.ok, false, "the program's own check finds that nothing was computed");
});

test("run --time: only of what the emulator executes", async () => {
  const { code, stderr } = await tessera(["run", "shared/kernels/vector_add.py", "--time"]);
  assert.equal(code, 2);
  assert.match(stderr, /`--time` predicts what `--device emulator` executes, but the device is `interpreter`/);
});

test("tune --by time: the best by the model of time, called a prediction", { skip }, async () => {
  const args = ["tune", "shared/kernels/triton_matmul.py", "--by", "time", "--candidates", "2", "--budget", "8", "--kernel", "matmul_kernel", "--no-cache"];
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

test("tune --by: what the cache has of another way is no answer, and a device to measure on does not go with it", { skip }, async (t) => {
  const env = { XDG_CACHE_HOME: makeFolder(t) };
  const args = ["tune", "shared/kernels/vector_add.py", "--candidates", "1", "--budget", "2", "--json"];
  const how = async (...by) => JSON.parse((await tessera([...args, ...by], { env })).stdout).kernels.map((one) => [one.how, one.cached]);
  assert.deepEqual(await how("--by", "time"), [["predicted", false]]);
  assert.deepEqual(await how("--by", "time"), [["predicted", true]]);
  assert.deepEqual(await how("--by", "model"), [["model", false]]);
  const both = await tessera([...args, "--by", "time", "--device", "cuda"], { env });
  assert.equal(both.code, 2);
  assert.match(both.stderr, /--device excludes --by/);
});
