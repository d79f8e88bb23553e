// SPDX-License-Identifier: Apache-2.0
// The memory that a front end takes at its peak for one artifact of 64 MiB, sent and fetched: `node tests/bench/artifact-memory.mjs
// [--artifacts=ADDRESS]`. TESSERA_BINARY names another binary.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hasPostgres, Postgres } from "../e2e/postgres.mjs";
import { makeArtifact, serve } from "../e2e/tessera.mjs";

if (!hasPostgres) throw new Error("PostgreSQL 15 is not installed");
const wanted = process.argv.find((word) => word.startsWith("--artifacts="));
const ends = [];
const scope = { after: (end) => ends.unshift(end) };
const postgres = new Postgres();
await postgres.start();
ends.push(() => postgres.remove());
const peak = ({ pid }) => Math.round(Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024);
const artifact = makeArtifact((64 << 20) - 4096);
const sha256 = createHash("sha256").update(artifact).digest("hex");
for (const [name, database] of [["SQLite and a folder", ""], ["PostgreSQL", postgres.url]]) {
  const options = { database, args: database && wanted ? ["--artifacts", wanted.slice("--artifacts=".length)] : [] };
  const front = await serve(scope, options), other = database ? await serve(scope, options) : front;
  const begin = peak(front);
  const sent = await fetch(`${front.url}/v1/artifacts/${sha256}`, { method: "PUT", body: artifact });
  if (sent.status !== 201) throw new Error(await sent.text());
  const afterPut = peak(front);
  const beforeGet = peak(other);
  const got = Buffer.from(await (await fetch(`${other.url}/v1/artifacts/${sha256}`)).arrayBuffer());
  if (!got.equals(artifact)) throw new Error("other bytes came back");
  console.log(`${name}: at the start ${begin} MiB, after PUT ${afterPut} MiB, ${database ? `another front end ${beforeGet} MiB, ` : ""}after GET ${peak(other)} MiB`);
}
for (const end of ends) await end();
