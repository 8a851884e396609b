import type { IncomingMessage } from "node:http";
import { Actor } from "../domain/actor.js";
import { rolesOf } from "../domain/authority.js";
import type { Services } from "../domain/services.js";
import { UserListQuery } from "../models/user-list.js";
import type { Guard } from "./guards.js";

/** The driver of guards whose credential is a session. A surface without sessions has nobody behind it. */
export const sessionGuard =
  ({ knex, authority }: Services): Guard =>
  async (request) => {
    const userId = (request as IncomingMessage & { session?: { userId?: string } }).session?.userId;
    if (userId === undefined) return null;
    const user = await new UserListQuery(knex, []).find(userId);
    if (!user) return null;
    const roles = await authority.current();
    return { actor: new Actor(user, rolesOf(user.role_ids, roles), roles), clientId: null, scopes: null };
  };
