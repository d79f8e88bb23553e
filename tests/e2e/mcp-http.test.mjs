// SPDX-License-Identifier: Apache-2.0
// `/mcp` of a runner: the Streamable HTTP transport as the specification has it, who may ask, what each may cost, and
// that nothing is left of a client that goes. The protocol itself and the tools are mcp.test.mjs's matter.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { hello, openSession, post } from "./mcp-http.mjs";
import { binary, makeFolder, root, serve, tessera } from "./tessera.mjs";

const kernels = join(root, "shared/kernels");
const vectors = readFileSync(join(kernels, "hello_vectors.py"), "utf8");
const endless = `
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = jax.lax.while_loop(lambda c: c[0, 0] >= 0, lambda c: c + 0.0, x_ref[...])
x = jnp.ones((8, 8), jnp.float32)
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x))
`;
const begin = (session, id = 1, meta) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "run", arguments: { source: endless, timeout: 300 }, ...(meta ? { _meta: meta } : {}) },
});
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function until(isSo, what) {
  for (let i = 0; i < 400; ++i) {
    if (await isSo()) return;
    await sleep(50);
  }
  assert.fail(`not after 20 s: ${what}`);
}

/** A runner that serves agents whatever walls this machine has. */
const start = (t, args = [], more = {}) => serve(t, { args: ["--mcp", ...args], ...more });
const metric = async (runner, name) =>
  Number(
    new RegExp(`^tessera_mcp_${name.replace(/[{}"]/g, "\\$&")} (\\d+)$`, "m").exec(
      (await runner.ask("GET", "/metrics")).text,
    )[1],
  );

