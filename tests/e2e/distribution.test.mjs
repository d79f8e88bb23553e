// SPDX-License-Identifier: Apache-2.0
// The wheel, the Debian package and the tarball of the binary under test: made twice, installed into empty places, and used
// there. runner/packages/check.py has the checks, and says of each what it needs; here each is a test. And what the
// script that makes them says where it can't.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, root } from "./tessera.mjs";

const python = spawnSync("python3", ["--version"]).status === 0;
const skip = python ? false : "no python3";

/** Runs build.py; answers `{status, stdout, stderr}`. */
function build(output, args, { env = {}, program = binary } = {}) {
  const script = join(root, "runner/packages/build.py");
  return spawnSync("python3", [script, "--binary", program, "--output", output, "--fast", ...args], {
    encoding: "utf8",
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env },
    maxBuffer: 1 << 26,
  });
}

test("packages do their job where they are installed", { skip }, async (t) => {
  const { stdout, stderr } = build(join(makeFolder(t), "packages"), ["--check"]);
  assert.match(stdout, /\d+ passed, \d+ failed, \d+ skipped\n$/, stderr);
  const results = stdout.matchAll(/^(ok|skip|FAIL) +([a-z ]+)(.*(?:\n(?!ok |skip |FAIL |\d+ passed).*)*)/gm);
  let count = 0;
  for (const [, outcome, title, more] of results) {
    ++count;
    await t.test(title.trim(), { skip: outcome === "skip" ? more : false }, () => assert.equal(outcome, "ok", more));
  }
  assert.ok(count > 12, stdout);
});

test("the version of a commit is what packages are of", { skip }, (t) => {
  const folder = makeFolder(t);
  const make = (name, epoch) => {
    const { status, stderr } = build(join(folder, name), ["--only=tarball"], { env: { SOURCE_DATE_EPOCH: epoch } });
    assert.equal(status, 0, stderr);
    return readFileSync(join(folder, name, "SHA256SUMS"), "utf8");
  };
  assert.equal(make("one", "1700000000"), make("two", "1700000000"));
  assert.notEqual(make("one", "1700000000"), make("two", "1700000001"));
});

test("what can't be packaged is told", { skip }, (t) => {
  const folder = makeFolder(t);
  const output = join(folder, "packages");
  assert.equal(build(output, ["--only=nonsense"]).status, 2);
  const script = join(folder, "script");
  writeFileSync(script, "#!/bin/sh\n", { mode: 0o755 });
  for (const [program, pattern] of [
    [script, /no ELF file for x86-64/],
    [join(folder, "none"), /No such file/],
    ["/bin/true", /tells no version/],
  ]) {
    const { status, stderr } = build(output, [], { program });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^build\.py: /m);
    assert.match(stderr, pattern);
  }
});
