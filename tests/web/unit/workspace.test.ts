// SPDX-License-Identifier: Apache-2.0
// From keystrokes to signals: typing is waited out, a stale answer is never shown as the text's own, a crash becomes a report.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { projectOfOne } from "../../../web/src/base/files";
import { Engine } from "../../../web/src/engine/engine";
import { Workspace } from "../../../web/src/engine/workspace";
import { fakeWorkers, settle } from "./fake-worker";

const version = { protocol: 1, version: "1.0", targets: ["sm_80", "sm_90a"], stages: ["tile"], codegen: false };
const snapshot = (text: string) => ({ stage: "tile", pass: "trace", reason: "", changed: true, text, sourceLines: [] });

function respond(method: string, source: string): unknown {
  if (method === "version") return version;
  if (method === "snapshots") return { snapshots: [snapshot(source)] };
  if (method === "tilings") return { kernels: [] };
  if (method === "explain") return { target: "sm_90a", card: source, kernels: [] };
  if (method === "run") return { ok: true, device: "interpreter", output: source };
  const diagnostics = source.includes("bad")
    ? [{ id: "x", severity: "error", fault: "user", message: "m", range: null, notes: [] }]
    : [];
  return { protocol: 1, ok: diagnostics.length === 0, diagnostics, kernels: [], milliseconds: 1 };
}

/** `looks`: at every view, as panes do. */
async function start(text = "first", looks = true) {
  const fake = fakeWorkers(respond);
  const workspace = new Workspace(new Engine(fake.options));
  const views = [workspace.snapshots, workspace.tilings, workspace.layouts, workspace.schedule];
  if (looks) for (const view of views) view.subscribe(() => undefined);
  workspace.list.open(projectOfOne("kernel.py", text));
  await workspace.start();
  await settle();
  return {
    workspace,
    workers: fake.workers,
    compiles: () => fake.workers[0]?.asked.filter((call) => call.method === "compile").map((call) => call.source),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the text is compiled when the typing pauses, once", async () => {
  const { workspace, compiles } = await start();
  for (const text of ["a", "ab", "abc"]) {
    workspace.edit(text);
    vi.advanceTimersByTime(100);
  }
  expect(compiles()).toEqual(["first"]);
  vi.advanceTimersByTime(200);
  await settle();
  expect(compiles()).toEqual(["first", "abc"]);
  expect(workspace.snapshots.value.value?.[0]?.text).toBe("abc");
  expect(workspace.input.value?.source).toBe("abc");
});

test("the schedule is the compiled text's, and stale while another one is compiled", async () => {
  const { workspace } = await start();
  const write = async (text: string) => {
    workspace.edit(text);
    vi.advanceTimersByTime(500);
    for (let answer = 0; answer < 4; answer++) await settle(); // it is asked for behind the snapshots and the layouts
  };
  await write("second");
  expect(workspace.schedule.value).toMatchObject({ value: { card: "second" }, stale: false, loading: false });
  await write("bad");
  expect(workspace.schedule.value).toMatchObject({ value: { card: "second" }, stale: true, loading: false });
  await write("good");
  expect(workspace.schedule.value).toMatchObject({ value: { card: "good" }, stale: false, error: null });
});

test("a view is asked for while somebody looks at it, and for the text as it is then", async () => {
  const { workspace, workers } = await start("first", false);
  const asked = () => workers.flatMap((worker) => worker.asked.map((call) => call.method));
  expect(asked()).not.toContain("explain");
  const leave = workspace.schedule.subscribe(() => undefined);
  for (let answer = 0; answer < 3; answer++) await settle();
  expect(workspace.schedule.value).toMatchObject({ value: { card: "first" }, stale: false, loading: false });
  leave();
  workspace.edit("second");
  vi.advanceTimersByTime(500);
  for (let answer = 0; answer < 3; answer++) await settle();
  expect(asked().filter((method) => method === "explain")).toHaveLength(1);
  expect(workspace.schedule.value).toMatchObject({ value: { card: "first" }, stale: true, loading: false });
  workspace.schedule.subscribe(() => undefined);
  for (let answer = 0; answer < 3; answer++) await settle();
  expect(workspace.schedule.value).toMatchObject({ value: { card: "second" }, stale: false, loading: false });
});

test("typing back to the text that is compiled compiles nothing", async () => {
  const { workspace, compiles } = await start();
  workspace.edit("other");
  workspace.edit("first");
  vi.advanceTimersByTime(500);
  await settle();
  expect(compiles()).toEqual(["first"]);
});

test("while a new text compiles, and when it has errors, the old IR stays and is marked stale", async () => {
  const { workspace } = await start();
  workspace.openText("bad", "k.py");
  expect(workspace.snapshots.value).toMatchObject({ stale: true, loading: true });
  await settle();
  expect(workspace.diagnostics.value).toHaveLength(1);
  expect(workspace.snapshots.value).toMatchObject({ stale: true, loading: false });
  expect(workspace.snapshots.value.value?.[0]?.text).toBe("first");
  workspace.openText("good", "k.py");
  await settle();
  expect(workspace.snapshots.value).toMatchObject({ stale: false, error: null });
});

test("passes' texts are kept while a program compiles when somebody looks at them, and only then", async () => {
  const keeps = ({ workers }: Awaited<ReturnType<typeof start>>) =>
    workers.map(({ asked }) =>
      asked.filter(({ method }) => method === "compile").map((call) => call.keepsSnapshots ?? false),
    );
  const looking = await start();
  expect(keeps(looking)).toEqual([[true], [false]]); // the second worker's are for tilings
  expect(keeps(await start("first", false))).toEqual([[false]]);
});

