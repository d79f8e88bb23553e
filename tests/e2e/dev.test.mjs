// SPDX-License-Identifier: Apache-2.0
// `./dev test` where there is a limit of time, with parts of our own in place of the real ones; and links that are
// kept.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { makeFolder } from "./tessera.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const progress = join(root, "compiler/cmake/ninja-progress");

// Runs `runParts` of tests/run-parts with this table; `dev`'s functions are stood in for.
function runParts(t, table, functions, minutes, began = 0) {
  const folder = makeFolder(t);
  const script = `
set -euo pipefail
root='${root}' logs='${folder}' bold='' plain='' dim='' jobs=1 command=test
say() { printf '%s\\n' "$*" >&2; }
formatTime() { echo "$1 s"; }
has() { false; }
findPtxas() { echo ptxas; }
source '${root}/tests/run-parts'
partTable='
${table}
'
${functions}
began() { SECONDS=${began}; }
eval "$(declare -f runParts | sed 's/SECONDS=0/began/')"
runParts`;
  const run = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, TESSERA_TEST_MINUTES: minutes === undefined ? "" : String(minutes) },
  });
  return { status: run.status, last: run.stdout.trim().split("\n").at(-1), told: run.stderr, out: run.stdout };
}

const table = `
quickly  easy  quick  1   a part that is ready
slowly   hard  quick  1   a part whose build is out of time
`;
const functions = `
startAhead() { :; }
partQuickly() { echo '3 passed, 0 failed, 0 skipped'; }
partSlowly() { echo '5 passed, 0 failed, 0 skipped'; }
prepare() { [[ $1 == easy || -z \${TESSERA_BUILD_UNTIL:-} ]] || exit 75; }
`;

test("a part whose build is out of time is told and skipped, the others run", (t) => {
  const run = runParts(t, table, functions, 10);
  assert.equal(run.last, "3 passed, 0 failed, 1 skipped", run.told);
  assert.equal(run.status, 0);
  assert.match(run.told, /slowly .*not run: what it needs could not be built in the 10 minutes/);
});

test("without a limit everything is built and run", (t) => {
  const run = runParts(t, table, functions, undefined);
  assert.equal(run.last, "8 passed, 0 failed, 0 skipped", run.told);
  assert.equal(run.status, 0);
});

test("a part that no longer fits is told and skipped", (t) => {
  const long = `quickly  easy  quick  1   fits\nslowly   easy  quick  500   does not`;
  const run = runParts(t, long, functions, 10, 200);
  assert.equal(run.last, "3 passed, 0 failed, 1 skipped", run.told);
  assert.match(run.told, /slowly .*not run: it may take 500 s, and [34]\d\d s are left/);
});

test("a build that fails fails its parts, with a limit too, and the others run", (t) => {
  for (const minutes of [undefined, 10]) {
    const run = runParts(
      t,
      `${table}\nlater  easy  quick  1  is ready`,
      functions.replace("exit 75", "false").replace("-z ${TESSERA_BUILD_UNTIL:-}", "1 == 0") +
        "partLater() { echo '2 passed'; }",
      minutes,
    );
    assert.equal(run.last, "5 passed, 1 failed, 0 skipped", run.told);
    assert.match(run.told, /slowly .*what it needs could not be built/);
    assert.notEqual(run.status, 0);
  }
});

test("a part that does not end is stopped, with what it started, and says what it had done", (t) => {
  // Answers an interrupt as test tools do: with its sums. What it started does not.
  const endless = `
partQuickly() { bash -c 'trap "" INT; exec sleep 345' & trap 'echo "4 passed, 1 failed"; exit 1' INT; sleep 300 & wait; }
partSlowly() { sleep 300; }
prepare() { :; }
`;
  const run = runParts(t, table, endless, 1, 57);
  assert.equal(run.last, "4 passed, 1 failed, 2 skipped", run.told);
  assert.match(run.told, /quickly .*stopped: the time is over/);
  assert.match(run.told, /slowly .*not run: it may take/);
  assert.notEqual(run.status, 0);
  assert.equal(spawnSync("pgrep", ["-f", "sleep 345"]).status, 1, "what a part started goes on");
});

test("a part that is stopped with nothing wrong fails nothing", (t) => {
  const slow = "partQuickly() { echo '4 passed'; sleep 300; }\npartSlowly() { :; }\nprepare() { :; }";
  const run = runParts(t, table, slow, 1, 58);
  assert.equal(run.last, "4 passed, 0 failed, 2 skipped", run.told);
  assert.equal(run.status, 0);
});

