import { endAccess } from "../../../domain/credentials/active-credentials.js";
import { remindOfVerification } from "../../../domain/registration/verification-reminder.js";
import { removeTwoFactor } from "../../../domain/two-factor/removal.js";
import { TwoFactorStateWrong } from "../../../domain/two-factor/set-up.js";
import { changeAvatarOf, removeAvatarOf } from "../../../domain/users/avatar-administration.js";
import {
  accessChange,
  deletionChange,
  invitationChange,
  roleChange,
  statusChange,
} from "../../../domain/users/bulk-actions.js";
import { changeAccounts, type BulkChange } from "../../../domain/users/bulk-changes.js";
import { EXPORT_COLUMNS, exportUsers } from "../../../domain/users/user-export.js";
import { csvFile } from "../../../http/download.js";
import { inEnglish } from "../../../texts/translate.js";
import { inviteAgain, isInvited } from "../../../domain/users/invitations.js";
import { restoreUser } from "../../../domain/users/restore-user.js";
import { createUser, deleteUser, updateUser } from "../../../domain/users/user-administration.js";
import type { UserChanges } from "../../../domain/access/user-rights.js";
import { getVisibleUser } from "../../../domain/access/visible-users.js";
import { listUsers } from "../../../domain/users/user-list.js";
import { getStatusTerms, type StatusTerms } from "../../../domain/accounts/status-terms.js";
import { toRfc3339 } from "../../../lib/clock.js";
import { ApiResponse } from "../../envelope.js";
import { ifMatch } from "../../if-match.js";
import { respondWithList, userFilters } from "../../lists.js";
import { etagOf, presentUser } from "../../presenters/accounts.js";
import { creating, type Call, type HandlersOf, type HandlerResult, type Schema } from "../../types.js";
import type { RoleHolder } from "../../../domain/access/actor.js";
import type { ActorCall } from "../../../domain/context.js";
import type { Services } from "../../../domain/services.js";

export const handlers: HandlersOf<"users/users"> = {
  "users.index": (call) => {
    const { query, services, viewer: actor, signal } = call;
    return respondWithList(
      call,
      "-created_at",
      (request) => listUsers({ services, actor, signal }, { ...request, filters: userFilters(query.filter) }),
      ({ user, role }) => presentUser(user, role, services.config.env.APP_URL),
    );
  },

  "users.store": creating(
    (call) => createUser(call, call.body),
    async (call, id) => {
      const { user, headers } = await presentVisible(call, id);
      const created = ApiResponse.created(user, { ...headers, Location: `/api/v1/users/${user.id}` });
      return { ...created, meta: await invitationNotice(call.services, id) };
    },
  ),

  "users.show": async (call) => {
    const { services, viewer, params } = call;
    const { user, headers } = await presentVisible({ services, actor: viewer }, params.user);
    return ApiResponse.okWithMeta(user, await noticesOf(services, user.id), headers);
  },

  "users.update": (call) => change(call),
  "users.patch": (call) => change(call),

  "users.destroy": async (call) => {
    await deleteUser(call, call.params.user, ifMatch(call.headers["If-Match"]));
    return ApiResponse.empty();
  },

  "users.update.status": async (call) => {
    const { status, ...terms } = call.body;
    const changes = Object.keys(terms).length === 0 ? { status } : { status, terms: statusTerms(terms) };
    await updateUser(call, call.params.user, changes, ifMatch(call.headers["If-Match"]));
    const { user, headers } = await presentVisible(call, call.params.user);
    return ApiResponse.ok(user, headers);
  },

  "users.update.statuses": async (call) =>
    respondWithReport(call, call.body.users, await statusChange(call, call.body.status)),

  "users.update.roles": (call) => respondWithReport(call, call.body.users, roleChange(call, call.body.role)),

  "users.update.invitations": async (call) =>
    respondWithReport(call, call.body.users, await invitationChange(call, call.body.users)),

  "users.update.accesses": (call) => respondWithReport(call, call.body.users, accessChange(call)),

  "users.destroy.many": (call) => respondWithReport(call, call.body.users, deletionChange(call)),

  "users.update.access": async (call) => {
    const ended = await endAccess(call, call.params.user);
    return ApiResponse.ok(ended ?? { sessions: 0, tokens: 0, applications: 0 });
  },

  "users.update.two-factor": async (call) => {
    await turnOffTwoFactor(call);
    return ApiResponse.empty();
  },

  "users.update.verification": async (call) =>
    ApiResponse.ok({ sent: await remindOfVerification(call, call.params.user) }),

  "users.update.invitation": async (call) =>
    ApiResponse.ok({ sent: await inviteAgain(call, call.params.user) }),

  "users.update.avatar": async (call) => {
    await changeAvatarOf(call, call.params.user, call.body.avatar);
    const { user, headers } = await presentVisible(call, call.params.user);
    return ApiResponse.ok(user, headers);
  },

  "users.update.avatar.destroy": async (call) => {
    await removeAvatarOf(call, call.params.user);
    return ApiResponse.empty();
  },

  "users.index.export": async (call) => {
    const { filter = {}, sort = "-created_at" } = call.query;
    const filters = userFilters(filter);
    const users = await exportUsers(call, { filters, sort, recordedFilters: { ...filter, sort } });
    return ApiResponse.download(csvFile("users", EXPORT_COLUMNS, users));
  },

  "users.restore": async (call) => {
    await restoreUser(call, call.params.user);
    const { user, headers } = await presentVisible(call, call.params.user);
    return ApiResponse.ok(user, headers);
  },
};