test("tilings' worker compiles a text at the same time as the other one", async () => {
  const { workspace, workers } = await start();
  for (const worker of workers) worker.respond = null;
  workspace.edit("second");
  workspace.compileNow();
  await settle();
  const last = workers.map(({ asked }) => asked.at(-1));
  expect(last.map((call) => [call?.method, call?.source])).toEqual([
    ["compile", "second"],
    ["compile", "second"],
  ]);
  for (const worker of workers) worker.respond = respond;
  for (const worker of workers) worker.answer(respond("compile", "second"));
  await settle();
  expect(workers[1]?.methods).toEqual(["compile", "tilings", "compile", "tilings"]);
  expect(workspace.tilings.value).toMatchObject({ stale: false, loading: false });
});

test("a target that the module does not know gives way to one that it knows", async () => {
  const fake = fakeWorkers(respond);
  const workspace = new Workspace(new Engine(fake.options));
  workspace.target.value = "sm_20";
  await workspace.start();
  expect(workspace.target.value).toBe("sm_90a");
});

test("a crash becomes a report with the program in it, and the next text compiles", async () => {
  const { workspace, workers } = await start();
  const worker = workers[0];
  if (worker) worker.respond = null;
  workspace.openText("kills", "k.py");
  await settle();
  worker?.send({ kind: "crash", what: "RuntimeError: unreachable", stack: "s" });
  await settle();
  expect(workspace.crash.value).toMatchObject({
    input: { source: "kills" },
    method: "compile",
    message: "RuntimeError: unreachable",
    version: "1.0",
  });
  expect(workspace.compiled.value.error).toContain("unreachable");
  workspace.openText("lives", "k.py");
  await settle();
  expect(workspace.compiled.value).toMatchObject({ error: null, value: { ok: true } });
});

test("a run belongs to its text: its diagnostics go when the text changes", async () => {
  const { workspace } = await start();
  const result = await workspace.startRun();
  expect(result?.output).toBe("first");
  expect(workspace.ranThis.value?.output).toBe("first");
  workspace.openText("second", "k.py");
  await settle();
  expect(workspace.ranThis.value).toBeNull();
});

test("running takes the text as it is, without waiting for the pause", async () => {
  const { workspace } = await start();
  workspace.edit("typed just now");
  const result = await workspace.startRun();
  expect(result?.output).toBe("typed just now");
});

test("output is shown while it runs, and kept when it is cancelled", async () => {
  const { workspace, workers } = await start();
  for (const worker of workers)
    worker.respond = (method, source) => (method === "run" ? undefined : respond(method, source));
  const run = workspace.startRun();
  await settle();
  workspace.appendOutput("half");
  workspace.cancelRun();
  await run;
  expect(workspace.run.value).toMatchObject({ phase: "failed", output: "half" });
});

const two = {
  files: [
    { path: "main.py", text: "import ops" },
    { path: "pkg/ops.py", text: "ops" },
  ],
  main: "main.py",
  asModule: false,
  shown: "pkg/ops.py",
};

test("a program of several files is compiled with all of them, and an edit is one of the file that is shown", async () => {
  const { workspace } = await start();
  workspace.open(two);
  await settle();
  expect(workspace.input.value).toEqual({
    file: "main.py",
    source: "import ops",
    target: "sm_90a",
    files: [{ path: "pkg/ops.py", text: "ops" }],
  });
  workspace.edit("changed");
  vi.advanceTimersByTime(500);
  await settle();
  expect(workspace.input.value).toMatchObject({
    source: "import ops",
    files: [{ path: "pkg/ops.py", text: "changed" }],
  });
});

test("a file that runs below the top finds what is at the top, and by its dotted name nothing else", async () => {
  const { workspace } = await start();
  workspace.open(two);
  const ops = workspace.list.at("pkg/ops.py");
  workspace.change((list) => list.runs(ops?.id ?? 0, false));
  await settle();
  expect(workspace.input.value).toMatchObject({ file: "pkg/ops.py", folders: [""] });
  workspace.change((list) => list.runs(ops?.id ?? 0, true));
  await settle();
  expect(workspace.input.value).toMatchObject({ file: "pkg/ops.py", module: "pkg.ops" });
  expect(workspace.input.value?.folders).toBeUndefined();
});

test("errors are counted by the file that they are in", async () => {
  const range = (file: string) => ({ file, begin: { line: 1, column: 1 }, end: { line: 1, column: 2 } });
  const diagnostic = (file: string | null, severity = "error") => ({
    id: "x",
    severity,
    fault: "user",
    message: String(file),
    range: file === null ? null : range(file),
    notes: [],
  });
  const files = ["pkg/ops.py", "/main.py", "<string>", null].map((file) => diagnostic(file));
  const diagnostics = [...files, diagnostic("main.py", "warning")];
  const fake = fakeWorkers((method, source) =>
    method === "compile"
      ? { protocol: 1, ok: false, diagnostics, kernels: [], milliseconds: 1 }
      : respond(method, source),
  );
  const workspace = new Workspace(new Engine(fake.options));
  workspace.list.open(two);
  await workspace.start();
  await settle();
  expect([...workspace.errorsByFile.value]).toEqual([
    ["pkg/ops.py", 1],
    ["main.py", 1],
  ]);
});
