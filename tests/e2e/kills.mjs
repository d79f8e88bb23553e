// SPDX-License-Identifier: Apache-2.0
// Kills a runner, its jobs' processes, or both, again and again while jobs are submitted; then looks whether every job
// that was acknowledged has its one right end. `node tests/e2e/kills.mjs --kills=1000 --seed=1`; with `--fleet`, a front
// end, two workers, jobs' processes, the database, or all of them.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Postgres } from "./postgres.mjs";
import { binary, isFinal, root, tessera } from "./tessera.mjs";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Numbers from 0 to below 1 that a seed decides (mulberry32). */
function makeRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What is submitted, and how it ends whatever happens to its runner. */
const programs = [
  { file: join(root, "shared/kernels/hello_vectors.py"), state: "succeeded", output: "[ 0  2  4  6  8 10 12 14]\n" },
  { text: "import numpy as np\nprint('one')\nnp.testing.assert_array_equal(np.arange(3), np.zeros(3))\n", state: "failed", output: "one\n" },
  { text: "import jax.numpy as jnp\nx = jnp.ones((700, 700))\nprint((x @ x)[0, 0])\n", state: "succeeded", output: "700.0\n" },
];

class Chaos {
  constructor(kills, seed) {
    this.left = kills;
    this.random = makeRandom(seed);
    this.data = mkdtempSync(join(tmpdir(), "tessera-kills-"));
    this.port = 0;
    this.killed = {};
    this.jobs = new Map(); // id -> program
    this.faults = [];
  }

  async start() {
    const args = ["serve", "--json", "--listen", `127.0.0.1:${this.port}`, ...this.place(), "--log-level", "off"];
    this.server = spawn(binary, args, { stdio: ["ignore", "pipe", "ignore"] });
    this.ended = new Promise((resolve) => this.server.on("close", resolve));
    this.url = await new Promise((resolve, reject) => {
      let text = "";
      this.server.stdout.on("data", (part) => (text += part).includes("\n") && resolve(JSON.parse(text).url));
      this.server.on("close", () => reject(new Error("the runner did not start")));
    });
    this.port = Number(new URL(this.url).port);
  }

  place() {
    return ["--data", this.data];
  }

  /** Whose children run jobs. */
  parents() {
    return [this.server.pid];
  }

  kinds() {
    return ["worker", "worker", "server", "both"];
  }

  /** Until the runner answers, however often it goes away meanwhile. */
  async ask(method, path, body, headers = {}) {
    for (let i = 0; i < 3000; ++i) {
      try {
        const response = await fetch(this.url + path, { method, body, headers, signal: AbortSignal.timeout(5000) });
        if (response.status < 500 && response.status !== 429) return { status: response.status, json: await response.json() };
      } catch {
        // It is being killed or started.
      }
      await pause(20);
    }
    throw new Error(`${method} ${path} is not answered for a minute`);
  }

