// SPDX-License-Identifier: Apache-2.0
// `tessera bench`: what kernels cost without a GPU, sweeps, and a pull request whose kernels are told apart.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ptxas } from "./compiled.mjs";
import { binary, makeFolder, root, tessera } from "./tessera.mjs";

/** A scaling kernel; `body` is what each program of it does. */
const kernelOf = (body, check = "2 * x") => `import torch
import triton
import triton.language as tl

N = 4096

@triton.jit
def scale(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
${body.map((line) => `    ${line}`).join("\n")}

x = torch.randn(N, device="cuda")
y = torch.empty_like(x)
scale[(N // 256,)](x, y, N, BLOCK=256)
torch.testing.assert_close(y, ${check})
`;
const good = kernelOf(["tl.store(y_ptr + offsets, 2 * tl.load(x_ptr + offsets))"]);
/** The same numbers, by accesses that lie apart. */
const slower = kernelOf(["places = (offsets % 64) * (n // 64) + offsets // 64", "tl.store(y_ptr + places, 2 * tl.load(x_ptr + places))"]);
const wrong = kernelOf(["tl.store(y_ptr + offsets, 2 * tl.load(x_ptr + offsets) + 1e-2)"]);
/** All programs write the last element, too, and nothing orders them. */
const racy = kernelOf(["tl.store(y_ptr + offsets, 2 * tl.load(x_ptr + offsets))", "tl.store(y_ptr + n - 1, 2 * tl.load(x_ptr + n - 1))"]);
const fine = good.replaceAll("offsets", "places") + "# another name\n";

function makeRepository(t) {
  const folder = makeFolder(t);
  const git = (...args) => execFileSync("git", ["-C", folder, ...args], { stdio: ["ignore", "pipe", "pipe"] }).toString();
  git("init", "-q", "-b", "main");
  git("config", "user.email", "tests@example.org");
  git("config", "user.name", "Tests");
  mkdirSync(join(folder, "kernels"));
  const write = (name, text) => writeFileSync(join(folder, "kernels", name), text);
  return { folder, git, write, bench: (...args) => tessera(["bench", ...args], { cwd: folder }) };
}

test("counts, predictions and a sweep, the same twice", async (t) => {
  const { folder, write, bench } = makeRepository(t);
  write("scale.py", good);
  const once = await bench("kernels/scale.py");
  assert.equal(once.code, 0, once.stderr);
  assert.match(once.stdout, /counted by the PTX emulator and predicted by the cost model, no times of a GPU/);
  assert.match(once.stdout, /^scale +1 +[\d.]+ us +[\d,]+ +32\.0 KiB +0 +0 +0 B$/m);
  assert.equal((await bench("kernels/scale.py")).stdout, once.stdout);
  const files = ["--csv", "out.csv", "--svg", "out.svg", "--save", "out.json", "--metric", "global"];
  const swept = await bench("kernels/scale.py", "--sweep", "N=4096,8192", ...files);
  assert.equal(swept.code, 0, swept.stderr);
  const read = (name) => readFileSync(join(folder, name), "utf8");
  assert.match(read("out.csv"), /^N,kernel,metric,unit,value\r\n4096,scale,predicted,us,/);
  assert.match(read("out.csv"), /8192,scale,global,B,65536\r\n/);
  assert.match(read("out.svg"), /^<svg [^]*>97\.7 KiB<[^]*>8192<[^]*<polyline[^]*<\/svg>\n$/);
  const saved = JSON.parse(read("out.json"));
  assert.deepEqual(saved.points.map(({ settings, kernels }) => [settings.N, kernels[0].counts.globalReadSectors]), [["4096", 512], ["8192", 1024]]);
  const against = await bench("kernels/scale.py", "--sweep", "N=8192,4096", "--baseline", "out.json");
  assert.equal(against.code, 0, against.stderr);
  assert.match(against.stdout, /same: scale N=8192\nsame: scale N=4096\nagainst out\.json: same\n$/);
});

