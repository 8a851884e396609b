import { storedUserAgent } from "../domain/audit/origin.js";
import { recordOwnActivity } from "../domain/audit/record.js";
import type { Context } from "../domain/context.js";
import type { Services } from "../domain/services.js";
import type { SignInMethod } from "../domain/access/sign-in.js";
import { joinByDomain } from "../domain/organisations/joining-by-domain.js";
import { recordSignInNetwork } from "../domain/sessions/sign-in-networks.js";
import { now } from "../lib/clock.js";
import type { User } from "../models/user.js";

/**
 * Records a sign-in on the account and in the audit log. The caller holds the account's lock.
 * @param isNewDevice null for the API, where devices aren't known
 */
export async function recordSignIn(
  context: Context,
  user: User,
  method: SignInMethod,
  isNewDevice: boolean | null,
): Promise<void> {
  const { trx, origin } = context;
  const { last_login_at: previous_login_at, last_login_ip: previous_login_ip } = user;
  const signIn = { last_login_at: now(), last_login_ip: origin.ip, previous_login_at, previous_login_ip };
  // the model isn't needed: these columns aren't a new version of the account
  await trx("users").where({ id: user.id }).update(signIn);
  user.$set(signIn);
  await recordSignInNetwork(trx, user.id, origin.ip);
  const from = { ip_address: origin.ip, user_agent: storedUserAgent(origin) };
  const forEvents = { data: { method, is_new_device: isNewDevice, ...from } };
  await recordOwnActivity(context, "login", user.id, { method }, forEvents);
  await joinByDomain(context, user);
}

/** Counts a sign-in that is committed. */
export const countSignIn = ({ metrics }: Pick<Services, "metrics">, method: SignInMethod): void =>
  metrics.signIns.inc({ method, result: "success" });

/** Counts a rejected sign-in. */
export const countFailedSignIn = ({ metrics }: Pick<Services, "metrics">, method: SignInMethod): void =>
  metrics.signIns.inc({ method, result: "failure" });
