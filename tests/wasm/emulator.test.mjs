// SPDX-License-Identifier: Apache-2.0
// One emulator, two builds: for every kernel of tests/emulator the module and `tessera emulate` say the same: which
// kernels there are, what is wrong under a guessed launch, how many instructions ran, what the arrays hold, to the bit.
// And nothing that is asked breaks it for good.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ask, guessArguments, listPtx, loadEmulator } from "./load-emulator.mjs";
import { binary, root } from "./load-module.mjs";

let emulator, scratch;
before(async () => {
  emulator = await loadEmulator();
  scratch = mkdtempSync(join(tmpdir(), "tessera-emulator-"));
});
after(() => rmSync(scratch, { recursive: true }));

function runNative(args, input) {
  const { stdout, error } = spawnSync(binary, ["emulate", ...args], {
    cwd: root,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return JSON.parse(stdout);
}

const limit = 3_000_000;

/// The same launch here and there; seeds 0 and 1, with the race checker.
function compare(path, text, entry) {
  const specs = guessArguments(entry);
  const threads = entry.requiredThreads ?? entry.maximalThreads ?? [64, 1, 1];
  const block = threads.map((size) => Math.max(1, size));
  const grid = (entry.requiredCluster ?? [2, 1, 1]).map((size) => Math.max(1, size));
  const prepared = ask(emulator, "prepare", { entry: entry.name, grid, block, smem: 16384, arguments: specs });
  assert.ok(prepared.ok, JSON.stringify(prepared));
  const runs = [0, 1].map((seed) => ask(emulator, "run", { seed, checkRaces: true, limit, namesSeed: true }));
  const arrays = specs.map((spec, index) => (/^(memory )?\w+\[/.test(spec) ? index : -1)).filter((index) => index >= 0);
  const saves = arrays.flatMap((index) => ["--save", `${index}=${join(scratch, `${index}.npy`)}`]);
  const launch = [
    "--entry",
    entry.name,
    "--grid",
    grid.join(),
    "--block",
    block.join(),
    "--smem",
    "16384",
    ...specs.flatMap((spec) => ["--arg", spec]),
  ];
  const native = runNative([
    path,
    ...launch,
    "--check",
    "race",
    "--schedules",
    "2",
    "--limit",
    String(limit),
    "--json",
    ...saves,
  ]);
  assert.deepEqual(
    runs.flatMap(({ diagnostics }) => diagnostics),
    native.diagnostics,
  );
  const counted = ({ seed, ok, threadInstructions, warpInstructions }) => ({
    seed,
    ok,
    threadInstructions,
    warpInstructions,
  });
  assert.deepEqual(runs.map(counted), native.seeds.map(counted));
  assert.equal(runs[0].output, native.output);
  if (!runs[0].ok) return;
  ask(emulator, "run", { seed: 0, limit });
  for (const index of arrays) {
    ask(emulator, "array", { argument: index, npy: true });
    assert.ok(readFileSync(join(scratch, `${index}.npy`)).equals(emulator.bytes()), `argument ${index}`);
  }
}

for (const { name, path, text } of listPtx())
  describe(name, () => {
    test("its kernels", () => {
      const loaded = ask(emulator, "load", { file: path, text });
      assert.ok(loaded.ok, JSON.stringify(loaded.diagnostics[0]));
      assert.deepEqual(loaded.entries, runNative([path, "--list", "--json"]).entries);
    });
    test("every one of them", () => {
      for (const entry of ask(emulator, "load", { file: path, text }).entries) compare(path, text, entry);
    });
  });

const loop = `.version 8.0
.target sm_90
.address_size 64
.entry forever() { $L: bra $L; }
.entry greedy() { .local .align 4 .b8 x[262144]; .reg .b64 %rd1; .reg .b32 %r1; mov.u64 %rd1, x; mov.u32 %r1, 7; st.local.u32 [%rd1], %r1; bar.sync 0; ret; }
.entry touch(.param .u64 a) { .reg .b64 %rd1; ld.param.u64 %rd1, [a]; ret; }
`;

test("a loop without end is ended by the limit", () => {
  ask(emulator, "load", { file: "loop.ptx", text: loop });
  ask(emulator, "prepare", { entry: "forever", block: [32], arguments: [] });
  const run = ask(emulator, "run", { limit: 100_000 });
  assert.equal(run.diagnostics[0].id, "instruction-limit");
});

test("arrays beyond the memory are refused with a number", () => {
  ask(emulator, "load", { file: "loop.ptx", text: loop });
  const { problem } = ask(emulator, "prepare", { entry: "touch", arguments: ["f32[200000000]=zeros"] });
  assert.equal(problem.argument, 0);
  assert.match(problem.message, /\d+ MB, and there are 1408 MB for them here/);
  assert.match(
    ask(emulator, "prepare", { entry: "touch", arguments: ["f64[99999999999]=zeros"] }).problem.message,
    /more than 1 GiB/,
  );
});

test("what takes all memory throws by that name, and a fresh module goes on", async () => {
  const own = await loadEmulator();
  ask(own, "load", { file: "loop.ptx", text: loop });
  ask(own, "prepare", { entry: "greedy", grid: [8], cluster: [8], block: [1024], arguments: [] });
  assert.throws(() => own.call({ method: "run" }), { name: "OutOfMemory", message: /2 GB/ });
  const fresh = await loadEmulator();
  assert.ok(ask(fresh, "load", { file: "loop.ptx", text: loop }).ok);
});

test("a launch is stepped through, told of while it is replayed, and a run goes on beside it", async () => {
  const told = [];
  const own = await loadEmulator({ onProgress: (instructions) => told.push(instructions) });
  const text = `.version 8.0
.target sm_90
.address_size 64
.entry count() { .reg .b32 %r<3>; .reg .pred %p1; mov.u32 %r1, 0;
$L: add.u32 %r1, %r1, 1;
setp.lt.u32 %p1, %r1, 400000;
@%p1 bra $L;
ret;
}
`;
  ask(own, "load", { file: "count.ptx", text });
  ask(own, "prepare", { block: [32], arguments: [] });
  const lineOf = ({ stop }) => stop.ptx.begin.line;
  assert.equal(lineOf(ask(own, "debug", { command: "start" })), 4);
  assert.equal(lineOf(ask(own, "debug", { command: "instruction" })), 5);
  const breakpoints = [{ line: 6, condition: "%r1 == 300000 in lane 3" }];
  const stopped = ask(own, "debug", { command: "run", breakpoints });
  assert.equal(lineOf(stopped), 6);
  assert.deepEqual(
    stopped.registers.map(({ name, lanes }) => [name, lanes]).filter(([name]) => name === "%r1"),
    [["%r1", [(300000).toString(16)]]],
  );
  assert.ok(told.length >= 3, `${told}`);
  ask(own, "run", {});
  assert.equal(ask(own, "debug", { command: "back" }).stop.step, stopped.stop.step - 1);
});

test("what is no request is refused by name", () => {
  assert.match(emulator.call({ method: "fly" }).error, /unknown method `fly`/);
  assert.match(emulator.call([]).error, /no JSON object/);
});

test("a text that is no PTX, and one that nests without end, are told of", () => {
  for (const text of [
    "nonsense",
    "(".repeat(200_000),
    ".version 8.0\n.target sm_90\n.global .b8 x[0x7fffffffffff];\n.global .b8 y[0x100000001];\n.entry k() { ret; }",
  ]) {
    const loaded = ask(emulator, "load", { file: "bad.ptx", text });
    assert.equal(loaded.ok, false);
    assert.ok(loaded.diagnostics.length > 0);
  }
});

/// What `vectorAdd` takes on a card, here and by the native build with the same map or the same stand-in.
describe("predicted times", () => {
  const path = "tests/emulator/kernels/bench.ptx", text = readFileSync(join(root, path), "utf8");
  const launch = { entry: "vectorAdd", grid: [132], block: [256], arguments: ["f32[33792]=iota", "f32[33792]=iota", "f32[33792]=empty", "u32=33792"] };
  const words = ["--entry", "vectorAdd", "--grid", "132", "--block", "256", ...launch.arguments.flatMap((spec) => ["--arg", spec]), "--time", "--json"];
  const card = (ask) => ask.cards.at(-1).card;
  const here = (time) => {
    const loaded = ask(emulator, "load", { file: "bench.ptx", text });
    assert.ok(ask(emulator, "prepare", launch).ok);
    return ask(emulator, "run", { time: { card: card(loaded), ...time } });
  };

  test("in the order of a stand-in, as native without ptxas", () => {
    const { time, timeText } = here({});
    assert.equal(time.order, "stand-in");
    assert.match(timeText, /predicted by a model, not measured.*\n/);
    assert.match(timeText, /in an order that a stand-in for ptxas made/);
    const native = runNative([path, ...words, "--card", time.card, "--stand-in"]).time;
    assert.deepEqual(time, native);
    const skipped = here({ skipValues: true }).time;
    assert.deepEqual(skipped, time, "what only results depend on changes no time");
  });

  test("of a map that travelled, and what is no map of this text is refused in words", () => {
    const map = join(scratch, "bench.map");
    const { status } = spawnSync(binary, ["emulate", path, "--save-machine-map", map], { cwd: root });
    if (status === 0) {
      const { time } = here({ map: readFileSync(map, "utf8") });
      assert.equal(time.order, "ptxas");
      assert.deepEqual(time, runNative([path, ...words, "--card", time.card, "--machine-map", map]).time);
    }
    const wrong = here({ map: "nothing" });
    assert.equal(wrong.ok, true, "the launch runs all the same");
    assert.match(wrong.whyNoTime, /line 1 of the machine map/);
    assert.match(here({ card: "h300" }).whyNoTime, /the model of time has no card `h300`/);
  });
});
