// SPDX-License-Identifier: Apache-2.0
// The `tessera` binary as a child process: what it is, and what it says about a text on its standard input.

import { spawn } from "node:child_process";
import type { CancellationToken } from "vscode";
import { fail, ok, type Result } from "../../src/base/result";

export interface Outcome {
  /** Null: it was ended, or never began. */
  code: number | null;
  out: string;
  errors: string;
  /** Of the system, where it could not be started: `ENOENT`. */
  failure: string;
}

export interface ExecuteOptions {
  input?: string;
  folder?: string;
  token?: CancellationToken;
  seconds?: number;
}

/** Tilings of many programs are long; more than this is no answer that a pane could draw. */
const mostBytes = 256 << 20;

export function execute(path: string, words: readonly string[], options: ExecuteOptions = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(path, words, { cwd: options.folder, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    const [out, errors]: [Buffer[], Buffer[]] = [[], []];
    let bytes = 0;
    const end = () => child.kill("SIGKILL");
    const timer = setTimeout(end, (options.seconds ?? 120) * 1000);
    const cancelled = options.token?.onCancellationRequested(end);
    const finish = (code: number | null, failure: string) => {
      clearTimeout(timer);
      cancelled?.dispose();
      resolve({ code, out: Buffer.concat(out).toString(), errors: Buffer.concat(errors).toString(), failure });
    };
    child.stdout.on("data", (part: Buffer) => ((bytes += part.length) > mostBytes ? end() : out.push(part)));
    child.stderr.on("data", (part: Buffer) => errors.push(part));
    child.on("error", (error: NodeJS.ErrnoException) => finish(null, error.code ?? error.message));
    child.on("close", (code) => finish(code, ""));
    child.stdin.on("error", () => undefined); // it may end before it has read all
    child.stdin.end(options.input ?? "");
  });
}

export interface BinaryFacts {
  version: string;
  targets: string[];
  stages: string[];
}

/** The newest protocol that this extension reads (shared/protocol). */
const knownProtocol = 1;

/** What the binary is; or in a sentence why it is of no use, and what to do. */
export async function probe(path: string): Promise<Result<BinaryFacts>> {
  const told = await execute(path, ["version", "--json"], { seconds: 30 });
  if (told.failure) return fail(whyNotStarted(path, told.failure));
  const facts = readVersion(told.out);
  if (told.code !== 0 || !facts) return fail(`\`${path}\` is no Tessera: it does not answer \`version --json\`. Set \`tessera.path\`.`);
  if (facts.protocol > knownProtocol) return fail(`\`${path}\` (${facts.version}) is newer than this extension: update the extension.`);
  const served = await execute(path, ["lsp", "--help"], { seconds: 30 });
  if (served.code !== 0)
    return fail(`\`${path}\` (${facts.version}) is too old: it has no \`tessera lsp\`. Update it, or set \`tessera.path\`.`);
  return ok(facts);
}

function whyNotStarted(path: string, failure: string): string {
  if (failure !== "ENOENT") return `\`${path}\` can't be started (${failure}). Set \`tessera.path\` to the \`tessera\` binary.`;
  return /[/\\]/.test(path)
    ? `There is no \`${path}\`. Set \`tessera.path\` to the \`tessera\` binary.`
    : `\`${path}\` is not on the PATH. Install Tessera, or set \`tessera.path\` to the \`tessera\` binary.`;
}

function readVersion(text: string): (BinaryFacts & { protocol: number }) | null {
  const names = (value: unknown) => (Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : []);
  try {
    const { protocol, version, targets, stages } = JSON.parse(text) as Record<string, unknown>;
    if (typeof protocol !== "number" || typeof version !== "string") return null;
    return { protocol, version, targets: names(targets), stages: names(stages) };
  } catch {
    return null;
  }
}