test("what parts took tells what still fits", (t) => {
  // The first one takes three times what the table says, so that the second needs more than there is.
  const parts = `quickly  easy  quick  1   slow here\nslowly   easy  quick  40   does not fit`;
  const slow = "partQuickly() { sleep 3; echo '3 passed'; }\npartSlowly() { echo '1 passed'; }\nprepare() { :; }";
  const run = runParts(t, parts, slow, 2, 20);
  assert.equal(run.last, "3 passed, 0 failed, 1 skipped", run.told);
  assert.match(run.told, /slowly .*not run: it may take 1[2-6]\d s/);
});

test("what a later part needs is built while others are tested, stops at its turn, and is built on", (t) => {
  const parts =
    "first  easy  quick  1  takes a while\nsecond  wasm  quick  1  is built ahead\nthird  fuzz  quick  1  too";
  // Each build counts as far as it gets; what it has started ends with it.
  const counting = `
startAhead() {
  setsid bash -c "for ((k = 0; k < 1000; ++k)); do echo step >>$logs/$1; sleep 0.1; done" & ahead=$!
}
prepare() { cp "$logs/$1" "$logs/$1-at-its-turn" 2>/dev/null || true; }
partFirst() { sleep 2; echo '1 passed'; }
partSecond() { sleep 2; echo '1 passed'; }
partThird() { cmp $logs/wasm $logs/wasm-at-its-turn && [[ -s $logs/fuzz-at-its-turn ]] && echo '1 passed'; }
`;
  const run = runParts(t, parts, counting, undefined);
  assert.equal(run.last, "3 passed, 0 failed, 0 skipped", run.told);
  assert.equal(spawnSync("pgrep", ["-f", "echo step >>"]).status, 1, "a build goes on behind the run");
});

test("ninja is stopped at its time, and what it made stays", (t) => {
  const folder = makeFolder(t);
  const rules = "rule run\n  command = sleep $for && touch $out\n";
  writeFileSync(join(folder, "build.ninja"), `${rules}build a: run\n  for = 0\nbuild b: run a\n  for = 300\n`);
  const run = (until) =>
    spawnSync("bash", [progress, "building", join(folder, "log"), "-C", folder, "b"], {
      encoding: "utf8",
      env: { ...process.env, TESSERA_BUILD_UNTIL: until },
    });
  const late = run(String(Math.floor(Date.now() / 1000) - 100)); // no time: it has the moment that a null build takes
  assert.equal(late.status, 75, late.stderr);
  assert.ok(existsSync(join(folder, "a")));
  assert.ok(!existsSync(join(folder, "b")));
  writeFileSync(join(folder, "build.ninja"), `${rules}build a: run\n  for = 0\nbuild b: run a\n  for = 0\n`);
  assert.equal(run("").status, 0);
});

test("a link of the same files is a copy, another one is not", (t) => {
  const folder = makeFolder(t);
  // A linker that counts its runs.
  const linker = join(folder, "em++");
  writeFileSync(
    linker,
    `#!/usr/bin/env bash
[[ $1 != --version ]] || { echo one; exit; }
echo run >>'${folder}/runs'
while (($#)); do [[ $1 != -o ]] || output=$2; shift; done
echo text >"$output"
echo module >"\${output%.js}.wasm"
`,
  );
  chmodSync(linker, 0o755);
  const runs = () => readFileSync(join(folder, "runs"), "utf8").trim().split("\n").length;
  const link = (checkout, flags = []) => {
    mkdirSync(join(folder, checkout), { recursive: true });
    const output = join(folder, checkout, "tessera.js");
    const command = [linker, ...flags, "@objects.rsp", "-o", "tessera.js"];
    execFileSync(join(root, "wasm/toolchain/link-once"), command, {
      cwd: join(folder, checkout),
      env: { ...process.env, TESSERA_CACHE: join(folder, "cache") },
    });
    return readFileSync(output, "utf8") + readFileSync(output.replace(/js$/, "wasm"), "utf8");
  };
  for (const checkout of ["one", "two"]) {
    mkdirSync(join(folder, checkout));
    writeFileSync(join(folder, checkout, "a.o"), "object");
    writeFileSync(join(folder, checkout, "objects.rsp"), "a.o\n");
  }
  assert.equal(link("one"), "text\nmodule\n");
  assert.equal(runs(), 1);
  assert.equal(link("two"), "text\nmodule\n");
  assert.equal(runs(), 1, "the same objects were linked twice");
  link("two", ["-Os"]);
  assert.equal(runs(), 2, "another flag is another module");
  writeFileSync(join(folder, "two", "a.o"), "another object");
  link("two");
  assert.equal(runs(), 3, "another object is another module");
});
