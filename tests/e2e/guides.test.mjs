// SPDX-License-Identifier: Apache-2.0
// The guides are true: every program in them runs, every command prints what stands below it (guides.mjs, web/guide/README.md).
import assert from "node:assert/strict";
import { test } from "node:test";
import { explain, listGuides, matches, readSteps, runGuide } from "./guides.mjs";

for (const name of listGuides())
  test(`the guide ${name}`, async () => {
    const results = await runGuide(name);
    assert.ok(results.length >= 5, "a guide has commands");
    const wrong = results.map(explain).filter(Boolean);
    assert.deepEqual(wrong, [], `\`node tests/e2e/guides.mjs --write ${name}\` writes what is printed now:\n${wrong.join("\n\n")}`);
  });

test("output that differs is found", () => {
  assert.ok(matches(["a … c", "…", "end"], ["a b c", "1", "2", "end"]));
  assert.ok(matches(["…", "end"], ["end"]));
  assert.ok(!matches(["a … c"], ["a b d"]));
  assert.ok(!matches(["a"], ["a", "b"]));
  assert.ok(!matches(["a", "b"], ["a"]));
});

test("a command goes on after a backslash, and a block that is not executed says so", () => {
  const [one, two] = readSteps("```console\n$ echo a \\\n  b\na b\n$ true\n```\n");
  assert.deepEqual([one.command, one.expected, two.command, two.expected], ["echo a \\\n  b", ["a b"], "true", []]);
  assert.throws(() => readSteps("```toml\na = 1\n```\n"), /without a file's name/);
});
