// SPDX-License-Identifier: Apache-2.0
// A Slurm cluster of this machine alone, in a folder of its own with keys and ports of its own, for a test's time.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

const path = `${process.env.PATH}:/usr/sbin`;
const isThere = (program) => spawnSync("sh", ["-c", `command -v ${program}`], { env: { PATH: path } }).status === 0;

/** Why there can be none; undefined where there can. Daemons that start jobs as others are root's. */
export const noSlurm = !["slurmctld", "slurmd", "sbatch", "munged"].every(isThere)
  ? "Slurm and munge are not installed"
  : process.getuid() !== 0
    ? "needs root"
    : undefined;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class Slurm {
  /** `partition` has this machine as its one node. */
  constructor(partition) {
    this.folder = mkdtempSync(join(tmpdir(), "tessera-slurm-"));
    this.partition = partition;
    this.daemons = [];
    this.env = { ...process.env, SLURM_CONF: join(this.folder, "slurm.conf"), PATH: path };
  }

  async start() {
    const at = (name) => join(this.folder, name);
    for (const name of ["state", "spool", "munge"]) mkdirSync(at(name), { mode: 0o755 });
    writeFileSync(at("munge/key"), randomBytes(128), { mode: 0o600 });
    const node = hostname().split(".")[0];
    writeFileSync(
      at("slurm.conf"),
      `ClusterName=test
SlurmctldHost=${node}(127.0.0.1)
SlurmctldPort=${await freePort()}
SlurmdPort=${await freePort()}
AuthType=auth/munge
AuthInfo=socket=${at("munge/socket")}
SlurmUser=root
StateSaveLocation=${at("state")}
SlurmdSpoolDir=${at("spool")}
SlurmctldPidFile=${at("slurmctld.pid")}
SlurmdPidFile=${at("slurmd.pid")}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
KillWait=2
SelectType=select/cons_tres
NodeName=${node} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
PartitionName=${this.partition} Nodes=${node} Default=YES State=UP
`,
    );
    const munge = ["key-file", "socket", "pid-file", "log-file", "seed-file"].map((name) => `--${name}=${at(`munge/${name.replace("-file", "")}`)}`);
    this.run("munged", ["--foreground", "--force", ...munge]);
    await this.until(() => this.ask("munge", ["-S", at("munge/socket"), "-n"]) !== null, "munged answers");
    this.run("slurmctld", ["-D"]);
    this.run("slurmd", ["-D"]);
    await this.until(() => this.ask("sinfo", ["-h", "-o", "%t"])?.trim() === "idle", "the node is idle");
  }

  run(program, words) {
    // Into a file: what a daemon leaves behind would keep a pipe open.
    const log = openSync(join(this.folder, `${program}.log`), "w");
    const child = spawn(program, words, { env: this.env, stdio: ["ignore", log, log] });
    closeSync(log);
    this.daemons.push({ program, child, ended: new Promise((resolve) => child.on("exit", resolve)) });
  }

  /** What a command prints; null where it fails. */
  ask(program, words, env = {}) {
    const { status, stdout, stderr } = spawnSync(program, words, { env: { ...this.env, ...env }, encoding: "utf8", timeout: 20_000 });
    this.said = stderr;
    return status === 0 ? stdout : null;
  }

  async until(isSo, what) {
    for (let i = 0; i < 200; ++i) {
      if (await isSo()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error([`not after 20 s: ${what}; ${this.said}`, ...this.daemons.map(({ program }) => `${program}: ${readFileSync(join(this.folder, `${program}.log`), "utf8").slice(-2000)}`)].join("\n"));
  }

  /** The fields of a job, as `scontrol show job` tells them. */
  job(id) {
    const text = this.ask("scontrol", ["-o", "show", "job", id]) ?? "";
    return Object.fromEntries([...text.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]));
  }

  output(id) {
    return readFileSync(join(this.folder, `${id}.txt`), "utf8");
  }

  /** A job that is about to be started again may be left with a process that waits for its controller. */
  killRest() {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
      try {
        if (readFileSync(`/proc/${pid}/environ`, "utf8").includes(`SLURM_CONF=${this.env.SLURM_CONF}`)) process.kill(Number(pid), "SIGKILL");
      } catch {
        // It has just ended.
      }
  }

  async stop() {
    this.ask("scancel", ["--user=root"]);
    for (const { child, ended } of this.daemons.reverse()) {
      child.kill("SIGTERM");
      const killing = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(killing);
    }
    this.killRest();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
