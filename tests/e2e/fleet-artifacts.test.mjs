// SPDX-License-Identifier: Apache-2.0
// Artifacts of a fleet, wherever they are kept: what holds of the database, of a folder and of an object store alike.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { makeAuthority } from "./authority.mjs";
import { credentials, startObjectStore } from "./object-store.mjs";
import { hasPostgres, startPostgres } from "./postgres.mjs";
import { makeArtifact, makeFolder, root, serve, startWorker, tessera } from "./tessera.mjs";

const hello = join(root, "shared/kernels/hello_vectors.py");
const skip = !hasPostgres && "PostgreSQL 15 is not installed";
const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Each kind: what the fleet is started with, and hands on what is kept. */
const kinds = {
  database: (t, postgres) => {
    const sql = (text) => {
      const { status, stdout, stderr } = spawnSync("psql", [postgres.url, "-Atc", text]);
      assert.equal(status, 0, String(stderr));
      return String(stdout).trim();
    };
    return {
      args: [],
      has: (digest) => sql(`SELECT count(*) FROM artifacts WHERE digest='${digest}' AND octet_length(content)=bytes`) === "1",
      damage: (digest) => sql(`UPDATE artifacts SET content=set_byte(content, 100, 1 - get_byte(content, 100) % 2) WHERE digest='${digest}'`),
      away: null, // fleet.test.mjs
    };
  },
  folder: (t) => {
    const folder = join(makeFolder(t), "shared");
    return {
      args: ["--artifacts", `file://${folder}`],
      has: (digest) => existsSync(join(folder, digest)),
      damage: (digest) => writeFileSync(join(folder, digest), readFileSync(join(folder, digest)).fill(1, 100, 120)),
      lose: (digest) => renameSync(join(folder, digest), join(folder, "lost")),
      away: (isAway) => (isAway ? renameSync(folder, `${folder}.away`) : renameSync(`${folder}.away`, folder)),
      leftovers: () => readdirSync(folder).filter((name) => name.startsWith(".")),
    };
  },
  "object store": (t) => keepInStore(t, null),
  "object store by TLS": (t) => {
    const authority = makeAuthority(t);
    authority.certify("store", "IP:127.0.0.1");
    return keepInStore(t, authority);
  },
};

async function keepInStore(t, authority) {
  const { url, state } = await startObjectStore(t, authority && { cert: authority.args[1], key: authority.args[3] });
  const path = (digest) => `/bucket/fleet/${digest}`;
  return {
    args: ["--artifacts", url],
    env: authority ? { ...credentials, AWS_CA_BUNDLE: authority.ca } : credentials,
    has: (digest) => state.objects.has(path(digest)),
    damage: (digest) => state.objects.set(path(digest), Buffer.from(state.objects.get(path(digest))).fill(1, 100, 120)),
    lose: (digest) => state.objects.delete(path(digest)),
    away: (isAway) => (state.away = isAway),
    refusals: () => state.refusals.filter((code) => code !== "NoSuchKey" && code !== "SlowDown"),
  };
}

