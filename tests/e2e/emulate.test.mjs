// SPDX-License-Identifier: Apache-2.0
// `tessera emulate` on PTX that nvcc wrote, and the emulator as a device: what goes where, files in and out, faults with both
// their lines, exit codes.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, root, tessera } from "./tessera.mjs";

const add = `.version 9.0
.target sm_90a
.address_size 64
.visible .entry add(.param .u64 x, .param .u64 y, .param .u64 sum, .param .u32 n)
{
	.reg .pred %p<2>;
	.reg .f32 %f<4>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<11>;
	.loc 1 1 0
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd2, [y];
	ld.param.u64 %rd3, [sum];
	ld.param.u32 %r2, [n];
	mov.u32 %r3, %ctaid.x;
	mov.u32 %r4, %ntid.x;
	mov.u32 %r5, %tid.x;
	mad.lo.s32 %r1, %r3, %r4, %r5;
	setp.ge.u32 %p1, %r1, %r2;
	@%p1 bra $L_end;
	cvta.to.global.u64 %rd4, %rd1;
	mul.wide.u32 %rd5, %r1, 4;
	add.s64 %rd6, %rd4, %rd5;
	add.s64 %rd8, %rd2, %rd5;
	.loc 1 4 5
	ld.global.f32 %f1, [%rd8];
	ld.global.f32 %f2, [%rd6];
	add.f32 %f3, %f2, %f1;
	add.s64 %rd10, %rd3, %rd5;
	st.global.f32 [%rd10], %f3;
$L_end:
	ret;
}
.file 1 "add.cu"
`;
/** Every thread of a CTA writes one word: nothing orders them. */
const racy = `.version 8.0
.target sm_80
.address_size 64
.entry racy(.param .u64 out)
{
	.reg .b32 %r1;
	.reg .b64 %rd1;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	st.global.u32 [%rd1], %r1;
	ret;
}
`;
const launch = ["--grid", "4", "--block", "256"];
const numbers = (n) => ["--arg", "f32[1000]=iota", "--arg", "f32[1000]=full:1", "--arg", "f32[1000]=empty", "--arg", `u32=${n}`];
const emulate = (args, options = { input: add }) => tessera(["emulate", "-", ...args], options);

test("--list prints the kernels and their parameters", async () => {
  const { code, stdout } = await emulate(["--list"]);
  assert.equal(code, 0);
  assert.equal(stdout, "add\n  0: .param .u64 x\n  1: .param .u64 y\n  2: .param .u64 sum\n  3: .param .u32 n\n");
  const { entries } = JSON.parse((await emulate(["--list", "--json"])).stdout);
  assert.deepEqual(entries[0].parameters[3], { alignment: 4, name: "n", offset: 24, size: 4, type: "u32" });
});

test("a kernel runs, and its result is saved and read back", async (t) => {
  const folder = makeFolder(t), file = join(folder, "sum.npy");
  const { code, stdout, stderr } = await emulate([...launch, ...numbers(1000), "--save", `2=${file}`]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /^`add`: \d+ thread instructions, 1 schedule, 0 errors\n$/);
  const bytes = readFileSync(file);
  assert.match(bytes.subarray(10, 128).toString(), /^\{'descr': '<f4', 'fortran_order': False, 'shape': \(1000,\), \}/);
  assert.equal(bytes.readFloatLE(bytes.length - 4), 1000);
  const again = await emulate([...launch, ...numbers(1000), "--expect", `2=@${file}`, "--schedules", "3", "--check", "race"]);
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /3 schedules, 0 errors, all results as expected, no race seen/);
});

test("a wrong result is 4, with the first element that differs", async () => {
  const { code, stderr } = await emulate([...launch, ...numbers(1000), "--expect", "2=iota"]);
  assert.equal(code, 4);
  assert.match(stderr, /<stdin>:4:17: error: argument 2: 1000 of 1000 elements differ, first \[0\]: got 1, expected 0; largest difference 1, relative 1 \[result-differs\]/);
  assert.equal((await emulate([...launch, ...numbers(1000), "--expect", "2=iota,0,1"])).code, 0);
  const json = JSON.parse((await emulate([...launch, ...numbers(1000), "--expect", "2=iota", "--json"])).stdout);
  assert.equal(json.ok, false);
  assert.equal(json.comparisons[0].different, 1000);
  assert.equal(json.diagnostics[0].id, "result-differs");
});

test("a fault is 4, with the source's line and the PTX's", async (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, "add.ptx"), add);
  writeFileSync(join(folder, "add.cu"), "one\ntwo\nthree\n    sum[i] = x[i] + y[i];\n");
  const { code, stderr } = await tessera(["emulate", join(folder, "add.ptx"), ...launch, ...numbers(1001)]);
  assert.equal(code, 4);
  assert.match(stderr, /add\.cu:4:5: error: thread \(232, 0, 0\) of CTA \(3, 0, 0\): .*outside every allocation.*\[memory-out-of-bounds\]\n +sum\[i\] = x\[i\]/);
  assert.match(stderr, /add\.ptx:26:2: note: the PTX instruction\n +ld\.global\.f32/);
});

test("a race is told where it is asked for", async () => {
  const args = ["--block", "64", "--arg", "u32[1]=zeros"];
  assert.equal((await emulate(args, { input: racy })).code, 0);
  const { code, stderr } = await emulate([...args, "--check", "race"], { input: racy });
  assert.equal(code, 4);
  assert.match(stderr, /<stdin>:10:2: error: .*\[data-race\]/);
});

