// SPDX-License-Identifier: Apache-2.0
// What somebody sees who operates a runner: its metrics, its log as JSON, and a trace that goes through both.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { isFinal, longProgram, root, serve, tessera } from "./tessera.mjs";

const hello = join(root, "shared/kernels/hello_vectors.py");
const trace = "4bf92f3577b34da6a3ce929d0e0e4736", traceparent = `00-${trace}-00f067aa0ba902b7-01`;
const wrong = "import jax.numpy as jnp\nimport numpy as np\nx = jnp.arange(4)\nnp.testing.assert_array_equal(x, x + 1)\n";

/** Every line of the log as an object; one that is none fails the test. */
const readLog = (runner) => runner.log().trim().split("\n").map((line) => JSON.parse(line));

/** Samples by name and labels. Fails where the text is not in Prometheus's format. */
async function readMetrics(runner) {
  const { text } = await runner.ask("GET", "/metrics");
  const samples = {}, types = {};
  for (const line of text.trimEnd().split("\n")) {
    const [, type, kind] = line.match(/^# TYPE (\w+) (gauge|counter)$/) ?? [];
    if (type) types[type] = kind;
    if (line.startsWith("#")) continue;
    const [, name, labels, value] = line.match(/^(\w+)(\{\w+="[\w-]+"\})? (-?[\d.]+)$/) ?? assert.fail(line);
    assert.ok(types[name], `${name} has no type before it`);
    assert.equal(types[name] === "counter", name.endsWith("_total"), name);
    assert.equal(samples[name + (labels ?? "")], undefined, line);
    samples[name + (labels ?? "")] = Number(value);
  }
  return samples;
}

test("failures are counted by cause, and what waits, runs and is busy is told", async (t) => {
  const runner = await serve(t);
  const submit = (args, input) => tessera(["submit", "-", "--runner", runner.url, ...args], { input });
  await submit([], wrong);
  await submit(["--deadline-ms", "300"], longProgram);
  const running = (await submit(["--no-wait"], longProgram)).stdout.trim();
  await runner.waitFor(running, (job) => job.state === "running");
  const waiting = (await submit(["--no-wait"], longProgram)).stdout.trim();
  await runner.ask("POST", "/v1/jobs", { body: "{" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const metrics = await readMetrics(runner);
  assert.equal(metrics['tessera_job_failures_total{cause="program"}'], 1);
  assert.equal(metrics['tessera_job_failures_total{cause="deadline"}'], 1);
  assert.equal(metrics['tessera_job_failures_total{cause="crash"}'], 0);
  assert.equal(metrics['tessera_http_problems_total{code="bad-request"}'], 1);
  assert.equal(metrics.tessera_jobs_queued, 1);
  assert.equal(metrics.tessera_leases, 1);
  assert.equal(metrics.tessera_devices_busy, 1);
  assert.ok(metrics.tessera_devices >= 2);
  assert.ok(metrics.tessera_jobs_oldest_queued_seconds >= 0.2);
  assert.equal(metrics['tessera_http_connections_by_state{state="answering"}'], 1, "this request's");
  for (const id of [waiting, running]) await runner.ask("POST", `/v1/jobs/${id}:cancel`);
  await runner.waitFor(running, isFinal);
  for (let i = 0; i < 100 && (await readMetrics(runner)).tessera_devices_busy > 0; ++i) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal((await readMetrics(runner)).tessera_devices_busy, 0);
  assert.equal((await readMetrics(runner)).tessera_jobs_oldest_queued_seconds, 0);
});

test("a trace goes from the environment through the job's record and events into the log", async (t) => {
  const runner = await serve(t, { args: ["--log-format", "json"] });
  const { stdout, stderr } = await tessera(["submit", hello, "--json", "--runner", runner.url], { env: { TRACEPARENT: traceparent } });
  const job = JSON.parse(stdout);
  assert.equal(job.traceparent, traceparent);
  assert.equal(stderr, "");
  const events = await (await fetch(`${runner.url}/v1/jobs/${job.id}/events`)).text();
  assert.ok(events.includes(`"traceparent":"${traceparent}"`));
  const log = readLog(runner);
  const ofJob = log.filter((line) => line.job === job.id);
  assert.deepEqual(ofJob.map((line) => [line.traceparent, line.attempt, line.device]), Array(2).fill([traceparent, 1, "interpreter"]));
  assert.deepEqual([ofJob[1].state, ofJob[1].level], ["succeeded", "info"]);
  assert.ok(ofJob[1].milliseconds > 0);
  const ofTrace = log.filter((line) => line.trace === trace);
  assert.ok(ofJob.every((line) => ofTrace.includes(line)));
  const asked = ofTrace.filter((line) => line.message === "request");
  assert.deepEqual(asked.slice(0, 2).map(({ method, path, status }) => [method, path.slice(0, 12), status]), [["PUT", "/v1/artifact", 201], ["POST", "/v1/jobs", 202]]);
  assert.equal(new Set(asked.map((line) => line.request)).size, asked.length, "each request has an id of its own");
});

test("a trace that is none is ignored with a remark, by the client and by the runner", async (t) => {
  const runner = await serve(t, { args: ["--log-format", "json"] });
  const { code, stdout, stderr } = await tessera(["submit", hello, "--json", "--runner", runner.url], { env: { TRACEPARENT: traceparent.toUpperCase().replace("BF", "bf") } });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).traceparent, undefined);
  assert.match(stderr, /remark: `TRACEPARENT` is ignored: it holds something else than hex digits in lower case/);
  const { status, headers } = await runner.ask("GET", "/v1/jobs", { headers: { traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` } });
  assert.equal(status, 200);
  const id = headers.get("x-request-id");
  assert.match(id, /^[0-9a-f]{16}$/);
  const find = () => readLog(runner).filter((line) => line.request === id);
  for (let i = 0; i < 100 && find().length < 2; ++i) await new Promise((resolve) => setTimeout(resolve, 20)); // the log is a pipe
  const lines = find();
  assert.deepEqual(lines.map(({ message }) => message), ["a traceparent is ignored: an id of zeros names nothing", "request"]);
  assert.equal(lines[1].trace, undefined);
});
