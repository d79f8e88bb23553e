// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL server of a test's own, in a folder that goes away, on a socket in it.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const programs = "/usr/lib/postgresql/15/bin";
export const hasPostgres = existsSync(join(programs, "postgres"));

/** It refuses to be run by root. */
const asItself = process.getuid() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=KILL", "--"] : [];
const id = (option) => Number(spawnSync("id", [option, "postgres"]).stdout.toString());

export class Postgres {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "tessera-pg-"));
    if (asItself.length > 0) chownSync(this.folder, id("-u"), id("-g"));
    this.data = join(this.folder, "data");
    this.url = `postgresql:///postgres?host=${this.folder}&user=tessera`;
    const [program, ...args] = [...asItself, join(programs, "initdb"), "-D", this.data, "-A", "trust", "-U", "tessera", "-N", "-E", "UTF8"];
    const made = spawnSync(program, args);
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  }

  async start() {
    const [program, ...args] = [...asItself, join(programs, "postgres"), "-D", this.data, "-k", this.folder, "-h", "", "-c", "shared_buffers=16MB"];
    this.child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.ended = new Promise((resolve) => this.child.on("close", resolve));
    await new Promise((resolve, reject) => {
      let log = "";
      this.child.stderr.on("data", (part) => (log += part).includes("ready to accept connections") && resolve());
      this.child.on("close", () => reject(new Error(`the database did not start: ${log}`)));
    });
  }

  /** `SIGQUIT`: at once and without a word, as in a crash. `SIGKILL` of its first process would leave the others. */
  async stop(signal = "SIGQUIT") {
    this.child.kill(signal);
    await this.ended;
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One that goes with the test. */
export async function startPostgres(t) {
  const postgres = new Postgres();
  await postgres.start();
  t.after(() => postgres.remove());
  return postgres;
}
