// SPDX-License-Identifier: Apache-2.0
// Puts the engine together in a browser: where the module's files are, and what a worker is. The first worker is started before the
// rest of the page is even parsed (app/early.ts) and loads the module itself, so that nothing that the page does delays it; then
// it hands the compiled module over, and later workers only instantiate that.

import { fail, ok, type Result } from "../base/result";
import type { FromWorker, WorkerLike } from "./messages";
import { isServedByCache, loadModule, type Progress } from "./module";

/** From the build (vite.config.ts): the hash names the module's bytes, so that caches never mix two builds. */
declare const __WASM__: { hash: string; bytes: number };

export interface LoadedModule {
  module: WebAssembly.Module;
  glue: string;
}

/** The worker of app/early.ts and what it has said so far. */
interface Early {
  worker: Worker;
  kept: MessageEvent<FromWorker>[];
}

const version = __WASM__.hash ? `?v=${__WASM__.hash}` : "";
const address = (name: string) => new URL(`wasm/${name}${version}`, document.baseURI).href;
const files = () => ({ wasm: address("tessera.wasm"), bytes: __WASM__.bytes });

let loading: Promise<Result<LoadedModule>> | null = null;
let early: Worker | null = null;
let tell: Progress = () => undefined;

export function startEarly(): void {
  const begun = (window as { tesseraEarly?: Early }).tesseraEarly;
  early = begun?.worker ?? makeWorker();
  if (!begun) early.postMessage({ kind: "load", files: files(), glue: address("tessera.js"), controlled: isServedByCache() });
  keep(takeModule(early, begun?.kept ?? []));
}

export function spawnWorker(): WorkerLike {
  const worker = early ?? makeWorker();
  early = null;
  return worker as unknown as WorkerLike;
}

/** The module, loaded when it is first asked for, and again after a failure. */
export function getModule(): Promise<Result<LoadedModule>> {
  return loading ?? keep(load());
}

/** An attempt is everybody's until it fails; it may have done so before the page listened to the first worker. */
function keep(attempt: Promise<Result<LoadedModule>>): Promise<Result<LoadedModule>> {
  loading = attempt;
  void attempt.then((result) => {
    if (!result.ok && loading === attempt) loading = null;
  });
  return attempt;
}

export function onLoadProgress(progress: Progress): void {
  tell = progress;
}

/** What the first worker loads. */
function takeModule(worker: Worker, kept: MessageEvent<FromWorker>[]): Promise<Result<LoadedModule>> {
  return new Promise((resolve) => {
    const lose = (message: string) => resolve(fail(message));
    const hear = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "loading") tell(data.received, data.total);
      else if (data.kind === "module") resolve(ok({ module: data.module, glue: address("tessera.js") }));
      else if (data.kind === "unloaded") lose(data.message);
    };
    for (const event of kept) hear(event);
    worker.addEventListener("message", hear);
    worker.addEventListener("error", () => lose("the compiler's worker could not be started"));
    worker.onmessage = null;
  });
}

async function load(): Promise<Result<LoadedModule>> {
  const module = await loadModule(files(), (received, total) => tell(received, total), isServedByCache());
  return module.ok ? ok({ module: module.value, glue: address("tessera.js") }) : module;
}

function makeWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "tessera" });
}
