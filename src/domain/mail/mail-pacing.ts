import { MINUTE } from "../../lib/clock.js";
import { countHit } from "../../lib/counters/counters.js";
import { noSoonerThan } from "../../lib/constant-time-response.js";
import { sha256 } from "../../lib/secrets.js";
import { normalizeEmail, type User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { findAccountByEmail, lockAccount } from "../accounts/accounts.js";
import type { NoticeKind } from "./notices.js";
import { inContext, type Context, type DomainCall } from "../context.js";
import type { Services } from "../services.js";

/** Milliseconds after which the answer is sent in either case. */
const ANSWER_TIME = 100;

/**
 * Whether a visitor can have this mail sent to the address again: once a minute by default, from any IP address.
 * Unknown addresses count too, so that the answer doesn't reveal accounts.
 * @throws ServiceBusy when the counter isn't available
 */
export async function mayMailAgain(
  services: Services,
  kind: NoticeKind,
  email: string,
  everyMs = MINUTE,
): Promise<boolean> {
  const key = `mail:${kind}:${sha256(normalizeEmail(email)).toString("base64url")}`;
  return (await countHit(services.counters, key, everyMs)).hits === 1;
}

/**
 * Sends a mail that a visitor requested, if the address belongs to an active account. Neither the answer nor its time
 * reveals whether it does.
 * @param queue receives the locked account
 * @throws ServiceBusy
 */
export async function mailOnRequest(
  call: DomainCall,
  kind: NoticeKind,
  email: string,
  queue: (context: Context, user: User) => Promise<void>,
): Promise<void> {
  const { services } = call;
  await noSoonerThan(ANSWER_TIME, async () => {
    if (!(await mayMailAgain(services, kind, email))) return;
    const account = await findAccountByEmail(services.knex, email);
    if (!account) return;
    await inContext(call, async (context) => {
      const user = await lockAccount(context.trx, account.id);
      if (user?.status === ACTIVE) await queue(context, user);
    });
  });
}