/** Processes below `pid`, those of its children too, by their command lines: `walled` ones are calls. */
function calls(pid) {
  const parents = new Map();
  for (const one of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${one}/stat`, "utf8"));
      parents.set(one, { parent, line: readFileSync(`/proc/${one}/cmdline`, "utf8") });
    } catch {} // it ended meanwhile
  const isBelow = (one) => one === String(pid) || (parents.has(one) && isBelow(parents.get(one).parent));
  return [...parents.keys()].filter((one) => parents.get(one).line.includes("\0walled\0") && isBelow(one));
}

//===-- the transport -------------------------------------------------------------------------------------------===//

test("a session begins with initialize, lists, calls and ends", async (t) => {
  const runner = await start(t);
  const session = await openSession(runner.url);
  assert.match(session.id, /^[0-9a-f]{64}$/);
  assert.equal(session.hello.protocolVersion, "2025-06-18");
  assert.match(session.hello.instructions, /no files of yours/);
  const noted = await session.notify("notifications/initialized");
  assert.deepEqual([noted.status, noted.text], [202, ""]);
  const { tools } = (await session.ask("tools/list")).result;
  assert.equal(tools.length, 14);
  const compiled = await session.call("compile", { source: vectors, name: "mine.py" });
  assert.equal(compiled.isError, false, compiled.text);
  assert.deepEqual(compiled.facts.kernels, ["add_vectors_kernel"]);
  assert.equal((await session.call("run", { source: vectors })).facts.output, "[ 0  2  4  6  8 10 12 14]\n");
  const wrong = await session.call("compile", { source: "import jax.numpie\n", name: "mine.py" });
  assert.match(wrong.text, /mine\.py:1/);
  assert.equal((await session.end()).status, 204);
  assert.equal((await session.begin("ping")).status, 404);
  assert.equal((await session.end()).status, 404);
});

test("revisions: both that have this transport, and no other", async (t) => {
  const runner = await start(t);
  for (const [asked, given] of [
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2025-06-18"],
    ["2099-01-01", "2025-06-18"],
  ]) {
    const session = await openSession(runner.url, { revision: asked });
    assert.equal(session.hello.protocolVersion, given);
    const say = (version) =>
      session.send({ jsonrpc: "2.0", id: 1, method: "ping" }, { headers: { "MCP-Protocol-Version": version } });
    assert.equal((await say(given)).status, 200);
    const refused = await say("2024-11-05");
    assert.equal(refused.status, 400);
    assert.match(refused.json.detail, /expected `2025-06-18` or `2025-03-26`/);
  }
});

test("batches are of revision 2025-03-26 alone, and come as one body or as events", async (t) => {
  const runner = await start(t);
  const batch = [
    { jsonrpc: "2.0", id: "a", method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: "b", method: "tools/call", params: { name: "doc", arguments: { name: "jnp.cumsum" } } },
    { jsonrpc: "2.0", id: "c", method: "nonsense" },
  ];
  const old = await openSession(runner.url, { revision: "2025-03-26" });
  for (const accept of ["application/json", "text/event-stream"]) {
    const answer = await old.send(batch, { headers: { Accept: accept } });
    assert.equal(answer.status, 200);
    assert.equal(answer.isEvents, accept === "text/event-stream");
    const ids = answer.messages.flat().map(({ id, error }) => `${id} ${error?.code ?? "ok"}`);
    assert.deepEqual(ids.sort(), ["a ok", "b ok", "c -32601"]);
  }
  const empty = await old.send([]);
  assert.deepEqual([empty.status, empty.json.error.code], [400, -32600]);
  const now = await openSession(runner.url);
  const refused = await now.send(batch);
  assert.deepEqual([refused.status, refused.json.error.code], [400, -32600]);
});

test("progress comes as events, and what is done at once as a body", async (t) => {
  const runner = await start(t);
  const session = await openSession(runner.url);
  const quick = await session.begin("tools/list", {}); // needs no child: at once on a busy machine, too
  assert.equal(quick.isEvents, false);
  const program = { name: "run", arguments: { source: endless, timeout: 3 }, _meta: { progressToken: 7 } };
  const told = [];
  const slow = await session.begin("tools/call", program, { onMessage: (message) => told.push([Date.now(), message]) });
  assert.equal(slow.isEvents, true);
  const progress = told.filter(([, { method }]) => method === "notifications/progress");
  assert.ok(progress.length >= 2, slow.text);
  assert.ok(progress.every(([, { params }]) => params.progressToken === 7 && /of 3 s at most/.test(params.message)));
  assert.ok(told.at(-1)[0] - progress[0][0] > 700, "they come when they are said, not at the end");
  assert.match(told.at(-1)[1].result.content[0].text, /stopped after 3 s/);
  // Who takes no events waits for the body, and hears of no progress.
  const whole = await session.begin("tools/call", program, { headers: { Accept: "application/json" } });
  assert.equal(whole.isEvents, false);
  assert.deepEqual(whole.messages.length, 1);
  assert.match(whole.messages[0].result.content[0].text, /stopped after 3 s/);
});

test("what is no message, or of no session, is told so", async (t) => {
  const runner = await start(t);
  const session = await openSession(runner.url);
  const say = (body, headers = {}) => session.send(body, { headers });
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  for (const [body, headers, status, pattern] of [
    ["{", {}, 400, /not JSON/],
    ["", {}, 400, /not JSON/],
    ["[".repeat(100_000), {}, 400, /not JSON/],
    ["5", {}, 400, /a message is an object/],
    [{ jsonrpc: "1.0", id: null, method: "ping" }, {}, 400, /jsonrpc/],
    [ping, { "Content-Type": "text/plain" }, 415, /application\/json/],
    [ping, { Accept: "text/html" }, 406, /text\/event-stream/],
    [ping, { "Mcp-Session-Id": null }, 400, /no `Mcp-Session-Id`/],
    [ping, { "Mcp-Session-Id": "0".repeat(64) }, 404, /no such session/],
    [ping, { "Mcp-Session-Id": session.id.slice(0, -1) }, 404, /no such session/],
    [hello(), {}, 200, /`initialize` was there already/],
    [{ ...hello(), params: {} }, { "Mcp-Session-Id": null }, 200, /protocolVersion/],
  ]) {
    const answer = await say(body, headers);
    assert.equal(answer.status, status, `${JSON.stringify(body).slice(0, 80)}: ${answer.text}`);
    assert.match(answer.text, pattern);
    assert.equal(answer.headers["mcp-session-id"], undefined);
  }
  assert.deepEqual((await say({ jsonrpc: "2.0", id: 9, result: {} })).status, 202);
  for (const method of ["GET", "PUT"]) {
    const refused = await post(runner.url, undefined, {
      method,
      headers: { ...session.headers, Accept: "text/event-stream" },
    });
    assert.equal(refused.status, 405);
    assert.match(refused.headers.allow, /POST.*DELETE/);
  }
  assert.equal((await post(runner.url, undefined, { method: "DELETE" })).status, 400);
  assert.equal((await session.ask("ping")).result && (await metric(runner, "sessions")), 1);
});

test("a message is 4 MiB at most, and the server goes on", async (t) => {
  const runner = await start(t);
  const session = await openSession(runner.url);
  const source = `x = 1 # ${"x".repeat(3 << 20)}\n`;
  assert.match((await session.call("compile", { source })).text, /it compiles|larger|long/);
  const large = await session
    .begin("tools/call", { name: "compile", arguments: { source: source + source } })
    .catch(({ code }) => ({ code }));
  assert.ok(large.status === 413 || ["ECONNRESET", "EPIPE"].includes(large.code), JSON.stringify(large));
  assert.deepEqual((await session.ask("ping")).result, {});
});

