// SPDX-License-Identifier: Apache-2.0
// The small programs of tests/conformance, and whether what one printed is what it should have. A file holds several programs, each
// begun by a line `### name`; README.md says how they are written.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const folder = dirname(fileURLToPath(import.meta.url));

const begins = /^### +(\S+)\s*$/;

/// The programs of one file: `{id, area, topic, name, source, output, error}`. `source` has as many lines before it as in the file, so
/// that a diagnostic's line is the file's. Throws on a file that is not written as README.md says.
export function parsePrograms(text, area, topic, isCited = true) {
  const programs = [];
  const lines = text.split("\n");
  let current = null;
  lines.forEach((line, index) => {
    const where = `tests/conformance/${area}/${topic}.py:${index + 1}`;
    const heading = begins.exec(line);
    if (heading) {
      const name = heading[1];
      if (programs.some((program) => program.name === name)) throw new Error(`${where}: a second program \`${name}\``);
      current = { id: `${area}/${topic}:${name}`, area, topic, name, source: "\n".repeat(index + 1), output: "", error: null, browserError: null, cites: false };
      programs.push(current);
      return;
    }
    if (!current) {
      if (line.trim() && !line.startsWith("#")) throw new Error(`${where}: text before the first \`### name\``);
      return;
    }
    current.source += `${line}\n`;
    if (line.startsWith("#>")) current.output += `${line.slice(line[2] === " " ? 3 : 2)}\n`;
    else if (line.startsWith("#! ")) {
      const [, id, message] = /^#! (\S+?)(?:: (.*))?$/.exec(line) ?? [];
      if (!id || current.error) throw new Error(`${where}: expected one \`#! diagnostic-id\` or \`#! diagnostic-id: text\``);
      current.error = { id, message: message ?? "" };
    } else if (line.startsWith("#!browser ")) {
      const [, id, message] = /^#!browser (\S+?)(?:: (.*))?$/.exec(line) ?? [];
      if (!id || current.browserError) throw new Error(`${where}: expected one \`#!browser diagnostic-id: text\``);
      current.browserError = { id, message: message ?? "" };
    } else if (line.startsWith("# source:")) current.cites = true;
  });
  for (const program of programs) {
    if (isCited && !program.cites) throw new Error(`${program.id} does not say where its expectation comes from (\`# source: ...\`)`);
    if (!program.output && !program.error) throw new Error(`${program.id} expects nothing: no \`#>\` and no \`#!\``);
  }
  return programs;
}

/// `program` as the WebAssembly module should run it.
export function inBrowser(program) {
  return program.browserError ? { ...program, error: program.browserError, output: "" } : program;
}

/// All programs whose id begins with `prefix`, in order.
export function listPrograms(prefix = "") {
  const programs = [];
  for (const area of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort())
    for (const file of readdirSync(join(folder, area)).filter((name) => name.endsWith(".py")).sort())
      programs.push(...parsePrograms(readFileSync(join(folder, area, file), "utf8"), area, file.slice(0, -3)));
  return programs.filter((program) => program.id.startsWith(prefix));
}

/// Null when `result`, what `tessera run --json` or the wasm module gave, is what the program expects; else the reason.
export function explainDifference(program, result) {
  const errors = result.diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  const text = errors.map(({ id, message, range }) => `  ${range?.begin?.line ?? "?"}: ${message} [${id}]`).join("\n");
  if (program.error) {
    const found = errors.find(({ id, message }) => id === program.error.id && message.includes(program.error.message));
    if (!found) return `expected [${program.error.id}] ${program.error.message}\n${text || "  but it ran"}`;
  } else if (errors.length || !result.ok) return `failed\n${text}`;
  if (result.output === program.output) return null;
  const seen = result.output.split("\n");
  const expected = program.output.split("\n");
  const at = expected.findIndex((line, index) => line !== seen[index]);
  const line = at < 0 ? expected.length - 1 : at;
  return `output differs at its line ${line + 1}\n  expected ${JSON.stringify(expected[line])}\n  seen     ${JSON.stringify(seen[line])}`;
}
