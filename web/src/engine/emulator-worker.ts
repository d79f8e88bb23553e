// SPDX-License-Identifier: Apache-2.0
// The emulator's thread: loads its module when it is told to and answers one question at a time. Whatever is thrown
// (out of memory, stack overflow, abort) is this worker's last word; the page puts another in its place.

import { loadModule } from "./module";
import type { EmulatorReply, FromEmulator, NamedBytes, ToEmulator } from "./emulator-messages";

interface EmulatorModule {
  call(request: object): EmulatorReply;
  file(name: string, bytes: Uint8Array): void;
  bytes(): Uint8Array<ArrayBuffer>;
}

type Factory = (options: object) => Promise<EmulatorModule>;

let emulator: EmulatorModule | null = null;
let memory: WebAssembly.Memory | null = null;
let names: string[] = [];

function post(message: FromEmulator, transfer: Transferable[] = []): void {
  (self as unknown as { postMessage(message: FromEmulator, transfer: Transferable[]): void }).postMessage(message, transfer);
}

function lose(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  post({
    kind: "lost",
    what: `${error.name}: ${error.message}`,
    stack: error.stack ?? "",
    outOfMemory: error.name === "OutOfMemory",
  });
}

async function start({ files, glue, controlled }: ToEmulator & { kind: "start" }): Promise<void> {
  const importing = import(/* @vite-ignore */ glue) as Promise<{ default: Factory }>;
  importing.catch(() => undefined); // told below
  const module = await loadModule(files, (received, total) => post({ kind: "loading", received, total }), controlled);
  if (!module.ok) return post({ kind: "unloaded", message: module.error.replace("the compiler", "the emulator") });
  emulator = await (
    await importing
  ).default({
    onProgress: (instructions: number) => post({ kind: "progress", instructions }),
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      WebAssembly.instantiate(module.value, imports).then((instance) => {
        memory = (Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory) as WebAssembly.Memory) ?? null;
        receive(instance);
      }, lose);
      return {};
    },
  });
  post({ kind: "ready" });
}

/** Those of an earlier launch are forgotten. */
function putFiles(module: EmulatorModule, files: readonly NamedBytes[]): void {
  for (const name of names) module.file(name, new Uint8Array());
  for (const { name, bytes } of files) module.file(name, bytes);
  names = files.map(({ name }) => name);
}

function call({ id, request, files }: ToEmulator & { kind: "call" }): void {
  if (!emulator) return;
  if (request.method === "prepare") putFiles(emulator, files);
  const reply = emulator.call(request);
  const size = memory?.buffer.byteLength ?? 0;
  if (!reply.ok || request.method !== "array") return post({ kind: "answer", id, reply, memory: size });
  const bytes = emulator.bytes();
  post({ kind: "answer", id, reply, memory: size, bytes }, [bytes.buffer]);
}

let starting: Promise<void> | null = null;

self.onmessage = ({ data }: MessageEvent<ToEmulator>) => {
  if (data.kind === "start") starting = start(data);
  // A module that could not be loaded has been told of; nobody waits for the call any more.
  const done = data.kind === "start" ? starting : starting?.then(() => (emulator ? call(data) : undefined));
  done?.catch(lose);
};
