let source: () => number = Date.now;

/** Milliseconds since the epoch, UTC. All decisions by time use this clock, so that tests can set it. */
export const now = (): number => source();

/** Replaces the clock; without an argument the system clock is restored. For tests. */
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

/** The first millisecond of a UTC day, written YYYY-MM-DD; null for an invalid date. */
export function startOfUtcDay(date: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00.000Z`) : NaN;
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date) ? null : ms;
}

/** The duration of something that began at this time of `performance.now()`, with one decimal. */
export const millisecondsSince = (started: number): number =>
  Math.round((performance.now() - started) * 10) / 10;