test("PTX that is refused is 3, before anything runs, with every reason", async () => {
  const input = add.replace("mad.lo.s32", "mad.frob.s32").replace("add.f32", "add.f33").replace("ret;", "frob;");
  const { code, stdout, stderr } = await emulate([...launch, ...numbers(1000)], { input });
  assert.equal(code, 3);
  assert.equal(stdout, "");
  for (const line of [18, 28, 32]) assert.match(stderr, new RegExp(`^<stdin>:${line}:\\d+: error: `, "m"));
  const json = await emulate(["--json"], { input });
  assert.equal(json.code, 3);
  assert.equal(JSON.parse(json.stdout).diagnostics.length, 3);
});

test("a command line that does not go with the kernel is 2", async () => {
  for (const [args, pattern] of [
    [["--entry", "sub"], /there is no kernel `sub`, but `add`/],
    [["--arg", "u32=1"], /1 argument \(`--arg`\), but `add` takes 4 \[launch-argument\][^]*<stdin>:4:33: note: parameter 0 is `\.param \.u64 x`/],
    [["--arg", "f32=1", "--arg", "u64=0", "--arg", "u64=0", "--arg", "u32=0"], /argument 0, `f32=1`, does not go with `\.param \.u64 x`/],
    [["--arg", "f32[3]=ones"], /the contents are `ones`/],
    [["--arg", "f32[3]=@none.npy"], /can't read `none\.npy`/],
    [["--save", "0=x.npy"], /expected N=FILE/],
    [["--check", "everything"], /race/],
    [["--grid", "1,2,3,4"], /`--grid` is `1,2,3,4`, expected X,Y,Z, each 1 or more/],
    [["--block", "0"], /`--block` is `0`/],
    [["--cluster", "2,x"], /`--cluster` is `2,x`/],
  ]) {
    const { code, stderr } = await emulate(args);
    assert.equal(code, 2, `${args}: ${stderr}`);
    assert.match(stderr, pattern);
  }
  const json = await emulate(["--json"]);
  assert.equal(json.code, 2);
  assert.equal(JSON.parse(json.stdout).diagnostics[0].id, "launch-argument");
  assert.equal((await tessera(["emulate", "no-such.ptx"])).code, 2);
});

test("a launch that the target does not allow is 4", async () => {
  const { code, stderr } = await emulate(["--block", "2048", ...numbers(1)]);
  assert.equal(code, 4);
  assert.match(stderr, /2048.*\[launch-limit\]/);
});

test("an end that never comes is told", async () => {
  const input = racy.replace("ret;", "L: bra L;");
  const { code, stderr } = await emulate(["--arg", "u32[1]=zeros", "--limit", "5000"], { input });
  assert.equal(code, 4);
  assert.match(stderr, /the limit is 5000.*\[instruction-limit\]/);
});

test("traces are JSON", async (t) => {
  const folder = makeFolder(t), trace = join(folder, "t.json"), chrome = join(folder, "c.json");
  assert.equal((await emulate([...launch, ...numbers(1000), "--trace", trace, "--chrome-trace", chrome])).code, 0);
  const { unit, rows, events } = JSON.parse(readFileSync(trace, "utf8"));
  assert.equal(unit, "steps");
  assert.equal(rows.length, 32);
  assert.ok(events.every(({ row, begin, end, kind }) => row < 32 && begin <= end && kind === "run"));
  assert.ok(JSON.parse(readFileSync(chrome, "utf8")).traceEvents.length > 32);
});

test("printf goes to standard output", async () => {
  const file = join(root, "tests/emulator/kernels/print.ptx");
  const { code, stdout, stderr } = await tessera(["emulate", file, "--entry", "print", "--block", "4", "--arg", "f32[4]=iota", "--arg", "s64[4]=iota"]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^thread 3 of block 0: 3\.000, 3, z, 100%, \[ {3}42\|42 {3}\|00042\], ff, text$/m);
});

// Every example whose kernels have PTX gives on the emulator what the interpreter gives.
const kernels = join(root, "shared/kernels");
const approximate = new Set(["triton_libdevice.py"]); // prints how far its approximations are off
const tiled = new Set(["matmul.py"]); // sums in tiles: another order, other last digits
const number = /-?\d+\.\d+(e[-+]\d+)?/g;
function assertClose(actual, expected) {
  const squeeze = (text) => text.replaceAll(number, "#").replaceAll(/ +/g, " ").replaceAll(" ]", "]");
  assert.equal(squeeze(actual), squeeze(expected));
  const wanted = expected.match(number).map(Number), largest = Math.max(...wanted.map(Math.abs));
  actual.match(number).forEach((digits, at) => assert.ok(Math.abs(digits - wanted[at]) <= 1e-6 * largest, `${digits}, not ${wanted[at]}`));
}
for (const { file } of JSON.parse(readFileSync(join(kernels, "index.json"), "utf8")).filter(({ file }) => !file.startsWith("hopper_"))) // hopper.test.mjs
  test(`${file} on the emulator`, async (t) => {
    const source = join(kernels, file);
    const { code, stdout, stderr } = await tessera(["run", source, "--device", "emulator"]);
    if (stderr.includes("[no-schedule]")) return t.skip("its kernels have no PTX yet");
    assert.equal(code, 0, stderr);
    const reference = await tessera(["run", source]);
    assert.equal(reference.code, 0, reference.stderr);
    if (tiled.has(file)) assertClose(stdout, reference.stdout);
    else if (!approximate.has(file)) assert.equal(stdout, reference.stdout);
  });

test("devices names the emulator as what it is", async () => {
  const { stdout } = await tessera(["devices"]);
  assert.match(stdout, /^emulator\tPTX emulator \(CPU\)\n\t.*it has no times$/m);
});
