// SPDX-License-Identifier: Apache-2.0
// Public shapes and how far the cost model puts them from the roofline: see README.md.
//
//   node tests/e2e/shapes/shapes.mjs table [FILTER] [--write]   lines of table.txt that would have to be others now
//   node tests/e2e/shapes/shapes.mjs print NAME                 a program
//   node tests/e2e/shapes/shapes.mjs run [FILTER]               programs at their own small size on the emulator
//   node tests/e2e/shapes/shapes.mjs time [FILTER] [--budget=SECONDS] [--repetitions=20] [--most=BYTES] [--out=FILE]
//                                                               rows on this machine's GPU beside the model's estimate
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forEach, inspect, run, sumMicroseconds, time } from "../compiled.mjs";
import { root } from "../tessera.mjs";

const tableFile = join(root, "tests/e2e/shapes/table.txt");

/** The card of the model's estimates for sm_90a, as shared/rates has it. */
export const card = { name: "H100 SXM", processors: 132, megahertz: 1830, operations: 4096, gigabytes: 3000 };
/** Which of its numbers are not these lists' (Cards.def, Rates.def): empty if `card` is the card. */
export function findDifferences(cards, rates) {
  const id = new RegExp(`^CARD\\((\\w+), .*"sm_90a", "${card.name}"`, "m").exec(cards)?.[1];
  const fact = (name) => Number(new RegExp(`^CARD_FACT\\(${id}, ${name}, ([\\d.e]+),`, "m").exec(cards)?.[1]);
  // A rate's row has a number of Ampere and one of Hopper.
  const rate = (name) => Number(new RegExp(`^RATE\\(${name}, .*\\n? *\\([\\d.e]+, .*\\n? *\\(([\\d.e]+), `, "m").exec(rates)?.[1]);
  const found = { processors: fact("processors"), megahertz: fact("specClock"), gigabytes: fact("memoryCopy"),
    operations: rate("tensorOperations16") };
  return Object.keys(found).filter((name) => found[name] !== card[name]).map((name) => `${name}: ${found[name]}`);
}

/** Lines worse than this times their roofline say why. */
export const mostRatio = 1.5;

/** `count` parts of a line, those that it has not being empty. */
function split(line, count) {
  const parts = line.split("|").map((part) => part.trim());
  return [...parts, ...Array(count).fill("")].slice(0, count);
}

/** `{programs, rows}` of table.txt; a line `@` begins the rows of a program. */
export function readTable() {
  const programs = new Map(), rows = [];
  let program;
  for (const line of readFileSync(tableFile, "utf8").split("\n")) {
    if (!line || line.startsWith("#")) continue;
    if (line.startsWith("@")) {
      const [name, file, bits, operations, bytes, checked] = split(line.slice(1), 6);
      const isSampled = name.endsWith("*");
      program = name.replace("*", "");
      programs.set(program, { name: program, isSampled, file, bits: Number(bits), operations, bytes, checked });
      continue;
    }
    const [name, sets, now, time, limit, roofline, ratio, remark, reason] = split(line, 9);
    rows.push({ program, name: name.replace("*", ""), isSampled: name.endsWith("*"), sets, now, time, limit, roofline,
      ratio, remark, reason });
  }
  return { programs, rows };
}
function formatRow({ name, isSampled, sets, now, time, limit, roofline, ratio, remark, reason }) {
  const title = name + (isSampled ? "*" : "");
  return [title, sets, now, time, limit, roofline, ratio, remark, reason].join(" | ").trimEnd();
}

export const getTitle = ({ program, name }) => `${program}: ${name}`;
export const readProgram = ({ file }) => readFileSync(join(root, file), "utf8");

