// SPDX-License-Identifier: Apache-2.0
// `tessera admin` on real runners: the first token is made on the store, the others at the runner; machines that take
// no further jobs; dead letters.
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { hasPostgres, startPostgres } from "./postgres.mjs";
import { findWorker, isFinal, longProgram, makeFolder, root, serve, startWorker, tessera } from "./tessera.mjs";

const hello = join(root, "shared/kernels/hello_vectors.py");
const skip = !hasPostgres && "PostgreSQL 15 is not installed";

/** `tessera admin` with `place`; answers what it says, which has to be well. */
async function admin(args, place) {
  const { code, stdout, stderr } = await tessera(["admin", ...args, ...place]);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** A file with the secret, as `--token-file` wants it. */
function keep(folder, name, secret) {
  const path = join(folder, name);
  writeFileSync(path, secret, { mode: 0o600 });
  return path;
}

test("the first token is made on the store; what each may is its scope's", async (t) => {
  const folder = makeFolder(t);
  const first = join(folder, "root.token");
  const made = await tessera(["admin", "tokens", "create", "root", "--scope", "admin", "--secret-file", first, "--data", join(folder, "state")]);
  assert.deepEqual([made.code, made.stdout], [0, ""], made.stderr);
  assert.equal(statSync(first).mode & 0o777, 0o600);
  assert.match(readFileSync(first, "utf8"), /^tessera_[0-9a-f]{64}\n$/);
  const runner = await serve(t, { data: join(folder, "state") });
  const busy = await tessera(["admin", "tokens", "list", "--data", join(folder, "state")]);
  assert.equal(busy.code, 5);
  assert.match(busy.stderr, /another runner uses .*asked by `--runner`/);
  assert.equal((await tessera(["jobs", "--runner", runner.url])).code, 2, "it asks for a token now");
  const at = ["--runner", runner.url, "--token-file", first];
  const ci = keep(folder, "ci", await admin(["tokens", "create", "ci", "--scope", "submit", "--expires", "90d"], at));
  const board = keep(folder, "board", JSON.parse(await admin(["tokens", "create", "board", "--scope", "read", "--json"], at)).secret);
  const twice = await tessera(["admin", "tokens", "create", "ci", ...at, "--json"]);
  assert.equal(twice.code, 2);
  assert.match(JSON.parse(twice.stdout).problem.detail, /there is a token `ci` already/);
  const as = (file, args) => tessera([...args, "--runner", runner.url, "--token-file", file]);
  assert.equal((await as(ci, ["submit", hello])).stdout, "[ 0  2  4  6  8 10 12 14]\n");
  const refused = await as(board, ["submit", hello, "--json"]);
  assert.deepEqual([refused.code, JSON.parse(refused.stdout).problem.code], [2, "forbidden"]);
  assert.equal((await as(board, ["jobs"])).stdout.match(/succeeded/g).length, 1);
  assert.equal((await as(ci, ["admin", "tokens", "list"])).code, 2);
  const turned = keep(folder, "ci-2", await admin(["tokens", "rotate", "ci"], at));
  assert.equal((await as(ci, ["jobs"])).code, 2, "at once");
  assert.equal((await as(turned, ["jobs"])).code, 0);
  assert.equal(await admin(["tokens", "revoke", "board"], at), "board is revoked\n");
  assert.equal((await as(board, ["jobs"])).code, 2);
  const list = await admin(["tokens", "list"], at);
  assert.match(list, /^board +read +revoked +never ends; priority 5\nci +submit +live +until 20..-.*; priority 5\nroot +admin +live +never ends; priority 9\n$/);
  assert.doesNotMatch(list, /tessera_|[0-9a-f]{64}/);
});

test("a token of --token-file is an admin's beside those of the store", async (t) => {
  const folder = makeFolder(t);
  const file = keep(folder, "file", "0123456789abcdef0123456789abcdef");
  const runner = await serve(t, { args: ["--token-file", file] });
  const at = ["--runner", runner.url, "--token-file", file];
  const ci = keep(folder, "ci", await admin(["tokens", "create", "ci"], at));
  const as = (token) => tessera(["jobs", "--runner", runner.url, "--token-file", token]);
  assert.deepEqual([(await as(file)).code, (await as(ci)).code], [0, 0]);
});

test("a drained runner keeps its queue, over a restart, until it takes jobs again", async (t) => {
  const runner = await serve(t);
  assert.equal(await admin(["drain", "local"], ["--runner", runner.url]), "local takes no further jobs\n");
  const id = (await tessera(["submit", hello, "--no-wait", "--runner", runner.url])).stdout.trim();
  await runner.stop();
  assert.match(await admin(["devices"], ["--data", runner.data]), /^local  drained\n  interpreter /);
  const again = await serve(t, { data: runner.data });
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal((await again.ask("GET", `/v1/jobs/${id}`)).json.state, "queued");
  await admin(["undrain", "local"], ["--runner", again.url]);
  assert.equal((await again.waitFor(id, isFinal)).state, "succeeded");
});

test("dead letters are listed, retried and deleted", async (t) => {
  const runner = await serve(t);
  const at = ["--runner", runner.url];
  const id = (await tessera(["submit", "-", "--no-wait", ...at], { input: longProgram })).stdout.trim();
  const die = async (attempts) => {
    for (const attempt of attempts) {
      await runner.waitFor(id, (job) => job.state === "running" && job.attempt === attempt);
      process.kill(await findWorker(runner), "SIGSEGV");
    }
    await runner.waitFor(id, isFinal);
  };
  await die([1, 2]);
  assert.match(await admin(["jobs", "list"], at), new RegExp(`^${id} +failed .*2 attempts lost, the job was tried 2 times`));
  assert.equal(await admin(["jobs", "retry", id], at), `${id} is queued again\n`);
  await die([3, 4]);
  const answer = JSON.parse(await admin(["jobs", "delete", id, "--json"], at));
  assert.deepEqual([answer.ok, answer.answers[0].id], [true, id]);
  assert.equal(await admin(["jobs", "list"], at), "");
  const gone = await tessera(["admin", "jobs", "retry", id, ...at]);
  assert.equal(gone.code, 5);
  assert.match(gone.stderr, /has no job/);
});

test("a fleet's tokens and workers are decided by any of its places", { skip }, async (t) => {
  const folder = makeFolder(t);
  const database = (await startPostgres(t)).url;
  const on = ["--database", database];
  const front = await serve(t, { database });
  const first = keep(folder, "root", await admin(["tokens", "create", "root", "--scope", "admin"], on));
  await new Promise((resolve) => setTimeout(resolve, 1100)); // front ends look once a second
  assert.equal((await tessera(["jobs", "--runner", front.url])).code, 2);
  const at = ["--runner", front.url, "--token-file", first];
  await startWorker(t, database, ["--name", "lab-1"]);
  assert.match(await admin(["devices"], at), /^lab-1  ready\n  interpreter /);
  await admin(["drain", "lab-1"], at);
  const id = (await tessera(["submit", hello, "--no-wait", ...at])).stdout.trim();
  await startWorker(t, database, ["--name", "lab-2"]);
  for (let i = 0; i < 100 && !/succeeded/.test((await tessera(["jobs", ...at])).stdout); ++i);
  assert.match((await tessera(["jobs", ...at])).stdout, new RegExp(`^${id} +succeeded`));
  assert.match(await admin(["devices"], on), /lab-1  drained\n[^]*lab-2  ready\n/);
  await admin(["undrain", "lab-1"], on);
  const unknown = await tessera(["admin", "drain", "lab-9", ...at]);
  assert.equal(unknown.code, 5);
  assert.match(unknown.stderr, /there is no worker `lab-9`; there are `lab-1`, `lab-2`/);
});

test("a few jobs of one token go between the many of another", async (t) => {
  const folder = makeFolder(t);
  const runner = await serve(t);
  const first = keep(folder, "root", await admin(["tokens", "create", "root", "--scope", "admin"], ["--runner", runner.url]));
  const at = ["--runner", runner.url, "--token-file", first];
  const [many, few] = await Promise.all(["many", "few"].map(async (name) => keep(folder, name, await admin(["tokens", "create", name], at))));
  await admin(["drain", "local"], at);
  const queue = async (token, ...args) => (await tessera(["submit", hello, "--no-wait", "--runner", runner.url, "--token-file", token, ...args])).stdout.trim();
  for (let i = 0; i < 6; ++i) await queue(many);
  const mine = await queue(few);
  const urgent = await queue(first, "--priority", "9");
  await admin(["undrain", "local"], at);
  const headers = { Authorization: `Bearer ${readFileSync(first, "utf8").trim()}` };
  const list = async () => (await runner.ask("GET", "/v1/jobs", { headers })).json.jobs;
  for (let i = 0; i < 300 && !(await list()).every(isFinal); ++i) await new Promise((resolve) => setTimeout(resolve, 100));
  const order = (await list()).sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1)).map(({ id }) => id);
  assert.equal(order.indexOf(urgent), 0);
  assert.ok(order.indexOf(mine) <= 2, `${order} has ${mine} late`);
});

