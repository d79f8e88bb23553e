// SPDX-License-Identifier: Apache-2.0
// Random programs against the real NumPy and PyTorch: makes them from a seed, runs each here and under /usr/bin/python3, compares what
// both print and shrinks a program that differs to the lines that it takes.
//
// A program is a list of lines; the first ones (the head) always stay. Each line shows a value by `show`, which prints the class of an
// exception instead, so that the lines after it still run. Numbers are compared with a tolerance that belongs to the dtype which the
// line names, everything else to the character.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const binary = process.env.TESSERA_BINARY ?? join(folder, "../../../build/native/bin/tessera");
const python = "/usr/bin/python3";
const limit = 30_000; // milliseconds for one process
const batchSize = 20; // programs that one process runs

/// Numbers in [0, 1) from a seed (mulberry32), and choices made with them.
export class Dice {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  below(n) {
    return Math.floor(this.next() * n);
  }
  range(low, high) {
    return low + this.below(high - low + 1);
  }
  pick(list) {
    return list[this.below(list.length)];
  }
  chance(p) {
    return this.next() < p;
  }
}

function communicate(command, args, input, milliseconds, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], ...options });
    let output = "";
    let notes = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (notes += text));
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", (error) => resolve({ output: "", notes: error.message, status: 127, signal: null }));
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      resolve({ output, notes, status, signal });
    });
  });
}

/// Whether the judge is there: `module` can be imported by Debian's Python.
export async function hasJudge(module) {
  if (!existsSync(python)) return false;
  const { status } = await communicate(python, ["-c", `import ${module}`], "", 60_000);
  return status === 0;
}

/// The judge goes on running: importing torch takes seconds. Lists of texts are answered in order.
class Judge {
  start() {
    this.child = spawn(python, [join(folder, "judge.py")], { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = [];
    let text = "";
    this.child.stdout.setEncoding("utf8").on("data", (part) => {
      text += part;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
        this.waiting.shift()?.resolve(JSON.parse(text.slice(0, end)));
        text = text.slice(end + 1);
      }
    });
    const { child, waiting } = this;
    child.on("close", () => {
      for (const { reject } of waiting.splice(0)) reject(new Error("the judge ended"));
      if (this.child === child) this.child = null;
    });
  }
  run(texts) {
    if (!this.child) this.start();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.child.stdin.write(`${JSON.stringify(texts)}\n`);
    });
  }
  stop() {
    this.child?.stdin.end();
    this.child = null;
  }
}
const judge = new Judge();
const runJudge = (texts) => judge.run(texts);

async function runHere(text) {
  const { output, notes, status, signal } = await communicate(binary, ["run", "-", "--json"], text, limit);
  if (signal) return { output: "", error: `ended by ${signal}` };
  try {
    const result = JSON.parse(output);
    const error = result.diagnostics.find(({ severity }) => severity === "error");
    return { output: result.output, error: error ? `${error.id}: ${error.message}` : null };
  } catch {
    return { output: "", error: `exit status ${status} ${notes.slice(-200)}` };
  }
}

const number = /(?<![\w.])[-+]?(?:\d+\.\d*(?:e[-+]?\d+)?|\d+e[-+]?\d+|\d+|inf|nan)(?![\w.])/g;

function tolerance(line) {
  if (/bfloat16/.test(line)) return 2e-2;
  if (/float16/.test(line)) return 4e-3;
  if (/float32/.test(line)) return 4e-6;
  return 1e-11;
}

/// Whether two lines say the same, up to the rounding of floats.
export function agrees(seen, expected, exact = false) {
  if (seen === expected) return true;
  if (exact || seen === undefined || expected === undefined) return false;
  if (seen.replace(number, "#") !== expected.replace(number, "#")) return false;
  const a = seen.match(number) ?? [];
  const b = expected.match(number) ?? [];
  const relative = tolerance(expected);
  const greatest = Math.max(0, ...b.map((text) => Math.abs(Number(text))).filter(Number.isFinite));
  return a.every((text, index) => {
    if (text === b[index]) return true;
    const [x, y] = [Number(text), Number(b[index])];
    // Sums of numbers of both signs cancel: what is lost is small beside the greatest number of the line.
    return Math.abs(x - y) <= relative * Math.max(Math.abs(y), greatest * 0.25) && /[.e]/.test(text + b[index]);
  });
}