//===-- who may ask ---------------------------------------------------------------------------------------------===//

test("pages of other places and rebound names may not ask", async (t) => {
  const runner = await start(t, ["--allow-origin", "https://example.org"]);
  for (const [headers, status] of [
    [{ Origin: "https://attacker.example" }, 403],
    [{ Origin: "null" }, 403],
    [{ Host: "attacker.example" }, 400],
    [{ Origin: "https://example.org" }, 200],
    [{ Origin: "http://localhost:3000" }, 200],
  ]) {
    const answer = await post(runner.url, hello(), { headers });
    assert.equal(answer.status, status, JSON.stringify(headers));
    assert.equal("mcp-session-id" in answer.headers, status === 200);
  }
  const asked = await post(runner.url, undefined, { method: "OPTIONS", headers: { Origin: "https://example.org" } });
  assert.match(asked.headers["access-control-allow-headers"], /Mcp-Session-Id/);
  assert.match(asked.headers["access-control-allow-methods"], /DELETE/);
  const page = await post(runner.url, hello(), { headers: { Origin: "https://example.org" } });
  assert.match(page.headers["access-control-expose-headers"], /Mcp-Session-Id/);
});

/** A runner with tokens: `{url, token: {admin, ..}}` as headers. */
async function startWithTokens(t, scopes) {
  const folder = makeFolder(t),
    data = join(folder, "data"),
    headers = {};
  const make = async (name, scope, more) => {
    const file = join(folder, `${name}.token`);
    const made = await tessera(["admin", "tokens", "create", name, "--scope", scope, "--secret-file", file, ...more]);
    assert.equal(made.code, 0, made.stderr);
    headers[name] = { Authorization: `Bearer ${readFileSync(file, "utf8").trim()}` };
    return file;
  };
  const admin = await make("admin", "admin", ["--data", data]);
  const runner = await start(t, [], { data });
  const there = ["--runner", runner.url, "--token-file", admin];
  for (const [name, scope] of Object.entries(scopes)) await make(name, scope, there);
  return { ...runner, headers, there };
}

