import { Actor } from "../../../src/domain/access/actor.js";
import { rolesOfAccount } from "../../../src/domain/access/assignable-roles.js";
import type { Origin } from "../../../src/domain/audit/origin.js";
import type { ActorCall } from "../../../src/domain/context.js";
import type { Services } from "../../../src/domain/services.js";
import type { SignIn } from "../../../src/domain/access/sign-in.js";
import { openSession } from "../../../src/domain/sessions/sessions.js";
import type { PublicUserRow } from "../../../src/models/public-user.js";
import { User } from "../../../src/models/user.js";
import { OPERATOR } from "./factories.js";

/**
 * The caller that domain functions get for this account in its current state.
 * @param sessionId public id of its session; null for a token
 */
export async function callerOf(
  services: Services,
  { id }: { id: string },
  sessionId: string | null = null,
  origin: Origin = OPERATOR,
  signIn?: SignIn,
): Promise<ActorCall> {
  const user = await User.query(services.knex).findById(id).throwIfNotFound();
  const roles = await services.authority.current();
  const held = await rolesOfAccount(services, services.knex, id);
  const row = user.toJSON() as unknown as PublicUserRow;
  return { services, origin, actor: new Actor(row, held, roles, null, sessionId, undefined, signIn) };
}

/** Like `callerOf`, with the account's latest personal access token. */
export async function tokenCaller(services: Services, user: { id: string }): Promise<ActorCall> {
  const call = await callerOf(services, user);
  const { id } = (await services
    .knex("personal_access_tokens")
    .where({ user_id: user.id })
    .orderBy("id", "desc")
    .first("id")) as { id: string };
  const { roles, allRoles } = call.actor;
  return { ...call, actor: new Actor(call.actor.user, roles, allRoles, id) };
}

/** Like `callerOf`, with a new browser session. */
export async function signedInCaller(services: Services, user: { id: string }): Promise<ActorCall> {
  const session = await services.knex.transaction((trx) =>
    openSession(trx, { userId: user.id, remember: false, method: "password" }, OPERATOR),
  );
  return callerOf(services, user, session.publicId);
}
