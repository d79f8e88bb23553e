// SPDX-License-Identifier: Apache-2.0
// Puts the emulator together in a browser. Its module is loaded when PTX is first looked at, by the worker that runs
// it: a page that never wants it loads nothing of it.

import { EmulatorHost } from "./emulator-host";
import type { EmulatorWorkerLike } from "./emulator-messages";
import { EmulatorSession } from "./emulator-session";
import { isServedByCache } from "./module";

/** From the build (vite.config.ts), as in load.ts. */
declare const __WASM__: { hash: string; emulatorBytes: number };

const version = __WASM__.hash ? `?v=${__WASM__.hash}` : "";
const address = (name: string) => new URL(`wasm/${name}${version}`, document.baseURI).href;

export function makeEmulator(): EmulatorSession {
  const host: EmulatorHost = new EmulatorHost({
    spawn: () =>
      new Worker(new URL("./emulator-worker.ts", import.meta.url), {
        type: "module",
        name: "emulator",
      }) as EmulatorWorkerLike,
    files: () => ({
      files: { wasm: address("emulator.wasm"), bytes: __WASM__.emulatorBytes },
      glue: address("emulator.js"),
      controlled: isServedByCache(),
    }),
    onLoading: (received, total) => session.noteLoading(received, total),
  });
  const session = new EmulatorSession(host);
  return session;
}