test("tokens: without one nothing, by scope what it reaches, and no session of another's", async (t) => {
  const runner = await startWithTokens(t, { looks: "read", one: "submit", two: "submit" });
  const without = await post(runner.url, hello());
  assert.equal(without.status, 401);
  assert.match(without.headers["www-authenticate"], /^Bearer/);
  assert.match(without.json.detail, /`Authorization: Bearer <token>`/);
  assert.equal((await post(runner.url, hello(), { headers: { Authorization: "Bearer nonsense" } })).status, 401);

  const looks = await openSession(runner.url, { headers: runner.headers.looks });
  assert.deepEqual(
    (await looks.ask("tools/list")).result.tools.map(({ name }) => name),
    ["doc"],
  );
  assert.equal((await looks.call("doc", { name: "jnp.cumsum" })).isError, false);
  const refused = (await looks.ask("tools/call", { name: "run", arguments: { source: vectors } })).error;
  assert.match(refused.message, /scope `read`.*scope `submit`/);

  const one = await openSession(runner.url, { headers: runner.headers.one });
  assert.equal((await one.call("run", { source: vectors })).isError, false);
  const stolen = await one.send({ jsonrpc: "2.0", id: 1, method: "ping" }, { headers: runner.headers.two });
  assert.equal(stolen.status, 404);
  assert.equal(
    (await post(runner.url, undefined, { method: "DELETE", headers: { ...one.headers, ...runner.headers.two } }))
      .status,
    404,
  );
  const revoked = await tessera(["admin", "tokens", "revoke", "one", ...runner.there]);
  assert.equal(revoked.code, 0, revoked.stderr);
  await until(async () => (await one.begin("ping")).status === 401, "the token is refused");
});

test("bench is a job of this runner, its client's own", async (t) => {
  const runner = await startWithTokens(t, { one: "submit", two: "submit" });
  const session = await openSession(runner.url, { headers: runner.headers.one });
  const measured = await session.call("bench", { source: vectors, device: "auto" });
  assert.equal(measured.isError, false, measured.text);
  assert.match(measured.text, /counts and predictions, no times of a GPU/);
  const list = async (who) => (await runner.ask("GET", "/v1/jobs", { headers: runner.headers[who] })).json.jobs;
  const [job] = await list("one");
  assert.deepEqual([job.owner, job.state], ["one", "succeeded"]);
  assert.deepEqual(await list("two"), []);
  const compared = await session.call("compare", { source: vectors, baselineSource: vectors });
  assert.match(compared.text, /against the baseline: same/);
  // A call that is ended leaves no job.
  const slow = vectors + endless;
  const id = 77;
  const going = session.send({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "bench", arguments: { source: slow } },
  });
  await until(async () => (await list("one")).some(({ state }) => state === "running"), "the job runs");
  await session.notify("notifications/cancelled", { requestId: id });
  await going;
  await until(
    async () => (await list("one")).every(({ state }) => state !== "running" && state !== "queued"),
    "the job is cancelled",
  );
  assert.equal((await list("one"))[0].state, "cancelled");
});

//===-- walls ---------------------------------------------------------------------------------------------------===//

test("no argument names a file, and no program sees one", async (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, "secrets.py"), "SECRET = 'found it'\nprint(SECRET)\n");
  const runner = await start(t, [], { env: { TESSERA_SECRET: "found it" } });
  const session = await openSession(runner.url);
  const { tools } = (await session.ask("tools/list")).result;
  assert.doesNotMatch(
    JSON.stringify(tools.map(({ inputSchema, description }) => [inputSchema, description])),
    /\bfile below|\broot\b|@FILE|`file`|git:|--allow-runner/,
  );
  for (const { name, inputSchema } of tools) {
    for (const argument of ["file", "module", "path", "baseline", "expect"]) {
      assert.ok(!(argument in inputSchema.properties), `${name}.${argument}`);
      const { error } = await session.ask("tools/call", {
        name,
        arguments: { source: vectors, [argument]: "/etc/passwd" },
      });
      assert.equal(error?.code, -32602, `${name}.${argument}`);
    }
    if (name !== "doc") assert.ok(inputSchema.required.includes("source"), name);
  }
  for (const source of [
    `import sys\nsys.path.append(${JSON.stringify(folder)})\nimport secrets\n`,
    "import secrets\n",
    `print(open(${JSON.stringify(join(folder, "secrets.py"))}).read())\n`,
    "import os\nprint(os.environ)\n",
    "import numpy as np\nprint(np.load('/etc/passwd'))\n",
  ])
    for (const tool of ["run", "compile", "test", "time"]) {
      const { text, facts } = await session.call(tool, { source });
      assert.doesNotMatch(text + JSON.stringify(facts), /found it|root:x/, source);
    }
  const ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) { ret; }\n";
  const array = await session.call("emulate", { source: ptx, args: ["f32[8]=@/etc/passwd.npy"] });
  assert.match(array.text, /reads no files/);
});