test("submit waits for what its token may have again, or says that it is too long", async (t) => {
  const folder = makeFolder(t);
  const runner = await serve(t);
  const first = keep(folder, "root", await admin(["tokens", "create", "root", "--scope", "admin"], ["--runner", runner.url]));
  const at = ["--runner", runner.url, "--token-file", first];
  const ci = keep(folder, "ci", await admin(["tokens", "create", "ci", "--requests-per-minute", "60"], at));
  const as = (...args) => tessera([...args, "--runner", runner.url, "--token-file", ci]);
  const headers = { Authorization: `Bearer ${readFileSync(ci, "utf8").trim()}` };
  while ((await runner.ask("GET", "/v1/jobs", { headers })).status === 200);
  const slow = await as("submit", hello);
  assert.equal(slow.code, 0, slow.stderr);
  assert.equal(slow.stdout, "[ 0  2  4  6  8 10 12 14]\n");
  await admin(["tokens", "limit", "ci", "--requests-per-minute", "0", "--max-queued", "1"], at);
  await admin(["drain", "local"], at);
  assert.equal((await as("submit", hello, "--no-wait")).code, 0);
  const full = await as("submit", hello, "--wait-for-runner", "1", "--json");
  assert.deepEqual([full.code, JSON.parse(full.stdout).problem.code], [5, "quota-exceeded"]);
  assert.match(full.stderr, /1 jobs of the token `ci` wait, .* it may again in 5 s/);
  const high = await as("submit", hello, "--priority", "9");
  assert.equal(high.code, 2);
  assert.match(high.stderr, /may ask for 5 at most/);
});

