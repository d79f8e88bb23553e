// SPDX-License-Identifier: Apache-2.0
// The code generator's thread. It loads its own module, a large one that most visits never ask for, and answers one question at
// a time. What is thrown leaves the module in an unknown state: the page ends this worker and starts another.

import type { RunAnswer, RunOptions } from "../base/protocol";
import type { CodeAnswer, CodeFiles, FromCodeWorker, ToCodeWorker } from "./code-messages";
import { loadModule } from "./module";
import { packTimelines } from "./pack";

type Reply<T> = { ok: true; value: T } | { ok: false; error: string };

/** What createTesseraCode (wasm/codegen) gives. */
interface CodeModule {
  call(request: { method: "load" }, artifact: Uint8Array): Reply<Omit<CodeAnswer, "milliseconds">>;
  call(request: { method: "generate"; stage: string; kernel?: string }): Reply<CodeAnswer>;
  call(request: { method: "run" } & Partial<RunOptions>): Reply<RunAnswer>;
}

type Factory = (options: {
  instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
  print(text: string): void;
  printErr(text: string): void;
  onOutput(text: string): void;
  onProgress(kernel: string, done: number, total: number): void;
}) => Promise<CodeModule>;

const lastWords: string[] = [];
let code: CodeModule | null = null;

function post(message: FromCodeWorker): void {
  (self as unknown as { postMessage(message: FromCodeWorker): void }).postMessage(message);
}

function crash(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  post({ kind: "crash", what: [`${error.name}: ${error.message}`, ...lastWords].join("\n") });
}

/**
 * The cache that the service worker answers from besides its own (app/sw.ts): named after the module's bytes, so that it outlives
 * builds of the site that leave them as they are. None where pages may not keep anything.
 */
async function openCache(files: CodeFiles): Promise<Cache | null> {
  const hash = new URL(files.wasm).searchParams.get("v");
  return hash && "caches" in self ? caches.open(`tessera-code-${hash}`).catch(() => null) : null;
}

async function load(files: CodeFiles, controlled: boolean): Promise<void> {
  const cache = await openCache(files);
  const isKept = (await cache?.match(files.wasm)) !== undefined;
  const keep = (response: Response) => {
    // The page does not wait for it, and goes on where there is no room.
    void cache?.put(files.wasm, response).catch(() => undefined);
    void cache?.add(files.glue).catch(() => undefined);
  };
  const tell = (received: number, total: number) => post({ kind: "loading", received, total });
  const module = await loadModule(files, tell, controlled && isKept, isKept ? undefined : keep);
  if (!module.ok) return post({ kind: "unloaded", message: module.error });
  const factory = ((await import(/* @vite-ignore */ files.glue)) as { default: Factory }).default;
  const remember = (text: string) => {
    lastWords.push(text);
    if (lastWords.length > 40) lastWords.shift();
  };
  code = await factory({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(module.value, imports).then((instance) => receive(instance, module.value), crash);
      return {};
    },
    print: remember,
    printErr: remember,
    onOutput: (text) => post({ kind: "output", text }),
    onProgress: (kernel, done, total) => post({ kind: "progress", kernel, done, total }),
  });
  post({ kind: "ready" });
}

/** Why the module does not take the artifact; null where it does, or holds it already. */
function loadArtifact(artifact: Uint8Array | undefined): string | null {
  if (!code) throw new Error("asked before it was loaded");
  if (!artifact) return null;
  const loaded = code.call({ method: "load" }, artifact);
  return loaded.ok ? (loaded.value.diagnostics[0]?.message ?? null) : loaded.error;
}

function answer(question: Exclude<ToCodeWorker, { kind: "load" }>): void {
  const refusal = loadArtifact(question.artifact);
  if (refusal !== null) post({ kind: "refused", message: refusal });
  else if (question.kind === "generate") generate(question);
  else run(question.options);
}

function run(options: RunOptions): void {
  const reply = code?.call({ method: "run", ...options });
  if (!reply?.ok) return post({ kind: "refused", message: reply?.error ?? "there is no module" });
  packTimelines(reply.value.launches);
  post({ kind: "ran", result: reply.value });
}

function generate({ stage, kernel }: ToCodeWorker & { kind: "generate" }): void {
  const reply = code?.call({ method: "generate", stage, ...(kernel === undefined ? {} : { kernel }) });
  if (reply?.ok) post({ kind: "answer", answer: reply.value });
  else post({ kind: "refused", message: reply?.error ?? "there is no module" });
}

self.onmessage = ({ data }: MessageEvent<ToCodeWorker>) => {
  try {
    if (data.kind === "load") load(data.files, data.controlled).catch(crash);
    else answer(data);
  } catch (thrown) {
    crash(thrown);
  }
};
