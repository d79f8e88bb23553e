// SPDX-License-Identifier: Apache-2.0
// What runner/ops has for those who run a fleet: each file is tried, with stand-ins where the real thing is a cluster or a service
// manager; and the commands of runner/README.md for backups, as they stand there.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hasPostgres, startPostgres } from "./postgres.mjs";
import { noSlurm, Slurm } from "./slurm.mjs";
import { binary, makeArtifact, makeFolder, root, serve, startWorker, tessera } from "./tessera.mjs";

const ops = join(root, "runner/ops");
const hello = join(root, "shared/kernels/hello_vectors.py");
const printed = "[ 0  2  4  6  8 10 12 14]\n";
const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
const units = readdirSync(join(ops, "systemd"));
const until = async (wanted, what) => {
  for (let i = 0; i < 400; ++i) {
    const found = await wanted();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(what());
};

test("systemd's units are right", { skip: !has("systemd-analyze") && "no systemd-analyze" }, (t) => {
  const folder = makeFolder(t);
  const written = units.map((name) => {
    const path = join(folder, name.replace("@.", "@lab-2."));
    const text = readFileSync(join(ops, "systemd", name), "utf8");
    writeFileSync(path, text.replaceAll(/\/usr\/local\/bin\/tessera|\/usr\/bin\/nvidia-modprobe/g, "/bin/true"));
    return path;
  });
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...written], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
});

const noFilter = !has("systemd-analyze") || !has("setpriv") || !existsSync("/usr/bin/python3") || process.getuid() !== 0;
for (const unit of units)
  test(`the sandbox stands below the system calls and namespaces of ${unit}`, { skip: noFilter && "needs root, systemd-analyze, setpriv and Python" }, async (t) => {
    const folder = makeFolder(t);
    chmodSync(folder, 0o777);
    const place = (from, name) => (copyFileSync(from, join(folder, name)), chmodSync(join(folder, name), 0o755), join(folder, name));
    const program = place(binary, "tessera"), filter = place(join(root, "tests/e2e/with-filter.py"), "with-filter.py");
    const start = async (text) => {
      const path = join(folder, "unit");
      writeFileSync(path, text);
      const nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all", "--pdeathsig=KILL", "--"];
      const words = [...nobody, "/usr/bin/python3", filter, path, program, "serve", "--json", "--listen", "127.0.0.1:0", "--data", join(folder, "data")];
      const child = spawn("setpriv", words, { stdio: ["ignore", "pipe", "pipe"], cwd: folder });
      let out = "", log = "";
      child.stderr.on("data", (part) => (log += part));
      const ended = new Promise((resolve) => child.on("close", resolve));
      t.after(() => (child.kill("SIGKILL"), ended));
      await new Promise((resolve, reject) => {
        child.stdout.on("data", (part) => (out += part).includes("\n") && resolve());
        child.on("close", () => reject(new Error(`it did not start: ${log}`)));
      });
      return { ...JSON.parse(out), stop: () => (child.kill("SIGTERM"), ended) };
    };
    const lacks = ({ sandbox }) => sandbox.walls.filter(({ holds }) => !holds).map(({ name }) => name);
    const text = readFileSync(join(ops, "systemd", unit), "utf8");
    const free = await start(text.replace(/^SystemCallFilter=@.*$/m, "SystemCallFilter=@known").replace(/^RestrictNamespaces=/m, "$&cgroup "));
    const usual = lacks(free); // a machine's own gaps are not the unit's
    await free.stop();
    const walled = await start(text);
    assert.deepEqual(lacks(walled), usual);
    const run = await tessera(["submit", hello, "--runner", walled.url]);
    assert.deepEqual([run.code, run.stdout], [0, printed], run.stderr);
    await walled.stop();
    if (usual.includes("root")) return;
    const without = await start(text.replace("@mount ", ""));
    assert.ok(lacks(without).includes("root"), "or this test shows nothing");
    await without.stop();
  });

