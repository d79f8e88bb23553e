// SPDX-License-Identifier: Apache-2.0
// What one runner bears on this machine: requests a second, how soon a job starts, and its memory with 10,000 jobs in
// the queue and 1,000 clients. `node tests/bench/load.mjs [--jobs=10000] [--clients=1000]`; a JSON of
// all numbers on standard output. The client shares the machine with what it measures.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { binary, root, tessera } from "../e2e/tessera.mjs";

const option = (name, usual) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const jobs = Number(option("jobs", 10000)), clients = Number(option("clients", 1000));
const data = mkdtempSync(join(tmpdir(), "tessera-load-"));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const quantile = (values, q) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];

const args = ["serve", "--json", "--listen", "127.0.0.1:0", "--data", data, "--log-level", "warn", "--queue-limit", String(2 * jobs), "--followers", String(clients + 100), "--connections", String(clients + 512), "--connections-per-address", "0", "--requests-per-connection", "1000000"];
const server = spawn(binary, args, { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve) => server.stdout.once("data", (part) => resolve(JSON.parse(part).url)));
const memory = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const { port } = new URL(url);

function ask(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, agent, method, path, headers: { ...(body ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) } : {}), ...headers } }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Many at a time, for so long. */
async function countRequests(path, seconds, lanes = 32) {
  const end = Date.now() + seconds * 1000;
  let count = 0;
  await Promise.all(Array.from({ length: lanes }, async () => {
    for (; Date.now() < end; ++count) if ((await ask("GET", path)).status !== 200) throw new Error(`${path} refuses`);
  }));
  return Math.round(count / seconds);
}

const results = { cores: cpus().length, jobs, clients, memoryMiB: { idle: memory() } };
results.healthRequestsPerSecond = await countRequests("/v1/health/live", 4);

const { stdout } = await tessera(["submit", join(root, "shared/kernels/hello_vectors.py"), "--runner", url, "--json"]);
const { artifact } = JSON.parse(stdout);
const submit = (device, key) => ask("POST", "/v1/jobs", JSON.stringify({ artifact, device }), { "Idempotency-Key": key });
const starts = [], ends = [];
for (let i = 0; i < 40; ++i) {
  const { id } = JSON.parse((await submit("interpreter", `idle-${i}`)).text);
  let job;
  do job = JSON.parse((await ask("GET", `/v1/jobs/${id}`)).text);
  while (!job.finishedAt && !(await pause(5)));
  starts.push(Date.parse(job.startedAt) - Date.parse(job.createdAt));
  ends.push(Date.parse(job.finishedAt) - Date.parse(job.createdAt));
  await pause(50);
}
results.submitToStartMs = { p50: quantile(starts, 0.5), p95: quantile(starts, 0.95) };
results.submitToEndMs = { p50: quantile(ends, 0.5), p95: quantile(ends, 0.95) };

// The queue fills while jobs run.
let began = performance.now();
const ids = [];
for (let next = 0; next < jobs; )
  await Promise.all(Array.from({ length: Math.min(32, jobs - next) }, async () => ids.push(JSON.parse((await submit("emulator", `load-${next++}`)).text).id)));
results.submitsPerSecond = Math.round(jobs / ((performance.now() - began) / 1000));
results.memoryMiB.queued = memory();

let streams = 0, events = 0;
const followers = ids.slice(-clients).map((id) => {
  const request = http.get({ host: "127.0.0.1", port, agent: false, path: `/v1/jobs/${id}/events`, headers: { Accept: "text/event-stream" } }, (response) => {
    streams += response.statusCode === 200;
    response.on("data", (part) => (events += part.toString().split("event: ").length - 1));
    response.on("error", () => {});
  });
  request.on("error", () => {});
  return request;
});
for (let i = 0; i < 100 && streams < clients; ++i) await pause(100);
results.following = streams;
results.memoryMiB.following = memory();
results.healthRequestsPerSecondMeanwhile = await countRequests("/v1/health/live", 4);
const samples = [];
for (let i = 0; i < 20; ++i) {
  await pause(1000);
  samples.push(memory());
}
results.memoryMiB.lastTwentySeconds = { least: Math.min(...samples), most: Math.max(...samples) };
results.events = events;
results.left = JSON.parse((await ask("GET", "/v1/jobs?limit=1")).text).jobs[0].position;
for (const request of followers) request.destroy();
agent.destroy();
server.kill("SIGTERM");
await new Promise((resolve) => server.on("close", resolve));
rmSync(data, { recursive: true, force: true });
console.log(JSON.stringify(results, null, 1));
process.exit(0);