test("the model predicts any size and runs nothing", async (t) => {
  const { write, bench } = makeRepository(t);
  write("scale.py", good);
  const { code, stdout } = await bench("kernels/scale.py", "--device", "model", "--set", "N=1073741824");
  assert.equal(code, 0);
  assert.match(stdout, /the cost model's predictions, no times of a GPU\nkernel  launches  predicted\nscale +- +\d+(\.\d+)? us\n$/);
  const matmul = await tessera(["bench", join(root, "shared/kernels/triton_matmul.py"), "--device", "model", ...["M", "N", "K"].flatMap((name) => ["--set", `${name}=8192`]), "--json"]);
  assert.equal(matmul.code, 0, stdout);
  assert.ok(JSON.parse(matmul.stdout).points[0].kernels[0].prediction.microseconds > 1000);
});

test("a pull request that makes one kernel slower, one wrong, one racy and leaves one alone", async (t) => {
  const { folder, git, write, bench } = makeRepository(t);
  const names = ["slower", "wrong", "racy", "fine"];
  for (const name of names) write(`${name}.py`, good);
  git("add", ".");
  git("commit", "-q", "-m", "before");
  Object.entries({ slower, wrong, racy, fine }).forEach(([name, text]) => write(`${name}.py`, text));
  const summary = join(folder, "summary.md");
  const answers = {};
  for (const name of names) {
    const args = ["bench", `kernels/${name}.py`, "--baseline", "git:main", "--github", "--junit", `${name}.xml`, "--gitlab", `${name}.json`];
    answers[name] = await tessera(args, { cwd: folder, env: { GITHUB_STEP_SUMMARY: summary } });
  }
  assert.deepEqual(names.map((name) => answers[name].code), [1, 4, 4, 0]);
  assert.match(answers.slower.stdout, /^::error file=kernels\/slower\.py,line=\d+,title=scale is slower::.*global 32\.0 KiB -> \d+/);
  assert.match(answers.wrong.stderr, /Mismatched elements/);
  assert.match(answers.racy.stderr, /\[data-race\]/);
  assert.match(answers.fine.stdout, /against git:main: same\n$/);
  assert.equal((readFileSync(summary, "utf8").match(/^### /gm) ?? []).length, 4);
  for (const [name, failures] of [["slower", 1], ["wrong", 1], ["racy", 1], ["fine", 0]]) {
    const xml = readFileSync(join(folder, `${name}.xml`), "utf8");
    assert.match(xml, new RegExp(`^<\\?xml [^]*<testsuite name="tessera bench kernels/${name}\\.py" tests="1" failures="${failures}" errors="0" skipped="0">`));
    // What GitLab asks of an issue: https://docs.gitlab.com/ci/testing/code_quality
    for (const issue of JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))) {
      assert.match(issue.fingerprint, /^[0-9a-f]{64}$/);
      assert.ok(["info", "minor", "major", "critical", "blocker"].includes(issue.severity));
      assert.ok(issue.description && issue.check_name);
      assert.equal(issue.location.path, `kernels/${name}.py`);
      assert.ok(issue.location.lines.begin >= 1);
    }
  }
  assert.equal(git("worktree", "list").trim().split("\n").length, 1, "nothing is left of the baseline");
  assert.equal(git("status", "--short", "kernels").trim().split("\n").length, 4);
});

test("what can't be compared is told by its name", async (t) => {
  const { folder, git, write, bench } = makeRepository(t);
  write("scale.py", good);
  const outside = await bench("kernels/scale.py", "--baseline", "git:nowhere");
  assert.equal(outside.code, 2);
  assert.match(outside.stderr, /`nowhere` is no commit of/);
  git("add", ".");
  git("commit", "-q", "-m", "first");
  write("new.py", good);
  assert.match((await bench("kernels/new.py", "--baseline", "git:main")).stderr, /`main` has no `kernels\/new\.py`/);
  assert.match((await bench("kernels/new.py", "--baseline", "git:--help")).stderr, /`--help` is no commit of/);
  write("other.py", good.replaceAll("scale", "grow"));
  const renamed = await bench("kernels/other.py", "--baseline", "kernels/scale.py");
  assert.equal(renamed.code, 0);
  assert.match(renamed.stdout, /grow: new: the baseline has no such kernel\nsame: scale: gone: only the baseline has it/);
  write("broken.py", "def f(:\n");
  const broken = await bench("kernels/scale.py", "--baseline", "kernels/broken.py");
  assert.equal(broken.code, 5);
  assert.match(broken.stdout, /infrastructure: the baseline does not compile/);
  assert.equal((await bench("kernels/broken.py")).code, 3);
  assert.equal((await bench("kernels/scale.py", "--device", "cuda")).code, 5);
  assert.equal((await bench("kernels/scale.py", "--device", "interpreter")).code, 2);
  assert.equal((await bench("kernels/scale.py", "--sweep", "N")).code, 2);
  assert.equal((await bench("kernels/scale.py", "--svg", "x.svg")).code, 2);
  assert.match((await bench("kernels/scale.py", "--kernel", "nobody")).stdout, /launches none of these kernels/);
  writeFileSync(join(folder, "saved.json"), "[]");
  assert.match((await bench("kernels/scale.py", "--baseline", "saved.json")).stderr, /not what `tessera bench --save` writes/);
});

const fake = join(dirname(binary), "..", "tests/unit/runner/libTesseraFakeCuda.so");
test("on a GPU programs are measured in turn", { skip: !existsSync(fake) && `no fake driver at ${fake}` }, async (t) => {
  const { folder, write } = makeRepository(t);
  symlinkSync(fake, join(folder, "libcuda.so.1"));
  // The fake driver computes nothing, so what is stored has to be what is there.
  const keep = "import torch\nimport triton\nimport triton.language as tl\n@triton.jit\ndef keep(y_ptr, BLOCK: tl.constexpr):\n  at = y_ptr + tl.arange(0, BLOCK)\n  tl.store(at, tl.load(at))\ny = torch.ones(256, device='cuda')\nkeep[(1,)](y, BLOCK=256)\n";
  write("keep.py", keep);
  write("fill.py", keep.replace("tl.load(at)", "2.0"));
  const run = (...args) => tessera(["bench", ...args, "--device", "cuda", "--json"], { cwd: folder, env: { LD_LIBRARY_PATH: folder } });
  const alone = await run("kernels/keep.py", "--save", "before.json");
  assert.equal(alone.code, 0, alone.stderr);
  assert.deepEqual(JSON.parse(alone.stdout).points[0].kernels[0].samples, Array(30).fill(0.5));
  const compared = JSON.parse((await run("kernels/keep.py", "--baseline", "kernels/keep.py")).stdout);
  const [comparison] = compared.points[0].comparisons;
  assert.equal(comparison.verdict, "same");
  assert.deepEqual(comparison.ratio, { estimate: 1, low: 1, high: 1, p: 1 });
  assert.equal(compared.points[0].kernels[0].samples.length, 24, "twelve blocks of A, B, B, A are enough");
  const slow = JSON.parse(readFileSync(join(folder, "before.json"), "utf8"));
  slow.points[0].kernels[0].samples.fill(0.25);
  writeFileSync(join(folder, "before.json"), JSON.stringify(slow));
  const against = await run("kernels/keep.py", "--baseline", "before.json");
  assert.equal(against.code, 1);
  assert.match(JSON.parse(against.stdout).points[0].comparisons[0].note, /not measured in turn/);
  const wrong = await run("kernels/fill.py", "--baseline", "kernels/keep.py");
  assert.equal(wrong.code, 4, "what the device gives is checked before anything is timed");
});

test("--time: simulated beside counts, decides between them, and only where the emulator runs", { skip: ptxas ? false : "there is no ptxas on this machine" }, async (t) => {
  const { write, folder, git, bench } = makeRepository(t);
  write("scale.py", good);
  git("add", ".");
  git("commit", "-q", "-m", "good");
  const once = await bench("kernels/scale.py", "--device", "emulator", "--time", "--card", "h100", "--save", "out.json");
  assert.equal(once.code, 0, once.stderr);
  assert.match(once.stdout, /simulated for h100 by its model of time \(version \d+\) and predicted by the cost model, no times of a GPU/);
  assert.match(once.stdout, /^kernel +launches +predicted +simulated +instructions/m);
  const [kernel] = JSON.parse(readFileSync(join(folder, "out.json"), "utf8")).points[0].kernels;
  assert.ok(kernel.simulated.microseconds > 0.5 && kernel.simulated.limit.length > 0);
  assert.equal(kernel.rates.of, "simulation");
  write("scale.py", slower);
  const large = ["--set", "N=1048576", "--device", "emulator", "--time", "--baseline", "git:HEAD"];
  const worse = await bench("kernels/scale.py", ...large);
  assert.equal(worse.code, 1, worse.stdout);
  assert.match(worse.stdout, /slower: scale: .*simulated [\d.]+ us -> [\d.]+ us \(\+/);
  // Of 16 blocks a time is latencies alone; one that only gets better by them is not believed.
  const small = await bench("kernels/scale.py", ...large.slice(2));
  assert.notEqual(small.code, 0, small.stdout);
  const model = await bench("kernels/scale.py", "--device", "model", "--time");
  assert.notEqual(model.code, 0);
  assert.match(model.stderr, /`--time` simulates what the emulator executes here, and the device is `model`/);
});
