// SPDX-License-Identifier: Apache-2.0
// A real runner with real worker processes: jobs end to end, what a crash, a hang, a `kill -9` and a restart leave.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { binary, findWorker, isFinal, longProgram, makeFolder, root, serve, shortProgram, tessera } from "./tessera.mjs";

const hello = join(root, "shared/kernels/hello_vectors.py");
const wrong = "import jax.numpy as jnp\nimport numpy as np\nx = jnp.arange(4)\nnp.testing.assert_array_equal(x, x + 1)\n";
const submit = (runner, args, options) => tessera(["submit", ...args, "--runner", runner.url], options);

test("submit gives what run gives", async (t) => {
  const runner = await serve(t);
  const { code, stdout, stderr } = await submit(runner, [hello]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "[ 0  2  4  6  8 10 12 14]\n");
  const job = JSON.parse((await submit(runner, [hello, "--json"])).stdout);
  assert.equal(job.state, "succeeded");
  assert.equal(job.result.device, "interpreter");
  assert.equal(job.result.kernels.length, 1);
});

test("a failed check is 4, with the line of the text at hand", async (t) => {
  const runner = await serve(t);
  const { code, stderr } = await submit(runner, ["-"], { input: wrong });
  assert.equal(code, 4);
  assert.match(stderr, /Mismatched elements: 4 \/ 4/);
  assert.match(stderr, /np\.testing\.assert_array_equal\(x, x \+ 1\)/);
});

test("--no-wait prints the job's id, and its events are there to read", async (t) => {
  const runner = await serve(t);
  const id = (await submit(runner, [hello, "--no-wait"])).stdout.trim();
  await runner.waitFor(id, isFinal);
  const events = await (await fetch(`${runner.url}/v1/jobs/${id}/events`)).text();
  const kinds = events.match(/^event: .*$/gm);
  // How much progress is told depends on the machine.
  assert.deepEqual(kinds.filter((kind) => kind !== "event: progress"), ["event: state", "event: state", "event: output", "event: result", "event: state"]);
  const headers = { "Last-Event-ID": String(kinds.length - 2) };
  const resumed = await (await fetch(`${runner.url}/v1/jobs/${id}/events`, { headers })).text();
  assert.deepEqual(resumed.match(/^event: .*$/gm), ["event: result", "event: state"]);
});

test("a job past its deadline is timed out, and the next one runs", async (t) => {
  const runner = await serve(t);
  const { code, stderr } = await submit(runner, ["-", "--deadline-ms", "300"], { input: longProgram });
  assert.equal(code, 5);
  assert.match(stderr, /deadline of 300 ms/);
  assert.equal((await submit(runner, [hello])).code, 0);
});

test("a running job can be cancelled", async (t) => {
  const runner = await serve(t);
  const id = (await submit(runner, ["-", "--no-wait"], { input: longProgram })).stdout.trim();
  await runner.waitFor(id, (job) => job.state === "running");
  assert.equal((await runner.ask("POST", `/v1/jobs/${id}:cancel`)).status, 202);
  assert.equal((await runner.waitFor(id, isFinal)).state, "cancelled");
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  test(`interrupting submit by ${signal} cancels its job`, async (t) => {
    const runner = await serve(t);
    const { code, stdout } = await submit(runner, ["-", "--json"], { input: longProgram, signalAfterMs: 1500, signal });
    assert.equal(code, 130);
    const answer = JSON.parse(stdout);
    assert.equal(answer.ok, false);
    assert.match(answer.problem.detail, /is cancelled/);
    const { jobs } = (await runner.ask("GET", "/v1/jobs")).json;
    assert.equal((await runner.waitFor(jobs[0].id, isFinal)).state, "cancelled");
  });

test("submit waits for its job where too many follow theirs", async (t) => {
  const runner = await serve(t, { args: ["--followers", "0"] });
  const { code, stdout, stderr } = await submit(runner, [hello]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "[ 0  2  4  6  8 10 12 14]\n");
  const late = await submit(runner, ["-", "--deadline-ms", "3000"], { input: longProgram });
  assert.equal(late.code, 5);
  assert.match(late.stderr, /deadline of 3000 ms/);
});

test("more follow than may, and all learn their job's end", async (t) => {
  const runner = await serve(t, { args: ["--followers", "1"] });
  const all = await Promise.all([1, 2, 3, 4].map(() => submit(runner, [hello])));
  assert.deepEqual(all.map(({ code }) => code), [0, 0, 0, 0], all.map(({ stderr }) => stderr).join());
});

test("silent connections lock nobody out of a runner", async (t) => {
  const runner = await serve(t, { args: ["--connections", "8"] });
  const { port, hostname } = new URL(runner.url);
  const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname).on("error", () => {}));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
  const { code, stderr } = await submit(runner, [hello]);
  assert.equal(code, 0, stderr);
  assert.match((await runner.ask("GET", "/metrics")).text, /tessera_http_connections_shed_total [1-9]/);
});

