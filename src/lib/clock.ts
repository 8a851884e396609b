let source: () => number = Date.now;

/** Milliseconds since the epoch, UTC. Everything that decides by time asks here, so that tests can move it. */
export const now = (): number => source();

/** Replaces the clock; without an argument the system's clock is back. For tests. */
export function setClock(replacement: () => number = Date.now): void {
  source = replacement;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** RFC 3339 in UTC with milliseconds, or null. */
export function toRfc3339(ms: number): string;
export function toRfc3339(ms: number | null): string | null;
export function toRfc3339(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
