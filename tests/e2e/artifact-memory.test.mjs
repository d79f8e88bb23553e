// SPDX-License-Identifier: Apache-2.0
// A large artifact passes through a runner without staying there: what the process has at its peak while one is fetched.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hasPostgres, startPostgres } from "./postgres.mjs";
import { makeArtifact, makeFolder, serve } from "./tessera.mjs";

const peakMiB = ({ pid }) => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
const artifact = makeArtifact((64 << 20) - 4096);
const sha256 = createHash("sha256").update(artifact).digest("hex");
const path = `/v1/artifacts/${sha256}`;

async function grow(t, options, mostMiB) {
  const first = await serve(t, options);
  assert.equal((await fetch(first.url + path, { method: "PUT", body: artifact })).status, 201);
  await first.stop();
  const second = await serve(t, options), before = peakMiB(second);
  const got = Buffer.from(await (await fetch(second.url + path)).arrayBuffer());
  assert.ok(got.equals(artifact));
  const grown = peakMiB(second) - before;
  assert.ok(grown < mostMiB, `64 MiB take ${grown.toFixed(0)} MiB more`);
  const head = await fetch(second.url + path, { method: "HEAD" });
  assert.equal(Number(head.headers.get("content-length")), artifact.length);
  return second;
}

test("an artifact in a folder is sent from there", async (t) => {
  const data = makeFolder(t);
  const runner = await grow(t, { data }, 24);
  const damaged = Buffer.from(artifact);
  damaged[damaged.length - 1] ^= 1;
  writeFileSync(join(data, "artifacts", sha256), damaged);
  const answer = await fetch(runner.url + path);
  assert.deepEqual([answer.status, (await answer.json()).code], [404, "artifact-altered"], "not a byte of a damaged one");
});

test("an artifact in the database is sent slice by slice", { skip: !hasPostgres && "PostgreSQL 15 is not installed" }, async (t) => {
  await grow(t, { database: (await startPostgres(t)).url }, 56);
});