test("a program that breaks its memory limit is 4, one that loops without end 3", async (t) => {
  const runner = await serve(t, { args: ["--memory-mib", "64"] });
  const large = await submit(runner, ["-"], { input: "import jax.numpy as jnp\nprint(jnp.ones((9000, 9000)).sum())\n" });
  assert.equal(large.code, 4);
  assert.match(large.stderr, /\[memory-limit\]/);
  const endless = await submit(runner, ["-"], { input: "while True:\n  pass\n" });
  assert.equal(endless.code, 3);
  assert.match(endless.stderr, /\[step-limit\]/);
});

test("a GPU that a runner has not is 5, a device that nobody has 2", async (t) => {
  const runner = await serve(t);
  const answers = await Promise.all(["cuda:99", "nonsense"].map((device) => submit(runner, [hello, "--device", device, "--json"])));
  assert.deepEqual(answers.map(({ code }) => code), [5, 2]);
  assert.deepEqual(answers.map(({ stdout }) => JSON.parse(stdout).problem.code), ["unknown-device", "unknown-device"]);
});

test("a worker that dies twice is its job's problem, with both reasons, and not the runner's", async (t) => {
  const runner = await serve(t);
  const id = (await submit(runner, ["-", "--no-wait"], { input: longProgram })).stdout.trim();
  for (const attempt of [1, 2]) {
    await runner.waitFor(id, (job) => job.state === "running" && job.attempt === attempt);
    process.kill(await findWorker(runner), "SIGSEGV");
  }
  const job = await runner.waitFor(id, isFinal);
  assert.equal(job.state, "failed");
  assert.equal(job.problem.code, "internal");
  assert.match(job.problem.detail, /tried 2 times.*attempt 1: .*SIGSEGV.*attempt 2: .*SIGSEGV/s);
  assert.deepEqual(job.lostAttempts.map(({ attempt, cause }) => [attempt, cause]), [[1, "job"], [2, "job"]]);
  assert.equal((await submit(runner, [hello])).code, 0);
});

test("a worker killed from outside is no fault of its job", async (t) => {
  const runner = await serve(t);
  const running = submit(runner, ["-", "--json"], { input: shortProgram });
  const first = await findWorker(runner);
  process.kill(first, "SIGKILL");
  const { code, stdout, stderr } = await running;
  assert.equal(code, 0, stderr);
  const job = JSON.parse(stdout);
  assert.equal(job.attempt, 2);
  assert.deepEqual(job.lostAttempts.map(({ attempt, cause }) => [attempt, cause]), [[1, "machine"]]);
  assert.match(job.lostAttempts[0].reason, /SIGKILL/);
});

for (const how of ["kill", "stop"])
  test(`submit outlives its runner (${how}), and tells the output once`, async (t) => {
    const first = await serve(t);
    const running = submit(first, ["-"], { input: shortProgram });
    await findWorker(first);
    const { jobs } = (await first.ask("GET", "/v1/jobs")).json;
    for (let i = 0; i < 100 && (await first.ask("GET", `/v1/jobs/${jobs[0].id}/output`)).text === ""; ++i)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await first[how]();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const second = await serve(t, { data: first.data, port: first.port });
    const { code, stdout, stderr } = await running;
    assert.equal(code, 0, stderr);
    assert.equal(stdout.match(/before/g).length, 1);
    assert.equal(stdout.match(/after/g).length, 1);
    assert.equal((await second.ask("GET", `/v1/jobs/${jobs[0].id}`)).json.attempt, 2);
  });

