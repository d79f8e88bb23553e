// SPDX-License-Identifier: Apache-2.0
// Server-sent events out of a byte stream, as the HTML standard reads them. EventSource can't send an `Authorization` header, so
// the runner's events come through fetch and this parser. Chunks may end anywhere, inside a line or a character.

export interface ServerEvent {
  id: string;
  kind: string;
  data: string;
}

export class EventParser {
  private readonly decoder = new TextDecoder();
  private rest = "";
  private id = "";
  private kind = "";
  private data: string[] = [];
  private sawReturn = false;

  push(chunk: Uint8Array): ServerEvent[] {
    let text = this.decoder.decode(chunk, { stream: true });
    // A newline after the return that ended the last chunk belongs to that return.
    if (this.sawReturn && text) {
      this.sawReturn = false;
      if (text.startsWith("\n")) text = text.slice(1);
    }
    if (text.endsWith("\r")) this.sawReturn = true;
    const lines = (this.rest + text).split(/\r\n|\n|\r/);
    this.rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.line(line));
  }

  private line(line: string): ServerEvent[] {
    if (line === "") return this.dispatch();
    if (line.startsWith(":")) return [];
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "id" && !value.includes("\0")) this.id = value;
    else if (name === "event") this.kind = value;
    else if (name === "data") this.data.push(value);
    return [];
  }

  private dispatch(): ServerEvent[] {
    const event = { id: this.id, kind: this.kind || "message", data: this.data.join("\n") };
    const empty = this.data.length === 0;
    this.kind = "";
    this.data = [];
    return empty ? [] : [event];
  }
}