test("a call's process has the walls of a job, an empty environment and three descriptors", async (t) => {
  const runner = await start(t, [], { env: { TESSERA_SECRET: "found it" } });
  const session = await openSession(runner.url);
  const call = session.send(begin(session));
  await until(() => calls(runner.pid).length > 0, "the call runs");
  await until(
    () => calls(runner.pid).some((pid) => /Seccomp:\t2/.test(readFileSync(`/proc/${pid}/status`, "utf8"))),
    "the walls are up",
  );
  const inside = calls(runner.pid).filter((pid) => /Seccomp:\t2/.test(readFileSync(`/proc/${pid}/status`, "utf8")));
  assert.ok(inside.length >= 1);
  for (const pid of inside) {
    assert.match(readFileSync(`/proc/${pid}/status`, "utf8"), /NoNewPrivs:\t1/);
    assert.match(readFileSync(`/proc/${pid}/status`, "utf8"), /CapEff:\t0000000000000000/);
    try {
      assert.equal(readFileSync(`/proc/${pid}/environ`, "utf8"), "");
      assert.deepEqual(
        readdirSync(`/proc/${pid}/fd`).filter((file) => Number(file) > 2),
        [],
      );
    } catch ({ code }) {
      if (code !== "EACCES") throw code; // its walls keep us out, too
    }
  }
  await session.notify("notifications/cancelled", { requestId: 1 });
  assert.deepEqual((await call).messages, []);
  await until(() => calls(runner.pid).length === 0, "the call's process is gone");
});

//===-- bounds --------------------------------------------------------------------------------------------------===//

test("cancelled calls, clients that vanish and sessions that end leave no process", async (t) => {
  const runner = await start(t, ["--mcp-parallel", "8"]);
  const session = await openSession(runner.url);
  const other = await openSession(runner.url);
  const countThreads = () => readdirSync(`/proc/${runner.pid}/task`).length;
  const threads = countThreads();
  const going = [
    session.send(begin(session, 1)),
    session.send(begin(session, 2), { headers: { Accept: "application/json" } }),
    session.send(begin(session, 3, { progressToken: 1 })),
    other.send(begin(other, 1)),
  ];
  await until(() => new Set(calls(runner.pid)).size >= 4, "all run");
  assert.equal(await metric(runner, "calls"), 4);
  await session.notify("notifications/cancelled", { requestId: 1 });
  const first = await going[0];
  assert.deepEqual(
    first.messages.filter(({ id }) => id === 1),
    [],
  ); // the protocol wants no answer to it
  going[1].leave();
  going[2].leave();
  await until(async () => (await metric(runner, "calls")) === 1, "three are gone");
  assert.deepEqual((await session.ask("ping")).result, {});
  assert.equal((await other.end()).status, 204);
  await going[3];
  await until(async () => (await metric(runner, "calls")) === 0 && calls(runner.pid).length === 0, "all are gone");
  await until(() => countThreads() <= threads, "their threads are gone");
  assert.equal(await metric(runner, 'calls_total{end="cancelled"}'), 4);
});

