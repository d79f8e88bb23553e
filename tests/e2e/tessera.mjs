// SPDX-License-Identifier: Apache-2.0
// Starting the real binary: a command to its end, or a runner until the test is over. `TESSERA_BINARY` names it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const binary = process.env.TESSERA_BINARY ?? join(root, "build", "native", "bin", "tessera");

/** Runs `tessera` to its end. Answers `{code, signal, stdout, stderr}`; a minute is the longest, or `limitMs`. */
export function tessera(args, { input = "", env = {}, stdio, cwd, signalAfterMs, signal = "SIGINT", limitMs = 60_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { env: { ...process.env, NO_COLOR: "1", ...env }, stdio, cwd });
    let stdout = "", stderr = "";
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8"); // a character may come in two parts
    child.stdout?.on("data", (part) => (stdout += part));
    child.stderr?.on("data", (part) => (stderr += part));
    child.on("error", reject);
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    if (signalAfterMs) setTimeout(() => child.kill(signal), signalAfterMs);
    child.on("close", (code, endedBy) => {
      clearTimeout(timer);
      resolve({ code, signal: endedBy, stdout, stderr });
    });
    child.stdin?.on("error", () => {}); // a command that does not read its input
    child.stdin?.end(input);
  });
}

/** A folder that goes away with the test. */
export function makeFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-e2e-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A runner on a free port, or `port`; ends with the test. `kill()` is `kill -9`, `stop()` is SIGTERM and answers its exit code. */
export async function serve(t, { data = makeFolder(t), args = [], port = 0, database = "", env = {}, program = binary } = {}) {
  const place = database ? ["--database", database] : ["--data", data];
  const child = spawn(program, ["serve", "--json", "--listen", `127.0.0.1:${port}`, ...place, ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stderr.on("data", (part) => (log += part));
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  const first = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) resolve(JSON.parse(text));
    });
    child.on("close", () => reject(new Error(`the runner did not start: ${log}`)));
  });
  if (!first.url) throw new Error(`the runner did not start: ${JSON.stringify(first)}`);
  const runner = {
    url: first.url,
    port: Number(new URL(first.url).port),
    data,
    pid: child.pid,
    log: () => log,
    kill: () => (child.kill("SIGKILL"), ended),
    stop: () => (child.kill("SIGTERM"), ended),
    ask: async (method, path, { body, headers } = {}) => {
      const response = await fetch(first.url + path, { method, body, headers: { ...(body ? { "Content-Type": "application/json" } : {}), ...headers } });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: text.startsWith("{") ? JSON.parse(text) : null };
    },
    /** Asks until the job is as wanted, at most thirty seconds. */
    waitFor: async (id, wanted) => {
      for (let i = 0; i < 600; ++i) {
        const job = (await runner.ask("GET", `/v1/jobs/${id}`)).json;
        if (wanted(job)) return job;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`job ${id} did not become what was waited for; the runner says:\n${log}`);
    },
  };
  t.after(() => runner.kill());
  return runner;
}

/** A fleet's worker, once it takes jobs; ends with the test. */
export async function startWorker(t, database, args = [], env = {}, program = binary) {
  const child = spawn(program, ["worker", "--database", database, "--data", makeFolder(t), ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  await new Promise((resolve, reject) => {
    child.stderr.on("data", (part) => (log += part).includes(" is worker ") && resolve());
    child.on("close", () => reject(new Error(`the worker did not start: ${log}`)));
  });
  const worker = { pid: child.pid, log: () => log, kill: () => (child.kill("SIGKILL"), ended), stop: () => (child.kill("SIGTERM"), ended) };
  t.after(() => worker.kill());
  return worker;
}

/** The process of the job that `runner` runs now. */
export async function findWorker(runner) {
  for (let i = 0; i < 250; ++i) {
    const worker = readdirSync("/proc").find((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
        return parent === String(runner.pid) && name !== "tessera-forks";
      } catch {
        return false; // it ended meanwhile
      }
    });
    if (worker) return Number(worker);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the runner has no child; it says:\n${runner.log()}`);
}

/** An artifact that a runner keeps and nobody can run, with a module of `bytes` bytes by chance. */
export function makeArtifact(bytes, fileName = "kernel.py") {
  const manifest = Buffer.from(JSON.stringify({ compiler: "test", target: "sm_90a", kernels: [], sourceDigest: "", fileName, options: {} }));
  const module = Buffer.alloc(bytes, createHash("sha256").update(fileName).digest());
  const header = Buffer.alloc(56);
  header.write("TESSERA\x1a", 0, "latin1");
  header.writeUInt32LE(2, 8);
  header.writeUInt32LE(manifest.length, 12);
  header.writeBigUInt64LE(BigInt(bytes), 16);
  createHash("sha256").update(manifest).update(module).digest().copy(header, 24);
  return Buffer.concat([header, manifest, module]);
}

export const isFinal = (job) => !["queued", "running"].includes(job.state);

/** A program that runs for long: many programs of a grid, each with a loop. */
export const longProgram = programOf(64 * 1000000);

/** One that runs for about a second here, and prints before and after. */
export const shortProgram = `print("before")${programOf(64 * 400)}print("after")\n`;

function programOf(steps) {
  return `
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  def body(i, c):
    return c * 1.0001 + x_ref[...]
  o_ref[...] = jax.lax.fori_loop(0, ${steps / 64}, body, x_ref[...])
x = jnp.ones((256, 256), jnp.float32)
y = pl.pallas_call(kernel, grid=(64,), in_specs=[pl.BlockSpec((256, 256), lambda i: (0, 0))],
                   out_specs=pl.BlockSpec((256, 256), lambda i: (0, 0)),
                   out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x)
print(y)
`;
}
