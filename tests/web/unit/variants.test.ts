// SPDX-License-Identifier: Apache-2.0
// What is compared is compiled in a worker of its own: a sweep goes on while one types, can be given up, and keeps first errors. Pinned
// programs live in links and documents.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { documentOf } from "../../../web/src/base/documents";
import { projectOfOne } from "../../../web/src/base/files";
import { decodeShare, encodeShare, mostVariants, readShared } from "../../../web/src/base/share";
import { BackgroundCompiler } from "../../../web/src/engine/background";
import { Sweep } from "../../../web/src/engine/sweep";
import { VariantList } from "../../../web/src/engine/variants";
import { Engine } from "../../../web/src/engine/engine";
import { Workspace } from "../../../web/src/engine/workspace";
import { fakeWorkers, settle } from "./fake-worker";

const diagnostic = {
  id: "x",
  severity: "error",
  fault: "user",
  message: "too large",
  range: { file: "", begin: { line: 3, column: 1 }, end: { line: 3, column: 2 } },
  notes: [],
};

function respond(method: string, source: string): unknown {
  if (source.includes("hang")) return undefined;
  if (method === "explain") return { target: "sm_90a", card: source, kernels: [] };
  if (method === "snapshots") return { snapshots: [] };
  if (method === "version")
    return { protocol: 1, version: "1.0", targets: ["sm_80", "sm_90a"], stages: ["tile"], codegen: false };
  if (method !== "compile") return { kernels: [] };
  const ok = !source.includes("bad");
  return { protocol: 1, ok, diagnostics: ok ? [] : [diagnostic], kernels: [], milliseconds: 1 };
}
const inputOf = (source: string) => ({ file: "k.py", source, target: "sm_90a" });
const question = (...values: string[]) => ({ knob: "k", frame: "f", name: "N", values, inputOf });
async function settleLong() {
  for (let turn = 0; turn < 30; turn++) await settle();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a sweep compiles value after value, and a value with errors keeps the first", async () => {
  const fake = fakeWorkers(respond);
  const sweep = new Sweep(new BackgroundCompiler(fake.options));
  const done = sweep.start(question("1", "bad", "3"));
  expect(sweep.state.value).toMatchObject({ phase: "running", done: 0 });
  await settleLong();
  await done;
  expect(sweep.state.value).toMatchObject({ phase: "done", done: 3 });
  expect(sweep.state.value?.points.map(({ value, explanation, error }) => [value, explanation?.card, error])).toEqual([
    ["1", "1", ""],
    ["bad", undefined, "line 3: too large"],
    ["3", "3", ""],
  ]);
  expect(fake.workers.length).toBe(1);
  expect(fake.workers[0]?.methods).toEqual(["compile", "explain", "compile", "compile", "explain"]);
});

test("giving up ends the worker under way, keeps what is known, and the next sweep gets another worker", async () => {
  const fake = fakeWorkers(respond);
  const sweep = new Sweep(new BackgroundCompiler(fake.options));
  const done = sweep.start(question("1", "hang", "3"));
  await settleLong();
  expect(sweep.state.value).toMatchObject({ phase: "running", done: 1 });
  sweep.cancel();
  await settleLong();
  await done;
  expect(fake.workers[0]?.terminated).toBe(true);
  expect(sweep.state.value).toMatchObject({ phase: "cancelled", done: 1 });
  void sweep.start(question("5"));
  await settleLong();
  expect(sweep.state.value).toMatchObject({ phase: "done", done: 1, points: [{ value: "5", error: "" }] });
});

test("a sweep that another takes the place of says nothing any more", async () => {
  const fake = fakeWorkers(respond);
  const sweep = new Sweep(new BackgroundCompiler(fake.options));
  void sweep.start(question("hang"));
  await settleLong();
  void sweep.start(question("7"));
  await settleLong();
  expect(sweep.state.value).toMatchObject({ phase: "done", points: [{ value: "7" }] });
});

