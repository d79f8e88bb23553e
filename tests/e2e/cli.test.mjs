// SPDX-License-Identifier: Apache-2.0
// The command line as scripts use it: exit codes, what goes to which stream, JSON's shape, input from anywhere, bad input of
// every kind.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, root, tessera } from "./tessera.mjs";
import { spawnSync } from "node:child_process";

const hello = join(root, "shared/kernels/hello_vectors.py");
const wrong = `
import jax.numpy as jnp
import numpy as np
x = jnp.arange(8)
np.testing.assert_array_equal(x, x + 1)
`;

test("run prints the program's output and nothing else on stdout", async () => {
  const { code, stdout, stderr } = await tessera(["run", hello]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "[ 0  2  4  6  8 10 12 14]\n");
  assert.equal(stderr, "");
});

test("run reads a program from standard input", async () => {
  const { code, stdout } = await tessera(["run", "-"], { input: readFileSync(hello) });
  assert.equal(code, 0);
  assert.match(stdout, /14\]/);
});

test("a compile error is 3, with place, line and marker on stderr", async () => {
  const { code, stdout, stderr } = await tessera(["run", "-"], { input: "x = [1, 2\nprint(x\n" });
  assert.equal(code, 3);
  assert.equal(stdout, "");
  assert.match(stderr, /^<stdin>:\d+:\d+: error: /m);
  assert.match(stderr, /\^/);
});

test("run counts the remarks on GPU code and shows them when asked", async () => {
  const matmul = join(root, "shared/kernels/matmul.py");
  const quiet = await tessera(["run", matmul]);
  assert.equal(quiet.code, 0, quiet.stderr);
  assert.match(quiet.stderr, /^1 remark on how the kernels compile for sm_90a: `--verbose` shows it\n$/);
  const told = await tessera(["run", matmul, "--verbose"]);
  assert.match(told.stderr, /matmul\.py:\d+:\d+: remark: plan of .*; the cost model says .*\[schedule-plan\]\n[^]*^note: tiles of /m);
  const add = await tessera(["run", join(root, "shared/kernels/saxpy.py")]);
  assert.doesNotMatch(add.stderr, /remark/);
});

test("a failed check is 4, with NumPy's words", async () => {
  const { code, stderr } = await tessera(["run", "-"], { input: wrong });
  assert.equal(code, 4);
  assert.match(stderr, /Mismatched elements: 8 \/ 8/);
});

test("--set replaces module-level literals, and refuses what is none", async () => {
  const input = "N = 4\nNAME: str = 'a'\nTWICE = 1\nTWICE = 2\ndef f():\n  LOCAL = 3\nprint(N * 2, NAME)\n";
  const set = (...settings) => tessera(["run", "-", ...settings.flatMap((setting) => ["--set", setting])], { input });
  assert.equal((await set()).stdout, "8 a\n");
  assert.equal((await set("N=-3", "NAME='b'")).stdout, "-6 b\n");
  assert.equal((await set("N=(1, 2)")).stdout, "(1, 2, 1, 2) a\n");
  for (const [setting, pattern] of [["M=1", /no `M` that can be set; it can set `N`, `NAME`/], ["TWICE=1", /can set `N`, `NAME`/], ["LOCAL=1", /can set/],
    ["N=x", /`x`, not a Python literal/], ["N=f()", /not a Python literal/], ["N", /expected NAME=VALUE/]]) {
    const { code, stdout, stderr } = await set(setting);
    assert.equal(code, 2, setting);
    assert.equal(stdout, "", setting);
    assert.match(stderr, pattern);
  }
});

