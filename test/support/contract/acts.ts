import type { Response } from "supertest";
import { openSession } from "../../../src/domain/sessions/sessions.js";
import type { User } from "../../../src/models/user.js";
import type { ApiClient, Test } from "../app/client.js";
import { OPERATOR, PASSWORD, profileFields } from "../app/factories.js";
import type { Visitor } from "../app/web.js";
import type { World } from "../app/world.js";
import { makeClient, makeGrant } from "../oauth/oauth.js";

/** What both an operation and a screen do. */
export interface Act {
  /** Creates what the act changes, besides the account: a role, a token. @returns its id */
  prepare?: (world: World, account: User) => Promise<string>;
  /** `account` is the caller's own account, or the account that an administrator changes. */
  api: (api: ApiClient, account: User, id: string) => Test;
  screen: (visitor: Visitor, account: User, id: string) => Promise<Response>;
}
const NEW = "violet-window-harbour";
const ROLE = { label: "Support", rank: 500, permissions: ["users.read"] };
const roleForm = { label: "Support", rank: "500", permissions: "users.read" };
const password = { password: NEW, password_confirmation: NEW };
const GRACE = { first_name: "Grace", last_name: "Hopper", email: "grace@example.test" };
const formOf = ({ first_name, last_name, email, status, version }: User) => ({
  ...{ first_name, last_name, email, status: String(status), role: "user", _version: String(version) },
});
const admin = ({ id }: User): string => `/admin/users/${id}`;

async function tokenOf({ make, services }: World, account: User): Promise<string> {
  await make.token(account, { name: "laptop" });
  return (await services.knex("personal_access_tokens").where({ name: "laptop" }).first<{ id: string }>("id"))
    .id;
}
async function sessionOf({ services }: World, { id }: User): Promise<string> {
  await services.knex.transaction((trx) =>
    openSession(trx, { userId: id, remember: false, method: "password" }, OPERATOR),
  );
  return id;
}
async function applicationOf(world: World, user: User): Promise<string> {
  const { client } = await makeClient(world);
  await makeGrant(world, { user, client });
  return client.id;
}
const clientOf = async (world: World): Promise<string> => (await makeClient(world)).client.id;
const CLIENT = {
  name: "Team calendar",
  type: "confidential",
  grant_types: ["authorization_code", "client_credentials"],
  redirect_uris: ["https://client.example.test/callback"],
};
const supportRole = async ({ make }: World): Promise<string> =>
  (await make.role("support", 500, ["users.read", "users.update"])).id;
const withTwoFactor = async ({ make }: World, account: User): Promise<string> => {
  await make.twoFactor(account);
  return account.id;
};
const deleted = async (world: World, { id }: User): Promise<string> => {
  const { token } = await world.make.userWithToken({ role: "system_admin", email: "root@example.test" });
  await world.api.as(token).delete(`/users/${id}`).expect(200);
  await world.services.knex("activity_log").del();
  await world.services.knex("mails").del();
  return id;
};

/** Operation → what people do with their own account. */
export const OWN: Record<string, Act> = {
  "auth.me.update": {
    api: (api) => api.patch("/auth/me", { first_name: "Augusta" }),
    screen: (visitor, account) =>
      visitor.put("/user/profile-information", profileFields(account, { first_name: "Augusta" })),
  },
  "auth.me.email.update": {
    api: (api) => api.put("/auth/me/email", { email: "new@example.test" }),
    screen: (visitor, account) =>
      visitor.put("/user/profile-information", profileFields(account, { email: "new@example.test" })),
  },
  "auth.me.password.update": {
    prepare: sessionOf,
    api: (api) => api.put("/auth/me/password", { current_password: PASSWORD, ...password }),
    screen: (visitor) => visitor.put("/user/password", { current_password: PASSWORD, ...password }),
  },
  "auth.me.sessions.destroy-others": {
    prepare: sessionOf,
    api: (api) => api.delete("/auth/me/sessions"),
    screen: (visitor) => visitor.delete("/browser-sessions"),
  },
  "auth.me.tokens.store": {
    api: (api) => api.post("/auth/me/tokens", { name: "laptop" }),
    screen: (visitor) => visitor.submit("/user/tokens", { name: "laptop" }),
  },
  "auth.me.tokens.destroy": {
    prepare: tokenOf,
    api: (api, _, id) => api.delete(`/auth/me/tokens/${id}`),
    screen: (visitor, _, id) => visitor.delete("/user/tokens", { token: id }),
  },
  "auth.me.applications.destroy": {
    prepare: applicationOf,
    api: (api, _, id) => api.delete(`/auth/me/applications/${id}`),
    screen: (visitor, _, id) => visitor.delete("/user/applications", { client: id }),
  },
  "auth.me.two-factor.store": {
    api: (api) => api.post("/auth/me/two-factor"),
    screen: (visitor) => visitor.submit("/user/two-factor-authentication"),
  },
  "auth.logout": {
    api: (api) => api.post("/auth/logout"),
    screen: (visitor) => visitor.submit("/logout"),
  },
  "auth.forgot-password": {
    api: (api, { email }) => api.post("/auth/forgot-password", { email }),
    screen: (visitor, { email }) => visitor.submit("/forgot-password", { email }),
  },
};

