// SPDX-License-Identifier: Apache-2.0
// `tessera ci`: a pull request's kernels told apart, what is written for CI systems, the ready action and job, and
// configurations that are none.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { placeOf, readSarif } from "./sarif.mjs";
import { binary, findWorker, longProgram, makeFolder, root, tessera } from "./tessera.mjs";

/** A scaling kernel that imports its factor from src; `body` is what each program of it does. */
const kernelOf = (...body) => `import torch
import triton
import triton.language as tl
from factors import FACTOR

N = 4096

@triton.jit
def scale(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
${body.map((line) => `    ${line}`).join("\n")}

x = torch.randn(N, device="cuda")
y = torch.empty_like(x)
scale[(N // 256,)](x, y, N, BLOCK=256)
torch.testing.assert_close(y, FACTOR * x)
`;
const good = kernelOf("tl.store(y_ptr + offsets, 2 * tl.load(x_ptr + offsets))");
const kernels = {
  slower: kernelOf("places = (offsets % 64) * (n // 64) + offsets // 64", "tl.store(y_ptr + places, 2 * tl.load(x_ptr + places))"),
  wrong: kernelOf("tl.store(y_ptr + offsets, 2 * tl.load(x_ptr + offsets) + 1e-2)"),
  racy: kernelOf("tl.store(y_ptr + offsets, 2 * tl.load(x_ptr + offsets))", "tl.store(y_ptr + n - 1, 2 * tl.load(x_ptr + n - 1))"),
  fine: good.replaceAll("offsets", "places"),
};
const config = `target = "sm_90a"
path = ["src"]

[test]
files = ["tests/**/test_*.py"]

[check]
files = ["kernels/{racy,fine}.py"]

[[bench]]
files = ["kernels/*.py"]
baseline = "auto"
threshold = 2
device = "emulator"
`;

/** A folder with these files; `ci` runs there, without what the machine's own CI may have set. */
function makeProject(t, files) {
  const folder = makeFolder(t);
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  Object.entries(files).forEach(([name, text]) => write(name, text));
  const git = (...args) => execFileSync("git", ["-C", folder, ...args], { stdio: ["ignore", "pipe", "pipe"] }).toString().trim();
  const env = { GITHUB_BASE_REF: "", CI_MERGE_REQUEST_DIFF_BASE_SHA: "", GITHUB_STEP_SUMMARY: "" };
  const ci = (args = [], more = {}) => tessera(["ci", ...args], { cwd: folder, env: { ...env, ...more } });
  const read = (name) => readFileSync(join(folder, "tessera-ci", name), "utf8");
  const verdicts = () => Object.fromEntries(JSON.parse(read("ci.json")).steps.map(({ kind, file, verdict, exitCode }) => [`${kind} ${file}`, `${verdict} ${exitCode}`]));
  return { folder, write, git, ci, read, verdicts, env };
}

/** A clone on a branch whose changes are those of `kernels`, a new kernel and a failing test. */
function makePullRequest(t) {
  const before = Object.fromEntries(Object.keys(kernels).map((name) => [`kernels/${name}.py`, good]));
  const project = makeProject(t, { "tessera.toml": config, "src/factors.py": "FACTOR = 2\n", "tests/unit/test_factors.py": "from factors import FACTOR\n\ndef test_factor():\n  assert FACTOR == 2\n", ...before });
  const { git, write } = project;
  const upstream = makeFolder(t);
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", upstream]);
  git("init", "-q", "-b", "main");
  git("config", "user.email", "tests@example.org");
  git("config", "user.name", "Tests");
  git("remote", "add", "origin", upstream);
  git("add", ".");
  git("commit", "-q", "-m", "before");
  git("push", "-q", "origin", "main");
  git("checkout", "-q", "-b", "change");
  for (const [name, text] of Object.entries(kernels)) write(`kernels/${name}.py`, text);
  write("kernels/added.py", good);
  write("tests/test_more.py", "def test_sum():\n  assert 1 + 1 == 3\n");
  git("add", ".");
  git("commit", "-q", "-m", "after");
  return { ...project, base: git("rev-parse", "main") };
}

