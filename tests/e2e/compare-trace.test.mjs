// SPDX-License-Identifier: Apache-2.0
// `tessera run --time --compare-trace`: traces as profilers write them, beside what the model predicts. Nothing here is
// measured: durations in these traces are made up.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { ptxas } from "./compiled.mjs";
import { makeFolder, tessera } from "./tessera.mjs";

const skip = ptxas ? false : "there is no ptxas on this machine";
const program = "shared/kernels/triton_softmax.py";
const run = ["run", program, "--device", "emulator", "--time", "--card", "h100"];

// The name that the program's kernel has.
const kernelOf = async () => JSON.parse((await tessera([...run, "--json"])).stdout).launches[0].kernel;

function write(t, content, name = "trace.json") {
  const file = join(makeFolder(t), name);
  writeFileSync(file, content);
  return file;
}
const complete = (name, ts, dur, more = {}) => ({ ph: "X", name, ts, dur, pid: 1, tid: 7, ...more });

async function compare(file, ...more) {
  const { code, stdout, stderr } = await tessera([...run, "--json", "--compare-trace", file, ...more]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).traceComparison;
}

test("kernels of Proton's trace, by name", { skip }, async (t) => {
  const kernel = await kernelOf();
  const events = [4, 6, 5].map((dur, i) => complete(kernel, 100 * i, dur, { cat: "kernel" }));
  // A function of the host has the same name as a word; it is no launch.
  events.push(complete(`program.py(3): ${kernel}`, 0, 900, { cat: "python_function" }));
  const file = write(t, JSON.stringify({ displayTimeUnit: "us", traceEvents: events }));
  const [row] = await compare(file);
  assert.equal(row.kernel, kernel);
  assert.deepEqual(row.measured, [4, 6, 5]);
  assert.ok(row.areOfGpu && row.predicted.length > 0);
  assert.ok(Math.abs(row.ratio * 5 - row.predicted.toSorted((a, b) => a - b)[row.predicted.length >> 1]) < 1);
  const { stderr } = await tessera([...run, "--compare-trace", file]);
  assert.match(stderr, /beside `[^`]*trace\.json`, medians:\nkernel +in the trace +measured, us/);
  assert.match(stderr, new RegExp(`${kernel} +3 +5\\.00 +4\\.00 +6\\.00 +\\d+\\.\\d\\d +\\d\\.\\d{3}\\n`));
});

test("JAX's, packed, whose threads say that they are a GPU's", { skip }, async (t) => {
  const kernel = await kernelOf();
  const events = [
    { ph: "M", name: "process_name", pid: 3, args: { name: "/device:GPU:0" } },
    { ph: "M", name: "thread_name", pid: 3, tid: 14, args: { name: "Stream #14(Compute)" } },
    { ph: "M", name: "process_name", pid: 9, args: { name: "/host:CPU" } },
    complete(`${kernel}.1`, 10, 8, { pid: 3, tid: 14 }),
    complete(kernel, 5, 300, { pid: 9, tid: 1 }),
    complete("other", 30, 8, { pid: 3, tid: 14 }),
  ];
  const [row] = await compare(write(t, gzipSync(JSON.stringify({ traceEvents: events })), "trace.json.gz"));
  assert.deepEqual(row.measured, [8]);
  assert.equal(row.event, `${kernel}.1`);
});

test("begins and ends on a thread, and a list without an object around it", { skip }, async (t) => {
  const kernel = await kernelOf();
  const at = (ph, name, ts, tid) => ({ ph, name, ts, pid: 1, tid });
  const events = [
    at("B", "outer", 0, 1),
    at("B", `mangled_${kernel}_0d1d`, 2, 1),
    at("B", `mangled_${kernel}_0d1d`, 3, 2),
    at("E", "", 9, 1),
    at("E", "", 13, 2),
    at("E", "", 40, 1),
  ];
  const file = write(t, JSON.stringify(events));
  const [row] = await compare(file);
  assert.deepEqual(row.measured, [7, 10]);
  assert.equal(row.areOfGpu, false);
  const { stderr } = await tessera([...run, "--compare-trace", file]);
  assert.match(stderr, /nothing says that its events are a GPU's: they may be a function of the host\n/);
  assert.match(stderr, /is only a part of the events' name, `mangled_/);
});

test("both as one trace, each predicted launch below the measured one", { skip }, async (t) => {
  const kernel = await kernelOf();
  const file = write(t, JSON.stringify({ traceEvents: [20, 50].map((ts) => complete(kernel, ts, 4, { cat: "kernel" })) }));
  const overlay = join(makeFolder(t), "both.json");
  await compare(file, "--overlay", overlay);
  const events = JSON.parse(readFileSync(overlay, "utf8")).traceEvents;
  const of = (pid) => events.filter((event) => event.ph === "X" && event.pid === pid);
  assert.deepEqual(of(1).map((event) => [event.ts, event.dur]), [[0, 4], [30, 4]]);
  assert.deepEqual(of(2).slice(0, 2).map((event) => event.ts), [0, 30]);
  const names = events.filter((event) => event.name === "process_name").map((event) => event.args.name);
  assert.match(names[0], /^measured: /);
  assert.match(names[1], /^predicted by a model, not measured/);
});

test("what is no trace, or has none of the kernels, is told", { skip }, async (t) => {
  const refused = async (file) => {
    const { code, stderr } = await tessera([...run, "--compare-trace", file]);
    assert.equal(code, 2, stderr);
    return stderr;
  };
  assert.match(await refused(write(t, "rows: 3")), /the trace is no JSON: .*a trace in Chrome's format is wanted/s);
  assert.match(await refused(write(t, "[".repeat(1 << 20))), /the trace is no JSON: /);
  assert.match(await refused(write(t, '{"launches": []}')), /the trace has no `traceEvents`/);
  assert.match(await refused(join(makeFolder(t), "absent.json")), /can't read the trace `/);
  const packed = gzipSync(JSON.stringify({ traceEvents: [complete("a".repeat(500), 1, 2)] }));
  assert.match(await refused(write(t, packed.subarray(0, packed.length - 20), "cut.json.gz")), /is cut or damaged/);
  const { code, stderr } = await tessera([...run, "--compare-trace", write(t, '{"traceEvents": [{"ph": "X"}, 7, null]}')]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /no event of the trace has a kernel's name/);
  const alone = await tessera(["run", program, "--compare-trace", "x"]);
  assert.notEqual(alone.code, 0);
  assert.match(alone.stderr, /--time/);
});
