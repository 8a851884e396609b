import { MINUTE, now, SECOND } from "../lib/clock.js";

const FIRST = SECOND;
const LONGEST = 30 * SECOND;
/** A process that ran for this long doesn't count as one that fails again and again. */
const PROVEN = MINUTE;

/** How long to wait before a process that exited unexpectedly is replaced: longer each time when they fail soon. */
export class RestartDelay {
  private next = FIRST;
  private readonly startedAt = new WeakMap<object, number>();

  started(process: object): void {
    this.startedAt.set(process, now());
  }

  /** @returns milliseconds */
  afterExitOf(process: object): number {
    const lived = now() - (this.startedAt.get(process) ?? now());
    const delay = lived >= PROVEN ? FIRST : this.next;
    this.next = Math.min(delay * 2, LONGEST);
    return delay;
  }
}
