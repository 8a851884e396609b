import type { Knex } from "knex";
import { MINUTE, now } from "../../lib/clock.js";
import { PersonalAccessToken } from "../../models/personal-access-token.js";
import { API_DOCK_TOKEN_NAME } from "../../models/token-kind.js";
import { lockActiveActor } from "../access/locks.js";
import { inActorContext, type ActorCall } from "../context.js";
import { endToken, issueToken, type IssuedToken, type NewToken } from "./personal-tokens.js";
import type { Services } from "../services.js";

/** Everyone who can read the contract can try it out. */
const PERMISSION = "api-docs.read";
/** The most tokens of one account that are active at the same time. */
const API_DOCK_TOKENS = 3;

/** Milliseconds: 15 minutes, or less if personal access tokens have a shorter lifetime. */
export const apiDockTokenMs = ({ config }: Services): number =>
  Math.min(15 * MINUTE, config.tokens.personalTokenMs);

/**
 * Creates a token for trying out operations, with all scopes, so that only permissions decide. The oldest token is
 * revoked when there would be too many. No mail is sent, because the owner has just entered the password and the
 * token expires before a mail would be read; the list of tokens and the audit log show it.
 * @returns the plaintext token, shown once
 * @throws ActionForbidden when the account, its session or the permission has ended
 */
export async function createApiDockToken(call: ActorCall): Promise<IssuedToken> {
  const { services } = call;
  const { scopes } = services.config.tokens;
  const expiresAt = now() + apiDockTokenMs(services);
  const newToken: NewToken = {
    kind: "api_dock",
    name: API_DOCK_TOKEN_NAME,
    scopes,
    isSelected: false,
    expiresAt,
  };
  return inActorContext(call, async (context) => {
    const user = await lockActiveActor(context, PERMISSION);
    const tooMany = (await activeTokens(context.trx, user.id)).slice(API_DOCK_TOKENS - 1);
    for (const token of tooMany) await endToken(context, token);
    return issueToken(context, user, newToken);
  });
}

/** Latest first. */
const activeTokens = (trx: Knex.Transaction, ownerId: string): Promise<PersonalAccessToken[]> =>
  PersonalAccessToken.query(trx)
    .where({ user_id: ownerId, name: API_DOCK_TOKEN_NAME })
    .whereNull("revoked_at")
    .where("expires_at", ">", now())
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .execute();