test("a Slurm allocation becomes workers, which drain before its end", { skip: !hasPostgres && "PostgreSQL 15 is not installed" }, async (t) => {
  const script = join(ops, "slurm/tessera-workers.sbatch");
  assert.equal(spawnSync("bash", ["-n", script]).status, 0);
  if (has("shellcheck")) assert.equal(String(spawnSync("shellcheck", [script]).stdout), "");
  const folder = makeFolder(t);
  const standIn = (name, text) => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), `#!/bin/bash\n${text}`, { mode: 0o755 });
  };
  standIn("bin/scontrol", `echo "$@" >>${folder}/asked\n[[ $1 != show ]] || printf 'node-a\\nnode-b\\n'\n`);
  for (const node of ["node-a", "node-b"]) standIn(`${node}/hostname`, `echo ${node}\n`);
  standIn(
    "bin/srun",
    `for node in node-a node-b; do
  words=("$@")
  while [[ \${words[0]} == --* ]]; do words=("\${words[@]:1}"); done
  PATH=${folder}/$node:$PATH "\${words[@]}" & tasks+=($!)
done
wait
`,
  );
  const { url } = await startPostgres(t);
  const front = await serve(t, { database: url });
  const env = {
    ...process.env,
    PATH: `${folder}/bin:${process.env.PATH}`,
    TESSERA_DATABASE: url,
    TESSERA_BINARY: binary,
    TESSERA_REQUEUE: "1",
    SLURM_JOB_ID: "4711",
    SLURM_JOB_NODELIST: "node-[a-b]",
    SLURM_JOB_PARTITION: "gpu/long",
    TMPDIR: folder,
  };
  const job = spawn("bash", [script, "--device", "interpreter"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [job.stdout, job.stderr]) stream.on("data", (part) => (log += part));
  const ended = new Promise((resolve) => job.on("close", resolve));
  t.after(() => job.kill("SIGKILL"));
  const look = async () => (await front.ask("GET", "/v1/fleet")).json.workers;
  const workers = await until(async () => ((await look()).length === 2 ? look() : null), () => log);
  assert.deepEqual(workers.map(({ name }) => name), ["node-a-4711", "node-b-4711"]);
  assert.deepEqual(workers[0].devices.map(({ words }) => words), [["interpreter", "slurm", "slurm-4711", "gpu_long"]]);
  const run = await tessera(["submit", hello, "--runner", front.url, "--device", "slurm-4711"]);
  assert.deepEqual([run.code, run.stdout], [0, printed], run.stderr);
  job.kill("SIGTERM");
  assert.equal(await ended, 0, log);
  assert.deepEqual(await look(), []);
  assert.equal(readFileSync(join(folder, "asked"), "utf8"), "show hostnames node-[a-b]\nrequeue 4711\n");
});

test("Slurm itself starts workers, tells them that their time is over, and takes the job back", { skip: noSlurm ?? (!hasPostgres && "PostgreSQL 15 is not installed") }, async (t) => {
  const { url } = await startPostgres(t);
  const front = await serve(t, { database: url });
  const slurm = new Slurm("gpu-long");
  t.after(() => slurm.stop());
  await slurm.start();
  const batch = (...words) => slurm.ask("sbatch", ["--parsable", `--output=${slurm.folder}/%j.txt`, ...words], { TESSERA_DATABASE: url, TESSERA_BINARY: binary, TESSERA_REQUEUE: "1" });
  const id = batch("--time=1:00:00", join(ops, "slurm/tessera-workers.sbatch"), "--device", "interpreter")?.trim();
  assert.match(id ?? slurm.said, /^\d+$/);
  const look = async () => (await front.ask("GET", "/v1/fleet")).json.workers;
  await slurm.until(async () => (await look()).length === 1, "a worker is there");
  const [worker] = await look();
  assert.equal(worker.name.endsWith(`-${id}`), true, worker.name);
  assert.deepEqual(worker.devices.map(({ words }) => words), [["interpreter", "slurm", `slurm-${id}`, "gpu-long"]]);
  const run = await tessera(["submit", hello, "--runner", front.url, "--device", `slurm-${id}`]);
  assert.deepEqual([run.code, run.stdout], [0, printed], run.stderr);
  // What `--signal=B:TERM@180` does three minutes before the end.
  assert.notEqual(slurm.ask("scancel", ["--signal=TERM", "--batch", id]), null, slurm.said);
  await slurm.until(async () => (await look()).length === 0, "the worker has gone");
  await slurm.until(() => slurm.job(id).Restarts === "1", "the job is asked for again");
  assert.match(slurm.output(id), /info ending: no further jobs, 150 s for what runs\n.*info stopped\n/);
});

test("the image is made of what is built, and of nothing else", () => {
  const text = readFileSync(join(ops, "docker/Dockerfile"), "utf8");
  const copied = [...text.matchAll(/^COPY (\S+) /gm)].map(([, from]) => from);
  assert.deepEqual(copied, ["${PACKAGE}", "web/dist"]);
  assert.match(text, /^ARG PACKAGE=build\/packages\/tessera_\*_amd64\.deb$/m, "what `./dev package` makes");
  assert.match(text, /^ENTRYPOINT \["\/usr\/bin\/tessera"\]$/m, "where it puts the binary");
  const ignore = readFileSync(join(ops, "docker/Dockerfile.dockerignore"), "utf8").trim().split("\n");
  assert.deepEqual(ignore, ["*", "!build/*/tessera_*_amd64.deb", "!web/dist"]);
  assert.match(text, /^ARG BASE=nvidia\/cuda:\S+-base-ubuntu24\.04\nFROM \$\{BASE\}$/m, "glibc of 2.36 or more");
  assert.match(text, /^USER tessera$/m);
});

