// SPDX-License-Identifier: Apache-2.0
// Puts the engine together in a browser: where the module's files are, and what a worker is. `startEarly` begins with both before
// the rest of the page is even parsed: the first worker starts and reads its glue while the module arrives and is compiled.

import { ok, type Result } from "../base/result";
import type { WorkerLike } from "./messages";
import { loadModule, type Progress } from "./module";

/** From the build (vite.config.ts): the hash names the module's bytes, so that caches never mix two builds. */
declare const __WASM__: { hash: string; bytes: number };

export interface LoadedModule {
  module: WebAssembly.Module;
  glue: string;
}

const version = __WASM__.hash ? `?v=${__WASM__.hash}` : "";
const address = (name: string) => new URL(`wasm/${name}${version}`, document.baseURI).href;

let loading: Promise<Result<LoadedModule>> | null = null;
let early: WorkerLike | null = null;
let tell: Progress = () => undefined;

export function startEarly(): void {
  early = makeWorker();
  void getModule();
}

export function spawnWorker(): WorkerLike {
  const worker = early ?? makeWorker();
  early = null;
  return worker;
}

/** The module, loaded when it is first asked for, and again after a failure. */
export function getModule(): Promise<Result<LoadedModule>> {
  loading ??= load();
  return loading;
}

export function onLoadProgress(progress: Progress): void {
  tell = progress;
}

async function load(): Promise<Result<LoadedModule>> {
  const files = { wasm: address("tessera.wasm"), bytes: __WASM__.bytes };
  const module = await loadModule(files, (received, total) => tell(received, total));
  if (module.ok) return ok({ module: module.value, glue: address("tessera.js") });
  loading = null;
  return module;
}

function makeWorker(): WorkerLike {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "tessera" }) as unknown as WorkerLike;
  worker.postMessage({ kind: "prepare", glue: address("tessera.js") });
  return worker;
}
