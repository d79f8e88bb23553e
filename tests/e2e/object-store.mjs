// SPDX-License-Identifier: Apache-2.0
// A stand-in for an object store: PUT, GET, HEAD and DELETE below `/bucket`, in memory. It checks each signature as AWS's Signature
// Version 4 says, from the headers that arrived, and each body by its digest; `state.away` makes it answer 503, `state.hangs`
// not at all.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";

export const credentials = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", AWS_REGION: "eu-central-1" };

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();

/** Why the request is not signed by `credentials`; empty where it is. */
function complain({ method, url, headers }, body, { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: region }) {
  const found = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? "");
  if (!found) return "AccessDenied";
  const [, by, day, where, names, signature] = found;
  if (by !== key || where !== region) return "InvalidAccessKeyId";
  const { pathname, search } = new URL(url, "http://store");
  const canonical = [method, pathname, search.slice(1), ...names.split(";").map((name) => `${name}:${headers[name]}`), "", names, headers["x-amz-content-sha256"]].join("\n");
  const time = headers["x-amz-date"];
  if (!time.startsWith(day) || Math.abs(Date.parse(time.replace(/(....)(..)(..T..)(..)(..Z)/, "$1-$2-$3:$4:$5")) - Date.now()) > 900_000) return "RequestTimeTooSkewed";
  const text = ["AWS4-HMAC-SHA256", time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const signing = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secret}`, day));
  if (hmac(signing, text).toString("hex") !== signature) return "SignatureDoesNotMatch";
  return sha256(body) === headers["x-amz-content-sha256"] ? "" : "XAmzContentSHA256Mismatch";
}

/** One that goes with the test; by TLS with the pair of files `{cert, key}`. */
export async function startObjectStore(t, tls = null) {
  const state = { objects: new Map(), away: false, hangs: false, refusals: [], methods: [] };
  const answer = async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const refuse = (status, code) => (state.refusals.push(code), response.writeHead(status, { "Content-Type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`));
    if (state.hangs) return;
    if (state.away) return refuse(503, "SlowDown");
    const code = complain(request, body, credentials);
    if (code) return refuse(403, code);
    if (!request.url.startsWith("/bucket/")) return refuse(404, "NoSuchBucket");
    state.methods.push(request.method);
    if (request.method === "PUT") return state.objects.set(request.url, body), response.writeHead(200).end();
    if (request.method === "DELETE") return state.objects.delete(request.url), response.writeHead(204).end();
    const object = state.objects.get(request.url);
    if (!object) return request.method === "HEAD" ? response.writeHead(404).end() : refuse(404, "NoSuchKey");
    return response.writeHead(200, { "Content-Length": object.length }).end(request.method === "HEAD" ? undefined : object);
  };
  const server = tls ? createSecureServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, answer) : createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => (server.close(), server.closeAllConnections()));
  return { url: `http${tls ? "s" : ""}://127.0.0.1:${server.address().port}/bucket/fleet`, state };
}
