// SPDX-License-Identifier: Apache-2.0
// Fetches the wasm module and compiles it while it arrives, in the first worker or, after a failure, in the page. The compiled module is
// kept: a worker that replaces another only instantiates it, which takes milliseconds. Progress counts decoded bytes against the size known from the build, because a
// compressed response's Content-Length counts other bytes.
//
// A host that compresses by itself (or picks the .br and .gz siblings) is left to it. One that sends the module raw over a real
// network is asked for `tessera.wasm.gz` instead, which the browser unpacks: a third of the bytes, on any static host.

import { describeError, fail, ok, type Result } from "../base/result";

export interface ModuleFiles {
  /** The address of tessera.wasm. */
  wasm: string;
  /** Size of tessera.wasm as built; 0 when unknown. */
  bytes: number;
}

export type Progress = (received: number, total: number) => void;

/**
 * `controlled`: a service worker answers the page's requests (a worker can't see that itself). `keep` is given the module's bytes, too,
 * unpacked and as they come.
 */
export async function loadModule(
  files: ModuleFiles,
  progress: Progress,
  controlled: boolean,
  keep?: (response: Response) => void,
): Promise<Result<WebAssembly.Module>> {
  try {
    const response = await fetchModule(files.wasm, controlled);
    if (!response.ok)
      return fail(
        `the compiler could not be loaded: \`${files.wasm}\` answers ${response.status}; the site was built without it (\`./dev wasm\` builds it)`,
      );
    if (!response.body) return ok(await WebAssembly.compile(await response.arrayBuffer()));
    // Nothing to wait for, so nothing to count: untouched, the bytes pass through no script, and the browser may keep the code
    // that it makes of them.
    if (isNear(response, controlled) && response.headers.get("Content-Type") === "application/wasm") {
      progress(files.bytes, files.bytes);
      keep?.(response.clone());
      return ok(await WebAssembly.compileStreaming(response));
    }
    const counted = response.body.pipeThrough(counter(files.bytes, progress));
    // The type is set here: static hosts without a MIME type for wasm would forbid streaming.
    const typed = new Response(counted, { headers: { "Content-Type": "application/wasm" } });
    keep?.(typed.clone());
    return ok(await WebAssembly.compileStreaming(typed));
  } catch (thrown) {
    return fail(`the compiler could not be loaded: ${describeError(thrown)}`);
  }
}

async function fetchModule(address: string, controlled: boolean): Promise<Response> {
  const response = await fetch(address, { credentials: "same-origin" });
  if (!response.ok || response.headers.has("Content-Encoding") || isNear(response, controlled) || !("DecompressionStream" in globalThis))
    return response;
  const packed = await fetch(address.replace(/\.wasm(\?|$)/, ".wasm.gz$1"), { credentials: "same-origin" });
  if (!packed.ok || !packed.body) return response;
  void response.body?.cancel();
  // Some hosts label a .gz file with an encoding, and the browser has unpacked it by now.
  const body = packed.headers.has("Content-Encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { status: 200 });
}

/** This machine, or the service worker's cache: bytes cost nothing. */
function isNear(response: Response, controlled: boolean): boolean {
  const host = new URL(response.url || location.href).hostname;
  return controlled || host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

export function isServedByCache(): boolean {
  return "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
}

function counter(total: number, progress: Progress): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let received = 0;
  return new TransformStream({
    transform(chunk, controller) {
      received += chunk.length;
      progress(received, Math.max(total, received));
      controller.enqueue(chunk);
    },
  });
}
