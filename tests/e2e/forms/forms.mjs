// SPDX-License-Identifier: Apache-2.0
// Spellings of products and attention: see README.md.
//
//   node tests/e2e/forms/forms.mjs print FORM              the program
//   node tests/e2e/forms/forms.mjs write FOLDER            all of them as files
//   node tests/e2e/forms/forms.mjs table [FILTER]          lines of table.txt that would have to be others now
//   node tests/e2e/forms/forms.mjs run [FILTER] [--all] [--seeds=3] [--target=sm_90a] [--jobs=2] [--tune=NAME=VALUE;..]
//       [--device=cuda]                                    on the emulator, or on a GPU: the table's sample, or all
//   node tests/e2e/forms/forms.mjs assemble [FILTER] [--jobs=2]
//                                                          by ptxas, at the large size: what spills registers, and
//                                                          products that do not run on
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assemble, findReason, forEach, inspect, ptxas, run, show, sumMicroseconds } from "../compiled.mjs";
import { root } from "../tessera.mjs";

const folder = join(root, "tests/e2e/forms");
const readLines = (file) => readFileSync(join(folder, file), "utf8").split("\n");

/** `lines` with those of a patch: ` x` and `-x` are the next such line, kept and left out; `+x` is new. */
function change(lines, patch, name) {
  const result = [];
  let at = 0;
  for (const line of patch) {
    if (line.startsWith("+")) {
      result.push(line.slice(1));
      continue;
    }
    const found = lines.indexOf(line.slice(1), at);
    if (found < 0) throw new Error(`${name}: its base has no line \`${line.slice(1)}\` from line ${at + 1} on`);
    result.push(...lines.slice(at, line.startsWith("-") ? found : found + 1));
    at = found + 1;
  }
  return [...result, ...lines.slice(at)];
}

/** Programs by name: `{title, lines}`. */
export function readPrograms() {
  const programs = new Map();
  for (const file of readdirSync(folder).filter((file) => file.endsWith(".py"))) {
    const [license, title, ...lines] = readLines(file);
    if (!license.includes("Apache-2.0")) throw new Error(`${file} has no license`);
    programs.set(file.replace(".py", ""), { title: title.replaceAll('"', ""), lines });
  }
  for (const file of readdirSync(folder).filter((file) => file.endsWith(".txt") && file !== "table.txt").sort()) {
    const sections = readFileSync(join(folder, file), "utf8").split(/^@ /m).slice(1);
    for (const section of sections) {
      const [head, ...patch] = section.trimEnd().split("\n");
      const [, name, base, title] = /^(\S+) from (\S+): (.*)$/.exec(head) ?? [];
      if (!programs.has(base) || programs.has(name)) throw new Error(`${file}: ${head}`);
      programs.set(name, { title, lines: change(programs.get(base).lines, patch, name) });
    }
  }
  return programs;
}
export const print = ({ title, lines }) => `# SPDX-License-Identifier: Apache-2.0\n"""${title}"""\n${lines.join("\n")}`;

/** The lines of table.txt. */
export function readTable() {
  const rows = readLines("table.txt").filter((line) => line && !line.startsWith("#"));
  return rows.map((row) => {
    const [name, sets, wanted, now, ratio, plain, note] = row.split("|").map((part) => part.trim());
    return { name: name.replace("*", ""), isSampled: name.endsWith("*"), sets, wanted, now, ratio, plain, note };
  });
}
const formatRow = ({ name, isSampled, sets, wanted, now, ratio, plain, note }) =>
  `${name}${isSampled ? "*" : ""} | ${sets} | ${wanted} | ${now} | ${ratio} | ${plain} | ${note}`.trimEnd();

/** What the compiler makes of a form at its large size: `{now, ratio, reason}`, or `{error}`. */
export async function look(program, row) {
  const { error, instructions, estimates, remarks } = await inspect(print(program), row.sets);
  if (error) return { error };
  const now = ["wgmma", "mma", "fma"].find((each) => instructions.includes(each));
  return { now, ratio: sumMicroseconds(estimates) / Number(row.plain), reason: findReason(remarks) };
}

/** Null where the table says so, too; else what it should say. */
export function judge({ name, now, ratio }, found) {
  if (found.error) return now === "-" ? null : `${name}: ${found.error}`;
  if (found.now !== now) return `${name}: ${found.now}, the table says ${now}`;
  if (found.now !== "wgmma" && !found.reason) return `${name}: ${found.now}, and no remark says why`;
  if (ratio === "-") return null;
  const said = `${name}: ${found.ratio.toFixed(2)} of the plain form's time, the table says ${ratio}`;
  return found.ratio > Number(ratio) * 1.02 || found.ratio < Number(ratio) * 0.95 - 0.01 ? said : null;
}

async function printTable(filter) {
  const programs = readPrograms();
  await forEach(readTable().filter(({ name }) => name.includes(filter)), async (row) => {
    const found = await look(programs.get(row.name), row);
    if (!judge(row, found)) return;
    const ratio = row.ratio === "-" || found.error ? "-" : (Math.ceil(found.ratio * 100 - 0.3) / 100).toFixed(2);
    console.log(formatRow({ ...row, now: found.now ?? "-", ratio }));
  });
}

/** Null where ptxas takes all of a form's kernels at its large size as it should; else what it says. */
export async function judgeAssembly(program, { name, sets }) {
  const { error, ptx } = await show(print(program), sets);
  if (error) return `${name}: ${error}`;
  for (const text of ptx) {
    const problem = await assemble(text);
    if (problem) return `${name}: ${problem}`;
  }
  return null;
}

async function assembleSome(filter, { jobs }) {
  if (!ptxas) throw new Error("ptxas is not installed");
  const programs = readPrograms(), rows = readTable().filter(({ name }) => name.includes(filter));
  let wrong = 0;
  await forEach(rows, async (row) => {
    const problem = await judgeAssembly(programs.get(row.name), row);
    if (problem) ++wrong, console.log(problem);
  }, jobs && Number(jobs));
  console.log(`${rows.length - wrong} of ${rows.length} forms are taken as they should be`);
  process.exitCode = wrong ? 1 : 0;
}

async function runSome(filter, { all, seeds, target, jobs, tune, device }) {
  const programs = readPrograms();
  let count = 0, wrong = 0;
  const isAsked = ({ name, isSampled }) => name.includes(filter) && (isSampled || all !== undefined || filter);
  const rows = readTable().filter(isAsked);
  await forEach(rows, async ({ name }) => {
    const problem = await run(print(programs.get(name)), { seeds, target, tune, device });
    ++count;
    if (!problem) return;
    ++wrong;
    console.log(`${name}: ${problem}`);
  }, jobs && Number(jobs));
  console.log(`${count - wrong} of ${count} forms are right`);
  process.exitCode = wrong ? 1 : 0;
}

if (process.argv[1]?.endsWith("forms/forms.mjs")) {
  const [command, ...rest] = process.argv.slice(2), word = rest.find((each) => !each.startsWith("--")) ?? "";
  const flags = rest.filter((each) => each.startsWith("--"));
  const options = Object.fromEntries(flags.map((each) => /^--([^=]*)=?(.*)$/.exec(each).slice(1)));
  if (command === "print") process.stdout.write(print(readPrograms().get(word)));
  else if (command === "table") await printTable(word);
  else if (command === "run") await runSome(word, options);
  else if (command === "assemble") await assembleSome(word, options);
  else if (command === "write") {
    mkdirSync(word, { recursive: true });
    for (const [name, program] of readPrograms()) writeFileSync(join(word, `${name}.py`), print(program));
  } else throw new Error("expected print, write, table, run or assemble");
}