test("usage errors are 2 and name the help", async () => {
  const none = "/nonexistent/x.py";
  for (const args of [[], ["nonsense"], ["run"], ["run", hello, "--nonsense"], ["run", none], ["run", root], ["run", hello, "--target", "sm_1"],
    ["run", hello, "--device", "abacus"], ["run", hello, "--repetitions", "0"], ["show", hello, "--stage", "nonsense"],
    ["show", hello, "--pass", "nonsense"], ["show", hello, "--kernel", "nonsense"], ["show", hello, "--list", "--all"],
    ["show", hello, "--stage", "tilegpu", "--pass", "trace"], ["show", hello, "--stage", "ptx", "--pass", "trace"], ["compile", hello, "--include-source"], ["compile", hello, "--json", "-o", "-"],
    ["serve", "--listen", "nowhere"], ["serve", "--listen", "127.0.0.1:x"], ["submit", hello], ["submit", hello, "--runner", "ftp://x"]]) {
    const { code, stdout, stderr } = await tessera(args, { env: { TESSERA_RUNNER: "" } });
    assert.equal(code, 2, `${args.join(" ")}: ${code} ${stderr}`);
    assert.equal(stdout, "", args.join(" "));
    assert.notEqual(stderr, "", args.join(" "));
  }
});

test("help and version succeed on stdout", async () => {
  for (const args of [["--help"], ["run", "--help"], ["--version"], ["version"]]) {
    const { code, stdout, stderr } = await tessera(args);
    assert.equal(code, 0);
    assert.notEqual(stdout, "");
    assert.equal(stderr, "");
  }
  assert.match((await tessera(["--help"])).stdout, /exit codes: 0 ok/);
});

test("--json is one JSON value on stdout", async () => {
  const version = JSON.parse((await tessera(["version", "--json"])).stdout);
  assert.equal(version.protocol, 1);
  assert.ok(version.targets.includes("sm_90a"));
  const devices = JSON.parse((await tessera(["devices", "--json"])).stdout);
  assert.equal(devices.devices[0].id, "interpreter");
  const run = JSON.parse((await tessera(["run", hello, "--json"])).stdout);
  assert.equal(run.ok, true);
  assert.equal(run.device, "interpreter");
  assert.equal(run.output, "[ 0  2  4  6  8 10 12 14]\n");
  assert.equal(run.launches[0].timing, "cpu-wall");
  assert.match(run.kernels[0].ptx ?? "", /^(|.*\.visible \.entry.*)$/s);
  const compile = JSON.parse((await tessera(["compile", hello, "--json"])).stdout);
  assert.equal(compile.ok, true);
  assert.equal(compile.kernels.length, 1);
  const show = JSON.parse((await tessera(["show", hello, "--json"])).stdout);
  assert.match(show.text, /tile\.kernel/);
  const list = JSON.parse((await tessera(["show", hello, "--list", "--json"])).stdout);
  assert.equal(list.snapshots[0].pass, "trace");
  assert.ok(!("text" in list.snapshots[0]));
});

test("show --tilings and doc --search answer", async () => {
  const { kernels } = JSON.parse((await tessera(["show", hello, "--tilings"])).stdout);
  assert.deepEqual(kernels[0].launches[0].operands.map((operand) => operand.role), ["read", "read", "write"]);
  const { entries } = JSON.parse((await tessera(["doc", "--search", "atomic add", "--json"])).stdout);
  assert.equal(`${entries[0].module}.${entries[0].name}`, "triton.language.atomic_add");
  const text = await tessera(["doc", "--search", "ATOMIC add"]);
  assert.match(text.stdout, /^triton\.language\.atomic_add  Adds in memory/);
  const none = await tessera(["doc", "--search", "xyzzy"]);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /has the words `xyzzy`/);
});

test("--json tells failures too", async () => {
  const refused = await tessera(["run", "-", "--json"], { input: "x = unknown_name\n" });
  assert.equal(refused.code, 3);
  const result = JSON.parse(refused.stdout);
  assert.equal(result.ok, false);
  assert.equal(result.diagnostics[0].id, "unknown-name");
  assert.deepEqual(result.diagnostics[0].range.begin, { line: 1, column: 5 });
  const failed = await tessera(["run", "-", "--json"], { input: wrong });
  assert.equal(failed.code, 4);
  assert.equal(JSON.parse(failed.stdout).checks[0].passed, false);
});