test("what a token has no room for is refused before it is sent", async (t) => {
  const folder = makeFolder(t);
  const runner = await serve(t);
  const first = keep(folder, "root", await admin(["tokens", "create", "root", "--scope", "admin"], ["--runner", runner.url]));
  const at = ["--runner", runner.url, "--token-file", first];
  const ci = keep(folder, "ci", await admin(["tokens", "create", "ci", "--artifact-mib-per-day", "1"], at));
  const head = (more) => `PUT /v1/artifacts/${"a".repeat(64)} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${readFileSync(ci, "utf8").trim()}\r\n${more}\r\n`;
  /** What comes back, and how many bytes of the body had been taken until then. */
  const send = (start, piece, most) =>
    new Promise((resolve, reject) => {
      const socket = connect(runner.port, "127.0.0.1", () => socket.write(start));
      let answer = "", sent = 0;
      const more = () => {
        while (!answer && sent < most && socket.write(piece)) sent += piece.length;
        if (!answer && sent < most) sent += piece.length;
      };
      socket.on("drain", more);
      socket.on("connect", more);
      socket.on("data", (part) => (answer += part));
      socket.on("close", () => resolve({ answer, sent }));
      socket.on("error", (error) => (answer ? resolve({ answer, sent }) : reject(error)));
    });
  const announced = await send(head("Content-Length: 2000000\r\n"), "", 0);
  assert.match(announced.answer, /^HTTP\/1\.1 429 [^]*Connection: close[^]*larger than the 1048576 bytes that the token `ci` may still put today/i);
  assert.match(announced.answer, /Retry-After: \d+/i);
  const chunk = `10000\r\n${"x".repeat(65536)}\r\n`;
  const chunked = await send(head("Transfer-Encoding: chunked\r\n"), chunk, 48 << 20);
  assert.match(chunked.answer, /^HTTP\/1\.1 429 [^]*quota-exceeded/);
  assert.ok(chunked.sent < 16 << 20, `${chunked.sent} bytes were taken of a body of 48 MiB`);
});

test("a device is asked for by what it has", { skip }, async (t) => {
  const alone = await serve(t);
  const on = async (runner, device) => tessera(["submit", hello, "--json", "--device", device, "--runner", runner.url]);
  assert.equal(JSON.parse((await on(alone, "h100 or emulator")).stdout).device, "emulator");
  const none = await on(alone, "memory>=80GB");
  assert.equal(none.code, 2);
  assert.match(none.stderr, /no device `memory>=80GB`; it has/);
  assert.match((await on(alone, "memory>80GB")).stderr, /what can be asked for are words and `memory>=80GB`/);
  const database = (await startPostgres(t)).url;
  const front = await serve(t, { database });
  await startWorker(t, database, ["--label", "lab-1"]);
  await startWorker(t, database, ["--label", "lab-2"]);
  const job = JSON.parse((await on(front, "memory >= 80GB or  emulator and lab-2")).stdout);
  assert.deepEqual([job.state, job.device, job.result.device], ["succeeded", "memory>=80GB or emulator and lab-2", "emulator"]);
  assert.match((await on(front, "emulator and lab-3")).stderr, /no device `emulator and lab-3`/);
});

test("what tessera admin can't mean is told", async () => {
  const where = await tessera(["admin", "tokens", "list"], { env: { TESSERA_RUNNER: "" } });
  assert.equal(where.code, 2);
  assert.match(where.stderr, /`--runner` for a runner, `--data` or `--database` for its store/);
  const name = await tessera(["admin", "tokens", "create", "a b", "--data", "/nowhere"]);
  assert.match(name.stderr, /is no token's name/);
  const duration = await tessera(["admin", "tokens", "create", "a", "--expires", "soon", "--data", "/nowhere"]);
  assert.match(duration.stderr, /is no duration; for example `90d`/);
});
