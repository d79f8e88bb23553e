// SPDX-License-Identifier: Apache-2.0
// The folders of web/src stand in a row and import to the left only; nothing there imports from another room of the project but
// the example programs, and what the dialects' definitions say about their operations.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";

const source = join(import.meta.dirname, "../../../web/src");
const order = ["base", "engine", "editor", "panes", "app"];
/** What a folder may take from npm; one that is not listed is an oversight or a design change, and is said here either way. */
const packages: Record<string, RegExp> = {
  base: /^fflate$/,
  engine: /^@preact\/signals$/,
  editor: /^@codemirror\/|^@lezer\/highlight$|^@replit\/codemirror-vim$|^@astral-sh\/ruff-wasm-web/,
  panes: /^(preact(\/hooks)?|@preact\/signals|uplot(\/dist\/uPlot\.min\.css)?)$/,
  app: /^(preact(\/hooks)?|@preact\/signals)$/,
};

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? files(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?<!")\b(?:from|import)\s*\(?\s*"([^"]+)"|new URL\("(\.[^"]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
}

export function complain(file: string, imported: string): string | null {
  const [here = ""] = relative(source, file).split(sep);
  if (!imported.startsWith(".")) return packages[here]?.test(imported) ? null : `${here} must not use ${imported}`;
  const target = relative(source, join(dirname(file), imported));
  if (target.startsWith("..")) {
    const isProgram = target.includes(`shared${sep}kernels`) || target.includes(`shared${sep}packages`);
    const isDialect = /^(\.\.\/)*compiler\/\w+\/ir\/\w+\.td$/.test(target.split(sep).join("/"));
    return (here === "app" && isProgram) || (here === "base" && isDialect) ? null : `${target} is outside of web/src`;
  }
  const [there = ""] = target.split(sep);
  return order.indexOf(there) <= order.indexOf(here) ? null : `${here} must not import from ${there}`;
}

describe("imports of web/src", () => {
  test.each(files(source).map((file) => [relative(source, file), file]))("%s points left", (_name, file) => {
    expect(order).toContain(relative(source, file).split(sep)[0]);
    expect(importsOf(file).flatMap((imported) => complain(file, imported) ?? [])).toEqual([]);
  });

  test("an import to the right is found", () => {
    expect(complain(join(source, "base/share.ts"), "../engine/engine")).toBe("base must not import from engine");
    expect(complain(join(source, "engine/host.ts"), "preact")).toBe("engine must not use preact");
  });
});
