import { rolesOfAccount } from "../domain/access/assignable-roles.js";
import type { Services } from "../domain/services.js";
import { presentUser, type PresentableUser } from "./presenters.js";
import type { Schema } from "./types.js";

/** Loads the roles of the account and presents it as a public user. */
export async function presentAccount(services: Services, user: PresentableUser): Promise<Schema<"User">> {
  const roles = await rolesOfAccount(services, services.knex, user.id);
  return presentUser(user, roles[0]?.name ?? null, services.config.env.APP_URL);
}
