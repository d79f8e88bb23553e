// SPDX-License-Identifier: Apache-2.0
// Puts the code generator together in a browser: where its module's files are, and what its worker is.

import { CodeGenerator } from "./code";
import type { CodeWorkerLike } from "./code-messages";
import { isServedByCache } from "./module";

/** From the build (vite.config.ts): the hash names the module's bytes; both are empty where it was not built. */
declare const __CODE__: { hash: string; bytes: number; packed: number };

export function makeCodeGenerator(): CodeGenerator {
  const address = (name: string) => new URL(`wasm/${name}${__CODE__.hash ? `?v=${__CODE__.hash}` : ""}`, document.baseURI).href;
  return new CodeGenerator({
    spawn: () =>
      new Worker(new URL("./code-worker.ts", import.meta.url), { type: "module", name: "tessera-code" }) as unknown as CodeWorkerLike,
    files: { wasm: address("tessera-code.wasm"), glue: address("tessera-code.js"), bytes: __CODE__.bytes },
    packedBytes: __CODE__.packed,
    controlled: isServedByCache,
  });
}
