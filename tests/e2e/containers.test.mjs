// SPDX-License-Identifier: Apache-2.0
// The image of runner/ops under Docker, and its units under a systemd that is the first process of a container. Asked for by
// TESSERA_CONTAINER_BASE, an image with Debian 12 and what README.md names; the binary has to be the portable one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { hasPostgres, startPostgres } from "./postgres.mjs";
import { makeFolder, root, serve, shortProgram, tessera } from "./tessera.mjs";

const base = process.env.TESSERA_CONTAINER_BASE;
const portable = join(root, "build/portable/bin/tessera");
const skip = !base
  ? "TESSERA_CONTAINER_BASE names no image"
  : !existsSync(portable)
    ? "./dev build --portable has not been run"
    : false;
const image = "tessera-under-test";
const packages = join(root, "build/packages-under-test");
const hello = join(root, "shared/kernels/hello_vectors.py");
const printed = "[ 0  2  4  6  8 10 12 14]\n";

function ask(...words) {
  const { status, stdout, stderr } = spawnSync("docker", words, { encoding: "utf8", timeout: 300_000 });
  return { status, stdout, stderr };
}
function docker(...words) {
  const { status, stdout, stderr } = ask(...words);
  assert.equal(status, 0, `docker ${words.join(" ")}\n${stdout}\n${stderr}`);
  return stdout;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function until(isSo, what) {
  for (let i = 0; i < 300; ++i) {
    const found = await isSo();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`not after 30 s: ${what()}`);
}
const answers = (url) =>
  fetch(`${url}/v1/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** A job of some seconds that is running when this returns; what it answers waits for its end, which has to be good. */
async function startJob(front, device) {
  const ended = tessera(["submit", "-", "--runner", front.url, "--device", device], { input: shortProgram });
  const isRunning = async () => (await front.ask("GET", "/v1/jobs")).json.jobs.some(({ state }) => state === "running");
  await until(isRunning, front.log);
  return async () => {
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^before[^]*after\n$/);
  };
}

/** A container that goes with the test. Its network is this machine's, so that what listens there is at hand here. */
function start(t, name, options, words) {
  const id = docker("run", "--detach", "--name", `${image}-${name}`, "--network=host", ...options, ...words).trim();
  t.after(() => ask("rm", "--force", "--volumes", id));
  return {
    log: () => Object.values(ask("logs", id)).join("\n"),
    run: (...command) => docker("exec", id, ...command),
    tryRun: (...command) => ask("exec", id, ...command),
    copy: (from, to) => docker("cp", from, `${id}:${to}`),
    /** Asks it to end; answers its exit code. */
    stop: (seconds) => (
      docker("stop", "--time", String(seconds), id),
      Number(docker("inspect", "--format", "{{.State.ExitCode}}", id))
    ),
  };
}

before(() => {
  if (skip) return;
  const file = join(root, "runner/ops/docker/Dockerfile");
  const build = join(root, "runner/packages/build.py");
  const made = spawnSync("python3", [build, "--binary", portable, "--output", packages, "--only=deb", "--fast"]);
  assert.equal(made.status, 0, String(made.stderr));
  const from = ["--build-arg", `BASE=${base}`, "--build-arg", "PACKAGE=build/packages-under-test/tessera_*_amd64.deb"];
  docker("build", "--network=host", ...from, "--file", file, "--tag", image, root);
});
after(() => {
  if (skip) return;
  ask("rmi", "--force", image);
  rmSync(packages, { recursive: true, force: true });
});

test("the image serves behind the walls that Docker leaves, and keeps its jobs", { skip }, async (t) => {
  const volume = docker("volume", "create").trim();
  t.after(() => ask("volume", "rm", "--force", volume));
  const url = `http://127.0.0.1:${await freePort()}`;
  const words = [
    image,
    "serve",
    "--listen",
    url.slice("http://".length),
    "--sandbox=require",
    "--site",
    "/usr/share/tessera",
  ];
  const first = start(t, "serve", ["--volume", `${volume}:/var/lib/tessera`], words);
  await until(() => answers(url), first.log);
  assert.equal(first.run("id", "--user", "--name").trim(), "tessera");
  const run = await tessera(["submit", hello, "--runner", url, "--json"]);
  assert.equal(run.code, 0, run.stderr + first.log());
  assert.match(await (await fetch(url)).text(), /<title>/);
  assert.equal(first.stop(30), 0, first.log());
  const second = start(t, "serve-again", ["--volume", `${volume}:/var/lib/tessera`], words);
  await until(() => answers(url), second.log);
  const job = await (await fetch(`${url}/v1/jobs/${JSON.parse(run.stdout).id}`)).json();
  assert.equal(job.state, "succeeded");
});

test(
  "the image's worker takes a fleet's jobs, and drains",
  { skip: skip || (!hasPostgres && "PostgreSQL 15 is not installed") },
  async (t) => {
    const postgres = await startPostgres(t);
    chmodSync(postgres.folder, 0o755); // the container's user is another one
    const front = await serve(t, { database: postgres.url });
    const options = ["--volume", `${postgres.folder}:${postgres.folder}`, "--env", `TESSERA_DATABASE=${postgres.url}`];
    const worker = start(t, "worker", options, [image, "worker", "--label", "lab-2", "--sandbox=require"]);
    const look = async () => (await front.ask("GET", "/v1/fleet")).json.workers;
    await until(async () => (await look()).length === 1, worker.log);
    const run = await tessera(["submit", hello, "--runner", front.url, "--device", "lab-2"]);
    assert.deepEqual([run.code, run.stdout], [0, printed], run.stderr + worker.log());
    const endJob = await startJob(front, "lab-2");
    assert.equal(worker.stop(630), 0, worker.log());
    await endJob();
    assert.deepEqual(await look(), []);
  },
);

