// SPDX-License-Identifier: Apache-2.0
// Puts the engine together in a browser: where the module's files are, and what a worker is.

import { ok, type Result } from "../base/result";
import { loadModule, type Progress } from "./module";
import type { WorkerLike } from "./messages";

/** From the build (vite.config.ts): the hash names the module's bytes, so that caches never mix two builds. */
declare const __WASM__: { hash: string; bytes: number };

export function spawnWorker(): WorkerLike {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "tessera" }) as unknown as WorkerLike;
}

/** A function that loads the module the first time it is asked, and again after a failure. */
export function moduleSource(progress: Progress): () => Promise<Result<{ module: WebAssembly.Module; glue: string }>> {
  const version = __WASM__.hash ? `?v=${__WASM__.hash}` : "";
  const address = (name: string) => new URL(`wasm/${name}${version}`, document.baseURI).href;
  let loading: Promise<Result<{ module: WebAssembly.Module; glue: string }>> | null = null;
  return () => {
    loading ??= load();
    return loading;
  };

  async function load(): Promise<Result<{ module: WebAssembly.Module; glue: string }>> {
    const files = { glue: address("tessera.js"), wasm: address("tessera.wasm"), bytes: __WASM__.bytes };
    const module = await loadModule(files, progress);
    if (module.ok) return ok({ module: module.value, glue: files.glue });
    loading = null;
    return module;
  }
}