  /** A job that is acknowledged, sometimes asked for twice by its key. */
  async submit(number) {
    const program = programs[Math.floor(this.random() * programs.length)];
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `job-${number}` };
    const body = JSON.stringify({ artifact: program.artifact, device: "interpreter" });
    const answer = await this.ask("POST", "/v1/jobs", body, headers);
    if (answer.status !== 202) return this.faults.push(`submitting answers ${JSON.stringify(answer)}`);
    this.jobs.set(answer.json.id, program);
    if (this.random() < 0.2) {
      const again = await this.ask("POST", "/v1/jobs", body, headers);
      if (again.json.id !== answer.json.id) this.faults.push(`key job-${number} made ${answer.json.id} and ${again.json.id}`);
    }
  }

  /** Jobs' processes, and what they are split off. */
  children() {
    const parents = this.parents().map(String);
    const stat = (pid) => {
      try {
        return /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
      } catch {
        return null; // it has just ended
      }
    };
    const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && parents.includes(stat(pid)?.[2]));
    const isFork = (pid) => stat(pid)?.[1] === "tessera-forks";
    return { workers: children.filter((pid) => !isFork(pid)), forks: children.filter(isFork) };
  }

  /** Until as many kills as asked for are done, each kind of them, and some jobs were taken beside: on a slow machine, and
   * by chance, either may come late. */
  goesOn() {
    const fewestJobs = 12, mostMore = 100;
    if (this.left > 0) return true;
    const isWanting = this.jobs.size < fewestJobs || this.kinds().some((kind) => !this.killed[kind]);
    return isWanting && this.left > -mostMore;
  }

  async killOnce() {
    const kinds = this.kinds();
    const kind = kinds[Math.floor(this.random() * kinds.length)];
    if (!(await this.kill(kind))) return;
    this.killed[kind] = (this.killed[kind] ?? 0) + 1;
    this.left--;
  }

  /** The same, when a job runs: it takes some milliseconds, so that most moments have none. */
  async childrenAtWork() {
    for (const end = Date.now() + 2000; Date.now() < end; await pause(2)) {
      const children = this.children();
      if (children.workers.length > 0) return children;
    }
    return this.children();
  }

  /** False where there is nothing of the kind to kill. */
  async kill(kind) {
    const { workers, forks } =
      kind === "server" ? { workers: [], forks: [] } : kind === "worker" ? await this.childrenAtWork() : this.children();
    if (kind === "worker" && workers.length === 0) return false;
    for (const pid of [...workers, ...(this.random() < 0.3 ? forks : [])])
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // It had just ended.
      }
    if (kind !== "worker") {
      this.server.kill("SIGKILL");
      await this.ended;
      await this.start();
    }
    return true;
  }

  async prepare() {
    await this.start();
    for (const program of programs) {
      const args = program.file ? [program.file] : ["-"];
      const { stdout } = await tessera(["submit", ...args, "--runner", this.url, "--json"], { input: program.text });
      program.artifact = JSON.parse(stdout).artifact;
    }
  }

  async check(id, program) {
    for (let i = 0; ; ++i) {
      const { status, json: job } = await this.ask("GET", `/v1/jobs/${id}`);
      if (status !== 200) return this.faults.push(`${id} is lost: ${JSON.stringify(job)}`);
      if (isFinal(job)) break;
      if (i > 6000) return this.faults.push(`${id} is stuck, ${job.state}`);
      await pause(20);
    }
    const { json: job } = await this.ask("GET", `/v1/jobs/${id}`);
    if (job.state !== program.state || job.result?.output !== program.output)
      this.faults.push(`${id} ended otherwise: ${JSON.stringify({ ...job, result: job.result?.output })}`);
    const events = (await (await fetch(`${this.url}/v1/jobs/${id}/events`)).text()).trim().split("\n\n");
    const states = events.filter((event) => event.includes("event: state")).map((event) => JSON.parse(/^data: (.*)$/m.exec(event)[1]).state);
    const output = events.filter((event) => event.includes("event: output")).map((event) => JSON.parse(/^data: (.*)$/m.exec(event)[1]).text);
    const results = events.filter((event) => event.includes("event: result"));
    const numbers = events.map((event) => Number(/^id: (\d+)$/m.exec(event)[1]));
    if (states.filter((state) => isFinal({ state })).length !== 1 || results.length !== 1) this.faults.push(`${id} has ${results.length} results: ${states}`);
    if (output.join("") !== program.output) this.faults.push(`${id} tells ${JSON.stringify(output)}`);
    if (numbers.some((number, i) => i > 0 && number <= numbers[i - 1])) this.faults.push(`${id} has events ${numbers}`);
    return (job.lostAttempts ?? []).length;
  }

  async end() {
    this.server.kill("SIGTERM");
    await this.ended;
    rmSync(this.data, { recursive: true, force: true });
  }

  async run(log) {
    await this.prepare();
    let number = 0;
    const submitting = (async () => {
      while (this.goesOn()) {
        await this.submit(number++);
        await pause(this.random() * 250);
      }
    })();
    for (let told = this.left; this.goesOn(); ) {
      await pause(20 + this.random() * 250);
      await this.killOnce();
      if (told - this.left >= 100) log(`${(told = this.left)} kills left, ${this.jobs.size} jobs`);
    }
    await submitting;
    let lost = 0;
    for (const [id, program] of this.jobs) lost += (await this.check(id, program)) ?? 0;
    await this.end();
    return { killed: this.killed, jobs: this.jobs.size, lostAttempts: lost, faults: this.faults };
  }
}

/** A front end, two workers, and their database. */
class FleetChaos extends Chaos {
  place() {
    return ["--database", this.postgres.url];
  }

  parents() {
    return this.workersOfFleet.map(({ child }) => child.pid);
  }

  kinds() {
    return ["worker", "worker", "front end", "machine", "database", "all"];
  }

  async prepare() {
    this.postgres = new Postgres();
    await this.postgres.start();
    this.workersOfFleet = [];
    for (const name of ["one", "two"]) this.startWorker(name);
    await super.prepare();
  }

  startWorker(name) {
    const args = ["worker", "--database", this.postgres.url, "--data", join(this.data, name), "--log-level", "off"];
    const child = spawn(binary, args, { stdio: "ignore" });
    const worker = { name, child, ended: new Promise((resolve) => child.on("close", resolve)) };
    this.workersOfFleet = this.workersOfFleet.filter((other) => other.name !== name).concat(worker);
    // One that found no database is started again, as a service would be.
    worker.ended.then((code) => code === 5 && this.workersOfFleet.includes(worker) && setTimeout(() => this.workersOfFleet.includes(worker) && this.startWorker(name), 200));
  }

  async killMachine(worker) {
    this.workersOfFleet = this.workersOfFleet.filter((other) => other !== worker);
    worker.child.kill("SIGKILL");
    await worker.ended;
    this.startWorker(worker.name);
  }

  async kill(kind) {
    if (kind === "worker") return super.kill("worker");
    if (kind === "machine" || kind === "all")
      for (const worker of kind === "all" ? [...this.workersOfFleet] : [this.workersOfFleet[Math.floor(this.random() * this.workersOfFleet.length)]])
        if (worker) await this.killMachine(worker);
    if (kind === "front end" || kind === "all") {
      this.server.kill("SIGKILL");
      await this.ended;
    }
    if (kind === "database" || kind === "all") {
      await this.postgres.stop();
      await this.postgres.start();
    }
    if (kind === "front end" || kind === "all") await this.start();
    return true;
  }

  async end() {
    const workers = this.workersOfFleet;
    this.workersOfFleet = [];
    for (const { child } of workers) child.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    await super.end();
    await this.postgres.remove();
  }
}

/** `{killed, jobs, lostAttempts, faults}`; `faults` is empty where all is well. */
export function killAgainAndAgain({ kills, seed, fleet = false, log = () => {} }) {
  return new (fleet ? FleetChaos : Chaos)(kills, seed).run(log);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name, usual) => Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? usual);
  const fleet = process.argv.includes("--fleet");
  const answer = await killAgainAndAgain({ fleet, kills: option("kills", 100), seed: option("seed", 1), log: console.log });
  console.log(JSON.stringify(answer, null, 1));
  process.exit(answer.faults.length > 0 ? 1 : 0);
}
