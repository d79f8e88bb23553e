// SPDX-License-Identifier: Apache-2.0
// A small client of the Model Context Protocol: starts `tessera mcp`, asks, and ends it with the test.
import { spawn } from "node:child_process";
import { binary } from "./tessera.mjs";

/**
 * A server that is spoken to. `ask(method, params)` answers `{result}` or `{error}`, `call(tool, arguments)` a tool's
 * result; `notes` are the notifications that came.
 */
export async function startMcp(t, { args = [], cwd, env = {}, revision = "2025-06-18", initializes = true } = {}) {
  const child = spawn(binary, ["mcp", ...args], { cwd, env: { ...process.env, ...env } });
  let buffer = "",
    log = "",
    nextId = 1;
  const waiting = new Map(),
    notes = [],
    strays = [],
    watchers = new Set();
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  child.stderr.on("data", (part) => (log += part));
  child.stdin.on("error", () => {});
  child.stdout.setEncoding("utf8");
  const take = (message) => {
    if (Array.isArray(message)) return message.forEach(take);
    if (message.method) notes.push(message);
    else if (waiting.has(message.id)) {
      waiting.get(message.id)(message);
      waiting.delete(message.id);
    } else strays.push(message);
    for (const watcher of watchers) watcher();
  };
  child.stdout.on("data", (part) => {
    buffer += part;
    for (let end; (end = buffer.indexOf("\n")) >= 0; buffer = buffer.slice(end + 1))
      take(JSON.parse(buffer.slice(0, end)));
  });
  const client = {
    child,
    notes,
    strays,
    log: () => log,
    ended,
    /** Bytes as they are. */
    write: (bytes) => child.stdin.write(bytes),
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
    notify: (method, params) => client.send({ jsonrpc: "2.0", method, params }),
    /** Sends without waiting: `{id, answer}`. */
    begin: (method, params) => {
      const id = nextId++;
      const answer = new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no answer to ${method}; the server says: ${log}`)), 120_000);
        waiting.set(id, (message) => (clearTimeout(timer), resolve(message)));
        ended.then(
          () => (clearTimeout(timer), reject(new Error(`the server ended before it answered ${method}: ${log}`))),
        );
      });
      answer.catch(() => {}); // whoever waits for it is told
      client.send({ jsonrpc: "2.0", id, method, params });
      return { id, answer };
    },
    ask: (method, params) => client.begin(method, params).answer,
    /** A tool's result; an error of the protocol fails the test. */
    call: async (name, args = {}, meta) => {
      const { result, error } = await client.ask("tools/call", {
        name,
        arguments: args,
        ...(meta ? { _meta: meta } : {}),
      });
      if (error) throw new Error(`${name}: ${error.message}`);
      return { ...result, text: result.content[0].text, facts: result.structuredContent };
    },
    /** What came without a request of ours: the next answer after `count` of them. */
    waitForStray: async (count) => {
      const deadline = Date.now() + 20_000;
      while (strays.length <= count) {
        if (Date.now() > deadline) throw new Error(`no message came; the server says: ${log}`);
        await new Promise((resolve) => {
          const timer = setTimeout(done, 200);
          function done() {
            clearTimeout(timer);
            watchers.delete(done);
            resolve();
          }
          watchers.add(done);
        });
      }
      return strays[count];
    },
    close: () => (child.stdin.end(), ended),
  };
  t.after(() => {
    child.kill("SIGKILL");
    return ended;
  });
  if (initializes) {
    client.hello = (
      await client.ask("initialize", {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      })
    ).result;
    client.notify("notifications/initialized");
  }
  return client;
}

/** Whether `value` is what `schema` says: the part of JSON Schema that tools' outputs use. */
export function findMismatch(schema, value, path = "") {
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  const matches = (type) => (type === "integer" ? Number.isInteger(value) : type === kind);
  if (schema.type && ![schema.type].flat().some(matches)) return `${path}: ${kind} is no ${schema.type}`;
  for (const name of schema.required ?? []) if (!(name in value)) return `${path}.${name} is missing`;
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    if (kind === "object" && name in value) {
      const wrong = findMismatch(inner, value[name], `${path}.${name}`);
      if (wrong) return wrong;
    }
  if (kind === "array" && schema.items)
    for (const [i, item] of value.entries()) {
      const wrong = findMismatch(schema.items, item, `${path}[${i}]`);
      if (wrong) return wrong;
    }
  return null;
}
