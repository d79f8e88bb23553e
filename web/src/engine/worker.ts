// SPDX-License-Identifier: Apache-2.0
// The compiler's thread: one wasm module, asked one thing at a time. The first worker loads the module and hands it to the page; for
// later ones starting is instantiating. Whatever is thrown here (abort, unreachable, out of memory, stack overflow) leaves the module in
// an unknown state; it is reported with the module's last words and the page puts another worker in this one's place.

import type { FromWorker, TesseraModule, TesseraOptions, ToWorker } from "./messages";
import { loadModule } from "./module";
import { packSnapshots, packTimelines } from "./pack";

/** Lines that the module wrote to its standard error, for a crash report. */
const lastWords: string[] = [];
let tessera: TesseraModule | null = null;
let starting: Promise<void> | null = null;
let exportedMemory: WebAssembly.Memory | null = null;

function post(message: FromWorker, transfer: Transferable[] = []): void {
  (self as unknown as { postMessage(message: FromWorker, transfer: Transferable[]): void }).postMessage(message, transfer);
}

function crash(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const words = lastWords.length > 0 ? `\nthe module's last words:\n${lastWords.join("\n")}` : "";
  post({ kind: "crash", what: `${error.name}: ${error.message}`, stack: (error.stack ?? "") + words });
}

type Factory = (options: TesseraOptions) => Promise<TesseraModule>;

async function start(glue: string, module: WebAssembly.Module): Promise<void> {
  const begin = performance.now();
  const factory = ((await import(/* @vite-ignore */ glue)) as { default: Factory }).default;
  const remember = (text: string) => {
    lastWords.push(text);
    if (lastWords.length > 40) lastWords.shift();
  };
  tessera = await factory({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(module, imports).then((instance) => {
        const memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
        exportedMemory = (memory as WebAssembly.Memory | undefined) ?? null;
        receive(instance, module);
      }, crash);
      return {};
    },
    print: remember,
    printErr: remember,
    onAbort: (what) => remember(`abort: ${String(what)}`),
    onOutput: (text) => post({ kind: "output", text }),
    onProgress: (kernel, done, total) => post({ kind: "progress", kernel, done, total }),
    onLibrary: (file) => fetchLibrary(new URL(`library/${file}${new URL(glue).search}`, glue).href),
  });
  startTook = performance.now() - begin;
  readyAt = performance.timeOrigin + performance.now();
}

/**
 * The module asks in the middle of an evaluation, which can't wait for a promise, so this is a synchronous request: it blocks this
 * worker alone, for a few kilobytes, once a file. The service worker answers it when there is no network.
 */
function fetchLibrary(address: string): string | null {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? request.responseText : null;
}

let startTook = 0;
let readyAt = 0;

function tellReady(): void {
  post({ kind: "ready", milliseconds: startTook, at: readyAt });
}

async function load({ files, glue, controlled }: ToWorker & { kind: "load" }): Promise<void> {
  import(/* @vite-ignore */ glue).catch(() => undefined); // meanwhile; what goes wrong here goes wrong again in `start`, which tells
  const module = await loadModule(files, (received, total) => post({ kind: "loading", received, total }), controlled);
  if (!module.ok) {
    post({ kind: "unloaded", message: module.error });
    return;
  }
  begin(glue, module.value);
  post({ kind: "module", module: module.value });
}

/** Starts once, and tells each time how that went: the page may not have listened before. */
function begin(glue: string, module: WebAssembly.Module): void {
  starting ??= start(glue, module);
  starting.then(tellReady, crash);
}

function call(id: number, request: { method: string }): void {
  if (!tessera) throw new Error("called before it was ready");
  const reply = tessera.call(request);
  if (reply.ok && "launches" in reply.value) packTimelines(reply.value.launches);
  if (reply.ok && "snapshots" in reply.value) packSnapshots(reply.value.snapshots);
  const memory = exportedMemory?.buffer.byteLength ?? 0;
  if (reply.ok && request.method === "freeze") {
    const bytes = tessera.bytes();
    post({ kind: "answer", id, reply, memory, bytes }, [bytes.buffer]);
  } else {
    post({ kind: "answer", id, reply, memory });
  }
}

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "load") {
    load(message).catch(crash);
    return;
  }
  if (message.kind === "start") {
    begin(message.glue, message.module);
    return;
  }
  try {
    call(message.id, message.request);
  } catch (thrown) {
    crash(thrown);
  }
};
