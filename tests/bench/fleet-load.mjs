// SPDX-License-Identifier: Apache-2.0
// What a fleet bears on this machine: front ends, workers and their PostgreSQL as processes, and jobs that come at a steady
// rate, whatever is done with them. `node tests/bench/fleet-load.mjs [--rate=100] [--seconds=60] [--front-ends=3] [--workers=6]
// [--device=emulator] [--sandbox=try]`; a JSON of all numbers on standard output, with how long each tenth job took. The clients,
// the database and all that it measures share the machine.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import http from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { Postgres } from "../e2e/postgres.mjs";
import { binary, root, tessera } from "../e2e/tessera.mjs";

const option = (name, usual) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const rate = Number(option("rate", 100)), seconds = Number(option("seconds", 60));
const frontEnds = Number(option("front-ends", 3)), workers = Number(option("workers", 6));
const device = option("device", "emulator"), sandbox = option("sandbox", "try");
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const quantile = (values, q) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];
const quantiles = (values) => Object.fromEntries([50, 95, 99, 100].map((q) => [`p${q}`, quantile(values, q / 100)]));

const data = mkdtempSync(join(tmpdir(), "tessera-fleet-load-"));
const postgres = new Postgres();
await postgres.start();
const processes = [];
process.on("exit", () => processes.forEach(({ child }) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));
function start(args) {
  const child = spawn(binary, args, { stdio: ["ignore", "pipe", "inherit"] });
  processes.push({ child, ended: new Promise((resolve) => child.on("close", resolve)) });
  return child;
}
const urls = [];
for (let i = 0; i < frontEnds; ++i) {
  const child = start(["serve", "--json", "--listen", "127.0.0.1:0", "--database", postgres.url, "--log-level", "warn", "--connections-per-address", "0", "--requests-per-connection", "1000000"]);
  urls.push(new URL(await new Promise((resolve) => child.stdout.once("data", (part) => resolve(JSON.parse(part).url)))));
}
for (let i = 0; i < workers; ++i) start(["worker", "--database", postgres.url, "--name", `worker-${i}`, "--device", device, "--data", join(data, `worker-${i}`), "--log-level", "warn", "--sandbox", sandbox]);

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
function ask(url, method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: url.hostname, port: url.port, agent, method, path, headers: { ...(body ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) } : {}), ...headers } }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Seconds of CPU since their start, of a process and the children that it has waited for, by what they are. */
function readCpu() {
  const used = {};
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, ppid, , , , , , , , , , user, system, childrenUser, childrenSystem] = line.slice(line.lastIndexOf(")") + 2).split(" ").map(Number);
      const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const own = processes.find(({ child }) => child.pid === Number(pid));
      const kind = own ? args[1] : args[0].startsWith("postgres") || ppid === postgres.child.pid ? "postgres" : Number(pid) === process.pid ? "clients" : null;
      if (kind) used[kind] = (used[kind] ?? 0) + (user + system + (own ? childrenUser + childrenSystem : 0)) / 100;
    } catch {} // it has ended
  }
  return used;
}

const source = join(root, "shared/kernels/hello_vectors.py");
const first = await tessera(["submit", source, "--runner", urls[0].href, "--device", device, "--wait-for-runner", "30", "--json"]);
if (first.code !== 0) throw new Error(`the first job: ${first.stdout}${first.stderr}`);
const { artifact } = JSON.parse(first.stdout);
const before = readCpu(), began = Date.now();
const submitted = [], lags = [];
let refused = 0;
for (let next = 0; next < rate * seconds; ++next) {
  const due = began + (next * 1000) / rate;
  if (due > Date.now()) await pause(due - Date.now());
  lags.push(Date.now() - due);
  submitted.push(ask(urls[next % urls.length], "POST", "/v1/jobs", JSON.stringify({ artifact, device }), { "Idempotency-Key": `load-${next}` }).then(({ status, body }) => {
    if (status >= 300) ++refused;
    return body.id;
  }));
}
const ids = (await Promise.all(submitted)).filter(Boolean);
const ranSubmitting = (Date.now() - began) / 1000, used = readCpu();
const jobs = [];
const getJob = async (id) => (await ask(urls[0], "GET", `/v1/jobs/${id}`)).body;
for (const id of ids) {
  let job = await getJob(id);
  while (!job.finishedAt && !(await pause(20))) job = await getJob(id);
  jobs.push(job);
}
const at = (text) => Date.parse(text);
const end = began + ranSubmitting * 1000, lastEnd = Math.max(...jobs.map((job) => at(job.finishedAt)));
const results = {
  cores: cpus().length, rate, seconds, frontEnds, workers, device, sandbox,
  submitted: ids.length, refused,
  succeeded: jobs.filter(({ state }) => state === "succeeded").length,
  attempts: jobs.reduce((sum, { attempt = 1 }) => sum + attempt, 0),
  jobsPerSecond: Number((ids.length / ((lastEnd - began) / 1000)).toFixed(1)),
  unfinishedAtLastSubmit: jobs.filter(({ finishedAt }) => at(finishedAt) > end).length,
  submitLateByMs: quantiles(lags),
  submitToStartMs: quantiles(jobs.map(({ createdAt, startedAt }) => at(startedAt) - at(createdAt))),
  submitToEndMs: quantiles(jobs.map(({ createdAt, finishedAt }) => at(finishedAt) - at(createdAt))),
  cpuMsAJob: Object.fromEntries(Object.entries(used).map(([kind, time]) => [kind, Number((((time - (before[kind] ?? 0)) * 1000) / ids.length).toFixed(2))])),
  submitToEndMsOfEachTenth: jobs.filter((_, index) => index % 10 === 0).map(({ createdAt, finishedAt }) => at(finishedAt) - at(createdAt)),
};
agent.destroy();
for (const { child, ended } of processes.reverse()) {
  child.kill("SIGTERM");
  await ended;
}
await postgres.remove();
rmSync(data, { recursive: true, force: true });
console.log(JSON.stringify(results, (key, value) => (key.endsWith("Tenth") ? JSON.stringify(value) : value), 1));
process.exit(results.succeeded === ids.length && refused === 0 ? 0 : 1);
