import type { Knex } from "knex";
import { MINUTE, now } from "../../lib/clock.js";
import { PersonalAccessToken } from "../../models/personal-access-token.js";
import { API_DOCK_TOKEN_NAME } from "../../models/token-kind.js";
import { lockActiveActor } from "../access/locks.js";
import { inActorContext, type Caller } from "../context.js";
import { endToken, issueToken, type IssuedToken, type NewToken } from "./personal-tokens.js";
import type { Services } from "../services.js";

/** Whoever reads the contract may try it out. */
const PERMISSION = "api-docs.read";
/** How many of one account live at once. */
const API_DOCK_TOKENS = 3;

/** In milliseconds: 15 minutes, where personal access tokens may live that long. */
export const apiDockTokenMs = ({ config }: Services): number =>
  Math.min(15 * MINUTE, config.tokens.personalTokenMs);

/**
 * Makes a token for trying operations out: with every scope there is, so that each operation answers as its permission
 * says. One more than may live at once ends the oldest. Nobody is told by mail: the owner has just typed in the
 * password, and the token is gone before a mail would be read; the list of tokens and the audit log name it.
 * @returns the token in clear, once
 * @throws ActionForbidden when the account, its session or the permission ended meanwhile
 */
export async function createApiDockToken(caller: Caller): Promise<IssuedToken> {
  const { services } = caller;
  const { scopes } = services.config.tokens;
  const lifetimeMs = apiDockTokenMs(services);
  const wish: NewToken = {
    kind: "api_dock",
    name: API_DOCK_TOKEN_NAME,
    scopes,
    isSelected: false,
    lifetimeMs,
  };
  return inActorContext(caller, async (context) => {
    const user = await lockActiveActor(context, PERMISSION);
    const tooMany = (await activeTokens(context.trx, user.id)).slice(API_DOCK_TOKENS - 1);
    for (const token of tooMany) await endToken(context, token);
    return issueToken(context, user, wish);
  });
}

/** The latest first. */
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
