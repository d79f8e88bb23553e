// SPDX-License-Identifier: Apache-2.0
// NumPy's own test files (Debian's python3-numpy) through `tessera test`, unmodified, against numpy-expected.txt.
//
//   node tests/peers/numpy.mjs [FILE...] [--update]
//
// A line of numpy-expected.txt is `FILE METHOD: reason`, or `FILE *: reason` for a file that can't be evaluated. A method passes when all its
// cases do (skipped ones do not count). A failure that is not listed fails the run; a listed method that passes is
// told, so that its line can go: the list may only get shorter. `--update` writes the list anew. Ends with a line of counts; 77 where NumPy's tests are not installed.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const binary = process.env.TESSERA_BINARY ?? join(folder, "../../build/native/bin/tessera");
const tests = "/usr/lib/python3/dist-packages/numpy";
const files = {
  test_numeric: "core", test_indexing: "core", test_multiarray: "core", test_ufunc: "core",
  test_function_base: "lib", test_shape_base: "lib", test_arraypad: "lib", test_random: "random",
};
const listFile = join(folder, "numpy-expected.txt");
const given = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const updates = process.argv.includes("--update");

/// {method: reason or null}; a file that can't be evaluated has the method `*`.
function runFile(name) {
  const place = mkdtempSync(join(tmpdir(), "peers-"));
  const output = join(place, "results.jsonl");
  // Away from NumPy's own folders, which would be searched for the modules that it imports.
  const path = join(place, `${name}.py`);
  copyFileSync(join(tests, files[name], "tests", `${name}.py`), path);
  const run = spawnSync(binary, ["test", path, "--format", "jsonl", "--output", output, "--timeout", "20"], { encoding: "utf8", timeout: 900_000, maxBuffer: 1 << 28 });
  const methods = {};
  const lines = existsSync(output) ? readFileSync(output, "utf8").split("\n").filter(Boolean) : [];
  rmSync(place, { recursive: true, force: true });
  for (const line of lines) {
    const { id, outcome, reason } = JSON.parse(line);
    if (!id) continue;
    const method = id.replace(/\[.*$/s, "").replaceAll("::", ".");
    if (outcome === "skipped") methods[method] ??= undefined;
    else if (outcome === "passed") methods[method] ??= null;
    else methods[method] ||= (reason ?? "failed").split("\n").find((part) => part.trim())?.trim().slice(0, 100) ?? "failed";
  }
  const ended = run.signal ? `ended by ${run.signal}` : run.status === 3 ? "can't be evaluated" : null;
  if (ended || !lines.length) methods["*"] = ended === "can't be evaluated" || !ended ? /error: (.*)/.exec(run.stdout + run.stderr)?.[1].slice(0, 100) ?? "no results" : ended;
  return Object.fromEntries(Object.entries(methods).filter(([, reason]) => reason !== undefined));
}

if (!existsSync(join(tests, "core/tests/test_numeric.py"))) {
  console.log("python3-numpy is not installed");
  process.exit(77);
}
const expected = new Map();
for (const line of existsSync(listFile) ? readFileSync(listFile, "utf8").split("\n") : []) {
  const [, key, reason] = /^(\S+ \S+): (.*)$/.exec(line) ?? [];
  if (key && !line.startsWith("#")) expected.set(key, reason);
}
const written = [];
let passed = 0;
let failed = 0;
let listed = 0;
for (const name of Object.keys(files)) {
  if (given.length && !given.includes(name)) {
    for (const [key, reason] of expected) if (key.startsWith(`${name} `)) written.push(`${key}: ${reason}`);
    continue;
  }
  const methods = runFile(name);
  let good = 0;
  for (const [method, reason] of Object.entries(methods).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const key = `${name} ${method}`;
    if (reason === null) {
      good++;
      if (expected.has(key)) {
        if (!updates) console.log(`PASSES, but is listed: ${key}`);
      }
      passed++;
      continue;
    }
    written.push(`${key}: ${expected.get(key) ?? reason}`);
    if (expected.has(key) || expected.has(`${name} *`)) listed++;
    else {
      failed++;
      if (!updates) console.log(`FAILED ${key}: ${reason}`);
    }
  }
  const all = Object.keys(methods).length;
  console.log(`${name}: ${good} of ${all} methods pass (${Math.round((100 * good) / Math.max(all, 1))} %)`);
}
if (updates) {
  writeFileSync(listFile, `# What of NumPy's own tests does not pass, a method a line, with the reason. Written by tests/peers/numpy.mjs --update.\n${written.join("\n")}\n`);
  console.log(`${written.length} lines written`);
  process.exit(0);
}
console.log(`${passed} passed, ${failed} failed, ${listed} expected to fail`);
process.exit(failed ? 1 : 0);
