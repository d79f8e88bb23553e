// SPDX-License-Identifier: Apache-2.0
// Executes the guides of web/guide by the rules of web/guide/README.md: files are written, commands run in one shell a guide in a folder of
// its own, and what they print is compared with what stands below them.
//
//   node tests/e2e/guides.mjs [NAME..]           says what differs
//   node tests/e2e/guides.mjs --write [NAME..]   writes what was printed into the guides, to be read and shortened with `…`
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = join(root, "web/guide");
const binary = process.env.TESSERA_BINARY ?? join(root, "build/native/bin/tessera");
const limit = 120_000; // milliseconds for a guide; most take a few seconds

export const listGuides = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => name.slice(0, -3));

/// The blocks of code of a guide, in order: `{info, text, line}`, the line from 1 of its first line.
export function readBlocks(text) {
  const blocks = [];
  let open = null;
  text.split("\n").forEach((line, index) => {
    if (!open && line.startsWith("```")) open = { info: line.slice(3).trim(), text: "", line: index + 2 };
    else if (open && line === "```") {
      blocks.push(open);
      open = null;
    } else if (open) open.text += `${line}\n`;
  });
  return blocks;
}

/// The commands of a console block: `{command, expected, line}`.
function readCommands(block) {
  const commands = [];
  let isOpen = false;
  block.text
    .replace(/\n$/, "")
    .split("\n")
    .forEach((line, index) => {
      const last = commands[commands.length - 1];
      if (line.startsWith("$ ")) commands.push({ command: line.slice(2), expected: [], line: block.line + index, lines: 1 });
      else if (isOpen) {
        last.command += `\n${line}`;
        last.lines++;
      } else if (last) last.expected.push(line);
      isOpen = /\\$/.test(line) && commands.length > 0 && commands[commands.length - 1].expected.length === 0;
    });
  return commands;
}

/// The steps of a guide: files to write and commands to run.
export function readSteps(text) {
  const steps = [];
  const blocks = readBlocks(text);
  blocks.forEach((block, index) => {
    const [language = "", file = ""] = block.info.split(/\s+/);
    if (language === "console") {
      for (const command of readCommands(block)) steps.push(command);
      return;
    }
    if (language === "text" || language === "output") return;
    if (file) steps.push({ file, text: block.text });
    // A program without a name runs by itself, and what it prints stands in the next block.
    else if (language === "python") {
      const next = blocks[index + 1];
      const expected = next?.info === "output" ? next.text.replace(/\n$/, "").split("\n") : ["…"];
      steps.push({ file: ".block.py", text: block.text });
      steps.push({ command: "tessera run .block.py", expected, line: block.line, isBlock: true });
    } else throw new Error(`line ${block.line}: a block of \`${language}\` without a file's name is not executed: call it \`text\``);
  });
  return steps;
}

/// Whether `seen` is what is expected: `…` in a line stands for anything in it, a line of it alone for any lines.
export function matches(expected, seen) {
  const pattern = expected
    .map((line) => (line.trim() === "…" ? "(?:.*\n)*?" : `${line.trimEnd().split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}[ \t]*\n`))
    .join("");
  return new RegExp(`^${pattern}$`).test(seen.map((line) => `${line}\n`).join(""));
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/// Runs a guide; gives the commands with what they printed: `{command, expected, seen, status, line}`.
export async function runGuide(name) {
  const steps = readSteps(readFileSync(join(folder, `${name}.md`), "utf8"));
  const port = String(await freePort());
  const place = realpathSync(mkdtempSync(join(tmpdir(), "tessera-guide-")));
  const work = join(place, "work");
  for (const inner of ["bin", "work", "home", "files"]) mkdirSync(join(place, inner));
  symlinkSync(binary, join(place, "bin/tessera"));
  let script = "";
  steps.forEach((step, index) => {
    if (step.file) {
      writeFileSync(join(place, "files", String(index)), step.text.replaceAll("8420", port));
      script += `mkdir -p "$(dirname '${step.file}')" && cp ../files/${index} '${step.file}'\n`;
    } else script += `printf '\\001%s\\n' ${index}\n${step.command.replaceAll("8420", port)}\nprintf '\\n\\002%s\\n' $?\n`;
  });
  const child = spawn("bash", ["-c", `exec 2>&1\n${script}\nkill $(jobs -p) 2>/dev/null; wait`], {
    cwd: work,
    env: {
      PATH: `${join(place, "bin")}:${process.env.PATH}`,
      HOME: join(place, "home"),
      XDG_STATE_HOME: join(place, "home/state"),
      XDG_CACHE_HOME: join(place, "home/cache"),
      LANG: "C.UTF-8",
      COLUMNS: "120",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: "a@example.org",
      GIT_COMMITTER_NAME: "A",
      GIT_COMMITTER_EMAIL: "a@example.org",
    },
    detached: true,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), limit);
  await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  rmSync(place, { recursive: true, force: true });
  const seen = new Map();
  for (const [, index, text, status] of output.matchAll(/\x01(\d+)\n([^\x01]*?)\n\x02(\d+)\n/g))
    seen.set(Number(index), { lines: text.replaceAll(port, "8420").replaceAll(work, ".").replace(/\n$/, "").split("\n"), status: Number(status) });
  return steps.flatMap((step, index) => {
    if (step.file) return [];
    const result = seen.get(index);
    const lines = result ? (result.lines.join("") === "" ? [] : result.lines) : null;
    return [{ ...step, seen: lines, status: result?.status ?? -1 }];
  });
}

/// What is wrong with a command's result, or null.
export function explain({ command, expected, seen, status, isBlock, line }) {
  if (seen === null) return `line ${line}: \`${command}\` was never done`;
  if (isBlock && status !== 0) return `line ${line}: the program ends with ${status}\n${seen.join("\n")}`;
  if (matches(expected, seen)) return null;
  return `line ${line}: \`${command}\` prints (${status})\n${seen.join("\n")}\n-- in place of\n${expected.join("\n")}`;
}

async function write(name) {
  const file = join(folder, `${name}.md`);
  const lines = readFileSync(file, "utf8").split("\n");
  const results = (await runGuide(name)).filter((result) => explain(result));
  for (const result of results.reverse()) {
    if (result.isBlock || result.seen === null) {
      console.log(`${name}: ${explain(result)}`);
      continue;
    }
    lines.splice(result.line - 1 + result.lines, result.expected.length, ...result.seen);
  }
  writeFileSync(file, lines.join("\n"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(binary)) throw new Error(`no ${binary}: \`./dev build\` makes it`);
  const words = process.argv.slice(2);
  const names = words.filter((word) => !word.startsWith("--"));
  for (const name of names.length ? names : listGuides()) {
    if (words.includes("--write")) await write(name);
    else for (const result of await runGuide(name)) if (explain(result)) console.log(`${name}: ${explain(result)}\n`);
  }
}
