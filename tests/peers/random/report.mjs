// SPDX-License-Identifier: Apache-2.0
// A hunt from the command line: `node tests/peers/random/numpy.mjs [--count 200] [--seed 1] [--kind WORD]`. Says each difference that is not
// listed in known.mjs, shrunk to the lines that it takes, and ends with a line of counts; 77 where the judge is not installed.
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hasJudge, hunt } from "./compare.mjs";
import { known } from "./known.mjs";
import { knownOfTorch } from "./known-torch.mjs";

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
}

/// Hunts if `url` is the script that was started. `module` is what the judge imports.
export async function huntFromCommandLine(url, module, kinds) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  if (!(await hasJudge(module))) {
    console.log(`python3-${module} is not installed`);
    process.exit(77);
  }
  const seed = Number(option("seed", process.env.TESSERA_PEERS_SEED ?? "1"));
  const count = Number(option("count", process.env.TESSERA_PEERS_PROGRAMS ?? "200"));
  let passed = 0;
  let failed = 0;
  for (const kind of kinds.filter(({ name }) => name.includes(option("kind", "")))) {
    const { run, differing, differences, listed } = await hunt(kind, { seed, count, known: process.argv.includes("--all") ? [] : module === "torch" ? knownOfTorch : known, most: Number(option("most", "40")), log: console.log });
    for (const [reason, times] of Object.entries(listed)) console.log(`${kind.name}: ${times} of ${run} differ as listed: ${reason}`);
    console.log(`${kind.name}: ${run} programs from seed ${seed}, ${differing} differ, ${differences.length} times not as listed`);
    passed += run - differences.length;
    failed += differences.length;
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