/// Null, or how the two results of a program differ.
export function difference(here, judged, exact) {
  if (here.error && /^(internal-error|ended by|exit status)/.test(here.error)) return `here: ${here.error}`;
  const seen = here.output.split("\n");
  const expected = judged.output.split("\n");
  for (let index = 0; index < expected.length; index++) {
    if (index === seen.length - 1 && here.error) break;
    if (!agrees(seen[index], expected[index], exact)) return `here:  ${seen[index]}\njudge: ${expected[index]}${here.error ? `\n(${here.error})` : ""}`;
  }
  if (!here.error !== !judged.error) return `here:  ${here.error ?? "ran"}\njudge: ${judged.error ?? expected[seen.length - 1] ?? "ran"}`;
  return seen.length === expected.length ? null : `here: ${seen.length} lines, judge: ${expected.length}`;
}

const withNotes = (found, { notes }) =>
  found && notes.length ? `${found}\nsays: ${notes.join(" | ").replaceAll("\n", " ")}` : found;

async function differs(lines, exact) {
  const text = `${lines.join("\n")}\n`;
  const [here, [judged]] = [await runHere(text), await runJudge([text])];
  return withNotes(difference(here, judged, exact), judged);
}

/// As `differs`, of several programs of one head: in one process, unless one ends it.
async function differAll(head, variants, exact) {
  const programs = variants.map((lines) => ({ head, lines }));
  const here = await runHere(batchText(programs));
  const seen = outputsOf(here.output);
  const results = [];
  if (here.error || seen.length !== variants.length) {
    for (const lines of variants) results.push(await differs([...head, ...lines], exact));
    return results;
  }
  const judged = await runJudge(programs.map((program) => batchText([program])));
  return judged.map((one, index) => {
    const [expected] = outputsOf(one.output);
    const judged = { output: expected ?? "", error: expected === undefined ? one.error : null };
    return withNotes(difference({ output: seen[index] }, judged, exact), one);
  });
}

/// The program without the lines that the difference does not need. Of parts of one size that may go, the first goes.
async function shrink(program, exact) {
  let { head, lines } = program;
  let reason = null;
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < lines.length && size < lines.length; ) {
      const variants = [];
      for (let begin = at; begin < lines.length; begin += size)
        variants.push([...lines.slice(0, begin), ...lines.slice(begin + size)]);
      const still = await differAll(head, variants, exact);
      const first = still.findIndex((told) => told && !/NameError/.test(told));
      if (first < 0) break;
      [lines, reason] = [variants[first], still[first]];
      at += first * size;
    }
  }
  return { head, lines, reason: reason ?? (await differs([...head, ...lines], exact)) };
}

async function inParallel(items, work) {
  let next = 0;
  const results = new Array(items.length);
  const turn = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, turn));
  return results;
}

const mark = "=== program";

/// Programs of one head as functions of one text, each behind a mark: starting a process takes longer than most programs.
function batchText(programs) {
  const parts = programs.map(({ lines }, index) => {
    const body = lines.join("\n").replaceAll("\n", "\n    ");
    return `print("${mark} ${index}")\ndef program${index}():\n    ${body}\ntry:\n    program${index}()\nexcept Exception as error:\n    print("ended by", type(error).__name__)\n`;
  });
  return `${programs[0].head.join("\n")}\n${parts.join("")}print("${mark} end")\n`;
}

/// What each program of a batch printed; those that it did not get to are missing.
function outputsOf(output) {
  const parts = output.split(new RegExp(`^${mark} \\w+\\n`, "m")).slice(1);
  return parts.slice(0, -1); // what stands behind the last mark is the end, or a program that did not come to its own
}

/// The numbers of the programs that seem to differ, and have to be run alone, counted from `begin`. Where a batch comes
/// to no end, the program that it did not get through is one of them, and those after it are a batch of their own.
async function suspects(programs, exact, begin = 0) {
  const text = batchText(programs);
  const [here, [judged]] = [await runHere(text), await runJudge([text])];
  const [seen, expected] = [outputsOf(here.output), outputsOf(judged.output)];
  const isThrough = !here.error && seen.length === programs.length && expected.length === programs.length;
  const through = isThrough ? programs.length : Math.min(seen.length, expected.length, programs.length - 1);
  const differs = (index) => difference({ output: seen[index] }, { output: expected[index] }, exact);
  const found = Array.from({ length: through }, (_, index) => index).filter(differs);
  if (!isThrough) found.push(through);
  const rest = programs.slice(through + 1);
  const later = rest.length ? await suspects(rest, exact, begin + through + 1) : [];
  return [...found.map((index) => begin + index), ...later];
}

