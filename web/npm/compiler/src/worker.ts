// SPDX-License-Identifier: Apache-2.0
// A thread with one module in it: a Web Worker, or one of Node's worker_threads. It is one file without imports, so that a bundler may
// copy it as it is, and a page of another origin may start it. Whatever is thrown here (abort, out of memory, stack overflow) leaves the
// module in an unknown state and is the worker's last word.

import type { Call, FromWorker, Reply, ToWorker } from "./messages.js";

/** What wasm/bridge, wasm/codegen and wasm/emulator make, together. */
interface Module {
  call(request: object, artifact?: Uint8Array): Reply;
  file?(name: string, bytes: Uint8Array): void;
  bytes?(): Uint8Array;
}

type Factory = (options: object) => Promise<Module>;

/** The thread's other end, and how a file's text is read at once: the module asks for its library in the middle of an evaluation. */
interface Thread {
  post(message: FromWorker, transfer?: ArrayBuffer[]): void;
  listen(hear: (message: ToWorker) => void): void;
  readText(address: string): string | null;
}

function findThread(): Thread {
  const node = (globalThis as { process?: { versions?: { node?: string }; getBuiltinModule?: (name: string) => unknown } }).process;
  if (node?.versions?.node && node.getBuiltinModule) {
    const threads = node.getBuiltinModule("node:worker_threads") as typeof import("node:worker_threads");
    const files = node.getBuiltinModule("node:fs") as typeof import("node:fs");
    const port = threads.parentPort;
    if (!port) throw new Error("this file is a worker's, and not to be imported");
    return {
      post: (message, transfer = []) => port.postMessage(message, transfer),
      listen: (hear) => void port.on("message", hear),
      readText: (address) => files.readFileSync(new URL(address), "utf8"),
    };
  }
  const scope = globalThis as unknown as Worker;
  return {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    listen: (hear) => (scope.onmessage = ({ data }: MessageEvent<ToWorker>) => hear(data)),
    readText: fetchText,
  };
}

/** Blocks this worker alone, once a folder of the library. */
function fetchText(address: string): string | null {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.send();
  return request.status === 200 ? request.responseText : null;
}

const thread = findThread();
const lastWords: string[] = [];
const folders = new Map<string, Record<string, string>>();
let module: Module | null = null;
let memory: WebAssembly.Memory | null = null;
let names: string[] = [];

function crash(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  thread.post({ kind: "crash", name: error.name, message: [error.message, ...lastWords].join("\n") });
}

function remember(text: string): void {
  lastWords.push(text);
  if (lastWords.length > 20) lastWords.shift();
}

/** The text of `jax/nn.py`; null where it can't be had now, which the compiler tells by the import that wanted it. */
function readLibrary(libraries: Record<string, string>, file: string): string | null {
  const name = file.slice(0, file.indexOf("/"));
  const address = libraries[name];
  if (address === undefined) return null;
  try {
    const known = folders.get(name) ?? (JSON.parse(thread.readText(address) ?? "{}") as Record<string, string>);
    if (Object.keys(known).length > 0) folders.set(name, known);
    return known[file] ?? null;
  } catch {
    return null;
  }
}

async function start({ glue, module: compiled, libraries }: ToWorker & { kind: "start" }): Promise<void> {
  const { default: create } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ glue)) as { default: Factory };
  module = await create({
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) {
      WebAssembly.instantiate(compiled, imports).then((instance) => {
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory) ?? null;
        receive(instance, compiled);
      }, crash);
      return {};
    },
    print: remember,
    printErr: remember,
    onAbort: (what: unknown) => remember(`abort: ${String(what)}`),
    onOutput: (text: string) => thread.post({ kind: "output", text }),
    // The emulator has another sense of it, and nothing that is asked here takes long enough there to be told of.
    onProgress: (kernel: unknown, done: number, total: number) =>
      typeof kernel === "string" && thread.post({ kind: "progress", kernel, done, total }),
    onLibrary: (file: string) => readLibrary(libraries, file),
  });
  thread.post({ kind: "ready" });
}

/** Those of an earlier launch are forgotten. */
function putFiles(into: Module, files: NonNullable<Call["files"]>): void {
  for (const name of names) into.file?.(name, new Uint8Array());
  for (const { name, bytes } of files) into.file?.(name, bytes);
  names = files.map(({ name }) => name);
}

function answer({ id, request, artifact, files }: Call): void {
  if (!module) throw new Error("called before it was ready");
  if (files) putFiles(module, files);
  const reply = artifact ? module.call(request, artifact) : module.call(request);
  const size = memory?.buffer.byteLength ?? 0;
  if (!reply.ok || (request.method !== "freeze" && request.method !== "array"))
    return thread.post({ kind: "answer", id, reply, memory: size });
  const bytes = module.bytes?.() ?? new Uint8Array();
  thread.post({ kind: "answer", id, reply, memory: size, bytes }, [bytes.buffer as ArrayBuffer]);
}

thread.listen((message) => {
  try {
    if (message.kind === "start") start(message).catch(crash);
    else answer(message);
  } catch (thrown) {
    crash(thrown);
  }
});
