// SPDX-License-Identifier: Apache-2.0
// Reads what a dialect's .td file says about its operations, types and attributes: name, summary, description. That is what the
// cards of the IR pane show, so that they say what the compiler's own definitions say. Only the part of TableGen that those files
// use is known here; tests/web/unit/operations.test.ts fails where a definition is not found.

export interface Described {
  summary: string;
  description: string;
}

/** By name as the IR has it: `tile.load`, `!tile.ref`, `#tilegpu.linear`. */
export function readOds(text: string): Record<string, Described> {
  const found: Record<string, Described> = {};
  for (const [begin, end] of definitions(text)) {
    const body = text.slice(begin, end);
    const head = /^def (Tile|TileGpu)_(\w+?)(Op|Type|Attr) : \w+<([^{;]*)/.exec(body);
    const summary = /\blet summary = "((?:[^"\\]|\\.)*)"/.exec(body)?.[1];
    if (!head || summary === undefined) continue;
    const [, dialect = "", , kind, parameters = ""] = head;
    const words = [...parameters.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
    const mnemonic = /\blet mnemonic = "(\w+)"/.exec(body)?.[1] ?? words.at(kind === "Op" ? 0 : -1);
    const sign = kind === "Op" ? "" : kind === "Type" ? "!" : "#";
    const description = /\blet description = \[\{([\s\S]*?)\}\];/.exec(body)?.[1] ?? "";
    found[`${sign}${dialect.toLowerCase()}.${mnemonic}`] = { summary: summary.replace(/\\(.)/g, "$1"), description: unindent(description) };
  }
  return found;
}

/** Each begins at the left edge and goes to the next thing that does. */
function definitions(text: string): [number, number][] {
  const begins = [...text.matchAll(/^(?:def|class|defvar|multiclass|#endif)\b/gm)].map((match) => match.index);
  return begins.map((begin, index) => [begin, begins[index + 1] ?? text.length]);
}

function unindent(text: string): string {
  const lines = text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  const depth = Math.min(...lines.filter((line) => line.trim()).map((line) => /^ */.exec(line)?.[0].length ?? 0));
  return lines
    .map((line) => line.slice(Number.isFinite(depth) ? depth : 0))
    .join("\n")
    .trim();
}
