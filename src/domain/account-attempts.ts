import type { CounterStore } from "../lib/counters.js";
import { HOUR, now, SECOND } from "../lib/clock.js";
import { ServiceBusy, TooManyAttempts } from "../lib/failures.js";
import { sha256 } from "../lib/secrets.js";
import type { Services } from "./services.js";

const FAILURES_PER_HOUR = 20;

const keyOf = (email: string): string => `password:${sha256(email).toString("base64url")}`;

/**
 * Counts a try at an account's password before it is checked, whatever the address and whether or not
 * the account exists; a success or a reset forgets the count. Counting first keeps
 * parallel tries within the limit.
 * @param email normalised
 * @throws TooManyAttempts, ServiceBusy when it cannot be counted: without its limiter nobody tries a password
 */
export async function countPasswordAttempt(counters: CounterStore, email: string): Promise<void> {
  const { hits, resetsAt } = await counters.add(keyOf(email), 1, HOUR).catch((cause: unknown) => {
    throw new ServiceBusy(SECOND, { cause });
  });
  if (hits > FAILURES_PER_HOUR) throw new TooManyAttempts(resetsAt - now());
}

/** After a success or a new password, which is committed: a count that stays must not turn it into a failure. */
export async function forgetPasswordAttempts({ counters, log }: Services, email: string): Promise<void> {
  await counters.reset(keyOf(email)).catch((error: unknown) => {
    log.warn({ err: error }, "the failed passwords of an account were not forgotten");
  });
}
