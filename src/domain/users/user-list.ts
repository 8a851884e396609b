import { ActionForbidden, ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { UserListQuery, type UserListRow } from "../../models/lists/user-list.js";
import type { UserFilters } from "../../models/lists/user-filters.js";
import { hiddenRoleIds } from "../access/visible-users.js";
import { rolesOf, type RoleView } from "../access/authority.js";
import { USER_STATUS } from "../definitions/definitions.js";
import type { RoleHolder } from "../access/actor.js";
import type { ReadCall } from "../context.js";
import type { Services } from "../services.js";
import { mapPage, readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";

export interface ListedUser {
  user: UserListRow;
  /** The roles that the actor can see, best rank first. */
  roles: RoleView[];
  /** The name of the best one. */
  role: string | null;
}

/**
 * Lists the accounts that the actor can see.
 * @throws ActionForbidden for deleted accounts without `users.delete`, which is also the permission to restore them
 */
export async function listUsers(
  { services, actor, signal }: ReadCall<RoleHolder>,
  request: PageRequest & { filters: UserFilters },
): Promise<ListPage<ListedUser>> {
  if (request.filters.deleted && !actor.can("users.delete")) throw new ActionForbidden();
  const { filters } = request;
  const found = await services.reads.run(
    (knex) =>
      readPage(request, new UserListQuery(knex, hiddenRoleIds(actor), filters, { upTo: request.upTo })),
    { signal },
  );
  return mapPage(found, (user) => {
    const roles = rolesOf(user.role_ids, actor.allRoles);
    return { user, roles, role: roles[0]?.name ?? null };
  });
}

/** @throws ValidationFailed on `status` when the definition `userStatus` doesn't have it */
export async function assertStatusIsDefined({ definitions }: Services, status: string): Promise<void> {
  const known = await definitions.list(USER_STATUS);
  if (!known.some(({ value }) => value === status))
    throw new ValidationFailed({ status: [text("validation.status.unknown")] });
}
