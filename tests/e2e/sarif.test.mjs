// SPDX-License-Identifier: Apache-2.0
// `--sarif` of the commands that find something wrong with a program: well formed, every diagnostic with its places.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { placeOf, readSarif } from "./sarif.mjs";
import { makeFolder, root, tessera } from "./tessera.mjs";

const kernel = (body) => `import torch
import triton
import triton.language as tl

@triton.jit
def scale(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
${body}

x = torch.randn(4096, device="cuda")
y = torch.empty_like(x)
scale[(16,)](x, y, 4096, BLOCK=256)
torch.testing.assert_close(y, 2 * x)
`;
const right = "    tl.store(y_ptr + offsets, 2 * tl.load(x_ptr + offsets))";

/** Runs in a folder with these files; `sarif` is what it wrote. */
async function run(t, files, ...args) {
  const folder = makeFolder(t);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const answer = await tessera([...args, "--sarif", "out.sarif"], { cwd: folder });
  const content = readFileSync(join(folder, "out.sarif"), "utf8");
  return { ...answer, results: readSarif(content), invocation: JSON.parse(content).runs[0].invocations[0] };
}

test("an error of the compiler with its note, in a file whose name needs escapes", async (t) => {
  const { code, stderr, results } = await run(t, { "50% done/ä b.py": "import jax.numpy as jnp\nx = jnp.arrange(3)\n" }, "compile", "50% done/ä b.py");
  assert.equal(code, 3, stderr);
  assert.deepEqual(results.map((result) => [result.ruleId, result.level, placeOf(result)]), [["unknown-attribute", "error", "50% done/ä b.py:2"]]);
  assert.deepEqual(results[0].locations[0].physicalLocation.region, { startLine: 2, startColumn: 5, endLine: 2, endColumn: 19 });
  assert.match(results[0].message.text, /\ndid you mean `arange`\?$/);
});

test("what the compiler would mend is a fix", async (t) => {
  const { code, results } = await run(t, { "fix.py": "x = [1, 2)\n" }, "compile", "fix.py");
  assert.equal(code, 3);
  const [{ description, artifactChanges }] = results.find(({ fixes }) => fixes).fixes;
  assert.ok(description.text);
  assert.equal(artifactChanges[0].artifactLocation.uri, "fix.py");
  assert.deepEqual(artifactChanges[0].replacements, [{ deletedRegion: { startLine: 1, startColumn: 10, endLine: 1, endColumn: 11 }, insertedContent: { text: "]" } }]);
});

test("a race has both places; PTX, which is in no file, is told in words", async (t) => {
  const racy = kernel(`${right}\n    tl.store(y_ptr + n - 1, 2 * tl.load(x_ptr + n - 1))`);
  const { code, results, invocation } = await run(t, { "racy.py": racy }, "run", "racy.py", "--device", "emulator", "--check", "race");
  assert.equal(code, 4);
  assert.ok(results.length > 0 && results.every(({ ruleId }) => ruleId === "data-race"));
  assert.deepEqual(invocation, { executionSuccessful: true, exitCode: 4 }, "it did what it was asked for");
  assert.equal(placeOf(results[0]), "racy.py:8");
  assert.deepEqual(results[0].relatedLocations.map(({ physicalLocation }) => [physicalLocation.artifactLocation.uri, physicalLocation.region.startLine]), [["racy.py", 9]]);
  assert.match(results[0].message.text, /\nscale\.ptx:\d+: the PTX instruction$/m);
});

test("a failing test, and a file without any", async (t) => {
  const { code, results } = await run(t, { "test_it.py": "def test_it():\n  assert 1 == 2\n", "broken.py": "def f(:\n" }, "test", "test_it.py", "broken.py");
  assert.equal(code, 3);
  assert.deepEqual(results.map((result) => placeOf(result)), ["test_it.py:2", "broken.py:1"]);
});

test("what a benchmark says of a kernel", async (t) => {
  const apart = "    places = (offsets % 64) * (n // 64) + offsets // 64\n    tl.store(y_ptr + places, 2 * tl.load(x_ptr + places))";
  const { code, results } = await run(t, { "old.py": kernel(right), "new.py": kernel(apart) }, "bench", "new.py", "--baseline", "old.py");
  assert.equal(code, 1);
  assert.deepEqual(results.map(({ ruleId, level }) => [ruleId, level]), [["bench-slower", "error"]]);
  assert.match(results[0].message.text, /^scale is slower: .*global 32\.0 KiB -> /);
  assert.match(placeOf(results[0]), /^new\.py:\d+$/);
});

test("nothing wrong, bad usage and a file that can't be written", async (t) => {
  assert.deepEqual((await run(t, { "fine.py": kernel(right) }, "run", "fine.py")).results, []);
  const absent = await run(t, {}, "run", "absent.py");
  assert.deepEqual([absent.results, absent.invocation], [[], { executionSuccessful: false, exitCode: 2 }]);
  const { code, stderr } = await tessera(["compile", join(root, "shared/kernels/hello_vectors.py"), "--sarif", join(makeFolder(t), "absent", "out.sarif")]);
  assert.equal(code, 5);
  assert.match(stderr, /can't write `.*out\.sarif`/);
});
