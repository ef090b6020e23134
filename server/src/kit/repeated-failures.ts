import { monotonicMs, SECOND_MS } from './clock.ts';

const QUIET_MS = SECOND_MS;
const MAX_KINDS = 200;
/** After this long without it, a failure is new again and logged with its stack. */
const NEW_AGAIN_AFTER_MS = 60 * SECOND_MS;

type Kind = { writtenMs: number; seenMs: number; unwritten: number; timer: NodeJS.Timeout | null };

/** What becomes of a line: it is written (the first of its kind with the stack), or counted for a later one. */
export type Verdict = { write: boolean; isFirst: boolean };

/**
 * An outage makes every request fail in the same way. One line per second and kind of failure says so, with how many
 * there were, instead of a line and a stack for each.
 */
export class RepeatedFailures {
  readonly #kinds = new Map<string, Kind>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
  }

  /** `writeCount` is called later, once, should lines of this kind have been left out until then. */
  see(name: string, writeCount: (count: number) => void): Verdict {
    const now = this.#nowMs();
    const kind = this.#kinds.get(name);
    if (!kind || now - kind.seenMs > NEW_AGAIN_AFTER_MS) {
      if (this.#kinds.size >= MAX_KINDS) this.#dropOldest();
      this.#kinds.set(name, { writtenMs: now, seenMs: now, unwritten: 0, timer: kind?.timer ?? null });
      return { write: true, isFirst: true };
    }
    kind.seenMs = now;
    if (kind.unwritten === 0 && now - kind.writtenMs >= QUIET_MS) {
      kind.writtenMs = now;
      return { write: true, isFirst: false };
    }
    kind.unwritten += 1;
    kind.timer ??= setTimeout(
      () => this.#writeCount(kind, writeCount),
      kind.writtenMs + QUIET_MS - now,
    ).unref();
    return { write: false, isFirst: false };
  }

  #writeCount(kind: Kind, writeCount: (count: number) => void): void {
    const count = kind.unwritten;
    kind.timer = null;
    kind.unwritten = 0;
    kind.writtenMs = this.#nowMs();
    writeCount(count);
  }

  #dropOldest(): void {
    const [oldest] = this.#kinds.keys();
    if (oldest !== undefined) this.#kinds.delete(oldest);
  }
}
