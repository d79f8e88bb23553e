// SPDX-License-Identifier: Apache-2.0
// Runs the programs of tests/conformance natively, each in a `tessera run` of its own, as many at once as there are cores.
//
//   node tests/conformance/run.mjs [AREA[/TOPIC[:NAME]]]
//
// Says what failed and ends with `N passed, N failed`. TESSERA_BINARY names another `tessera`.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { explainDifference, folder, listPrograms } from "./programs.mjs";

const binary = process.env.TESSERA_BINARY ?? join(folder, "../../build/native/bin/tessera");
const prefix = process.argv[2] ?? "";
const limit = 60_000; // milliseconds; a program takes a few tens

function run(program) {
  return new Promise((resolve) => {
    const child = spawn(binary, ["run", "-", "--json"], { stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    let notes = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (notes += text));
    const timer = setTimeout(() => child.kill("SIGKILL"), limit);
    child.stdin.on("error", () => {}); // it may end before it has read all
    child.stdin.end(program.source);
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      if (signal) return resolve(`ended by ${signal}\n${notes.slice(-500)}`);
      try {
        resolve(explainDifference(program, JSON.parse(output)));
      } catch (error) {
        resolve(`no JSON (exit status ${status}): ${error.message}\n${notes.slice(-500)}`);
      }
    });
  });
}

if (!existsSync(binary)) {
  console.error(`no ${binary}: \`./dev build\` makes it`);
  process.exit(2);
}
const programs = listPrograms(prefix);
let next = 0;
let failed = 0;
async function work() {
  while (next < programs.length) {
    const program = programs[next++];
    const reason = await run(program);
    if (!reason) continue;
    failed++;
    console.log(`FAILED ${program.id}\n${reason.replace(/^/gm, "  ")}`);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(`${programs.length - failed} passed, ${failed} failed`);
process.exit(failed || !programs.length ? 1 : 0);