for (const [kind, make] of Object.entries(kinds))
  test(`artifacts in the ${kind}: shared, checked, healed, forgotten`, { skip, timeout: 120_000 }, async (t) => {
    const postgres = await startPostgres(t);
    const place = await make(t, postgres);
    const options = { database: postgres.url, args: [...place.args, "--store-mib", "64"], env: place.env };
    const [front, other] = [await serve(t, options), await serve(t, options)];
    await startWorker(t, postgres.url, place.args, place.env);
    const put = (runner, bytes) => fetch(`${runner.url}/v1/artifacts/${digestOf(bytes)}`, { method: "PUT", body: bytes });
    const get = async (runner, digest) => {
      const response = await fetch(`${runner.url}/v1/artifacts/${digest}`);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };

    // A job: the worker fetches what a front end was given.
    const run = await tessera(["submit", hello, "--runner", front.url]);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(run.stdout, "[ 0  2  4  6  8 10 12 14]\n");

    // Any front end has it, as it was; sent twice it is known.
    const large = makeArtifact(20 << 20, "large.py"), digest = digestOf(large);
    assert.deepEqual([(await put(front, large)).status, (await put(other, large)).status], [201, 200]);
    assert.ok(place.has(digest));
    const got = await get(other, digest);
    assert.deepEqual([got.status, got.bytes.equals(large)], [200, true]);

    // What was damaged is neither sent nor kept, and sending it again heals it.
    place.damage(digest);
    const damaged = await get(front, digest);
    assert.equal(damaged.status, 404);
    assert.match(damaged.bytes.toString(), /artifact-altered.*was damaged/);
    assert.ok(!place.has(digest));
    assert.equal((await put(other, large)).status, 201);
    assert.equal((await get(front, digest)).status, 200);
    if (place.lose) {
      place.lose(digest);
      assert.equal((await get(front, digest)).status, 404);
      assert.equal((await put(front, large)).status, 201);
    }

    // Several send the same at once: it is there, whole.
    const same = makeArtifact(3 << 20, "same.py");
    const all = await Promise.all([front, other, front, other].map((runner) => put(runner, same)));
    assert.ok(all.every(({ status }) => status === 200 || status === 201));
    assert.ok((await get(front, digestOf(same))).bytes.equals(same));

    // The oldest that no job needs make room.
    const more = makeArtifact(30 << 20, "more.py"), most = makeArtifact(31 << 20, "most.py");
    assert.deepEqual([(await put(front, more)).status, (await put(other, most)).status], [201, 201]);
    assert.equal((await get(front, digest)).status, 404);
    assert.ok(!place.has(digest) && place.has(digestOf(most)));

    // While the place is away nothing is lost.
    if (place.away) {
      place.away(true);
      const ready = await front.ask("GET", "/v1/health/ready");
      assert.equal(ready.status, 503);
      assert.match(ready.json.detail, /is not there|answers 503|does not answer/);
      assert.equal((await get(front, digestOf(most))).status, 503);
      assert.equal((await put(front, large)).status, 503);
      place.away(false);
      assert.equal((await front.ask("GET", "/v1/health/ready")).status, 200);
      assert.ok((await get(other, digestOf(most))).bytes.equals(most));
    }
    assert.deepEqual(place.leftovers?.() ?? [], []);
    assert.deepEqual(place.refusals?.() ?? [], []);
  });

test("an artifact that is kept elsewhere is not taken for a damaged one", { skip }, async (t) => {
  const { url } = await startPostgres(t);
  const folder = makeFolder(t), bytes = makeArtifact(1000), path = `/v1/artifacts/${digestOf(bytes)}`;
  const front = await serve(t, { database: url, args: ["--artifacts", folder] });
  assert.equal((await fetch(front.url + path, { method: "PUT", body: bytes })).status, 201);
  const without = await serve(t, { database: url });
  const refused = await without.ask("GET", path);
  assert.equal(refused.status, 503);
  assert.match(refused.json.detail, new RegExp(`start this with \`--artifacts file://${folder}\``));
  assert.equal((await front.ask("GET", path)).status, 200);
});

test("a store that refuses the keys says so", { skip }, async (t) => {
  const { url } = await startPostgres(t);
  const store = await startObjectStore(t);
  const env = { ...credentials, AWS_SECRET_ACCESS_KEY: "another" };
  const front = await serve(t, { database: url, args: ["--artifacts", store.url], env });
  const bytes = makeArtifact(1000);
  const answer = await fetch(`${front.url}/v1/artifacts/${digestOf(bytes)}`, { method: "PUT", body: bytes });
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /answers 403 .*SignatureDoesNotMatch/);
});

test("a store that does not answer holds up nobody who needs no bytes", { skip }, async (t) => {
  const { url } = await startPostgres(t);
  const store = await startObjectStore(t);
  const front = await serve(t, { database: url, args: ["--artifacts", store.url], env: credentials });
  store.state.hangs = true;
  const bytes = makeArtifact(1000);
  void fetch(`${front.url}/v1/artifacts/${digestOf(bytes)}`, { method: "PUT", body: bytes }).catch(() => null);
  assert.equal((await front.ask("GET", "/v1/jobs")).status, 200);
  const ready = await front.ask("GET", "/v1/health/ready");
  assert.equal(ready.status, 503);
  assert.match(ready.json.detail, /does not answer/);
});

test("an address of artifacts that is none is refused, without a word of secrets", async () => {
  for (const [address, part] of [
    ["relative/folder", /whole path/],
    ["ftp://host/x", /expected a folder/],
    ["http://host:9000", /names no bucket/],
    ["http://host/a%20b", /names no bucket, or one with other characters/],
    ["http://key:secret@host/bucket", /AWS_ACCESS_KEY_ID/],
    ["file:///proc/nothing", /can't create the folder/],
  ]) {
    const { code, stderr } = await tessera(["serve", "--database", "postgresql://127.0.0.1:1/x", "--artifacts", address]);
    assert.ok(code === 2 || code === 5, `${address}: ${code}`);
    assert.match(stderr, part);
    assert.doesNotMatch(stderr, /secret/);
  }
  const alone = await tessera(["serve", "--artifacts", "/tmp"]);
  assert.equal(alone.code, 2);
  assert.match(alone.stderr, /--artifacts requires --database/);
});
