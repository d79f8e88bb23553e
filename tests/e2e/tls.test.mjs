// SPDX-License-Identifier: Apache-2.0
// A runner that speaks TLS, with certificates that `openssl` makes: every command that asks one, and a certificate that
// changes while a job is followed.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeAuthority } from "./authority.mjs";
import { longProgram, root, serve, tessera } from "./tessera.mjs";

const hello = join(root, "shared/kernels/hello_vectors.py");
const printed = "[ 0  2  4  6  8 10 12 14]\n";

async function waitForLog(runner, pattern) {
  for (let i = 0; i < 300 && !pattern.test(runner.log()); ++i) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.match(runner.log(), pattern);
}

test("every command that asks a runner does by TLS, and says why where it does not", async (t) => {
  const authority = makeAuthority(t);
  authority.certify("first", "DNS:localhost,IP:127.0.0.1");
  const runner = await serve(t, { args: authority.args });
  assert.match(runner.url, /^https:\/\/127\.0\.0\.1:/);
  const env = { TESSERA_RUNNER: runner.url, TESSERA_CA: authority.ca };
  const submitted = await tessera(["submit", hello], { env });
  assert.equal(submitted.stdout, printed, submitted.stderr);
  const id = (await tessera(["submit", hello, "--no-wait", "--runner", runner.url, "--ca", authority.ca])).stdout.trim();
  assert.equal((await tessera(["wait", id], { env })).stdout, printed);
  assert.equal((await tessera(["logs", id], { env })).stdout, printed);
  assert.match((await tessera(["jobs"], { env })).stdout, new RegExp(id));
  assert.match((await tessera(["cancel", id], { env })).stdout, /had ended already/);

  const stranger = await tessera(["jobs", "--runner", runner.url]);
  assert.equal(stranger.code, 2);
  assert.match(stranger.stderr, /from `CN = Test authority`, an authority that is not known here; .* `--ca FILE`/);
  const plain = await tessera(["jobs", "--runner", runner.url.replace("https", "http")]);
  assert.equal(plain.code, 2);
  assert.match(plain.stderr, /this runner speaks TLS; ask it by `https:\/\/`/);
});

test("SIGHUP takes another certificate, while a job is followed by the old one", async (t) => {
  const authority = makeAuthority(t);
  authority.certify("first", "DNS:localhost,IP:127.0.0.1");
  const runner = await serve(t, { args: authority.args });
  const env = { TESSERA_RUNNER: runner.url, TESSERA_CA: authority.ca };
  const followed = tessera(["submit", "-"], { env, input: longProgram });
  await waitForLog(runner, /starts on interpreter/);
  authority.certify("second", "DNS:localhost,IP:127.0.0.1,DNS:second");
  process.kill(runner.pid, "SIGHUP");
  await waitForLog(runner, /`second` and ends on/);
  copyFileSync(authority.ca, authority.args[1]); // whose key is another
  process.kill(runner.pid, "SIGHUP");
  await waitForLog(runner, /the certificate stays as it was: .* is not the key of the certificate/);
  const [id] = runner.log().match(/job-[0-9a-f]+/);
  assert.match((await tessera(["cancel", id], { env })).stdout, /is being stopped/);
  assert.match((await followed).stderr, /is cancelled/);
  assert.doesNotMatch((await followed).stderr, /runner/, "nothing broke off");
});

test("SIGHUP does nothing to a runner without TLS, nor to its jobs", async (t) => {
  const runner = await serve(t);
  const followed = tessera(["submit", "-", "--runner", runner.url], { input: longProgram, signalAfterMs: 2500 });
  await waitForLog(runner, /starts on interpreter/);
  process.kill(runner.pid, "SIGHUP");
  await waitForLog(runner, /nothing to read again/);
  assert.match((await followed).stderr, /is cancelled/);
  assert.equal((await runner.stop()).code, 0);
});
