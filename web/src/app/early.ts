// SPDX-License-Identifier: Apache-2.0
// A classic script at the top of index.html, so that it runs before styles and modules have arrived: it starts the first worker, which
// loads the compiler by itself. `engine/load.ts` takes over from here; where this script did not run, it starts one too.

/// <reference lib="dom" />
{
  // index.html holds the first visitor's text; who has another one is not shown it.
  const has = (storage: () => Storage, key: string) => {
    try {
      return storage().getItem(key) !== null;
    } catch {
      return false;
    }
  };
  const isOther =
    location.hash !== "" ||
    location.search !== "" ||
    has(() => sessionStorage, "tessera.document") ||
    has(() => localStorage, "tessera.documents");
  if (isOther) document.documentElement.dataset["opens"] = "other";
  const told = document.currentScript?.dataset;
  if (told?.["worker"] && told["wasm"] && told["glue"]) {
    const address = (name: string) => new URL(name, document.baseURI).href;
    const worker = new Worker(address(told["worker"]), { type: "module", name: "tessera" });
    worker.postMessage({
      kind: "load",
      files: { wasm: address(told["wasm"]), bytes: Number(told["bytes"]) },
      glue: address(told["glue"]),
      controlled: !!navigator.serviceWorker?.controller,
    });
    const early = { worker, kept: [] as MessageEvent[] };
    // Kept until somebody listens.
    worker.onmessage = (event) => early.kept.push(event);
    Object.assign(window, { tesseraEarly: early });
  }
}