/** Operation → what administrators do. */
export const ADMINISTRATION: Record<string, Act> = {
  "users.store": {
    api: (api) => api.post("/users", { ...GRACE, ...password }),
    screen: (visitor) =>
      visitor.submit("/admin/users", {
        ...GRACE,
        ...password,
        role: "user",
        status: "active",
        first_password: "set",
      }),
  },
  "users.patch": {
    api: (api, { id }) => api.patch(`/users/${id}`, { first_name: "Augusta" }),
    screen: (visitor, account) => visitor.put(admin(account), { ...formOf(account), first_name: "Augusta" }),
  },
  "users.update.status": {
    api: (api, { id }) => api.put(`/users/${id}/status`, { status: "banned" }),
    screen: (visitor, account) =>
      visitor.put(admin(account), { ...formOf(account), status: "banned", _confirmed: "1" }),
  },
  "users.update.statuses": {
    api: (api, { id }) => api.put("/users/statuses", { status: "banned", users: [id] }),
    screen: (visitor, { id }) => visitor.put("/admin/users/bulk", { users: id, act: "status:banned" }),
  },
  "users.destroy": {
    api: (api, { id }) => api.delete(`/users/${id}`),
    screen: (visitor, account) => visitor.delete(admin(account)),
  },
  "users.restore": {
    prepare: deleted,
    api: (api, { id }) => api.post(`/users/${id}/restore`),
    screen: (visitor, account) => visitor.submit(`${admin(account)}/restore`),
  },
  "users.update.access": {
    prepare: tokenOf,
    api: (api, { id }) => api.delete(`/users/${id}/access`),
    screen: (visitor, account) => visitor.delete(`${admin(account)}/access`),
  },
  "users.update.two-factor": {
    prepare: withTwoFactor,
    api: (api, { id }) => api.delete(`/users/${id}/two-factor`),
    screen: (visitor, account) => visitor.delete(`${admin(account)}/two-factor`),
  },
  "users.update.invitation": {
    prepare: async ({ services }, { id }) => {
      await services.knex("users").where({ id }).update({ password: null });
      return id;
    },
    api: (api, { id }) => api.post(`/users/${id}/invitation`),
    screen: (visitor, account) => visitor.submit(`${admin(account)}/invitation`),
  },
  "users.update.verification": {
    prepare: async ({ services }, { id }) => {
      await services.settings.write({ "auth.email_verification": "1" });
      return id;
    },
    api: (api, { id }) => api.post(`/users/${id}/verification-notification`),
    screen: (visitor, account) => visitor.submit(`${admin(account)}/verification`),
  },
  "roles.store": {
    api: (api) => api.post("/roles", { name: "support", ...ROLE }),
    screen: (visitor) => visitor.submit("/admin/roles", { name: "support", ...roleForm }),
  },
  "roles.update": {
    prepare: supportRole,
    api: (api, _, id) => api.put(`/roles/${id}`, ROLE),
    screen: async (visitor, _, id) => {
      const { text } = await visitor.get(`/admin/roles/${id}`);
      const _stamp = /name="_stamp" value="([^"]+)"/.exec(text)?.[1] ?? "";
      return visitor.put(`/admin/roles/${id}`, { _stamp, ...roleForm });
    },
  },
  "roles.destroy": {
    prepare: supportRole,
    api: (api, _, id) => api.delete(`/roles/${id}`),
    screen: (visitor, _, id) => visitor.delete(`/admin/roles/${id}`),
  },
  "api-tokens.destroy": {
    prepare: tokenOf,
    api: (api, _, id) => api.delete(`/api-tokens/${id}`),
    screen: (visitor, _, token) => visitor.delete("/admin/api-tokens", { token }),
  },
  "api-clients.store": {
    api: (api) => api.post("/api-clients", { ...CLIENT, role: "user" }),
    screen: (visitor) =>
      visitor.submit("/admin/api-clients", {
        ...CLIENT,
        redirect_uris: CLIENT.redirect_uris[0]!,
        role: "user",
      }),
  },
  "api-clients.update": {
    prepare: clientOf,
    api: (api, _, id) => api.patch(`/api-clients/${id}`, { name: "Calendar", role: "admin" }),
    screen: (visitor, _, id) => {
      const redirect_uris = "https://client.example.test/callback";
      return visitor.put(`/admin/api-clients/${id}`, { name: "Calendar", redirect_uris, role: "admin" });
    },
  },
  "api-clients.update.secret": {
    prepare: clientOf,
    api: (api, _, id) => api.post(`/api-clients/${id}/secret`),
    screen: (visitor, _, id) => visitor.submit(`/admin/api-clients/${id}/secret`),
  },
  "api-clients.destroy": {
    prepare: clientOf,
    api: (api, _, id) => api.delete(`/api-clients/${id}`),
    screen: (visitor, _, id) => visitor.delete(`/admin/api-clients/${id}`),
  },
  "settings.update": {
    api: (api) => api.patch("/settings", { "general.app_name": "Acme" }),
    screen: (visitor) => visitor.put("/admin/settings/branding", { general_app_name: "Acme" }),
  },
};
