// SPDX-License-Identifier: Apache-2.0
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../web/src/base/sha256";
import { encodeShare } from "../../../web/src/base/share";
import { isMadeOf, readShortLink, writeShortLink } from "../../../web/src/base/short-link";
import { ShortLinks } from "../../../web/src/engine/short-links";

test("the hash is SHA-256, whatever the length", () => {
  for (const length of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 70_001]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);
    expect(Buffer.from(sha256(bytes)).toString("hex"), `${length} bytes`).toBe(
      createHash("sha256").update(bytes).digest("hex"),
    );
  }
});

describe("addresses", () => {
  test("are read as they are written, with and without another place", () => {
    for (const address of ["", "http://127.0.0.1:8420", "https://runner.example/a b/c@d"]) {
      const link = { id: "aZ09_-aZ09", address };
      expect(readShortLink(writeShortLink(link))).toEqual(link);
    }
  });

  test("that are none are none", () => {
    for (const text of ["", "v1=abc", "s=", "s=short", `s=${"a".repeat(44)}`, "s=abcdefghi!", "s=abcdefghij@%E0%A4%A"])
      expect(readShortLink(text), text).toBeNull();
  });
});

const link = encodeShare({ source: "x = 1\n", file: "kernel.py" });
const hash = createHash("sha256").update(link).digest("base64url");

test("a text is what a link was made of only if it has the hash", () => {
  expect(isMadeOf({ id: hash.slice(0, 10), address: "" }, link)).toBe(true);
  expect(isMadeOf({ id: hash, address: "" }, link)).toBe(true);
  expect(isMadeOf({ id: hash.slice(0, 10), address: "" }, `${link}A`)).toBe(false);
});

describe("a runner's short links", () => {
  const asking = (answer: () => Response | Promise<Response>, token = "") => {
    const asked: { url: string; init: RequestInit | undefined }[] = [];
    const links = new ShortLinks("http://runner", token, (url, init) => {
      asked.push({ url: String(url), init });
      return Promise.resolve(answer());
    });
    return { links, asked };
  };
  const json = (value: unknown, status = 200) =>
    new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });

  test("are there where it says so", async () => {
    expect(await asking(() => json({ protocol: 1, version: "1", shortLinks: { maxBytes: 9 } })).links.room()).toBe(9);
    expect(await asking(() => json({ protocol: 1, version: "1" })).links.room()).toBeNull();
    expect(await asking(() => Promise.reject(new Error("nobody"))).links.room()).toBeNull();
  });

  test("are made with the token, and believed only with the hash", async () => {
    const { links, asked } = asking(() => json({ id: hash.slice(0, 10) }, 201), "secret");
    expect(await links.make(link)).toEqual({ ok: true, value: hash.slice(0, 10) });
    expect(asked[0]?.url).toBe("http://runner/v1/links");
    expect(asked[0]?.init?.body).toBe(JSON.stringify({ link }));
    expect(new Headers(asked[0]?.init?.headers).get("Authorization")).toBe("Bearer secret");
    for (const id of ["aaaaaaaaaa", hash.slice(0, 3), 5, undefined])
      expect((await asking(() => json({ id })).links.make(link)).ok).toBe(false);
  });

  test("are opened only where the answer is what they were made of", async () => {
    const id = hash.slice(0, 12);
    expect(await asking(() => json({ id, link })).links.fetch(id)).toEqual({ ok: true, value: link });
    const other = await asking(() => json({ id, link: encodeShare({ source: "evil", file: "k.py" }) })).links.fetch(id);
    expect(!other.ok && other.error.message).toContain("another program");
    for (const odd of [null, 5, [], {}, { link: 5 }])
      expect((await asking(() => json(odd)).links.fetch(id)).ok).toBe(false);
  });

  test("say what is wrong: too much, no runner, nobody, a token", async () => {
    const why = async (answer: () => Response | Promise<Response>) => {
      const got = await asking(answer).links.fetch("abcdefghij");
      return got.ok ? null : got.error;
    };
    expect((await why(() => new Response("x".repeat(600_000))))?.message).toContain("more than the 512 KiB");
    expect((await why(() => new Response("<html>", { status: 404 })))?.message).toContain("no runner is there");
    expect((await why(() => Promise.reject(new TypeError("Failed to fetch"))))?.message).toContain("does not answer");
    const problem = (status: number, code: string) =>
      json({ type: `urn:tessera:problem:${code}`, title: code, status, detail: `because of ${code}`, code }, status);
    expect(await why(() => problem(401, "unauthorized"))).toEqual({
      needsToken: true,
      message: "http://runner: because of unauthorized",
    });
    expect((await why(() => problem(403, "unauthorized")))?.needsToken).toBe(false);
    expect((await why(() => problem(404, "not-found")))?.message).toContain("because of not-found");
  });
});