/** Names of a program's own settings and of `sets`, for formulas. */
function readSettings(text, sets) {
  const settings = {}, own = text.matchAll(/^([A-Z]\w*) = (\d+|True|False|'\w+'|"\w+")(?: *#.*)?$/gm);
  const given = sets.split(" ").filter(Boolean).map((set) => [set, ...set.split("=")]);
  const parse = (value) => JSON.parse(value.replaceAll("'", '"').toLowerCase());
  for (const [, name, value] of [...own, ...given]) settings[name] = parse(value);
  return settings;
}

/** A function that computes a formula of `program`'s settings. */
function makeComputer(program, sets) {
  const settings = readSettings(readProgram(program), sets), names = Object.keys(settings);
  return (formula) => new Function(...names, "min", `return ${formula}`)(...Object.values(settings), Math.min);
}
const findBytes = (program, sets) => makeComputer(program, sets)(program.bytes);

/** The least that the card takes by its rates, in microseconds: of products or of memory, the longer. */
export function findRoofline(program, sets) {
  const compute = makeComputer(program, sets);
  const rate = (card.processors * card.operations * card.megahertz * 16) / program.bits; // a microsecond
  return Math.max(compute(program.operations) / rate, compute(program.bytes) / (card.gigabytes * 1e3));
}

/** What the schedule says of its choices, in short: what stood in the way as it is, of all else what, not why. */
function shorten(remarks) {
  const isReason = (remark) => /^no warpgroups for|^warpgroups of|keeps? (its|their) own tiles/.test(remark);
  const short = remarks.map((remark) => (isReason(remark) ? remark : remark.replace(/: [^:]*$/, "")));
  return [...new Set(short)].join("; ").replaceAll("|", "/").replace(/\s+/g, " ");
}

/** A row as the compiler makes it now, or `{error}`. */
export async function look(program, row) {
  const { error, instructions, estimates, remarks } = await inspect(readProgram(program), row.sets);
  if (error) return { error };
  const roofline = findRoofline(program, row.sets), time = sumMicroseconds(estimates);
  const longest = estimates.reduce((a, b) => (a.microseconds >= b.microseconds ? a : b));
  const isGuessed = estimates.some(({ guesses }) => guesses);
  const ratio = isGuessed ? "-" : (time / roofline).toFixed(2);
  return { ...row, now: [...new Set(instructions)].join(", "), time: time.toFixed(1), limit: longest.limit,
    roofline: roofline.toFixed(1), ratio, remark: shorten(remarks) };
}

/** Null where `row` has a reason if it needs one, and is no worse than it says nor better; else what is so. */
export function judge(row, found) {
  const title = getTitle(row), now = Number(found.time), before = Number(row.time);
  if (found.error) return `${title}: ${found.error}`;
  if (Number(row.ratio) > mostRatio && !row.reason) return `${title}: ${row.ratio} of its roofline, and no reason`;
  if (found.now !== row.now) return `${title}: ${found.now}, the table says ${row.now}`;
  const isOther = !(now <= before * 1.02 && now >= before * 0.95);
  return isOther ? `${title}: ${found.time} us, the table says ${row.time}` : null;
}

async function printTable(filter, doesWrite) {
  const { programs, rows } = readTable(), lines = new Map();
  await forEach(rows.filter((row) => getTitle(row).includes(filter)), async (row) => {
    const found = await look(programs.get(row.program), row);
    if (!found.error && formatRow(found) === formatRow(row)) return;
    console.log(found.error ? judge(row, found) : `${row.program}: ${formatRow(found)}`);
    if (!found.error) lines.set(getTitle(row), formatRow(found));
  });
  if (!doesWrite) return;
  let program;
  const write = (line) => {
    if (line.startsWith("@")) program = split(line.slice(1), 1)[0].replace("*", "");
    return lines.get(getTitle({ program, name: split(line, 1)[0].replace("*", "") })) ?? line;
  };
  writeFileSync(tableFile, readFileSync(tableFile, "utf8").split("\n").map(write).join("\n"));
}

async function runPrograms(filter) {
  const { programs } = readTable(), list = [...programs.values()].filter(({ name }) => name.includes(filter));
  let wrong = 0;
  await forEach(list, async (program) => {
    for (const settings of ["", ...program.checked.split(";").filter(Boolean)]) {
      const problem = await run(readProgram(program), { settings });
      if (!problem) continue;
      ++wrong;
      console.log(`${program.name} ${settings}: ${problem}`);
    }
  });
  console.log(`${list.length} programs, ${wrong} wrong`);
  process.exitCode = wrong ? 1 : 0;
}

/** The first row of each program, then the second of each, and so on: what a budget leaves is of all kinds. */
function takeInTurns(rows) {
  const found = new Map();
  for (const row of rows) found.set(row.program, [...(found.get(row.program) ?? []), row]);
  const byProgram = [...found.values()];
  const longest = Math.max(...byProgram.map((each) => each.length));
  return Array.from({ length: longest }, (_, i) => byProgram.flatMap((each) => each.slice(i, i + 1))).flat();
}

/** Times rows on a GPU, in turns through the programs; the estimate is the table's, of the card named there. */
async function timeRows(filter, { budget = Infinity, repetitions = 20, most = 5e8, out }) {
  const { programs, rows } = readTable(), begin = Date.now(), measured = [];
  const asked = rows.filter((row) => getTitle(row).includes(filter));
  for (const row of takeInTurns(asked)) {
    const program = programs.get(row.program), title = getTitle(row);
    if (findBytes(program, row.sets) > Number(most)) continue;
    if ((Date.now() - begin) / 1000 > Number(budget)) break;
    const { error, launches } = await time(readProgram(program), row.sets, Number(repetitions));
    if (error) console.log(`${title}: ${error}`);
    if (error) continue;
    const microseconds = launches.reduce((sum, { samples }) => sum + getMedian(samples) * 1000, 0), model = Number(row.time);
    measured.push({ title, sets: row.sets, model, roofline: Number(row.roofline), microseconds, launches });
    const ratio = (microseconds / model).toFixed(2), ofRoofline = (microseconds / Number(row.roofline)).toFixed(2);
    console.log(`${title}: ${microseconds.toFixed(1)} us, ${ratio} of the estimate, ${ofRoofline} of the roofline`);
  }
  const logs = measured.map(({ model, microseconds }) => Math.abs(Math.log(microseconds / model)));
  console.log(`${measured.length} of ${asked.length} rows timed; half are within a factor of ${Math.exp(getMedian(logs)).toFixed(3)} of the estimate`);
  if (out) writeFileSync(out, JSON.stringify({ card, rows: measured }, null, 1) + "\n");
  process.exitCode = measured.length ? 0 : 1;
}
const getMedian = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

if (process.argv[1]?.endsWith("shapes/shapes.mjs")) {
  const [command, ...rest] = process.argv.slice(2), word = rest.find((each) => !each.startsWith("--")) ?? "";
  if (command === "table") await printTable(word, rest.includes("--write"));
  else if (command === "run") await runPrograms(word);
  else if (command === "time") await timeRows(word, Object.fromEntries(rest.map((each) => each.replace("--", "").split("="))));
  else if (command === "print") process.stdout.write(readProgram(readTable().programs.get(word)));
  else throw new Error("expected print, run, table or time");
}
