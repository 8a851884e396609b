import { clockSkew, LARGEST_SKEW } from "../../database/clock-skew.js";
import { SECOND } from "../../lib/clock.js";
import type { Services } from "../services.js";

/** Warns when the clocks differ too much. */
export async function checkClock({ knex, log }: Services): Promise<void> {
  const skew = await clockSkew(knex);
  if (skew === null || Math.abs(skew) <= LARGEST_SKEW) return;
  log.warn({ seconds: Math.round(skew / SECOND) }, SKEWED);
}

const SKEWED =
  "the clock of this machine isn't the database's: tokens expire too early or too late. Synchronise the clocks with NTP";
