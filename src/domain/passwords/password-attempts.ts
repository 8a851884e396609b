import { HOUR } from "../../lib/clock.js";
import { assertWithin, countHit } from "../../lib/counters/counters.js";
import type { LimitPolicy } from "../../lib/failures.js";
import { networkOf } from "../../lib/network/networks.js";
import { sha256 } from "../../lib/secrets.js";
import type { User } from "../../models/user.js";
import type { Services } from "../services.js";
import { hasSignedInFrom } from "../sessions/sign-in-networks.js";

const failures = (name: string, limit: number): LimitPolicy => ({ name, limit, windowMs: HOUR });
const FROM_ONE_NETWORK = failures("password-network", 10);
const FROM_ONE_DEVICE = failures("password-device", 10);
const FROM_EVERYWHERE = failures("password-account", 100);

/** An attempt to enter the password of an account. */
export interface PasswordAttempt {
  /** The normalised address. */
  email: string;
  /** The account with this address, if any. */
  account: User | undefined;
  ip: string;
  /** The known device of the browser, if it signed in to the account since the password was set. */
  device: string | null;
}

/** A new password starts a new counter. An address without an account is counted in the same way. */
const keyOf = ({ email, account }: PasswordAttempt): string =>
  `password:${sha256(`${email} ${account?.password_changed_at ?? ""}`).toString("base64url")}`;
const networkKey = (attempt: PasswordAttempt): string => `${keyOf(attempt)}:${networkOf(attempt.ip)}`;
const deviceKey = (attempt: PasswordAttempt): string => `${keyOf(attempt)}:${attempt.device}`;

/**
 * Counts an attempt before the password is checked, whether or not the account exists, so that parallel attempts stay
 * within the limits. A known device has its own counter, and networks of earlier sign-ins stay allowed above the
 * total limit: nobody can lock the owner out.
 * @throws TooManyAttempts; ServiceBusy when the counter isn't available, because no password is checked without a
 * limit
 */
export async function countPasswordAttempt(services: Services, attempt: PasswordAttempt): Promise<void> {
  const { counters } = services;
  if (attempt.device !== null)
    return assertWithin(FROM_ONE_DEVICE, await countHit(counters, deviceKey(attempt), HOUR));
  assertWithin(FROM_ONE_NETWORK, await countHit(counters, networkKey(attempt), HOUR));
  const everywhere = await countHit(counters, keyOf(attempt), HOUR);
  if (everywhere.hits > FROM_EVERYWHERE.limit && !(await isFromOwnNetwork(services, attempt)))
    assertWithin(FROM_EVERYWHERE, everywhere);
}

const isFromOwnNetwork = async ({ knex }: Services, { account, ip }: PasswordAttempt): Promise<boolean> =>
  account !== undefined && hasSignedInFrom(knex, account, ip);

/**
 * Resets the counters after a committed sign-in, so an error here is only logged. Failures from other networks stay
 * counted.
 */
export async function resetPasswordAttempts(
  { counters, outages }: Services,
  attempt: PasswordAttempt,
): Promise<void> {
  const resetCounters = async (): Promise<void> => {
    if (attempt.device !== null) return counters.reset(deviceKey(attempt));
    await counters.reset(networkKey(attempt));
    await counters.add(keyOf(attempt), -1, HOUR);
  };
  await resetCounters().catch((error: unknown) => {
    outages.warn(error, "could not reset the password attempts of an account");
  });
}