test("two clients at once: each gets its own answers, and a turn", async (t) => {
  const runner = await start(t, ["--mcp-parallel", "1"]);
  const greedy = await openSession(runner.url),
    modest = await openSession(runner.url);
  const program = (text) => `print(${JSON.stringify(text)})\n`;
  let ended = 0;
  const many = Array.from({ length: 10 }, async (_, i) => {
    const answer = await greedy.call("run", { source: program(`greedy ${i}`) });
    ++ended;
    return answer;
  });
  await until(async () => (await metric(runner, "calls")) >= 5, "most of them wait");
  const before = ended;
  assert.equal((await modest.call("run", { source: program("modest") })).facts.output, "modest\n");
  assert.ok(ended <= before + 2, `behind ${ended - before} calls of another`);
  const answers = await Promise.all(many);
  answers.forEach(({ facts }, i) => assert.equal(facts.output, `greedy ${i}\n`));
});

test("calls and sessions are bounded, and the idlest session makes room", async (t) => {
  const runner = await start(t, [
    "--mcp-sessions",
    "2",
    "--mcp-calls",
    "2",
    "--mcp-all-calls",
    "3",
    "--mcp-parallel",
    "1",
  ]);
  const first = await openSession(runner.url),
    second = await openSession(runner.url);
  const going = [first.send(begin(first, 1)), first.send(begin(first, 2))];
  await until(async () => (await metric(runner, "calls")) === 2, "both are there");
  const third = await first.send(begin(first, 3));
  assert.match(third.messages[0].error.message, /2 calls are under way/);
  going.push(second.send(begin(second, 1)));
  await until(async () => (await metric(runner, "calls")) === 3, "three are there");
  const full = await second.send(begin(second, 2));
  assert.equal(full.status, 503);
  assert.ok(Number(full.headers["retry-after"]) > 0);
  assert.equal((await post(runner.url, hello())).status, 503); // both are at work
  going[2].leave();
  await until(async () => (await metric(runner, "calls")) === 2, "one is gone");
  const next = await openSession(runner.url); // takes the place of the second, which is idle
  assert.equal((await second.begin("ping")).status, 404);
  assert.deepEqual((await next.ask("ping")).result, {});
  going[0].leave();
  going[1].leave();
});

test("a session that nobody uses ends, one with a call does not", async (t) => {
  const runner = await start(t, ["--mcp-idle-seconds", "1"]);
  const idle = await openSession(runner.url),
    busy = await openSession(runner.url);
  const call = busy.call("run", { source: endless, timeout: 4 });
  await until(async () => (await metric(runner, "sessions")) === 1, "one ends");
  assert.equal((await idle.begin("ping")).status, 404);
  assert.match((await call).text, /stopped after 4 s/);
});

test("a runner that stops answers its calls, and leaves no process", async (t) => {
  const runner = await start(t);
  const session = await openSession(runner.url);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const short = session.call("run", { source: endless, timeout: 2 });
  const long = session.call("run", { source: endless, timeout: 200 });
  await until(() => calls(runner.pid).length >= 1, "they run");
  const stopped = runner.stop();
  assert.match((await short).text, /stopped after 2 s|this runner is stopping/);
  assert.match((await long).text, /this runner is stopping: ask again/);
  assert.deepEqual(await stopped, { code: 0, signal: null });
  assert.equal(calls(runner.pid).length, 0);
});

test("a client that reads nothing holds nobody up", async (t) => {
  const runner = await start(t);
  const session = await openSession(runner.url);
  const body = JSON.stringify(begin(session, 900, { progressToken: 1 }));
  const socket = connect(runner.port, "127.0.0.1");
  t.after(() => socket.destroy());
  socket.pause();
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMcp-Session-Id: ${session.id}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until(async () => (await metric(runner, "calls")) === 1, "it runs");
  assert.equal((await session.call("run", { source: "print(1)\n" })).facts.output, "1\n");
  socket.destroy();
  await until(async () => (await metric(runner, "calls")) === 0 && calls(runner.pid).length === 0, "its call is gone");
});