/** The commands of a section of runner/README.md, as they stand there. */
function commandsOf(heading) {
  const text = readFileSync(join(root, "runner/README.md"), "utf8");
  const section = new RegExp(`^#+ ${heading}$([^]*?)^#+ `, "m").exec(text)?.[1] ?? assert.fail(heading);
  return [...section.matchAll(/^```\n([^]*?)^```/gm)].map(([, block]) => block.replaceAll(/^\$ /gm, ""));
}
function execute(commands, env) {
  const { status, stderr } = spawnSync("bash", ["-euc", commands], { env: { ...process.env, ...env }, encoding: "utf8" });
  assert.equal(status, 0, `${commands}\n${stderr}`);
}

test("a machine's jobs and artifacts are saved while it runs, and restored", { skip: !has("sqlite3") && "no sqlite3" }, async (t) => {
  const [save, restore] = commandsOf("Backup of a machine");
  const runner = await serve(t);
  const id = (await tessera(["submit", hello, "--runner", runner.url, "--json"])).stdout;
  const env = { DATA: runner.data, BACKUP: join(makeFolder(t), "backup"), RESTORED: join(makeFolder(t), "restored") };
  execute(save, env);
  await tessera(["submit", hello, "--runner", runner.url]); // is of after
  execute(restore, env);
  const restored = await serve(t, { data: env.RESTORED });
  const { jobs } = (await restored.ask("GET", "/v1/jobs")).json;
  assert.deepEqual(jobs.map((job) => job.id), [JSON.parse(id).id]);
  assert.equal((await restored.ask("GET", `/v1/jobs/${jobs[0].id}/output`)).text, printed);
  assert.equal((await restored.ask("GET", `/v1/artifacts/${jobs[0].artifact}`)).status, 200);
});

test("a fleet's database is saved while it runs, and restored", { skip: !hasPostgres && "PostgreSQL 15 is not installed" }, async (t) => {
  const [save, restore] = commandsOf("Backup of a fleet");
  const { url } = await startPostgres(t);
  const front = await serve(t, { database: url });
  await startWorker(t, url);
  const job = JSON.parse((await tessera(["submit", hello, "--runner", front.url, "--json", "--wait-for-runner", "20"])).stdout);
  const other = url.replace("/postgres?", "/restored?");
  const env = { TESSERA_DATABASE: url, RESTORED: other, BACKUP: makeFolder(t) };
  execute(save, env);
  assert.equal(spawnSync("psql", [url, "-c", "CREATE DATABASE restored"]).status, 0);
  execute(restore, env);
  const restored = await serve(t, { database: other });
  assert.equal((await restored.ask("GET", `/v1/jobs/${job.id}`)).json.state, "succeeded");
  assert.equal((await restored.ask("GET", `/v1/artifacts/${job.artifact}`)).status, 200);
  await startWorker(t, other);
  assert.equal((await tessera(["submit", hello, "--runner", restored.url, "--wait-for-runner", "20"])).stdout, printed, "it goes on");
});

const earlier = process.env.TESSERA_EARLIER_BINARY;
test("front ends and workers of an earlier version go on beside this one's", { skip: (!hasPostgres || !earlier) && "TESSERA_EARLIER_BINARY names none" }, async (t) => {
  const { url } = await startPostgres(t);
  const before = await serve(t, { database: url, program: earlier });
  await startWorker(t, url, ["--label", "before"], {}, earlier);
  const now = await serve(t, { database: url }); // which changes the schema
  await startWorker(t, url, ["--label", "now"]);
  for (const front of [before, now])
    for (const device of ["before", "now"]) {
      const run = await tessera(["submit", hello, "--runner", front.url, "--device", device, "--wait-for-runner", "20"]);
      assert.deepEqual([run.code, run.stdout], [0, printed], run.stderr);
    }
  const bytes = makeArtifact(3 << 20), digest = (await import("node:crypto")).createHash("sha256").update(bytes).digest("hex");
  const path = `/v1/artifacts/${digest}`;
  for (const [one, other] of [[before, now], [now, before]]) {
    assert.ok([200, 201].includes((await fetch(one.url + path, { method: "PUT", body: bytes })).status));
    assert.equal((await other.ask("GET", path)).status, 200);
  }
  const { workers } = (await now.ask("GET", "/v1/fleet")).json;
  assert.deepEqual(workers.map(({ version }) => typeof version).sort(), ["string", "undefined"]);
});
