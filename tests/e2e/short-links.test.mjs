// SPDX-License-Identifier: Apache-2.0
// Short links of a real runner: off unless asked for, named by their hash, there after a `kill -9`, open to pages that
// may ask, and refused to others.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { makeFolder, serve } from "./tessera.mjs";

const link = "v1=q1YqSy0qzszPU7JSykstV6oFAA";
const body = JSON.stringify({ link });

test("a runner keeps no short links unless it is asked to", async (t) => {
  const runner = await serve(t);
  assert.equal((await runner.ask("GET", "/v1/version")).json.shortLinks, undefined);
  const refused = await runner.ask("POST", "/v1/links", { body });
  assert.equal(refused.status, 404);
  assert.match(refused.json.detail, /--short-links/);
});

test("a short link is the beginning of its text's hash, and outlives the runner", async (t) => {
  const data = makeFolder(t);
  const args = ["--short-links", "2"];
  const runner = await serve(t, { data, args });
  assert.deepEqual((await runner.ask("GET", "/v1/version")).json.shortLinks, { maxBytes: 262144 });
  const made = await runner.ask("POST", "/v1/links", { body });
  assert.equal(made.status, 201);
  assert.equal(made.json.id, createHash("sha256").update(link).digest("base64url").slice(0, 10));
  await runner.kill();
  const again = await serve(t, { data, args });
  assert.deepEqual((await again.ask("GET", `/v1/links/${made.json.id}`)).json, { id: made.json.id, link });
  assert.equal((await again.ask("POST", "/v1/links", { body })).status, 200);
  assert.equal((await again.ask("POST", "/v1/links", { body: JSON.stringify({ link: `${link}x` }) })).status, 201);
  assert.equal((await again.ask("POST", "/v1/links", { body: JSON.stringify({ link: `${link}y` }) })).status, 503);
});

test("a page that has never been there may open a link, one that is not allowed neither opens nor makes any", async (t) => {
  const runner = await serve(t, { args: ["--short-links", "9", "--allow-origin", "https://site.example"] });
  const { id } = (await runner.ask("POST", "/v1/links", { body })).json;
  const from = (origin) => ({ headers: { Origin: origin } });
  const allowed = await runner.ask("GET", `/v1/links/${id}`, from("https://site.example"));
  assert.equal(allowed.json.link, link);
  assert.equal(allowed.headers.get("access-control-allow-origin"), "https://site.example");
  assert.equal((await runner.ask("GET", `/v1/links/${id}`, from("https://other.example"))).status, 403);
  assert.equal((await runner.ask("POST", "/v1/links", { body, ...from("https://other.example") })).status, 403);
});

test("what is no link, or too large for one, is not kept", async (t) => {
  const runner = await serve(t, { args: ["--short-links", "9"] });
  const post = (text) => runner.ask("POST", "/v1/links", { body: JSON.stringify({ link: text }) });
  assert.equal((await post("<script>alert(1)</script>")).status, 400);
  assert.equal((await post(`v1=${"a".repeat(262144)}`)).status, 413);
  assert.equal((await post(`v1=${"a".repeat(262141)}`)).status, 201);
  const response = await fetch(`${runner.url}/v1/links`, { method: "POST", body, headers: { "Content-Type": "text/plain" } });
  assert.equal(response.status, 415, "a form of a strange page cannot send JSON");
});