/// The statements that show one line each, where no other one shows any: each is a program of its own with the others
/// before it.
function stepsOf(lines) {
  const isStep = (line) => line.startsWith("show(") || /^try:\n.*\n +print\(\[?tell\(/.test(line);
  return lines.some((line) => !isStep(line) && /print\(|\n/.test(line)) ? [] : lines.filter(isStep);
}

/// Whether a step has the name that a line binds: what is made for others must not match a pattern of the list.
function isNamedIn(line, step) {
  const bound = /^(\w+) = /.exec(line);
  return !bound || new RegExp(`\\b${bound[1]}\\b`).test(step);
}

/// The differences of one program, shrunk. One that is listed must hide no other: the line that shows it is taken out, and what is
/// left is looked at again. Steps that differ alone, as listed, need no shrinking, which takes far longer.
async function differencesOf(program, exact, entryOf) {
  const found = [];
  let { head, lines } = program;
  while (lines.length && found.length < 12) {
    const steps = stepsOf(lines);
    const setup = lines.filter((line) => !steps.includes(line));
    const variants = [lines, ...steps.map((step) => [...setup.filter((line) => isNamedIn(line, step)), step])];
    const [whole, ...alone] = await differAll(head, variants, exact);
    const listed = steps.flatMap((step, index) => {
      const told = alone[index] && `${variants[index + 1].join("\n")}\n${alone[index]}`;
      const entry = told && entryOf(told);
      return entry ? [{ step, lines: variants[index + 1], told, entry }] : [];
    });
    if (listed.length) {
      found.push(...listed);
      lines = lines.filter((line) => !listed.some(({ step }) => step === line));
      continue;
    }
    if (!whole) break;
    // A value and how it is written: there is nothing to leave out.
    const isShort = lines.length <= 3 && entryOf(`${lines.join("\n")}\n${whole}`);
    const small = isShort ? { lines, reason: whole } : await shrink({ head, lines }, exact);
    const told = `${small.lines.join("\n")}\n${small.reason}`;
    const entry = entryOf(told);
    found.push({ lines: small.lines, told, entry });
    if (!entry) break;
    const shown = lines.lastIndexOf(small.lines.at(-1));
    lines = lines.filter((_, index) => index !== shown);
  }
  return found;
}

/// Runs `count` programs of `kind` from `seed` on. `kind` is {name, exact?, make(dice) -> {head, lines}}, with one head for all; `known`
/// lists differences that are meant to be, each {kind?, pattern, reason}: the pattern is searched in the shrunk lines and the reason of the
/// difference. Gives {run, differing, differences: [{seed, lines}], listed: {reason: count}}.
export async function hunt(kind, { seed, count, known = [], most = 40, log = () => {} }) {
  const differences = [];
  const listed = {};
  const entryOf = (told) => known.find((one) => (!one.kind || one.kind.test(kind.name)) && one.pattern.test(told));
  const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, k) => k * batchSize);
  let [run, differing] = [0, 0];
  await inParallel(batches, async (begin) => {
    if (differences.length >= most) return;
    const seeds = Array.from({ length: Math.min(batchSize, count - begin) }, (_, k) => seed + begin + k);
    const programs = seeds.map((one) => kind.make(new Dice(one)));
    for (const index of await suspects(programs, kind.exact)) {
      const found = await differencesOf(programs[index], kind.exact, entryOf);
      differing += found.length > 0;
      for (const { lines, told, entry } of found) {
        if (entry) listed[entry.reason] = (listed[entry.reason] ?? 0) + 1;
        else {
          differences.push({ seed: seeds[index], lines });
          log(`--- ${kind.name} ${seeds[index]}\n${told}\n`);
        }
      }
    }
    run += seeds.length;
  });
  judge.stop();
  return { run, differing, differences, listed };
}
