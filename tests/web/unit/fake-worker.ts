// SPDX-License-Identifier: Apache-2.0
// A worker for tests of the engine: remembers what it was asked, and answers when the test says so.

import type { FromWorker, ToWorker, WorkerLike } from "../../../web/src/engine/messages";

export class FakeWorker implements WorkerLike {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  terminated = false;
  asked: { id: number; method: string; source: string; keepsSnapshots?: boolean }[] = [];
  /** Answers at once; null, and answers of undefined, let calls wait for `answer`. */
  respond: ((method: string, source: string) => unknown) | null;
  private source = "";

  constructor(respond: FakeWorker["respond"] = null) {
    this.respond = respond;
  }

  postMessage(message: ToWorker): void {
    if (message.kind === "load") return;
    if (message.kind === "start") {
      queueMicrotask(() => this.send({ kind: "ready", milliseconds: 1, at: 1 }));
      return;
    }
    const { method } = message.request;
    if (method === "compile") this.source = String(message.request["source"]);
    const keeps = message.request["keepsSnapshots"] === true;
    this.asked.push({ id: message.id, method, source: this.source, ...(keeps && { keepsSnapshots: true }) });
    const value = this.respond?.(method, this.source);
    if (value !== undefined) queueMicrotask(() => this.answer(value, message.id));
  }

  answer(value: unknown, id = this.asked.at(-1)?.id ?? 0, memory = 0): void {
    this.send({ kind: "answer", id, reply: { ok: true, value: value as never }, memory });
  }

  send(message: FromWorker): void {
    if (!this.terminated) this.onmessage?.({ data: message });
  }

  terminate(): void {
    this.terminated = true;
  }

  get methods(): string[] {
    return this.asked.map((call) => call.method);
  }
}

/** All workers that were spawned, in order, and what an engine needs to spawn them. */
export function fakeWorkers(respond: FakeWorker["respond"] = null) {
  const workers: FakeWorker[] = [];
  return {
    workers,
    options: {
      spawn: () => {
        const worker = new FakeWorker(respond);
        workers.push(worker);
        return worker;
      },
      module: async () => ({ ok: true as const, value: { module: {} as WebAssembly.Module, glue: "" } }),
    },
  };
}

/** Lets everything that only waits for microtasks happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
