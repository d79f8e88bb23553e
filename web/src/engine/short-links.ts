// SPDX-License-Identifier: Apache-2.0
// A runner's short links: whether it keeps any, making one, fetching one. What comes is not believed: it must have the hash that the short
// link names.

import { formatBytes } from "../base/format";
import { readProblem } from "../base/read";
import { describeError, fail, ok, type Result } from "../base/result";
import { isMadeOf, longestLink, type ShortLink } from "../base/short-link";

export interface LinkError {
  /** A token is asked for, or another one. */
  needsToken: boolean;
  message: string;
}

export class ShortLinks {
  constructor(
    readonly address: string,
    private readonly token: string,
    private readonly fetch_: typeof fetch = (...all) => fetch(...all),
  ) {}

  /** The most characters that a link may have to get a short one; null where the runner keeps none. */
  async room(): Promise<number | null> {
    const answer = await this.ask("/v1/version");
    const most = answer.ok ? (answer.value["shortLinks"] as { maxBytes?: unknown } | undefined)?.maxBytes : null;
    return typeof most === "number" ? most : null;
  }

  /** `link` is what follows the `#`. */
  async make(link: string): Promise<Result<string, LinkError>> {
    const headers = { "Content-Type": "application/json" };
    const answer = await this.ask("/v1/links", { method: "POST", headers, body: JSON.stringify({ link }) });
    if (!answer.ok) return answer;
    const { id } = answer.value;
    if (typeof id === "string" && isMadeOf({ id, address: "" }, link) && id.length >= 10) return ok(id);
    return this.refuse("gave the link a name that is not its hash");
  }

  async fetch(id: string): Promise<Result<string, LinkError>> {
    const answer = await this.ask(`/v1/links/${encodeURIComponent(id)}`);
    if (!answer.ok) return answer;
    const { link } = answer.value;
    const short: ShortLink = { id, address: this.address };
    if (typeof link === "string" && isMadeOf(short, link)) return ok(link);
    return this.refuse("answered another program than the one that this link was made of, which was not opened");
  }

  private async ask(path: string, init: RequestInit = {}): Promise<Result<Record<string, unknown>, LinkError>> {
    const headers = new Headers(init.headers);
    headers.set("Accept", "application/json");
    if (this.token) headers.set("Authorization", `Bearer ${this.token}`);
    let text: string | null;
    let response: Response;
    try {
      const signal = AbortSignal.timeout(30_000);
      const rest: RequestInit = { cache: "no-store", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer" };
      response = await this.fetch_(this.address + path, { ...init, ...rest, headers, signal });
      text = await readAtMost(response, longestLink);
    } catch (thrown) {
      return this.refuse(`does not answer (${describeError(thrown)}): is a runner there, and does it allow this page's origin?`);
    }
    if (text === null) return this.refuse(`answered more than the ${formatBytes(longestLink)} that a link may have`);
    const value = parse(text);
    if (response.ok && value) return ok(value);
    const problem = value && readProblem(value);
    if (!problem?.ok) return this.refuse(`answers ${response.status} ${response.statusText}: no runner is there`);
    const told = problem.value.detail || problem.value.title;
    return fail({ needsToken: problem.value.code === "unauthorized" && response.status === 401, message: `${this.address}: ${told}` });
  }

  private refuse(what: string): { ok: false; error: LinkError } {
    return fail({ needsToken: false, message: `${this.address} ${what}` });
  }
}

/** Null where there is more. */
async function readAtMost(response: Response, most: number): Promise<string | null> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const chunk = part.value as Uint8Array;
    bytes += chunk.length;
    if (bytes > most) {
      await reader?.cancel();
      return null;
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