test("submit waits for a runner that is still to come, as long as it was told", async (t) => {
  const first = await serve(t);
  await first.kill();
  const { code, stderr } = await submit(first, [hello, "--wait-for-runner", "1"]);
  assert.equal(code, 5);
  assert.match(stderr, /no runner answers .*tried \d+ times in 1 s/);
  const running = submit(first, [hello, "--wait-for-runner", "60"]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await serve(t, { data: first.data, port: first.port });
  assert.equal((await running).code, 0);
});

test("submit waits for room in the queue", async (t) => {
  const runner = await serve(t, { args: ["--queue-limit", "1"] });
  const busy = (await submit(runner, ["-", "--no-wait"], { input: longProgram })).stdout.trim();
  await runner.waitFor(busy, (job) => job.state === "running");
  const waiting = (await submit(runner, [hello, "--no-wait"])).stdout.trim();
  const refused = await submit(runner, [hello, "--wait-for-runner", "0"]);
  assert.equal(refused.code, 5);
  assert.match(refused.stderr, /1 jobs wait, the queue takes 1/);
  const running = submit(runner, [hello]);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await runner.ask("POST", `/v1/jobs/${busy}:cancel`);
  assert.equal((await running).code, 0);
  assert.equal((await runner.waitFor(waiting, isFinal)).state, "succeeded");
});

test("a command with its key again goes on with its job", async (t) => {
  const runner = await serve(t);
  const args = [hello, "--idempotency-key", "build-17"];
  const id = (await submit(runner, [...args, "--no-wait"])).stdout.trim();
  const again = await submit(runner, args);
  assert.equal(again.stdout, "[ 0  2  4  6  8 10 12 14]\n");
  assert.equal((await submit(runner, [...args, "--no-wait"])).stdout.trim(), id);
  assert.equal((await runner.ask("GET", "/v1/jobs")).json.jobs.length, 1);
  const other = await submit(runner, ["-", "--idempotency-key", "build-17", "--json"], { input: "print(1)\n" });
  assert.equal(JSON.parse(other.stdout).problem.code, "idempotency-conflict");
  assert.equal((await submit(runner, [hello, "--idempotency-key", "two words"])).code, 2);
});

test("jobs, logs, wait and cancel see a job that somebody submitted", async (t) => {
  const runner = await serve(t);
  const at = (...args) => tessera([...args, "--runner", runner.url]);
  const done = (await submit(runner, [hello, "--no-wait"])).stdout.trim();
  const waited = await at("wait", done);
  assert.deepEqual([waited.code, waited.stdout], [0, "[ 0  2  4  6  8 10 12 14]\n"]);
  assert.equal(JSON.parse((await at("wait", done, "--json")).stdout).state, "succeeded");
  assert.equal((await at("logs", done)).stdout, "[ 0  2  4  6  8 10 12 14]\n");
  assert.equal((await at("logs", done, "--follow")).stdout, "[ 0  2  4  6  8 10 12 14]\n");
  const failed = (await submit(runner, ["-", "--no-wait"], { input: wrong })).stdout.trim();
  assert.equal((await at("wait", failed)).code, 4);
  const long = (await submit(runner, ["-", "--no-wait"], { input: longProgram })).stdout.trim();
  const list = (await at("jobs")).stdout.trim().split("\n");
  assert.deepEqual(list.map((line) => line.split(/\s+/).slice(0, 3)).slice(1), [[failed, "failed", "interpreter"], [done, "succeeded", "interpreter"]]);
  assert.match(list[0], new RegExp(`^${long}  (queued|running) `));
  assert.equal((await at("jobs", "--state", "succeeded,failed", "--limit", "1")).stdout.split("\n").length, 2);
  await runner.waitFor(long, (job) => job.state === "running");
  assert.match((await at("cancel", long, done)).stdout, new RegExp(`${long} is being stopped\n${done} had ended already: succeeded\n`));
  assert.equal((await runner.waitFor(long, isFinal)).state, "cancelled");
  const nobody = await at("cancel", "job-nobody");
  assert.equal(nobody.code, 5);
  assert.match(nobody.stderr, /has no job `job-nobody`/);
  assert.equal((await at("logs", "../x")).code, 2);
});

test("interrupting wait leaves its job alone", async (t) => {
  const runner = await serve(t);
  const id = (await submit(runner, ["-", "--no-wait"], { input: longProgram })).stdout.trim();
  const { code, stderr } = await tessera(["wait", id, "--runner", runner.url], { signalAfterMs: 1000 });
  assert.equal(code, 130);
  assert.match(stderr, /goes on/);
  assert.ok(!isFinal((await runner.ask("GET", `/v1/jobs/${id}`)).json));
});

test("an artifact that the disk damaged is noticed, and healed by sending it again", async (t) => {
  const runner = await serve(t);
  const { artifact } = JSON.parse((await submit(runner, [hello, "--json"])).stdout);
  const file = join(runner.data, "artifacts", artifact);
  const damage = () => writeFileSync(file, readFileSync(file).fill(0, 100, 120));
  damage();
  const job = await runner.ask("POST", "/v1/jobs", { body: JSON.stringify({ artifact, device: "interpreter" }) });
  const failed = await runner.waitFor(job.json.id, isFinal);
  assert.equal(failed.problem.code, "artifact-altered");
  assert.match(failed.problem.detail, /damaged on the runner's disk/);
  assert.equal((await submit(runner, [hello])).code, 0, "sent again");
  damage();
  assert.equal((await runner.ask("GET", `/v1/artifacts/${artifact}`)).status, 404);
  assert.equal((await submit(runner, [hello])).code, 0);
  damage();
  assert.equal((await submit(runner, [hello])).code, 0, "healed before anybody read it");
});

test("the runner tells what stands around its jobs", async (t) => {
  const runner = await serve(t);
  const { sandbox } = (await runner.ask("GET", "/v1/devices")).json;
  assert.equal(sandbox.mode, "try");
  assert.ok(sandbox.walls.find(({ name }) => name === "system calls").holds);
  for (const { name, holds, why } of sandbox.walls) assert.ok(holds || why, name);
  const off = await serve(t, { args: ["--sandbox", "off"] });
  assert.deepEqual((await off.ask("GET", "/v1/devices")).json.sandbox, { mode: "off", holds: false, walls: [] });
  assert.equal((await submit(off, [hello])).code, 0);
  if (!sandbox.holds) return t.diagnostic("this machine can't hold all that matters: `require` is not tried");
  const strict = await serve(t, { args: ["--sandbox=require"] });
  for (const device of ["interpreter", "emulator"]) assert.equal((await submit(strict, [hello, "--device", device])).code, 0);
});

test("jobs on a GPU have a sandbox with its driver inside", async (t) => {
  const fake = join(dirname(binary), "../tests/unit/runner/libTesseraFakeCuda.so"), folder = makeFolder(t);
  if (!existsSync(fake)) return t.skip("the fake driver of tests/unit/runner is not built");
  copyFileSync(fake, join(folder, "libcuda.so.1"));
  const runner = await serve(t, { env: { LD_LIBRARY_PATH: folder } });
  const { sandbox } = (await runner.ask("GET", "/v1/devices")).json;
  assert.match(sandbox.gpus, /^processes, root \(a GPU's driver needs the machine's\)/);
  // The driver is one that computes nothing: the job gets as far as its check.
  const { code, stderr } = await submit(runner, [hello, "--device", "cuda:0"]);
  assert.equal(code, 4);
  assert.match(stderr, /Arrays are not equal/);
});

test("whatever a job does to the GPU, the next one runs within 5 s", async (t) => {
  const fake = join(dirname(binary), "../tests/unit/runner/libTesseraFakeCuda.so"), folder = makeFolder(t);
  if (!existsSync(fake)) return t.skip("the fake driver of tests/unit/runner is not built");
  copyFileSync(fake, join(folder, "libcuda.so.1"));
  const runner = await serve(t, { env: { LD_LIBRARY_PATH: folder } });
  const write = (name, count) => `import torch
import triton
import triton.language as tl
@triton.jit
def ${name}(out, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, BLOCK), 1.0)
out = torch.empty(${count}, device="cuda")
${name}[(1,)](out, BLOCK=16)
`;
  const bad = [
    ["faults_here", "16", /illegal memory access/, "failed"],
    ["hangs_here", "16", /deadline/, "timed-out"],
    ["crashes_here", "16", /SIGABRT|signal 6|ended by/i, "failed"],
    ["is_too_large", "1 << 32", /memory/i, "failed"],
  ];
  for (const [name, count, why, state] of bad) {
    const first = (await submit(runner, ["-", "--no-wait", "--device", "cuda:0", "--deadline-ms", "1500"], { input: write(name, count) })).stdout.trim();
    const second = (await submit(runner, ["-", "--no-wait", "--device", "cuda:0"], { input: write("is_fine", "16") })).stdout.trim();
    const ended = await runner.waitFor(first, isFinal);
    assert.equal(ended.state, state, `${name}: ${JSON.stringify(ended)}`);
    assert.match(JSON.stringify(ended), why);
    const next = await runner.waitFor(second, isFinal);
    assert.equal(next.state, "succeeded", JSON.stringify(next));
    assert.ok(Date.parse(next.startedAt) - Date.parse(ended.finishedAt) < 5000, `${name}: ${ended.finishedAt}, then ${next.startedAt}`);
  }
});

test("a program that wants a tool is told that there is none, and not ended for it", async (t) => {
  const runner = await serve(t);
  const input = `import torch
import triton
import triton.language as tl
@triton.jit
def fill(out, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, BLOCK), 1.0)
out = torch.empty(16, device="cuda")
handle = fill[(1,)](out, BLOCK=16)
print("ptx" in handle.asm)
print(handle.asm["sass"])
`;
  const { code, stdout, stderr } = await submit(runner, ["-"], { input });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^True\n<sass is not available: stage `sass` needs `ptxas`/);
});

test("kill -9 of the runner kills its worker and keeps its jobs", async (t) => {
  const first = await serve(t);
  const done = (await submit(first, [hello, "--no-wait"])).stdout.trim();
  await first.waitFor(done, isFinal);
  const long = (await submit(first, ["-", "--no-wait", "--deadline-ms", "1000"], { input: longProgram })).stdout.trim();
  await first.waitFor(long, (job) => job.state === "running");
  const waiting = (await submit(first, [hello, "--no-wait"])).stdout.trim();
  await first.kill();
  const second = await serve(t, { data: first.data });
  assert.equal((await second.ask("GET", `/v1/jobs/${done}`)).json.state, "succeeded");
  assert.equal((await second.waitFor(long, isFinal)).state, "timed-out");
  assert.equal((await second.waitFor(waiting, isFinal)).state, "succeeded");
});

test("SIGTERM gives a running job back and exits 0", async (t) => {
  const first = await serve(t);
  const id = (await submit(first, ["-", "--no-wait", "--deadline-ms", "2000"], { input: longProgram })).stdout.trim();
  await first.waitFor(id, (job) => job.state === "running");
  assert.deepEqual(await first.stop(), { code: 0, signal: null });
  const second = await serve(t, { data: first.data });
  assert.ok(["queued", "running"].includes((await second.ask("GET", `/v1/jobs/${id}`)).json.state));
});

test("two runners never share a folder", async (t) => {
  const first = await serve(t);
  const { code, stderr } = await tessera(["serve", "--listen", "127.0.0.1:0", "--data", first.data]);
  assert.equal(code, 5);
  assert.match(stderr, /another runner uses/);
});

test("a token is asked for beyond loopback, and honoured", async (t) => {
  const open = await tessera(["serve", "--listen", "0.0.0.0:0", "--data", makeFolder(t)]);
  assert.equal(open.code, 2);
  assert.match(open.stderr, /--token-file/);
  const file = join(makeFolder(t), "token");
  writeFileSync(file, "0123456789abcdef0123\n", { mode: 0o600 });
  const runner = await serve(t, { args: ["--token-file", file] });
  const refused = await submit(runner, [hello]);
  assert.equal(refused.code, 2, "trying again does not help");
  assert.match(refused.stderr, /asks for a token/);
  const other = join(makeFolder(t), "token");
  writeFileSync(other, "x123456789abcdef0123\n", { mode: 0o600 });
  for (const command of [["submit", hello], ["devices"]]) {
    const wrong = await tessera([...command, "--runner", runner.url, "--token-file", other, "--json"]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /the token is not this runner's/);
    assert.equal(JSON.parse(wrong.stdout).problem.code, "unauthorized");
  }
  assert.equal((await submit(runner, [hello, "--token-file", file])).code, 0);
  assert.equal((await runner.ask("GET", "/v1/health/live")).status, 200);
});

test("a runner that is not there is 5 and says how to start one", async () => {
  const { code, stderr } = await tessera(["submit", hello, "--runner", "http://127.0.0.1:1"]);
  assert.equal(code, 5);
  assert.match(stderr, /start one with `tessera serve`/);
});

test("a runner that is not there is told in JSON too", async () => {
  for (const command of [["submit", hello], ["devices"]]) {
    const { code, stdout } = await tessera([...command, "--runner", "http://127.0.0.1:1", "--json"]);
    assert.equal(code, 5);
    const { ok, problem } = JSON.parse(stdout);
    assert.equal(ok, false);
    assert.equal(problem.code, "unavailable");
    assert.match(problem.detail, /no runner answers/);
  }
});

test("the playground's folder is served beside the API", async (t) => {
  const site = makeFolder(t);
  writeFileSync(join(site, "index.html"), "<p>playground");
  const runner = await serve(t, { args: ["--site", site] });
  const page = await fetch(runner.url + "/");
  assert.equal(await page.text(), "<p>playground");
  assert.match(page.headers.get("content-type"), /text\/html/);
  assert.equal((await runner.ask("GET", "/v1/version")).status, 200);
  assert.equal((await runner.ask("GET", "/nothing")).status, 404);
});

test("bad artifacts never reach a worker", async (t) => {
  const runner = await serve(t);
  const path = `/v1/artifacts/${"0".repeat(64)}`;
  const put = (body) => runner.ask("PUT", path, { body, headers: { "Content-Type": "application/octet-stream" } });
  assert.equal((await put("nonsense")).json.code, "not-an-artifact");
  assert.equal((await put("TESSERA")).json.code, "artifact-truncated");
  assert.equal((await put("TESSERA\x1a\x07\0\0\0")).json.code, "artifact-version");
});

test("an artifact with a module that is none fails its job, not the runner", async (t) => {
  const runner = await serve(t);
  const file = join(makeFolder(t), "a.tessera");
  await tessera(["compile", hello, "-o", file]);
  const bytes = readFileSync(file);
  const { createHash } = await import("node:crypto");
  const manifestEnd = 56 + bytes.readUInt32LE(12);
  bytes.fill(0x5a, manifestEnd + 8);
  createHash("sha256").update(bytes.subarray(56)).digest().copy(bytes, 24);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const put = await runner.ask("PUT", `/v1/artifacts/${sha256}`, { body: bytes, headers: { "Content-Type": "application/octet-stream" } });
  assert.equal(put.status, 201);
  const job = (await runner.ask("POST", "/v1/jobs", { body: JSON.stringify({ artifact: sha256, device: "interpreter" }) })).json;
  const ended = await runner.waitFor(job.id, isFinal);
  assert.equal(ended.state, "failed");
  assert.ok(ended.problem, "it never ran, so there is no result");
  assert.equal((await submit(runner, [hello])).code, 0);
});

const matmul = join(root, "shared/kernels/matmul_fused.py");

test("a job on the emulator tells who did what when, bounded", async (t) => {
  const runner = await serve(t), file = join(makeFolder(t), "timeline.json");
  const args = [matmul, "--device", "emulator"];
  assert.equal((await submit(runner, [...args, "--timeline", file])).code, 0);
  const { launches } = JSON.parse(readFileSync(file, "utf8"));
  assert.ok(launches.length > 0);
  let events = 0;
  for (const { timeline } of launches) {
    assert.equal(timeline.unit, "steps");
    assert.ok(timeline.events.length > 0 && timeline.events.length <= 20_000);
    events += timeline.events.length;
    for (const event of timeline.events) {
      assert.ok(timeline.rows[event.row] && event.end >= event.begin, JSON.stringify(event));
      if ("waitsFor" in event) assert.ok(timeline.events[event.waitsFor].begin <= event.end, JSON.stringify(event));
    }
  }
  assert.ok(events <= 40_000);
  const plain = JSON.parse((await submit(runner, [...args, "--json"])).stdout);
  assert.ok(plain.result.launches.every((launch) => !("timeline" in launch)), "only where it is asked for");
});

test("the interpreter's timelines come with a job, too; --no-wait can't write any", async (t) => {
  const runner = await serve(t), file = join(makeFolder(t), "timeline.json");
  const pipeline = join(root, "shared/kernels/hopper_memory_pipeline.py");
  assert.equal((await submit(runner, [pipeline, "--timeline", file])).code, 0);
  assert.equal(JSON.parse(readFileSync(file, "utf8")).launches[0].timeline.unit, "cycles (model)");
  const { code, stderr } = await submit(runner, [hello, "--timeline", file, "--no-wait"]);
  assert.equal(code, 2);
  assert.match(stderr, /`--no-wait` does not wait/);
});