test("compile freezes an artifact that show and run take", async (t) => {
  const folder = makeFolder(t);
  const file = join(folder, "hello.tessera");
  const made = JSON.parse((await tessera(["compile", hello, "-o", file, "--json"])).stdout);
  const bytes = readFileSync(file);
  assert.equal(made.sha256, createHash("sha256").update(bytes).digest("hex"));
  assert.equal(made.bytes, bytes.length);
  assert.ok(!bytes.includes("add_vectors(x, x)"), "the source text stays here unless asked for");
  assert.equal((await tessera(["run", file])).stdout, "[ 0  2  4  6  8 10 12 14]\n");
  assert.match((await tessera(["show", file])).stdout, /tile\.kernel/);
  assert.equal((await tessera(["show", file, "--list"])).code, 2);
  assert.equal((await tessera(["compile", file])).code, 2);
  assert.equal((await tessera(["run", file, "--target", "sm_80"])).code, 2);
  await tessera(["compile", hello, "-o", file, "--include-source"]);
  assert.ok(readFileSync(file).includes("add_vectors(x, x)"));
});

test("artifacts that are cut, altered or from the future are named", async (t) => {
  const folder = makeFolder(t);
  const file = join(folder, "a");
  await tessera(["compile", hello, "-o", file]);
  const bytes = readFileSync(file);
  const cases = { "artifact-truncated": bytes.subarray(0, 100), "artifact-altered": Buffer.from(bytes), "artifact-version": Buffer.from(bytes) };
  cases["artifact-altered"][bytes.length - 1] ^= 1;
  cases["artifact-version"][8] = 1; // it had MLIR's bytecode
  for (const [id, content] of Object.entries(cases)) {
    writeFileSync(file, content);
    const { code, stderr } = await tessera(["run", file]);
    assert.equal(code, 3, id);
    assert.match(stderr, new RegExp(`\\[${id}\\]`));
  }
});

test("files that a program writes stay below --output-dir", async (t) => {
  const folder = makeFolder(t);
  const program = (name) => `with open(${JSON.stringify(name)}, "w") as f:\n  print("text", file=f)\n`;
  const kept = await tessera(["run", "-", "--output-dir", join(folder, "out")], { input: program("a/b.txt") });
  assert.equal(kept.code, 0, kept.stderr);
  assert.equal(readFileSync(join(folder, "out/a/b.txt"), "utf8"), "text\n");
  for (const name of ["../escaped.txt", "/tmp/escaped-from-tessera.txt", "a/../../escaped.txt"]) {
    const { code, stderr } = await tessera(["run", "-", "--output-dir", join(folder, "out")], { input: program(name) });
    assert.notEqual(code, 0, name);
    assert.notEqual(stderr, "", name);
  }
  const { stderr } = await tessera(["run", "-"], { input: program("a.txt") });
  assert.match(stderr, /--output-dir/);
});

test("what a program wrote before it failed is kept", async (t) => {
  const folder = makeFolder(t);
  const input = "with open('a.txt', 'w') as f:\n  print('text', file=f)\nraise ValueError('after')\n";
  const { code } = await tessera(["run", "-", "--output-dir", folder], { input });
  assert.equal(code, 3);
  assert.equal(readFileSync(join(folder, "a.txt"), "utf8"), "text\n");
});

test("what a program printed before it failed is shown", async () => {
  const program = "import jax.numpy as jnp\nprint('before', jnp.arange(3).sum())\nraise ValueError('after')\n";
  const { code, stdout, stderr } = await tessera(["run", "-"], { input: program });
  assert.equal(code, 3);
  assert.equal(stdout, "before 3\n");
  assert.match(stderr, /:3:1: error: .*after/);
  const json = JSON.parse((await tessera(["run", "-", "--json"], { input: program })).stdout);
  assert.equal(json.ok, false);
  assert.equal(json.output, "before 3\n");
  assert.equal(json.diagnostics.length, 1);
});

