import { DAY, HOUR, MINUTE, now, SECOND } from "../../lib/clock.js";
import type { DeliveryRow } from "../../models/events/webhook-delivery.js";

/** Pauses after the first attempts; the last one is repeated. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 8 * HOUR];
/** The share by which a pause is longer or shorter, so that what failed together isn't tried together. */
const JITTER = 0.2;
/** How long a delivery is tried. */
export const TRIED_FOR = 3 * DAY;

/**
 * When a delivery that has just failed is tried again; null when it isn't any more.
 * @param random from 0 to 1
 */
export function nextAttempt(
  { attempts, first_attempt_at: first }: Pick<DeliveryRow, "attempts" | "first_attempt_at">,
  random = Math.random(),
): number | null {
  const last = (first ?? now()) + TRIED_FOR;
  if (now() >= last) return null;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? PAUSES[0]!;
  return Math.min(last, Math.round(now() + pause * (1 + JITTER * (2 * random - 1))));
}
