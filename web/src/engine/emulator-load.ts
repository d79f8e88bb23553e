// SPDX-License-Identifier: Apache-2.0
// Puts the emulator together in a browser. Its module is loaded when PTX is first looked at, by the worker that runs
// it: a page that never wants it loads nothing of it.

import { DebuggerSession } from "./debugger-session";
import { EmulatorHost } from "./emulator-host";
import type { EmulatorWorkerLike } from "./emulator-messages";
import { EmulatorSession } from "./emulator-session";
import { isServedByCache } from "./module";

/** From the build (vite.config.ts), as in load.ts. */
declare const __WASM__: { hash: string; emulatorBytes: number };

const version = __WASM__.hash ? `?v=${__WASM__.hash}` : "";
const address = (name: string) => new URL(`wasm/${name}${version}`, document.baseURI).href;

export function makeEmulator(): EmulatorSession {
  const host: EmulatorHost = new EmulatorHost({ ...workers, onLoading: (received, total) => session.noteLoading(received, total) });
  const session = new EmulatorSession(host, makeDebugger());
  return session;
}

function makeDebugger(): DebuggerSession {
  const host: EmulatorHost = new EmulatorHost({
    ...workers,
    onLoading: (received, total) => session.noteLoading(received, total),
    onProgress: (instructions) => session.noteProgress(instructions),
  });
  const session = new DebuggerSession(host);
  return session;
}

const workers = {
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
};
