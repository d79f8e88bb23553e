// SPDX-License-Identifier: Apache-2.0
// The interpreter tells wrong kernels of warpgroups from right ones: the programs in warpgroups/ are clean under many schedules, and each
// change of warpgroups/mutants.txt is told of under each of five seeds, at the lines that it says. The emulator, which runs their PTX, agrees.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root, tessera } from "./tessera.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "warpgroups");
const seeds = [0, 1, 2, 3, 4];

/** `[{program, what, changes: [{from, number, to}], ids, quotes, isUnseen}]`. */
function readMutants() {
  const mutants = [];
  for (const line of readFileSync(join(folder, "mutants.txt"), "utf8").split("\n")) {
    if (!line.trim() || line.startsWith("#")) continue;
    const last = mutants.at(-1);
    if (!line.startsWith(" ")) {
      const [program, what] = line.split(/: (.*)/);
      mutants.push({ program, what, changes: [] });
    } else if (line.startsWith("  unseen by the emulator: ")) {
      last.isUnseen = true;
    } else if (line.startsWith("  told ")) {
      const [ids, quotes] = line.slice(7).split(" at ");
      last.ids = ids.trim().split(" ");
      last.quotes = (quotes ?? "").split(" & ").filter(Boolean);
    } else {
      const [, from, number, to] = line.trim().match(/^(.*?)(?: #(\d+))? => (.*)$/);
      last.changes.push({ from, number: Number(number ?? 0), to });
    }
  }
  return mutants;
}

/** The program with the change made: as many lines as before, so that quotes of the right program name lines of the wrong one. */
function apply(source, { from, number, to }) {
  const lines = source.split("\n");
  const places = lines.flatMap((line, index) => (line.includes(from) && !line.trim().startsWith("#") ? [index] : []));
  assert.ok(number ? places.length >= number : places.length === 1, `\`${from}\` is in ${places.length} lines`);
  const at = places[number ? number - 1 : 0];
  lines[at] = to === "drop" ? lines[at].match(/^ */)[0] + "pass" : lines[at].replace(from, () => to);
  return lines.join("\n");
}

const getLines = (diagnostic) => [diagnostic, ...(diagnostic.notes ?? [])].filter((each) => each.range).map((each) => each.range.begin?.line ?? each.range.line);

const programs = [folder, join(root, "shared/kernels")].flatMap((place) =>
  readdirSync(place).filter((name) => name.endsWith(".py") && (place === folder || name.startsWith("hopper_"))).map((name) => join(place, name)));

for (const file of programs)
  test(`${basename(file)} is right and clean`, async () => {
    for (const options of [["--schedules=30"], ["--device=emulator", "--check=race"]]) {
      const { code, stdout, stderr } = await tessera(["run", file, ...options]);
      assert.equal(code, 0, options + stdout + stderr);
    }
  });

test("a small kernel is clean under every schedule", async () => {
  const { code, stdout, stderr } = await tessera(["run", join(folder, "blocks.py"), "--schedules=exhaustive", "--json"]);
  assert.equal(code, 0, stdout + stderr);
  assert.ok(JSON.parse(stdout).launches[0].schedules > 2, "more than one order of two blocks' steps");
});

for (const { program, what, changes, ids, quotes, isUnseen } of readMutants())
  test(`${program}: ${what}`, async () => {
    const right = readFileSync(join(program.startsWith("hopper_") ? join(root, "shared/kernels") : folder, program + ".py"), "utf8"), wrong = changes.reduce(apply, right);
    // A quote may stand in several lines: any of them will do.
    const wanted = quotes.map((quote) => right.split("\n").flatMap((line, index) => (line.includes(quote) ? [index + 1] : [])));
    wanted.forEach((lines, index) => assert.ok(lines.length, `\`${quotes[index]}\` is in no line`));
    const runUnder = async (seed) => {
      const { code, stdout, stderr } = await tessera(["run", "-", "--json", `--seed=${seed}`], { input: wrong });
      assert.equal(code, 4, `seed ${seed}: ${stdout}${stderr}`);
      const { diagnostics } = JSON.parse(stdout);
      const fits = (diagnostic) => ids.includes(diagnostic.id) && wanted.every((lines) => lines.some((line) => getLines(diagnostic).includes(line)));
      assert.ok(diagnostics.some(fits), `seed ${seed}, wanted ${ids} at lines ${JSON.stringify(wanted)}: ${JSON.stringify(diagnostics.map((each) => [each.id, each.message, getLines(each)]), null, 1)}`);
    };
    await Promise.all(seeds.map(runUnder));
    if (isUnseen) return;
    const emulated = await tessera(["run", "-", "--json", "--device=emulator", "--check=race"], { input: wrong });
    assert.equal(emulated.code, 4, `on the emulator: ${emulated.stdout}${emulated.stderr}`);
  });