test("off where nobody wants it, and where a machine lacks walls", async (t) => {
  const none = await serve(t, { args: ["--no-mcp"] });
  const answer = await post(none.url, hello());
  assert.equal(answer.status, 404);
  assert.match(answer.json.detail, /tessera serve --mcp/);
  const open = await serve(t, { args: ["--sandbox=off"] });
  assert.equal((await post(open.url, hello())).status, 404);
  assert.match(open.log(), /no coding agents are served at \/mcp/);
});

test("what stands behind the walls is for servers alone", async () => {
  for (const args of [
    ["walled"],
    ["walled", "require", "x", "--", "version"],
    ["walled", "nonsense", "60", "--", "version"],
  ]) {
    const { code, stderr } = await tessera(args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /`walled` is for servers/);
  }
  const alone = await tessera(["bench", "-", "--runner", "inherited:"], { input: vectors });
  assert.match(alone.stderr, /the runner that started this process, and none did/);
  const walled = await tessera(["walled", "try", "60", "--", "run", "-"], { input: vectors });
  assert.deepEqual([walled.code, walled.stdout], [0, "[ 0  2  4  6  8 10 12 14]\n"], walled.stderr);
  const file = await tessera(["walled", "try", "60", "--", "run", join(kernels, "hello_vectors.py")]);
  assert.equal(file.code, 2, "no file is opened behind them");
});

//===-- the protocol's own client -------------------------------------------------------------------------------===//

const sdk = join(root, "web/node_modules/@modelcontextprotocol/sdk/dist/esm/client");
const load = (name) => import(pathToFileURL(join(sdk, name)).href);
const { Client } = await load("index.js").catch(() => ({}));
const skip = Client ? false : "@modelcontextprotocol/sdk is not installed: `npm ci` in web";

for (const kind of ["stdio", "http"])
  test(`the protocol's own client speaks with it over ${kind}`, { skip }, async (t) => {
    const client = new Client({ name: "test", version: "1" });
    let transport;
    if (kind === "stdio") {
      const { StdioClientTransport } = await load("stdio.js");
      transport = new StdioClientTransport({ command: binary, args: ["mcp", "--root", kernels] });
    } else {
      const runner = await start(t);
      const { StreamableHTTPClientTransport } = await load("streamableHttp.js");
      transport = new StreamableHTTPClientTransport(new URL("/mcp", runner.url));
    }
    t.after(() => client.close());
    await client.connect(transport);
    assert.equal(client.getServerVersion().name, "tessera");
    assert.equal((await client.listTools()).tools.length, 14); // it checks schemas of results by these
    const program = { name: "run", arguments: { source: vectors } };
    const run = await client.callTool(program);
    assert.equal(run.structuredContent.output, "[ 0  2  4  6  8 10 12 14]\n");
    const told = [];
    const slow = await client.callTool({ name: "run", arguments: { source: endless, timeout: 3 } }, undefined, {
      onprogress: (one) => told.push(one),
    });
    assert.equal(slow.isError, true);
    assert.ok(told.length >= 2);
    const controller = new AbortController();
    const cancelled = client.callTool({ name: "run", arguments: { source: endless } }, undefined, {
      signal: controller.signal,
    });
    setTimeout(() => controller.abort("enough"), 1500);
    await assert.rejects(cancelled, /enough/);
    const { resources } = await client.listResources();
    assert.ok((await client.readResource({ uri: resources[0].uri })).contents[0].text.length > 100);
    assert.ok((await client.listPrompts()).prompts.length >= 3);
    await assert.rejects(client.callTool({ name: "nonsense", arguments: {} }), /there is no tool/);
    if (kind === "http") await transport.terminateSession();
  });
