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

/** Days since the epoch → the beginning of their times in RFC 3339. A list has a hundred times of a few days. */
const days = new Map<number, string>();
const MOST_DAYS = 1000;
const numbersOf = (digits: number): string[] =>
  Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, "0"));
const TWO_DIGITS = numbersOf(2);
const THREE_DIGITS = numbersOf(3);

/** RFC 3339 in UTC with milliseconds, or null. It is `toISOString` of Date, but five times as fast. */
export function toRfc3339(ms: number): string;
export function toRfc3339(ms: number | null): string | null;
export function toRfc3339(ms: number | null): string | null {
  if (ms === null) return null;
  const day = Math.floor(ms / DAY);
  const rest = Math.floor(ms) - day * DAY;
  const [hours, minutes] = [Math.floor(rest / HOUR), Math.floor(rest / MINUTE) % 60];
  const [seconds, thousandths] = [Math.floor(rest / SECOND) % 60, THREE_DIGITS[rest % SECOND]!];
  return `${days.get(day) ?? beginningOf(day)}${TWO_DIGITS[hours]!}:${TWO_DIGITS[minutes]!}:${TWO_DIGITS[seconds]!}.${thousandths}Z`;
}

/** @returns "2026-11-25T" */
function beginningOf(day: number): string {
  const beginning = new Date(day * DAY).toISOString().slice(0, -"00:00:00.000Z".length);
  if (days.size >= MOST_DAYS) days.clear();
  days.set(day, beginning);
  return beginning;
}

/** The first millisecond of a UTC day, written YYYY-MM-DD; null for an invalid date. */
export function startOfUtcDay(date: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00.000Z`) : NaN;
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date) ? null : ms;
}

/** The duration of something that began at this time of `performance.now()`, with one decimal. */
export const millisecondsSince = (started: number): number =>
  Math.round((performance.now() - started) * 10) / 10;