const wanted = {
  "test tests/test_more.py": "failed 4",
  "test tests/unit/test_factors.py": "passed 0",
  "check kernels/fine.py": "clean 0",
  "check kernels/racy.py": "racy 4",
  "bench kernels/added.py": "new 0",
  "bench kernels/fine.py": "same 0",
  "bench kernels/racy.py": "racy 4",
  "bench kernels/slower.py": "slower 1",
  "bench kernels/wrong.py": "wrong 4",
};

/** What stands in JUnit's XML: names of cases, and the failures' types. */
function readJunit(xml) {
  assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n[^]*<\/testsuites>\n$/);
  for (const name of ["testsuite", "testcase", "failure", "error"]) {
    const open = (xml.match(new RegExp(`<${name}[ >]`, "g")) ?? []).length;
    const closed = (xml.match(new RegExp(`</${name}>|<${name} [^>]*/>`, "g")) ?? []).length;
    assert.equal(open, closed, name);
  }
  return [...xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(\/>|>(?:\s*<(\w+))?)/g)].map(([, type, name, , state]) => [type, name, state ?? "ok"]);
}

test("a pull request: one slower, one wrong, one racy, one fine, one new, a test that fails", async (t) => {
  const { folder, ci, read, verdicts, git } = makePullRequest(t);
  const summary = join(folder, "summary.md");
  const { code, stdout, stderr } = await ci(["--github", "--gitlab"], { GITHUB_BASE_REF: "main", GITHUB_STEP_SUMMARY: summary });
  assert.equal(code, 4, stdout + stderr);
  assert.deepEqual(verdicts(), wanted);
  assert.match(stdout, /^bench +kernels\/slower\.py +slower +1 +[\d.]+ s  scale is slower: predicted .* \.\.$/m);
  assert.match(stdout, /^bench +kernels\/wrong\.py +wrong +4 +[\d.]+ s  Tensor-likes are not close!$/m);
  assert.match(stdout, /^bench +kernels\/added\.py +new +0 +[\d.]+ s  the baseline has no such file$/m);
  assert.match(stdout, /\nexit code 4\n$/);

  // Annotations stand after all that programs print, of which none is a command.
  const told = stdout.split("\n").filter((line) => /^::(error|warning) /.test(line));
  assert.ok(told.length <= 10);
  for (const place of ["kernels/slower.py", "kernels/wrong.py", "kernels/racy.py", "tests/test_more.py"]) assert.ok(told.some((line) => line.includes(`file=${place},line=`)), place);
  assert.ok(!told.some((line) => /fine|added/.test(line)));
  const stops = [...stdout.matchAll(/^::stop-commands::(\w+)$/gm)].map(([, token]) => token);
  assert.equal(new Set(stops).size, 9);
  for (const token of stops) assert.ok(stdout.includes(`\n::${token}::\n::endgroup::\n`));

  const results = readSarif(read("tessera.sarif"));
  const rules = new Set(results.map((result) => `${result.ruleId} ${placeOf(result).replace(/:\d+$/, "")}`));
  for (const rule of ["bench-slower kernels/slower.py", "data-race kernels/racy.py", "assertion-failed tests/test_more.py"]) assert.ok(rules.has(rule), [...rules].join());
  const races = results.filter(({ ruleId }) => ruleId === "data-race");
  assert.equal(races.length, new Set(races.map((race) => JSON.stringify(race.locations) + race.message.text)).size, "check and bench find the same race");

  const issues = JSON.parse(read("code-quality.json"));
  assert.equal(issues.length, results.length);
  assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, issues.length);
  for (const { description, check_name, severity, location } of issues) {
    assert.ok(description && check_name && ["info", "minor", "major", "critical", "blocker"].includes(severity));
    assert.ok(existsSync(join(folder, location.path)) && location.lines.begin >= 1);
  }

  const cases = readJunit(read("junit.xml"));
  assert.deepEqual(cases.filter(([type]) => type.startsWith("test_")), [["test_more", "test_sum", "failure"], ["test_factors", "test_factor", "ok"]]);
  assert.deepEqual(cases.filter(([type]) => type === "kernels/slower.py"), [["kernels/slower.py", "scale", "failure"]]);
  assert.deepEqual(cases.filter(([type]) => type === "tessera ci"), [["tessera ci", "check kernels/fine.py", "ok"], ["tessera ci", "check kernels/racy.py", "failure"], ["tessera ci", "bench kernels/added.py", "ok"]]);

  const markdown = readFileSync(summary, "utf8");
  assert.equal(markdown, read("summary.md"));
  assert.match(markdown, /^## tessera ci: exit code 4\n\n\| step \| file \|/);
  assert.match(markdown, /^\| bench \| `kernels\/slower\.py` \| slower \| 1 \|/m);
  assert.match(markdown, /^### `kernels\/slower\.py` for sm_90a\n\nAgainst `git:origin\/main`: \*\*slower\*\*/m);
  assert.equal(git("worktree", "list").split("\n").length, 1, "nothing is left of the baseline");
});

test("the base of a merge request, a baseline from the command line, and none", async (t) => {
  const { ci, base, verdicts } = makePullRequest(t);
  assert.equal((await ci([], { CI_MERGE_REQUEST_DIFF_BASE_SHA: base })).code, 4);
  assert.deepEqual(verdicts(), wanted);
  const none = await ci();
  assert.match(none.stdout, /^no baseline: this is no pull request/);
  assert.equal(verdicts()["bench kernels/slower.py"], "measured 0");
  const json = await ci(["--baseline", "git:HEAD", "--json"]);
  const { steps, exitCode } = JSON.parse(json.stdout);
  assert.equal(exitCode, 4);
  assert.deepEqual(steps.filter(({ kind }) => kind === "bench").map(({ verdict }) => verdict), ["same", "same", "racy", "same", "wrong"]);
  assert.match(json.stderr, /^== bench kernels\/added\.py$/m);
  for (const [args, env] of [[["--baseline", "git:nowhere"], {}], [[], { GITHUB_BASE_REF: "gone" }]]) {
    const { code, stderr } = await ci(args, env);
    assert.equal(code, 2);
    assert.match(stderr, /(`nowhere`|`origin\/gone` \(of GITHUB_BASE_REF\)) is no commit of this repository; .*`fetch-depth: 0`/);
  }
  const file = await ci(["--baseline", "kernels/fine.py"]);
  assert.equal(file.code, 2);
  assert.match(file.stderr, /a file is the baseline of one program, and there are 5/);
});

test("settings, a sweep with its sparkline, words of tests, sections that may be empty", async (t) => {
  const { ci, read, verdicts } = makeProject(t, {
    "ci/tessera.toml": `path = ["../src"]
[[test]]
files = ["test_*.py"]
words = "not slow"
[[test]]
files = ["absent/*.py"]
optional = true
[[bench]]
files = ["../kernels/fine.py"]
set = { NAME = "a,'b", SHAPE = [1, 2], SCALE = 1.0, DEEP = true }
sweep = { N = [4096, 8192, 65_536] }
kernels = ["scale"]
device = "emulator"
`,
    "src/factors.py": "FACTOR = 2\n",
    "ci/test_a.py": "def test_slow():\n  assert False\n",
    "ci/test_b.py": "def test_quick():\n  pass\n",
    "kernels/fine.py": `${good.replace("N = 4096", 'N = 4096\nNAME = ""\nSHAPE = None\nSCALE = 0\nDEEP = False')}assert (NAME, SHAPE, SCALE, DEEP) == ("a,'b", [1, 2], 1.0, True) and type(SCALE) is float\n`,
  });
  const { code, stdout, stderr } = await ci(["--config", "ci/tessera.toml"]);
  assert.equal(code, 0, stdout + stderr);
  assert.deepEqual(verdicts(), { "test ci/test_a.py": "no tests 0", "test ci/test_b.py": "passed 0", "bench kernels/fine.py": "measured 0" });
  assert.match(read("summary.md"), /^`scale, predicted` ▁.*█$/m);
  assert.match(read("summary.md"), /^\| scale N=4096 \| predicted [\d.]+ us, instructions [\d,]+, global 32\.0 KiB,/m);
});

test("more annotations than GitHub shows, and messages longer than it takes", async (t) => {
  const failing = (i) => `def test_${i}():\n  assert "${"ä".repeat(40000)}" == "${i}"\n`;
  const { ci } = makeProject(t, { "tessera.toml": '[test]\nfiles = ["test_it.py"]\n', "test_it.py": Array.from({ length: 12 }, (_, i) => failing(i)).join("\n") });
  const { code, stdout } = await ci(["--github"]);
  assert.equal(code, 4);
  const told = stdout.split("\n").filter((line) => line.startsWith("::error "));
  assert.equal(told.length, 10);
  for (const line of told) assert.ok(Buffer.byteLength(line) < 65536 && !line.includes("\ufffd"));
  assert.match(stdout, /^2 more: GitHub shows 10 errors/m);
});

test("the worst exit code, a deadline, a file that does not compile", async (t) => {
  const { ci, write, verdicts, read, folder } = makeProject(t, {
    "tessera.toml": 'timeout = 2\n[check]\nfiles = ["*.py"]\ndevice = "interpreter"\n',
    "fine.py": "print('::error::not a command')\n",
    "long.py": longProgram,
  });
  const overdue = await ci(["--github"]);
  assert.equal(overdue.code, 5, overdue.stdout + overdue.stderr);
  assert.match(overdue.stdout, /^::error file=long\.py,line=1,title=check long\.py::infrastructure: it took longer than 2 s/m);
  assert.deepEqual(readJunit(read("junit.xml")), [["tessera ci", "check fine.py", "ok"], ["tessera ci", "check long.py", "error"]]);
  write("broken.py", "def f(:\n");
  write("fails.py", "assert 1 == 2\n");
  const { code } = await ci();
  assert.equal(code, 3);
  assert.equal(verdicts()["check broken.py"], "compile error 3");
  assert.equal(verdicts()["check fine.py"], "clean 0");
  const refused = await ci(["--sarif", "absent/x.sarif"]);
  assert.equal(refused.code, 3, "worse than what could not be written");
  assert.match(refused.stderr, /can't write `absent\/x\.sarif`/);
  writeFileSync(join(folder, "taken"), "");
  assert.equal((await ci(["--output", "taken"])).code, 5);
  // Late enough that a busy machine has begun, and before the deadline of the one that is long.
  const interrupted = await tessera(["ci"], { cwd: folder, signalAfterMs: 1500, signal: "SIGTERM" });
  assert.equal(interrupted.code, 130);
});

test("a step that a signal ends: the machine's fault or ours", async (t) => {
  const { folder, read } = makeProject(t, { "tessera.toml": '[check]\nfiles = ["long.py"]\ndevice = "interpreter"\n', "long.py": longProgram });
  for (const [signal, code, verdict] of [["SIGKILL", 5, "infrastructure"], ["SIGSEGV", 70, "bug"]]) {
    const child = spawn(binary, ["ci"], { cwd: folder, stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    process.kill(await findWorker({ pid: child.pid, log: () => "" }), signal);
    assert.equal(await ended, code);
    const [step] = JSON.parse(read("ci.json")).steps;
    assert.equal(step.verdict, verdict);
    assert.match(step.note, /^signal \d+ ended it$/);
    assert.deepEqual(readJunit(read("junit.xml")), [["tessera ci", "check long.py", "error"]]);
  }
});

test("configurations that are none", async (t) => {
  const { ci, write } = makeProject(t, { "a.py": "x = 1\n", "b.py": "x = 1\n" });
  assert.match((await ci()).stderr, /can't read `tessera\.toml`/);
  const bench = '[[bench]]\nfiles = ["a.py"]\n';
  const bad = [
    ["", "1:1: there is nothing to do"],
    ["x = \n", "1:5: "],
    ["x = '\n", "1:"],
    [`x = ${"[".repeat(100000)}`, "1:"],
    [`# ${".".repeat(99)}\nx = """\n${".".repeat(99)}"""\n[test]\n${"a.".repeat(100000)}a = 1\n`, "5:16: a dotted key of so many parts"],
    [`"ä".${"'b' . ".repeat(100000)}c = 1\n`, "1:45: a dotted key"],
    ['[test]\nfiles = ["*.py"]\nfile = 1\n', "3:1: unknown key `file` in `test`, did you mean `files`?"],
    [`verbose = true\n${bench}`, "1:1: unknown key `verbose` in the configuration, expected one of `target`, `path`"],
    ['[test]\nfiles = "*.py"\n', "2:9: `files` is a string, expected an array of strings"],
    ['[test]\nfiles = ["a.py", 3]\n', "2:18: `files` is an integer, expected an array of strings"],
    ["[test]\n", "1:1: there are no `files` in this section"],
    ['[test]\nfiles = ["none/*.py"]\n', "2:10: `none/*.py` matches no file; `optional = true`"],
    ['[test]\nfiles = ["[a.py"]\n', "2:10: `[a.py` is no pattern"],
    ['[test]\nfiles = ["/a.py"]\n', "2:10: `/a.py` is no pattern: a pattern is relative"],
    ["test = 1\n", "1:8: `test` is an integer, expected a section, `[test]`, or several, `[[test]]`"],
    [`target = "sm_1"\n${bench}`, "1:10: `target` is `sm_1`, expected one of `sm_"],
    [`path = ["absent"]\n${bench}`, "1:9: `path` has `absent`, which is no folder"],
    [`timeout = 0\n${bench}`, "1:11: `timeout` is seconds"],
    [`${bench}threshold = "2"\n`, "3:13: `threshold` is a string, expected a number"],
    [`${bench}threshold = nan\n`, "3:13: `threshold` is percent"],
    [`${bench}set = { M = 1979-05-27 }\n`, "3:13: `M` is a date or time, expected"],
    [`${bench}set = { "a b" = 1 }\n`, "3:9: `a b` is no name of Python's"],
    [`${bench}sweep = { M = 256 }\n`, "3:15: `M` is an integer, expected an array of values"],
    [`${bench}sweep = { M = [] }\n`, "3:15: `M` has no values to sweep"],
    [`${bench}baseline = "absent.json"\n`, "3:12: there is no file `absent.json`"],
    ['[[bench]]\nfiles = ["*.py"]\nbaseline = "a.py"\n', "3:12: a file is the baseline of one file, but `files` names 2"],
    [`${bench}baseline = 3\n`, "3:12: `baseline` is not"],
    ['[check]\nfiles = ["a.py"]\nschedules = 0\n', "3:13: `schedules` is a number of them from 1 on"],
    ['[test]\nfiles = ["a.py"]\nas = "tpu"\n', "3:6: `as` is not"],
  ];
  for (const [text, message] of bad) {
    write("tessera.toml", text);
    const { code, stdout, stderr } = await ci();
    assert.equal(code, 2, text);
    assert.equal(stdout, "");
    assert.ok(stderr.startsWith(`tessera: error: tessera.toml:${message}`), `${text}gives\n${stderr}`);
  }
  write("tessera.toml", "[test]\nfile = 1\n[bench]\nfiles = 2\n");
  assert.deepEqual((await ci()).stderr.split("\n").map((line) => line.slice(0, 32)), ["tessera: error: tessera.toml:1:1", "tessera: error: tessera.toml:2:1", "tessera: error: tessera.toml:4:9", ""]);
});

/** The lines of each block scalar after `key: |`, without their indentation. */
function readBlocks(yaml, key) {
  const lines = yaml.split("\n");
  const begins = lines.flatMap((line, i) => (line.trim() === `${key}|` ? [i] : []));
  return begins.map((at) => {
    const indent = lines[at + 1].search(/\S/);
    const end = lines.findIndex((line, i) => i > at && line.trim() && line.search(/\S/) < indent);
    return lines.slice(at + 1, end < 0 ? undefined : end).map((line) => line.slice(indent)).join("\n");
  });
}

/** As a YAML parser reads it, where this machine's Python has one. */
function parseYaml(t, yaml) {
  const { status, stdout } = spawnSync("python3", ["-c", "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"], { input: yaml });
  if (status === 0) return JSON.parse(stdout);
  t.diagnostic("no YAML parser here: the files are looked at as text only");
}

const runScript = (script, { cwd, env }) => spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], { cwd, encoding: "utf8", env: { ...process.env, NO_COLOR: "1", ...env } });

test("the action for GitHub runs as it stands", async (t) => {
  const yaml = readFileSync(join(root, "runner/ci/github/action.yml"), "utf8");
  assert.match(yaml, /`fetch-depth: 0`/);
  const scripts = readBlocks(yaml, "run: "), [install, script] = scripts;
  assert.equal(scripts.length, 2);
  assert.ok(!scripts.join("").includes("${{"), "no input is part of a script");
  const parsed = parseYaml(t, yaml);
  if (parsed) {
    assert.deepEqual(Object.keys(parsed), ["name", "description", "inputs", "outputs", "runs"]);
    assert.equal(parsed.runs.using, "composite");
    assert.deepEqual(parsed.runs.steps.map(({ shell, run }) => [shell, run.trim()]), scripts.map((one) => ["bash", one.trim()]));
    for (const { description } of [...Object.values(parsed.inputs), ...Object.values(parsed.outputs)]) assert.ok(description);
  }
  const { folder, verdicts, env } = makePullRequest(t);
  const inputs = { package: "", binary, config: "tessera.toml", baseline: "", output: "tessera-ci" };
  const variables = Object.fromEntries([...yaml.matchAll(/^ +(\w+): \$\{\{ inputs\.(\w+) \}\}$/gm)].map(([, name, input]) => [name, inputs[input]]));
  assert.equal(Object.keys(variables).length, 5);
  const given = { ...env, ...variables, GITHUB_BASE_REF: "main", GITHUB_STEP_SUMMARY: join(folder, "summary.md"), GITHUB_OUTPUT: join(folder, "output") };
  const installed = runScript(install, { cwd: folder, env: given });
  assert.deepEqual([installed.status, installed.stderr], [0, ""], "without a package there is nothing to do");
  const run = runScript(script, { cwd: folder, env: given });
  assert.equal(run.status, 4, run.stderr);
  assert.deepEqual(verdicts(), wanted);
  assert.match(readFileSync(given.GITHUB_STEP_SUMMARY, "utf8"), /Against `git:origin\/main`/);
  const outputs = Object.fromEntries(readFileSync(given.GITHUB_OUTPUT, "utf8").trim().split("\n").map((line) => line.split("=")));
  for (const file of Object.values(outputs)) assert.ok(existsSync(join(folder, file)), file);
  assert.equal(runScript(script, { cwd: folder, env: { ...given, TESSERA_CI_BASELINE: "git:nowhere" } }).status, 2);
});

test("the job for GitLab runs as it stands", async (t) => {
  const yaml = readFileSync(join(root, "runner/ci/gitlab.yml"), "utf8");
  const scripts = readBlocks(yaml, "- "), script = scripts.join("\n");
  assert.equal(scripts.length, 2);
  const reports = Object.fromEntries([...yaml.matchAll(/^ +(junit|codequality): (\S+)$/gm)].map(([, name, file]) => [name, file]));
  const parsed = parseYaml(t, yaml);
  if (parsed) {
    const job = parsed[".tessera-ci"];
    assert.deepEqual(job.script.map((line) => line.trim()), scripts.map((one) => one.trim()));
    assert.equal(job.variables.TESSERA_CI_PACKAGE, "");
    assert.deepEqual(job.artifacts.reports, reports);
    assert.equal(job.artifacts.when, "always");
    assert.equal(job.variables.GIT_DEPTH, "0");
  }
  const { folder, verdicts, base, env } = makePullRequest(t);
  const run = runScript(script, { cwd: folder, env: { ...env, TESSERA_CI_PACKAGE: "", TESSERA_CI_BINARY: binary, TESSERA_CI_CONFIG: "tessera.toml", CI_MERGE_REQUEST_DIFF_BASE_SHA: base } });
  assert.equal(run.status, 4, run.stderr);
  assert.deepEqual(verdicts(), wanted);
  readJunit(readFileSync(join(folder, reports.junit), "utf8"));
  assert.ok(JSON.parse(readFileSync(join(folder, reports.codequality), "utf8")).length >= 4);
});

const hasPython = spawnSync("python3", ["-m", "pip", "--version"]).status === 0;

test("both install a package for the job, each kind of it, and no other file", { skip: !hasPython && "no python3 with pip" }, (t) => {
  const action = readFileSync(join(root, "runner/ci/github/action.yml"), "utf8");
  const gitlab = readBlocks(readFileSync(join(root, "runner/ci/gitlab.yml"), "utf8"), "- ")[0];
  const github = readBlocks(action, "run: ")[0];
  const common = (script) => script.trimEnd().split("\n").filter((line) => !line.includes("GITHUB_PATH"));
  assert.deepEqual(common(github), common(gitlab), "one way for both");
  const folder = makeFolder(t), empty = makeFolder(t), temporary = makeFolder(t);
  const made = spawnSync("python3", [join(root, "runner/packages/build.py"), "--binary", binary, "--output", join(folder, "the packages"), "--fast"], { encoding: "utf8", env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } });
  assert.equal(made.status, 0, made.stderr);
  // No tessera but the package's may be found: a folder with the tools that the script needs, and nothing else.
  const path = [...new Set(["python3", "dpkg-deb", "bash"].map((name) => dirname(spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim())).filter((one) => one !== "."))].join(":");
  const env = { PATH: path, TMPDIR: temporary, GITHUB_PATH: join(folder, "path") };
  const told = spawnSync(binary, ["version", "--json"], { encoding: "utf8" }).stdout;
  let checked = 0;
  for (const kind of ["*.whl", "tessera_*.deb", "*.tar.xz"]) {
    if (kind.endsWith(".deb") && spawnSync("sh", ["-c", "command -v dpkg-deb"]).status !== 0) continue;
    writeFileSync(env.GITHUB_PATH, "");
    for (const [script, isGithub] of [[github, true], [gitlab, false]]) {
      const run = runScript(`${script}\ncommand -v tessera\ntessera version --json`, { cwd: folder, env: { ...env, TESSERA_CI_PACKAGE: `the packages/${kind}` } });
      assert.equal(run.status, 0, `${kind}: ${run.stderr}`);
      const [place, ...version] = run.stdout.split("\n");
      assert.ok(place.startsWith(temporary), place);
      assert.equal(version.join("\n"), told);
      if (isGithub) assert.equal(readFileSync(env.GITHUB_PATH, "utf8"), `${dirname(place)}\n`);
      ++checked;
    }
  }
  assert.ok(checked >= 4);
  // GitLab's images may have no bash.
  const posix = spawnSync("sh", ["-ec", `${gitlab}\ntessera version --json`], { cwd: folder, encoding: "utf8", env: { ...env, TESSERA_CI_PACKAGE: "the packages/*.tar.xz" } });
  assert.equal(posix.stdout, told, posix.stderr);
  writeFileSync(join(empty, "README.md"), "");
  for (const [given, pattern] of [
    ["none.whl", /`none.whl`, which names no file or several/],
    ["../*", /names no file or several/],
    ["README.md", /expected a .whl, a .deb or a .tar.xz/],
    ["$(touch escaped)", /names no file/],
  ]) {
    const { status, stderr } = runScript(github, { cwd: empty, env: { ...env, TESSERA_CI_PACKAGE: given } });
    assert.equal(status, 2, stderr);
    assert.match(stderr, pattern);
  }
  assert.ok(!existsSync(join(empty, "escaped")));
});
