import { presentUser } from "../../api/presenters/accounts.js";
import { countActiveCredentials } from "../../domain/credentials/active-credentials.js";
import { rolesOf } from "../../domain/access/authority.js";
import type { Services } from "../../domain/services.js";
import { toRfc3339 } from "../../lib/clock.js";
import { UserListQuery, type UserListRow } from "../../models/lists/user-list.js";
import { CommandFailed } from "../failures.js";

/** An account as the API presents it, with what an operator needs beside it. */
export async function presentAccount(services: Services, id: string) {
  const user = await new UserListQuery(services.knex, []).find(id);
  if (!user) throw new CommandFailed(`No account has the id ${id}.`);
  return { ...(await presentRow(services, user)), access: await countActiveCredentials(services.knex, id) };
}

export async function presentRow(services: Services, user: UserListRow) {
  const roles = rolesOf(user.role_ids, await services.authority.current());
  return {
    ...presentUser(user, roles[0]?.name ?? null, services.config.env.APP_URL),
    two_factor: user.two_factor_confirmed_at !== null,
    passkeys: Number(user.passkey_count),
    password_must_change: Boolean(user.password_must_change),
    last_login_at: toRfc3339(user.last_login_at),
    deleted_at: toRfc3339(user.deleted_at),
  };
}

export type PresentedAccount = Awaited<ReturnType<typeof presentRow>>;
