// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { Snapshot } from "../../../web/src/base/protocol";
import {
  changesOf,
  findPass,
  firstKernelLine,
  lastThatMatters,
  nextChanged,
  stopAt,
  stopsOf,
} from "../../../web/src/panes/passes";

const text = (host: string, kernel: string) =>
  `module {\n  func.func @main() {\n    ${host}\n  }\n  tile.kernel @k(%x: !tile.ref<4xf32>) {\n    ${kernel}\n  }\n}\n`;
const pass = (name: string, changed: boolean, host: string, kernel: string): Snapshot => ({
  stage: "tile",
  pass: name,
  reason: "",
  changed,
  text: text(host, kernel),
  sourceLines: [],
});

test("what is shown first is the last pass that changed a kernel", () => {
  const passes = [
    pass("trace", true, "a", "1"),
    pass("fold", true, "a", "2"),
    pass("host", true, "b", "2"),
    pass("nothing", false, "b", "2"),
  ];
  expect(findPass(passes, "")?.pass).toBe("fold");
  expect(findPass(passes, "gone")?.pass).toBe("fold");
  expect(findPass(passes, "host")?.pass).toBe("host");
  // Without a kernel that changes: the one that made it; without any change the last.
  expect(lastThatMatters([pass("trace", true, "a", "1"), pass("nothing", false, "a", "1")])?.pass).toBe("trace");
  expect(lastThatMatters([pass("one", false, "a", "1"), pass("two", false, "a", "1")])?.pass).toBe("two");
  expect(lastThatMatters([])).toBeNull();
});

test("the kernel's line is found, past the host's", () => {
  expect(firstKernelLine(text("a", "1"))).toBe(5);
  expect(firstKernelLine("module {\n}\n")).toBe(1);
});

test("the walk goes over what changed, past stages, down to PTX", () => {
  const all = [pass("trace", true, "a", "1"), pass("idle", false, "a", "1"), pass("fold", true, "a", "2")];
  const stops = stopsOf(all, ["tile", "llvm", "ptx", "sass"]);
  expect(stops.map(({ stage, pass }) => pass?.pass ?? stage)).toEqual(["trace", "idle", "fold", "llvm", "ptx", "sass"]);
  expect(stopAt(stops, "tile", all[2] ?? null)).toBe(2);
  expect(stopAt(stops, "ptx", null)).toBe(4);
  expect(nextChanged(stops, 0, 1)).toBe(2);
  expect(nextChanged(stops, 2, 1)).toBe(3);
  expect(nextChanged(stops, 2, -1)).toBe(0);
  expect(nextChanged(stops, 4, 1)).toBe(-1); // SASS is made elsewhere
  expect(nextChanged(stops, 0, -1)).toBe(-1);
});

test("lines that came and went are counted, and renumbered values are no difference", () => {
  const made = (name: string, kernel: string) => pass(name, true, "a", kernel);
  const first = made("trace", "%0 = x.a\n    %1 = x.b %0");
  const shorter = made("fold", "%0 = x.b %arg0");
  const more = made("grow", "%0 = x.c\n    %1 = x.b %0\n    %2 = x.d %1");
  const other = made("swap", "%0 = x.c\n    %1 = x.b %1\n    %2 = x.d %1");
  const all = [first, shorter, more, other];
  expect(changesOf(all, first)).toEqual({ added: 9, removed: 0 });
  expect(changesOf(all, shorter)).toEqual({ added: 0, removed: 1 });
  expect(changesOf(all, more)).toEqual({ added: 2, removed: 0 });
  // Where nothing else differs the names are the difference.
  expect(changesOf(all, other)).toEqual({ added: 1, removed: 1 });
});
