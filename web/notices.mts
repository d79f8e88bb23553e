// SPDX-License-Identifier: Apache-2.0
// Which packages of npm went into a bundle, with their versions and licences.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Bundled {
  name: string;
  version: string;
  license: string;
  folder: string;
}

type Bundle = Record<string, { type: string; moduleIds?: string[] }>;

/** Sorted by name. */
export function listBundled(bundle: Bundle): Bundled[] {
  const folders = new Set<string>();
  for (const part of Object.values(bundle))
    for (const module of part.type === "chunk" ? (part.moduleIds ?? []) : []) {
      const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replace(/^\0/, "").replaceAll("\\", "/"));
      if (found?.[1]) folders.add(found[1]);
    }
  const read = (folder: string) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
    return { name: name ?? "", version: version ?? "", license: license ?? "", folder };
  };
  return [...folders].map(read).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The licence of each. */
export function noticesOf(bundled: readonly Bundled[]): string {
  return bundled.map(describe).join("\n");
}

function describe({ name, version, license, folder }: Bundled): string {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").replaceAll("\r", "").trim() : license;
  return `======== ${name} ${version} (${license}) ========\n\n${text}\n`;
}
