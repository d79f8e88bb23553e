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
const limit = 30_000; // milliseconds for one program

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

async function differs(lines, exact) {
  const text = `${lines.join("\n")}\n`;
  const [here, [judged]] = [await runHere(text), await runJudge([text])];
  return difference(here, judged, exact);
}

/// The program without the lines that the difference does not need.
async function shrink(program, exact) {
  let { head, lines } = program;
  let reason = null;
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < lines.length; ) {
      const fewer = [...lines.slice(0, at), ...lines.slice(at + size)];
      const still = fewer.length ? await differs([...head, ...fewer], exact) : null;
      if (still && !/NameError/.test(still)) {
        lines = fewer;
        reason = still;
      } else at += size;
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

/// Runs `count` programs of `kind` from `seed` on. `kind` is {name, exact?, make(dice) -> {head, lines}}; `known` lists differences that
/// are meant to be, each {kind, pattern, reason}: the pattern is searched in the shrunk lines and the reason of the difference. Gives
/// {run, differences: [{seed, lines, reason}], listed: {reason: count}}.
export async function hunt(kind, { seed, count, known = [], most = 40, log = () => {} }) {
  const differences = [];
  const listed = {};
  let run = 0;
  for (let begin = 0; begin < count && differences.length < most; begin += 200) {
    const seeds = Array.from({ length: Math.min(200, count - begin) }, (_, k) => seed + begin + k);
    const programs = seeds.map((one) => kind.make(new Dice(one)));
    const texts = programs.map(({ head, lines }) => `${[...head, ...lines].join("\n")}\n`);
    const [judged, here] = await Promise.all([runJudge(texts), inParallel(texts, runHere)]);
    run += seeds.length;
    for (const [index, program] of programs.entries()) {
      if (!difference(here[index], judged[index], kind.exact)) continue;
      if (differences.length >= most) break;
      const small = await shrink(program, kind.exact);
      const told = `${small.lines.join("\n")}\n${small.reason}`;
      const entry = known.find((one) => (!one.kind || one.kind === kind.name) && one.pattern.test(told));
      if (entry) {
        listed[entry.reason] = (listed[entry.reason] ?? 0) + 1;
        continue;
      }
      differences.push({ seed: seeds[index], lines: small.lines, reason: small.reason });
      log(`--- ${kind.name} ${seeds[index]}\n${told}\n`);
    }
  }
  judge.stop();
  return { run, differences, listed };
}
