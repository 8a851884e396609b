import type { IncomingMessage } from "node:http";
import { Actor } from "../domain/actor.js";
import { rolesOf } from "../domain/authority.js";
import type { Services } from "../domain/services.js";
import type { Session } from "../domain/sessions.js";
import { findSessionAccount } from "../models/principals.js";
import type { Guard } from "./guards.js";

/** The driver of guards whose credential is a session. A surface without sessions has nobody behind it. */
export const sessionGuard =
  ({ knex, authority }: Services): Guard =>
  async (request) => {
    const { session } = request as IncomingMessage & { session?: { signedIn?: Session } };
    if (!session?.signedIn) return null;
    const account = await findSessionAccount(knex, session.signedIn.userId);
    if (!account) return null;
    const roles = await authority.at(account.authority_version);
    const actor = new Actor(account, rolesOf(account.role_ids, roles), roles);
    return { actor, clientId: null, scopes: null, account };
  };
