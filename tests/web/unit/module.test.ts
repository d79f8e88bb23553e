// SPDX-License-Identifier: Apache-2.0
// Loading the module from hosts of all kinds: those that compress, those that don't, those that mislabel, those that have nothing.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { loadModule } from "../../../web/src/engine/module";

const wasm = new Uint8Array(readFileSync(join(import.meta.dirname, "../fixtures/empty.wasm")));
const packed = new Uint8Array(gzipSync(wasm));

/** A host that answers by the end of the address; what it was asked for is returned. */
function host(page: string, answer: (path: string) => Response): string[] {
  const asked: string[] = [];
  vi.stubGlobal("location", { href: page });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address.replace("https://host/", ""));
    return answer(address);
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

const load = async () => {
  const progress: [number, number][] = [];
  const files = { wasm: "https://host/tessera.wasm?v=1", bytes: wasm.length };
  const module = await loadModule(files, (...at) => progress.push(at), false);
  return { module, progress };
};

test("a host that compresses is left to it", async () => {
  // fetch has unpacked the body by the time that anyone sees it.
  const asked = host("https://host/", () => new Response(wasm, { headers: { "Content-Encoding": "br" } }));
  const { module, progress } = await load();
  expect(module.ok && module.value).toBeInstanceOf(WebAssembly.Module);
  expect(asked).toEqual(["tessera.wasm?v=1"]);
  expect(progress.at(-1)).toEqual([wasm.length, wasm.length]);
});

test("a far host that sends the module raw is asked for the packed sibling", async () => {
  const asked = host("https://host/", (address) => new Response(address.includes(".gz") ? packed : wasm));
  expect((await load()).module.ok).toBe(true);
  expect(asked).toEqual(["tessera.wasm?v=1", "tessera.wasm.gz?v=1"]);
});

test("a packed sibling that the browser has unpacked already is taken as it is", async () => {
  host("https://host/", (address) =>
    address.includes(".gz") ? new Response(wasm, { headers: { "Content-Encoding": "gzip" } }) : new Response(wasm),
  );
  expect((await load()).module.ok).toBe(true);
});

test("without a sibling, and on this machine, raw is fine", async () => {
  host("https://host/", (address) =>
    address.includes(".gz") ? new Response("", { status: 404 }) : new Response(wasm),
  );
  expect((await load()).module.ok).toBe(true);
  const asked = host("http://127.0.0.1:8420/", () => new Response(wasm));
  expect((await load()).module.ok).toBe(true);
  expect(asked).toHaveLength(1);
});

test("on this machine the bytes go to the compiler as they come", async () => {
  const whole = new Response(wasm, { headers: { "Content-Type": "application/wasm" } });
  const pipe = vi.spyOn(ReadableStream.prototype, "pipeThrough");
  Object.defineProperty(whole, "url", { value: "http://127.0.0.1:8420/tessera.wasm" });
  host("http://127.0.0.1:8420/", () => whole);
  const { module, progress } = await load();
  expect(module.ok && module.value).toBeInstanceOf(WebAssembly.Module);
  expect(progress).toEqual([[wasm.length, wasm.length]]);
  expect(pipe).not.toHaveBeenCalled();
  pipe.mockRestore();
});

test.each([
  ["a missing file", () => new Response("", { status: 404 }), "answers 404"],
  [
    "a page in its place",
    () => new Response("<!doctype html>", { headers: { "Content-Encoding": "gzip" } }),
    "could not be loaded",
  ],
  [
    "no network",
    () => {
      throw new TypeError("Failed to fetch");
    },
    "Failed to fetch",
  ],
])("%s is told", async (_name, answer, message) => {
  host("https://host/", answer);
  const { module } = await load();
  expect(module.ok ? "" : module.error).toContain(message);
});
