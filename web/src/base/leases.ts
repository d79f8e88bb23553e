// SPDX-License-Identifier: Apache-2.0
// Who has which document open, among the tabs of one browser. A tab holds a lease on its document for as long as it lives: a Web Lock,
// which the browser gives back however the tab ends; where there are none (a plain http origin), an answer on a channel:
// who wants a document asks, and who has it says so. A tab that sleeps can't answer; that a document's owner is checked with
// every write (document-store.ts) keeps even two such tabs apart.

export interface Lease {
  release(): void;
}

export interface Leases {
  /** Null where another tab has it. */
  claim(id: string): Promise<Lease | null>;
  /** Those that any tab has, as far as is known. */
  held(): Promise<Set<string>>;
}

const prefix = "tessera.document.";
/** A page that is being reloaded may still hold what the new one asks for. */
const patienceMs = 300;

export function openLeases(): Leases {
  if (typeof navigator !== "undefined" && navigator.locks) return new LockLeases(navigator.locks);
  return new ChannelLeases();
}

class LockLeases implements Leases {
  constructor(private readonly locks: LockManager) {}

  async claim(id: string): Promise<Lease | null> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const lease = await this.tryOnce(id);
      if (lease || performance.now() > end) return lease;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  private tryOnce(id: string): Promise<Lease | null> {
    return new Promise((resolve) => {
      const hold = (lock: Lock | null) => {
        if (!lock) return resolve(null);
        // The lock lives as long as this promise.
        return new Promise<void>((release) => resolve({ release }));
      };
      this.locks.request(prefix + id, { ifAvailable: true }, hold).catch(() => resolve(null));
    });
  }

  async held(): Promise<Set<string>> {
    const { held = [] } = await this.locks.query();
    return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
  }
}

type Message = { kind: "ask" | "held"; id: string; from: string };

/** Of two that ask at once, the one whose name comes first has it. */
export class ChannelLeases implements Leases {
  private readonly channel: BroadcastChannel | null;
  private readonly mine = new Set<string>();
  private readonly asking = new Map<string, (isHeld: boolean) => void>();
  private readonly from = Math.random().toString(36).slice(2);

  constructor(
    name = "tessera.documents",
    private readonly waitMs = 120,
  ) {
    this.channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data);
  }

  async claim(id: string): Promise<Lease | null> {
    if (this.mine.has(id)) return null;
    const isHeld = await new Promise<boolean>((resolve) => {
      this.asking.set(id, resolve);
      this.say("ask", id);
      setTimeout(() => resolve(false), this.channel ? this.waitMs : 0);
    });
    this.asking.delete(id);
    if (isHeld) return null;
    this.mine.add(id);
    return { release: () => void this.mine.delete(id) };
  }

  async held(): Promise<Set<string>> {
    return new Set(this.mine);
  }

  close(): void {
    this.channel?.close();
  }

  private hear({ kind, id, from }: Message): void {
    const asking = this.asking.get(id);
    if (kind === "held") asking?.(true);
    else if (this.mine.has(id) || (asking && this.from < from)) this.say("held", id);
  }

  private say(kind: Message["kind"], id: string): void {
    this.channel?.postMessage({ kind, id, from: this.from } satisfies Message);
  }
}
