// SPDX-License-Identifier: Apache-2.0
// A small client of the Streamable HTTP transport at a runner's `/mcp`, which may also say what no client should.
import { request } from "node:http";

export const hello = (protocolVersion = "2025-06-18") => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

/**
 * One request. `{status, headers, text, json, messages}`, where `messages` are those of the body or of its events;
 * with `onMessage` each is told when it comes. `leave()` closes the connection at once.
 */
export function post(url, body, { method = "POST", headers = {}, onMessage = () => {}, agent } = {}) {
  let outgoing;
  const text =
    body === undefined ? "" : typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = new Promise((resolve, reject) => {
    const all = {
      Accept: "application/json, text/event-stream",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value === null) delete all[name];
    outgoing = request(`${url}/mcp`, { method, headers: all, agent }, (response) => {
      const isEvents = /^text\/event-stream/.test(response.headers["content-type"] ?? "");
      const messages = [];
      let whole = "",
        rest = "";
      response.setEncoding("utf8");
      response.on("error", reject);
      response.on("data", (part) => {
        whole += part;
        if (!isEvents) return;
        rest += part;
        for (let end; (end = rest.indexOf("\n\n")) >= 0; rest = rest.slice(end + 2)) {
          const data = /^data: (.*)$/m.exec(rest.slice(0, end))?.[1];
          if (!data) continue; // a comment
          messages.push(JSON.parse(data));
          onMessage(messages.at(-1));
        }
      });
      response.on("end", () => {
        const json = !isEvents && whole.startsWith("{") ? JSON.parse(whole) : null;
        if (!isEvents && /^[[{]/.test(whole)) messages.push(...[JSON.parse(whole)].flat());
        resolve({ status: response.statusCode, headers: response.headers, text: whole, json, messages, isEvents });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(text);
  });
  answer.catch(() => {}); // whoever waits for it is told
  return Object.assign(answer, { leave: () => outgoing.destroy() });
}

/** A session that is begun. `call(tool, arguments)` answers a tool's result. */
export async function openSession(url, { revision = "2025-06-18", headers = {} } = {}) {
  const first = await post(url, hello(revision), { headers });
  if (first.status !== 200) throw new Error(`initialize: ${first.status} ${first.text}`);
  let nextId = 1;
  const session = {
    id: first.headers["mcp-session-id"],
    hello: first.messages[0].result,
    headers: { ...headers, "Mcp-Session-Id": first.headers["mcp-session-id"] },
    send: (message, options = {}) =>
      post(url, message, { ...options, headers: { ...session.headers, ...options.headers } }),
    notify: (method, params) => session.send({ jsonrpc: "2.0", method, params }),
    /** Sends without waiting; the promise has `id` and `leave`. */
    begin: (method, params, options) => {
      const id = nextId++;
      return Object.assign(session.send({ jsonrpc: "2.0", id, method, params }, options), { id });
    },
    ask: async (method, params, options) => {
      const { status, text, messages } = await session.begin(method, params, options);
      const answer = messages.find((message) => message.result || message.error);
      if (!answer) throw new Error(`${method}: ${status} ${text}`);
      return answer;
    },
    call: async (name, args = {}, options) => {
      const { result, error } = await session.ask("tools/call", { name, arguments: args }, options);
      if (error) throw new Error(`${name}: ${error.message}`);
      return { ...result, text: result.content[0].text, facts: result.structuredContent };
    },
    end: () => post(url, undefined, { method: "DELETE", headers: session.headers }),
  };
  return session;
}