test("typing does not wait for a sweep, and the worker goes when it is not needed", async () => {
  const fake = fakeWorkers(respond);
  const background = new BackgroundCompiler(fake.options, { compileMs: 60_000, runMs: 60_000, idleMs: 1000 });
  const workspace = new Workspace(new Engine(fake.options), { background });
  workspace.schedule.subscribe(() => undefined); // as its pane does
  workspace.list.open(projectOfOne("kernel.py", "first"));
  await workspace.start();
  await settle();
  void workspace.sweep?.start(question("hang"));
  await settleLong();
  workspace.edit("second");
  vi.advanceTimersByTime(500);
  await settleLong();
  expect(workspace.input.value?.source).toBe("second");
  expect(workspace.schedule.value.value?.card).toBe("second");
  workspace.sweep?.cancel();
  await settleLong();
  void workspace.sweep?.start(question("1"));
  await settleLong();
  const last = fake.workers.at(-1);
  expect(last?.terminated).toBe(false);
  vi.advanceTimersByTime(1001);
  expect(last?.terminated).toBe(true);
});

test("parts of a pinned program are asked once, when they are looked at, and it is compiled once for all of them", async () => {
  const fake = fakeWorkers(respond);
  const list = new VariantList(new BackgroundCompiler(fake.options), null);
  const { input } = list.add({ name: "a", project: projectOfOne("k.py", "text"), target: "sm_80", tune: "k.stages=2" });
  expect(fake.workers.length).toBe(0);
  expect(list.fact(input, "explain").value).toMatchObject({ value: null, loading: true });
  void list.fact(input, "explain");
  void list.fact(input, "layouts");
  await settleLong();
  expect(list.fact(input, "explain").value.value?.card).toBe("text");
  expect(fake.workers[0]?.methods).toEqual(["compile", "explain", "layouts"]);
  const bad = list.add({ name: "b", project: projectOfOne("k.py", "bad"), target: "sm_80", tune: "" });
  void list.fact(bad.input, "explain");
  await settleLong();
  expect(list.fact(bad.input, "explain").value).toEqual({
    value: null,
    loading: false,
    reason: "It does not compile: line 3: too large.",
  });
});

test("what is pinned travels in links and stays in documents, and odd ones are left out", () => {
  const list = new VariantList(null, null);
  const project = {
    ...projectOfOne("k.py", "x = 1"),
    files: [
      { path: "k.py", text: "x = 1" },
      { path: "b.py", text: "" },
    ],
  };
  list.add({ name: "two files", project, target: "sm_80", tune: "k.stages=2" });
  list.add({ name: "plain", project: projectOfOne("k.py", "x = 2"), target: "sm_90a", tune: "" });
  const state = { source: "x = 3", file: "k.py", variants: list.shared.value };
  expect(decodeShare(encodeShare(state))).toEqual({ ok: true, value: state });
  const again = new VariantList(null, null);
  again.set(readShared(state)?.variants ?? []);
  expect(
    again.all.value.map(({ name, project: { files }, target, tune }) => [name, files.length, target, tune]),
  ).toEqual([
    ["two files", 2, "sm_80", "k.stages=2"],
    ["plain", 1, "sm_90a", ""],
  ]);
  const change = { project, target: "sm_80", thumbnail: null, time: 0, variants: list.shared.value };
  expect(readShared(documentOf("id", "me", change).state)?.variants).toEqual(list.shared.value);
  expect(
    readShared({ source: "", variants: [null, 3, { name: "no source" }, { source: "s", variants: [{ source: "t" }] }] })
      ?.variants,
  ).toEqual([{ name: "variant", source: "s", file: "kernel.py" }]);
  expect(readShared({ source: "", variants: Array(50).fill({ source: "s" }) })?.variants?.length).toBe(mostVariants);
});

test("another program begins without variants; opening one keeps them", async () => {
  const fake = fakeWorkers(respond);
  const workspace = new Workspace(new Engine(fake.options), { background: new BackgroundCompiler(fake.options) });
  workspace.list.open(projectOfOne("kernel.py", "first"));
  await workspace.start();
  workspace.pin("one");
  workspace.edit("second");
  workspace.setTune("k.stages=2");
  const [one] = workspace.variants.all.value;
  if (!one) throw new Error("nothing is pinned");
  workspace.openVariant(one);
  expect([workspace.text.value, workspace.tune.value, workspace.variants.all.value.length]).toEqual(["first", "", 1]);
  workspace.unpin(one.id);
  expect(workspace.variants.all.value).toEqual([]);
  workspace.pin("again");
  workspace.openText("other", "kernel.py");
  expect(workspace.variants.all.value).toEqual([]);
});
