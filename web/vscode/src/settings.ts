// SPDX-License-Identifier: Apache-2.0
// The settings under `tessera`, with paths as the system takes them.

import { homedir } from "node:os";
import { isAbsolute, join, normalize } from "node:path";
import { workspace } from "vscode";

export interface Settings {
  /** A name on the PATH, or an absolute path. */
  path: string;
  target: string;
  /** Absolute, as far as there is a workspace. */
  paths: string[];
  /** Python files without a kernel have answers too. */
  allTexts: boolean;
}

/** What the server takes: as `initializationOptions`, and when a setting changes. */
export function serverSettings(): object {
  const given = workspace.getConfiguration("tessera");
  return {
    target: given.get("target"),
    paths: given.get("paths"),
    codeLens: given.get("codeLens"),
    inlayHints: { shapes: given.get("inlayHints.shapes"), layouts: given.get("inlayHints.layouts") },
  };
}

export function readSettings(): Settings {
  const given = workspace.getConfiguration("tessera");
  const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return {
    path: expandPath(given.get<string>("path", "tessera"), root, homedir()),
    target: given.get<string>("target", "sm_90a"),
    paths: given.get<string[]>("paths", []).map((path) => (isAbsolute(path) || !root ? path : join(root, path))),
    allTexts: given.get<string>("texts") === "all",
  };
}

/** A bare name stays one; anything with a folder in it is made absolute, since the server is started in some folder or other. */
export function expandPath(given: string, root: string, home: string): string {
  const path =
    given
      .trim()
      .replace("${workspaceFolder}", root)
      .replace(/^~(?=[/\\]|$)/, home) || "tessera";
  return /[/\\]/.test(path) && !isAbsolute(path) && root ? normalize(join(root, path)) : path;
}

/** Whether a text is one that Tessera is for; a server for Python knows more about any other. */
export function mentionsKernels(text: string): boolean {
  return /\b(?:pallas|triton|plgpu|mosaic_gpu)\b/.test(text);
}
