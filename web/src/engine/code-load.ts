// SPDX-License-Identifier: Apache-2.0
// Puts the code generator together in a browser: where its module's files are, and what its worker is.

import { CodeGenerator } from "./code";
import type { CodeOptions } from "./code-host";
import type { CodeWorkerLike } from "./code-messages";
import { CodeRunner } from "./code-runner";
import { isServedByCache } from "./module";

/** From the build (vite.config.ts): the hash names the module's bytes; both are empty where it was not built. */
declare const __CODE__: { hash: string; bytes: number; packed: number };

export function makeCodeGenerator(): { code: CodeGenerator; codeRunner: CodeRunner } {
  const options = makeOptions();
  return { code: new CodeGenerator(options), codeRunner: new CodeRunner(options) };
}

function makeOptions(): CodeOptions {
  const address = (name: string) => new URL(`wasm/${name}${__CODE__.hash ? `?v=${__CODE__.hash}` : ""}`, document.baseURI).href;
  return {
    spawn: () =>
      new Worker(new URL("./code-worker.ts", import.meta.url), { type: "module", name: "tessera-code" }) as unknown as CodeWorkerLike,
    files: { wasm: address("tessera-code.wasm"), glue: address("tessera-code.js"), bytes: __CODE__.bytes },
    packedBytes: __CODE__.packed,
    controlled: isServedByCache,
  };
}