/** Makes the change to each account, and says which have changed and why others haven't. */
async function respondWithReport(call: ActorCall, users: readonly string[], change: BulkChange) {
  const requests = users.map((id) => ({ id, version: null }));
  const { affected, leftOut } = await changeAccounts(call, requests, change);
  const unchanged = leftOut.map(({ id, reason }) => ({ id, reason: inEnglish(reason) }));
  return ApiResponse.ok({ changed: affected.map(({ user }) => user.id), unchanged });
}

const invitationNotice = async (services: Services, id: string): Promise<Schema<"InvitationNotice">> =>
  (await isInvited({ services }, id)) ? { invitation_pending: true } : {};

async function noticesOf(services: Services, id: string): Promise<Schema<"InvitationNotice">> {
  const { reason, tell, until } = await getStatusTerms(services.knex, id);
  return {
    ...(await invitationNotice(services, id)),
    ...(reason !== null && { status_reason: reason, status_told: tell }),
    ...(until !== null && { status_until: toRfc3339(until) }),
  };
}

const statusTerms = ({
  reason,
  tell,
  until,
}: Omit<Schema<"UpdateStatusRequest">, "status">): StatusTerms => ({
  reason: reason ?? null,
  tell: tell ?? false,
  until: until === undefined ? null : Date.parse(until),
});

/** @throws RowNotFound, ActionForbidden */
async function turnOffTwoFactor(call: Call<"users.update.two-factor">): Promise<void> {
  try {
    await removeTwoFactor(call, call.params.user);
  } catch (error) {
    if (!(error instanceof TwoFactorStateWrong)) throw error; // it is off already
  }
}

interface ReadCall {
  services: Services;
  actor: RoleHolder;
}

/** Handles PUT and PATCH, which both change only the fields that were sent. */
async function change(
  call: Call<"users.update"> | Call<"users.patch">,
): Promise<HandlerResult<"users.update">> {
  const { params, headers } = call;
  const changes: UserChanges = call.body ?? {};
  await updateUser(call, params.user, changes, ifMatch(headers["If-Match"]));
  const { user, headers: responseHeaders } = await presentVisible(call, params.user);
  return ApiResponse.ok(user, responseHeaders);
}

async function presentVisible({ services, actor }: ReadCall, id: string) {
  const { user, roles } = await getVisibleUser(services.knex, actor, id);
  const presented = presentUser(user, roles[0]?.name ?? null, services.config.env.APP_URL);
  return { user: presented, headers: { ETag: etagOf(user) } };
}
