// SPDX-License-Identifier: Apache-2.0
// Random programs of Python, NumPy and torch from a fixed seed, run here and by the real thing, as `./dev test peers` has them.
// TESSERA_PEERS_PROGRAMS and TESSERA_PEERS_SEED choose others; a longer hunt is
// `node tests/peers/random.mjs --count 5000`.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "random");
const option = (name, otherwise) => (process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : otherwise);
const count = option("count", process.env.TESSERA_PEERS_PROGRAMS ?? "200");
const seed = option("seed", process.env.TESSERA_PEERS_SEED ?? "1");

/// The exit status and the counts of a hunt, whose lines are shown but for the last, which has them.
function run(command, script) {
  return new Promise((resolve) => {
    const child = spawn(command, [join(folder, script), "--count", count, "--seed", seed], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part) => (text += part));
    child.on("error", (error) => resolve({ status: 1, lines: [error.message], passed: 0, failed: 1 }));
    child.on("close", (status) => {
      const lines = text.trimEnd().split("\n");
      const counts = /^(\d+) passed, (\d+) failed/.exec(lines.at(-1));
      if (counts) lines.pop();
      resolve({ status, lines, passed: Number(counts?.[1] ?? 0), failed: counts ? Number(counts[2]) : status === 77 ? 0 : 1 });
    });
  });
}

let [passed, failed, absent] = [0, 0, 0];
const hunts = [["python3", "python.py"], ...["numpy.mjs", "torch.mjs"].map((script) => [process.execPath, script])];
for (const [command, script] of hunts) {
  const began = Date.now();
  const result = await run(command, script);
  for (const line of result.lines) console.log(line);
  console.log(`-- random/${script}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  passed += result.passed;
  failed += result.failed;
  absent += result.status === 77;
}
console.log(`${passed} passed, ${failed} failed, ${absent} skipped`);
process.exit(failed ? 1 : absent === hunts.length ? 77 : 0);
