// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { Snapshot } from "../../../web/src/base/protocol";
import { findPass, firstKernelLine, lastThatMatters } from "../../../web/src/panes/passes";

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
