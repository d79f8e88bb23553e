// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { fillSnapshots, type SentSnapshot } from "../../../web/src/base/protocol";

const pass = (name: string, text?: string): SentSnapshot => ({
  stage: "tile",
  pass: name,
  reason: "",
  changed: text !== undefined,
  ...(text !== undefined && {
    text,
    sourceLines: [text.length, 1, 0, 0, 0, 0, 3, 4, 1],
    sourceFiles: [`${text}.py`, "b.py"],
  }),
});

test("a pass that changed nothing has the text of the one before it", () => {
  const filled = fillSnapshots([pass("trace", "a"), pass("one"), pass("two"), pass("three", "bb"), pass("four")]);
  expect(filled.map(({ pass, text }) => `${pass} ${text}`)).toEqual([
    "trace a",
    "one a",
    "two a",
    "three bb",
    "four bb",
  ]);
  const none = [0, 0];
  expect(filled[2]?.sourceLines).toEqual([[1, 1], none, [3, 4, 1]]);
  expect(filled[4]?.sourceLines).toEqual([[2, 1], none, [3, 4, 1]]);
  expect(filled[4]?.sourceFiles).toEqual(["bb.py", "b.py"]);
  expect(filled[1]?.changed).toBe(false);
});

test("a module that sends every text is understood, too", () => {
  const all = [pass("trace", "a"), { ...pass("one", "a"), changed: false }];
  expect(fillSnapshots(all).map(({ text, changed }) => `${text} ${changed}`)).toEqual(["a true", "a false"]);
});
