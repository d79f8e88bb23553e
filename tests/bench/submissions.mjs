// SPDX-License-Identifier: Apache-2.0
// Jobs a second that a front end takes while its queue grows to JOBS, 32 requests at a time, on SQLite and on PostgreSQL:
// `node tests/bench/submissions.mjs [JOBS [BINARY]...]`. Several binaries are measured in turn, round by round.
import { join } from "node:path";
import { hasPostgres, Postgres } from "../e2e/postgres.mjs";
import { binary, makeFolder, root, serve, startWorker, tessera } from "../e2e/tessera.mjs";

const jobs = Number(process.argv[2] ?? 10000);
const binaries = process.argv.length > 3 ? process.argv.slice(3) : [binary];
const rounds = 3;

async function measure(program, isFleet) {
  const ends = [];
  const scope = { after: (end) => ends.unshift(end) };
  let database = "";
  if (isFleet) {
    const postgres = new Postgres();
    await postgres.start();
    ends.push(() => postgres.remove());
    database = postgres.url;
  }
  const { url } = await serve(scope, { data: makeFolder(scope), database, program, args: ["--queue-limit", String(jobs + 10)] });
  if (isFleet) await startWorker(scope, database, ["--name", "local"]);
  await tessera(["admin", "drain", "local", "--runner", url]);
  const { stdout, stderr } = await tessera(["submit", join(root, "shared/kernels/hello_vectors.py"), "--no-wait", "--runner", url, "--json"]);
  if (!stdout) throw new Error(stderr);
  const body = JSON.stringify({ artifact: JSON.parse(stdout).artifact, device: "interpreter" });
  let next = 0;
  const began = performance.now();
  const send = async () => {
    while (next++ < jobs) {
      const answer = await fetch(`${url}/v1/jobs`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
      if (answer.status !== 202) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 32 }, send));
  const rate = Math.round(jobs / ((performance.now() - began) / 1000));
  for (const end of ends) await end();
  return rate;
}

for (let round = 0; round < rounds; ++round)
  for (const isFleet of hasPostgres ? [false, true] : [false])
    for (const program of binaries)
      console.log(`${isFleet ? "PostgreSQL" : "SQLite"}, ${jobs} jobs, ${program}: ${await measure(program, isFleet)} submissions a second`);
