import { now } from "./clock.js";

/** What was found out, and when. Milliseconds since the epoch. */
export interface Finding<T> {
  value: T;
  at: number;
}

/** Keeps what is costly to find out for a while. Whoever asks meanwhile waits for the same answer. */
export class Remembered {
  private readonly findings = new Map<string, Finding<Promise<unknown>>>();

  constructor(private readonly keepMs: number) {}

  /** @param key says what is asked for; there must be few of them */
  async about<T>(key: string, find: () => Promise<T>): Promise<Finding<T>> {
    const known = this.findings.get(key);
    const { value, at } = known && this.isFresh(known) ? known : this.ask(key, find);
    return { value: (await value) as T, at };
  }

  /** A clock that was put back makes nothing younger. */
  private isFresh({ at }: Finding<unknown>): boolean {
    return at <= now() && now() - at < this.keepMs;
  }

  private ask<T>(key: string, find: () => Promise<T>): Finding<Promise<T>> {
    for (const [old, finding] of this.findings) if (!this.isFresh(finding)) this.findings.delete(old);
    const finding = { value: find(), at: now() };
    this.findings.set(key, finding);
    // a failure is nobody's answer but theirs who asked
    finding.value.catch(() => this.findings.delete(key));
    return finding;
  }
}