/** A container whose first process is systemd, with our units, our user and the binary in it. */
async function boot(t, name, options = []) {
  const rights = [
    "--cap-add=SYS_ADMIN",
    "--cap-add=NET_ADMIN",
    "--security-opt=seccomp=unconfined",
    "--cgroupns=private",
  ];
  const places = ["--tmpfs=/run", "--tmpfs=/tmp", "--env=container=docker"];
  const machine = start(t, name, [...rights, ...places, ...options], [base, "/lib/systemd/systemd"]);
  const state = () => machine.tryRun("systemctl", "is-system-running").stdout.trim();
  await until(
    () => ["running", "degraded"].includes(state()),
    () => state() + machine.log(),
  );
  machine.run("useradd", "--system", "--home-dir", "/var/lib/tessera", "tessera");
  machine.run("mkdir", "-p", "/etc/tessera");
  machine.copy(portable, "/usr/local/bin/tessera");
  for (const unit of ["tessera-serve.service", "tessera-worker@.service"])
    machine.copy(join(root, "runner/ops/systemd", unit), `/etc/systemd/system/${unit}`);
  machine.run("systemctl", "daemon-reload");
  machine.journal = (unit) => machine.tryRun("journalctl", "--no-pager", "--unit", unit).stdout;
  machine.show = (unit, property) => machine.run("systemctl", "show", "--value", "--property", property, unit).trim();
  const folder = makeFolder(t);
  machine.write = (to, text) => (
    writeFileSync(join(folder, "file"), text, { mode: 0o644 }),
    machine.copy(join(folder, "file"), to)
  );
  return machine;
}

test(
  "tessera-serve.service starts, walls its jobs in, comes back when it is killed, and ends in time",
  { skip },
  async (t) => {
    const machine = await boot(t, "unit-serve");
    const unit = "tessera-serve.service",
      url = `http://127.0.0.1:${await freePort()}`;
    machine.write(
      "/etc/tessera/serve.env",
      `TESSERA_SERVE_OPTIONS=--listen ${url.slice("http://".length)} --sandbox=require\n`,
    );
    machine.run("systemctl", "enable", "--now", unit);
    await until(
      () => answers(url),
      () => machine.journal(unit),
    );
    const run = await tessera(["submit", hello, "--runner", url, "--json"]);
    assert.equal(run.code, 0, run.stderr + machine.journal(unit));
    const pid = machine.show(unit, "MainPID");
    machine.run("systemctl", "kill", "--kill-who=main", "--signal=KILL", unit);
    await until(
      () => !["0", pid].includes(machine.show(unit, "MainPID")),
      () => machine.journal(unit),
    );
    await until(
      () => answers(url),
      () => machine.journal(unit),
    );
    assert.equal((await (await fetch(`${url}/v1/jobs/${JSON.parse(run.stdout).id}`)).json()).state, "succeeded");
    machine.run("systemctl", "stop", unit);
    assert.deepEqual(
      [machine.show(unit, "Result"), machine.show(unit, "ActiveState")],
      ["success", "inactive"],
      machine.journal(unit),
    );
    // What no restart mends is not restarted.
    machine.write("/etc/tessera/serve.env", "TESSERA_SERVE_OPTIONS=--nonsense\n");
    machine.tryRun("systemctl", "start", unit);
    await until(
      () => machine.show(unit, "ActiveState") === "failed",
      () => machine.journal(unit),
    );
    assert.equal(machine.show(unit, "NRestarts"), "0");
  },
);

test(
  "tessera-worker@ waits for its database, works by its label, and drains",
  { skip: skip || (!hasPostgres && "PostgreSQL 15 is not installed") },
  async (t) => {
    const postgres = await startPostgres(t);
    chmodSync(postgres.folder, 0o755);
    const front = await serve(t, { database: postgres.url });
    // Not below /tmp: the unit has one of its own.
    const machine = await boot(t, "unit-worker", ["--volume", `${postgres.folder}:/srv/database`]);
    const unit = "tessera-worker@lab-2.service";
    const url = postgres.url.replace(postgres.folder, "/srv/database");
    machine.write("/etc/tessera/worker.env", `TESSERA_DATABASE=${url}\nTESSERA_WORKER_OPTIONS=--sandbox=require\n`);
    machine.run("systemctl", "enable", "--now", unit);
    const look = async () => (await front.ask("GET", "/v1/fleet")).json.workers;
    await until(
      async () => (await look()).length === 1,
      () => machine.journal(unit),
    );
    const run = await tessera(["submit", hello, "--runner", front.url, "--device", "lab-2"]);
    assert.deepEqual([run.code, run.stdout], [0, printed], run.stderr + machine.journal(unit));
    const endJob = await startJob(front, "lab-2");
    machine.run("systemctl", "stop", unit);
    await endJob();
    assert.equal(machine.show(unit, "Result"), "success", machine.journal(unit));
    assert.deepEqual(await look(), []);
    assert.match(machine.journal(unit), /ending: no further jobs/);
  },
);