test("unwritable places are 5", async (t) => {
  const full = await tessera(["show", hello], { stdio: ["pipe", openSync("/dev/full", "w"), "pipe"] });
  assert.equal(full.code, 5);
  assert.match(full.stderr, /No space left on device/);
  const folder = makeFolder(t);
  mkdirSync(join(folder, "is-a-folder"));
  assert.equal((await tessera(["compile", hello, "-o", join(folder, "is-a-folder")])).code, 5);
  if (process.getuid() !== 0) {
    chmodSync(folder, 0o555);
    assert.equal((await tessera(["compile", hello, "-o", join(folder, "x")])).code, 5);
    chmodSync(folder, 0o755);
  }
});

test("a reader that leaves ends the command quietly", () => {
  const { stderr } = spawnSync("sh", ["-c", `"${binary}" show "${hello}" --all | true`], { encoding: "utf8" });
  assert.equal(stderr, "");
});

test("no GPU here is 5 and says why", async () => {
  const { devices } = JSON.parse((await tessera(["devices", "--json"])).stdout);
  if (devices.some((device) => device.kind === "cuda")) return;
  assert.match(devices[0].name, /no GPU on this machine/);
  const { code, stderr } = await tessera(["run", hello, "--device", "cuda"]);
  assert.equal(code, 5);
  assert.match(stderr, /libcuda\.so\.1/);
  assert.equal((await tessera(["run", hello, "--device", "auto"])).code, 0);
});

test("bytes that are no text at all are an error, not a crash", async () => {
  for (const input of [Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(100000, 0x5b), Buffer.from("\0\0\0"), Buffer.from("")]) {
    const { code, signal } = await tessera(["run", "-"], { input });
    assert.equal(signal, null);
    assert.ok([0, 3].includes(code), `exit code ${code}`);
  }
});

test("opt replays a pipeline", async () => {
  const { stdout } = await tessera(["show", hello, "--pass", "trace"]);
  const { code, stderr } = await tessera(["opt", "-", "--verify-each"], { input: stdout });
  assert.equal(code, 0, stderr);
});

test("show tells what has no code; with --verbose, what was chosen and why not better", async () => {
  const matmul = join(root, "shared/kernels/matmul.py"), stage = ["--target=sm_90a", "--stage=ptx"];
  const quiet = await tessera(["show", matmul, ...stage]);
  assert.equal(quiet.stderr, "");
  const told = await tessera(["show", matmul, ...stage, "--verbose"]);
  const reason = "remark: no warpgroups for the products of `.*`: operands of f32 are multiplied exactly; let their precision be tf32";
  assert.match(told.stderr, new RegExp(`matmul\\.py:\\d+:\\d+: ${reason}`));
});

test("--tune chooses for the compiler; a name or a value that is none is told", async () => {
  const file = join(root, "shared/kernels/vector_add.py");
  assert.equal((await tessera(["compile", file, "--tune", "warps=8"])).code, 0);
  const unknown = await tessera(["compile", file, "--tune", "stagess=3"]);
  assert.equal(unknown.code, 3);
  assert.match(unknown.stderr, /there is no choice `stagess`, expected one of warps, stages.* \[schedule-choice\]/s);
  const wrong = await tessera(["compile", file, "--json", "--tune", "stages=many"]);
  assert.equal(JSON.parse(wrong.stdout).diagnostics[0].id, "schedule-choice");
});

test("--compare runs each launch in the interpreter too", async () => {
  const { code, stderr } = await tessera(["run", join(root, "shared/kernels/vector_add.py"), "--device=emulator", "--compare"]);
  assert.equal(code, 0, stderr);
});
