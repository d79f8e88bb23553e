// SPDX-License-Identifier: Apache-2.0
// A client of `tessera lsp`, as an editor is one: messages over the server's standard streams, texts that change, and a
// place in a text said by what stands there.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { binary } from "./tessera.mjs";

export class LspClient {
  /** Everything that the server said by itself, by method: `[params]`. */
  notifications = new Map();
  #pending = new Map();
  #waiting = [];
  #buffer = Buffer.alloc(0);
  #next = 1;
  #versions = new Map();
  #texts = new Map();

  constructor(options = []) {
    this.process = spawn(binary, ["lsp", ...options], { stdio: ["pipe", "pipe", "pipe"] });
    this.errors = "";
    this.process.stderr.on("data", (bytes) => (this.errors += bytes));
    this.process.stdout.on("data", (bytes) => this.#read(bytes));
    this.process.stdin.on("error", () => {}); // it may have ended
    this.ended = new Promise((resolve) =>
      this.process.on("close", (code, signal) => {
        for (const { reject } of this.#pending.values())
          reject(new Error(`the server ended with ${code ?? signal}: ${this.errors}`));
        this.#pending.clear();
        resolve({ code, signal });
      }),
    );
  }

  #read(bytes) {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const size = Number(/Content-Length: (\d+)/i.exec(this.#buffer.subarray(0, end).toString())[1]);
      if (this.#buffer.length < end + 4 + size) return;
      const message = JSON.parse(this.#buffer.subarray(end + 4, end + 4 + size).toString());
      this.#buffer = this.#buffer.subarray(end + 4 + size);
      this.#take(message);
    }
  }

  #take(message) {
    if (message.method) {
      if (message.id !== undefined) this.send({ id: message.id, result: null }); // of the server's own requests
      const list = this.notifications.get(message.method) ?? [];
      list.push(message.params);
      this.notifications.set(message.method, list);
      this.#waiting = this.#waiting.filter((one) => !one());
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) pending?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    else pending?.resolve(message.result);
  }

  /** Bytes as they are: for messages that are none. */
  sendRaw(text) {
    this.process.stdin.write(text);
  }

  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.sendRaw(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  /** The first of the server's notifications of `method` that `fits`, now or later. */
  waitFor(method, fits, milliseconds = 60_000) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${method} came that fits; ${this.errors}`)), milliseconds);
      timer.unref();
      const look = () => {
        const found = (this.notifications.get(method) ?? []).findLast(fits);
        if (found === undefined) return false;
        clearTimeout(timer);
        resolve(found);
        return true;
      };
      if (!look()) this.#waiting.push(look);
    });
  }

  async initialize(params = {}) {
    const result = await this.request("initialize", { processId: null, rootUri: null, capabilities: {}, ...params });
    this.notify("initialized", {});
    return result;
  }

  async close() {
    await this.request("shutdown");
    this.notify("exit");
    return this.ended;
  }

  //===-- texts --===//

  static uri = (path) => pathToFileURL(path).href;
  text = (path) => this.#texts.get(path);

  /** Opens a text; the diagnostics of its first compilation. */
  open(path, text) {
    this.#versions.set(path, 1);
    this.#texts.set(path, text);
    this.notify("textDocument/didOpen", {
      textDocument: { uri: LspClient.uri(path), languageId: "python", version: 1, text },
    });
    return this.diagnostics(path);
  }

  /** Replaces one place of the text by `inserted`, as an editor tells it; the diagnostics of that version. */
  edit(path, place, inserted) {
    const text = this.#texts.get(path),
      at = text.indexOf(place),
      version = this.#versions.get(path) + 1;
    if (at < 0) throw new Error(`\`${place}\` does not stand in the text`);
    const range = { start: positionOf(text, at), end: positionOf(text, at + place.length) };
    this.#versions.set(path, version);
    this.#texts.set(path, text.slice(0, at) + inserted + text.slice(at + place.length));
    this.notify("textDocument/didChange", {
      textDocument: { uri: LspClient.uri(path), version },
      contentChanges: [{ range, text: inserted }],
    });
    return this.diagnostics(path);
  }

  /** Of the text's newest version. Nobody has to wait for them. */
  diagnostics(path) {
    const uri = LspClient.uri(path),
      version = this.#versions.get(path);
    const come = this.waitFor("textDocument/publishDiagnostics", (one) => one.uri === uri && one.version === version);
    const told = come.then(({ diagnostics }) => diagnostics);
    told.catch(() => {});
    return told;
  }

  /** A question about the place of `|` in `mark`, whose other text stands in the document: `x| = jnp` is behind the `x`. */
  at(method, path, mark, more = {}) {
    const text = this.#texts.get(path),
      offset = mark.indexOf("|"),
      plain = mark.slice(0, offset) + mark.slice(offset + 1);
    const found = text.indexOf(plain);
    if (offset < 0 || found < 0) throw new Error(`\`${mark}\` does not stand in the text`);
    return this.request(method, {
      textDocument: { uri: LspClient.uri(path) },
      position: positionOf(text, found + offset),
      ...more,
    });
  }

  of(method, path, more = {}) {
    return this.request(method, { textDocument: { uri: LspClient.uri(path) }, ...more });
  }
}

/** JavaScript's strings count in UTF-16 units, as the protocol does. */
export function positionOf(text, offset) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
}

export function offsetOf(text, { line, character }) {
  return (
    text
      .split("\n")
      .slice(0, line)
      .reduce((sum, one) => sum + one.length + 1, 0) + character
  );
}

/** What stands at a range. */
export const sliceOf = (text, { start, end }) => text.slice(offsetOf(text, start), offsetOf(text, end));

/** A text after edits, as an editor applies them. */
export function applyEdits(text, edits) {
  return [...edits]
    .sort((a, b) => offsetOf(text, b.range.start) - offsetOf(text, a.range.start))
    .reduce(
      (now, { range, newText }) =>
        now.slice(0, offsetOf(text, range.start)) + newText + now.slice(offsetOf(text, range.end)),
      text,
    );
}
