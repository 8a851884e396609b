import type { Knex } from "knex";
import { ownOrigin } from "../audit/origin.js";
import { inContext, type Context, type DomainCall } from "../context.js";
import { DAY, now } from "../../lib/clock.js";
import { SERVICE_TOKEN_NAMES } from "../../models/token-kind.js";
import { User } from "../../models/user.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import type { Services } from "../services.js";

/** Days before the expiry of a token, shortest first: after a missed notice only the next one is sent. */
const STAGES = [1, 7, 14] as const;
const BATCH = 200;

interface ExpiringToken {
  id: string;
  user_id: string;
  name: string;
  expires_at: number;
}

/**
 * Notifies owners of tokens that expire in 14, 7 or 1 days, each once, however many processes run this. Days that had
 * passed when the token was created are skipped.
 * @returns how many notices were queued
 */
export async function notifyOfExpiringTokens(services: Services): Promise<number> {
  const call = { services, origin: ownOrigin(), settings: await services.settings.read() };
  let queued = 0;
  for (const days of STAGES) {
    let batch: ExpiringToken[] = [];
    do {
      const after = batch.at(-1)?.id ?? "";
      batch = await services.reads.run((knex) => expiring(knex, days, after), { isPatient: true });
      for (const token of batch) if (await tryToNotify(call, token, days)) queued++;
    } while (batch.length === BATCH);
  }
  return queued;
}

async function expiring(knex: Knex, days: number, after: string): Promise<ExpiringToken[]> {
  const ahead = days * DAY;
  return (await knex("personal_access_tokens")
    .where("expires_at", ">", now())
    .where("expires_at", "<=", now() + ahead)
    .whereRaw("expires_at - created_at > ?", [ahead])
    .where(notYet(days))
    .whereNull("revoked_at")
    .whereNotIn("name", SERVICE_TOKEN_NAMES)
    .where("id", ">", after)
    .orderBy("id")
    .limit(BATCH)
    .select("id", "user_id", "name", "expires_at")) as ExpiringToken[];
}

const notYet = (days: number) => (query: Knex.QueryBuilder) =>
  void query.whereNull("expiry_notice_days").orWhere("expiry_notice_days", ">", days);

/** A failed notice is tried again in the next round and doesn't delay others. */
async function tryToNotify(call: DomainCall, token: ExpiringToken, days: number): Promise<boolean> {
  try {
    return await inContext(call, (context) => notifyOnce(context, token, days));
  } catch (error) {
    call.services.log.warn(
      { err: error, token_id: token.id },
      "could not queue the notice about an expiring token",
    );
    return false;
  }
}

async function notifyOnce(context: Context, token: ExpiringToken, days: number): Promise<boolean> {
  const { services, trx } = context;
  const won = await trx("personal_access_tokens")
    .where({ id: token.id })
    .whereNull("revoked_at")
    .where(notYet(days))
    .update({ expiry_notice_days: days });
  const owner = won === 1 ? await User.query(trx).findById(token.user_id).whereNull("deleted_at") : undefined;
  if (!owner || services.statusPolicy.isDenied(owner.status)) return false;
  await queueNotice(context, owner, {
    kind: "token_expiring",
    values: { token: token.name },
    at: token.expires_at,
    url: linkTo(services, "tokens"),
    expiresAt: token.expires_at,
  });
  return true;
}
