// The part of the peers on Fastify that is the same on every database: routes, headers, rate limit, log line, and a check of the
// response by the contract. HARNESS is a folder that has fastify.
import { createHmac, randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import pino from "pino";

const fastify = createRequire(`${process.env.HARNESS}/`)("fastify");
const log = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ sync: false, minLength: 8192, periodicFlush: 1000 }),
);

const USER = [
  ...[
    "id",
    "first_name",
    "last_name",
    "email",
    "external_id",
    "status",
    "avatar",
    "timezone",
    "locale",
    "email_verified_at",
  ],
  ...[
    "password_must_change",
    "two_factor_confirmed_at",
    "two_factor_required_at",
    "version",
    "created_at",
    "updated_at",
  ],
];
/** The columns of a user, and the ids of its roles. */
const userColumns = (table) =>
  `${USER.map((name) => `${table}.${name}`).join(", ")},
   (select group_concat(role_id) from role_user where role_user.user_id = ${table}.id) as role_ids`;
/** The credential with the hash of the parameter, and its account. */
export const PRINCIPAL = `
  select t.id as token_id, t.scopes as token_scopes, t.expires_at, t.last_used_at, t.user_id, t.revoked_at, t.name, t.kind,
    t.scopes_selected, coalesce(t.confirmed_at, t.created_at) as token_confirmed_at,
    (select version from cache_versions where name = 'authority') as authority_version,
    (select value from settings where settings.key = 'auth.two_factor_required') as two_factor_rule,
    (select value from settings where settings.key = 'oauth.enforce_scopes') as scopes_rule, ${userColumns("u")}
  from personal_access_tokens t
  left join users u on u.id = t.user_id and u.deleted_at is null and u.revocation_pending_at is null
  where t.token_hash = ?`;
/** A page of the accounts: their number, and how many are before. */
export const PAGE = `
  select ${userColumns("users")} from (select users.id from users where users.deleted_at is null
    order by users.created_at desc, users.id desc limit ? offset ?) as page
  join users on users.id = page.id order by users.created_at desc, users.id desc`;

const can = (held, permission) =>
  held.some((role) => role.name === "system_admin" || role.permissions.has(permission));

const time = (ms) => (ms === null ? null : new Date(ms).toISOString());
const present = (user, role) => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  full_name: `${user.first_name} ${user.last_name}`,
  initials: (user.first_name[0] + user.last_name[0]).toUpperCase(),
  email: user.email,
  external_id: user.external_id,
  status: user.status,
  role,
  avatar_url: user.avatar,
  timezone: user.timezone,
  email_verified_at: time(user.email_verified_at),
  created_at: time(user.created_at),
  updated_at: time(user.updated_at),
});

/**
 * Serves `GET /auth/me` and `GET /users`.
 * @param data `permissions`, all names; `userOf` a token; `rolesOf` the ids of a user; `markUsed`; `page`, rows and total
 */
export async function serve(document, { permissions, userOf, rolesOf, markUsed, page: pageOf }) {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addFormat("well-formed-text", (text) => text.isWellFormed());
  ajv.addSchema(document, "contract");
  const responseOf = (path) =>
    ajv.compile({
      $ref: `contract#/paths/${path.replaceAll("/", "~1")}/get/responses/200/content/application~1json/schema`,
    });
  const validators = { me: responseOf("/auth/me"), users: responseOf("/users") };
  const checked = (validate, body) => {
    if (!validate(body)) throw new Error(JSON.stringify(validate.errors));
    return JSON.stringify(body);
  };

  const LIMIT = 100_000_000;
  const hits = new Map();
  const secret = randomUUID();
  const app = fastify({ genReqId: () => randomUUID(), trustProxy: 1 });
  const HEADERS = {
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
  };
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(HEADERS).header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, id, ip } = request;
    const { route } = request.routeOptions.config;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ trace_id: id, method, route, status: reply.statusCode, user_id: request.user?.id, ip, ms });
  });
  const envelope = (request, status, data, meta = {}) => ({
    ...{ success: status < 400, status, message: "OK", data, meta, trace_id: request.id },
  });
  const reject = (request, reply, status) =>
    reply.code(status).send(envelope(request, status, { code: "rejected" }));
  const authenticate = async (request, reply) => {
    const [, token] = /^bearer ([^\s,]+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (!token) return reject(request, reply, 401);
    const user = await userOf(token);
    const now = Date.now();
    if (!user || user.revoked_at !== null || user.expires_at <= now || user.id === null)
      return reject(request, reply, 401);
    if (user.last_used_at === null || now - user.last_used_at > 60_000) markUsed(user, now, request);
    if (user.status !== "active") return reject(request, reply, 403);
    request.user = user;
    request.roles = rolesOf(user.role_ids);
    let window = hits.get(user.id);
    if (!window || window.end <= now) hits.set(user.id, (window = { count: 0, end: now + 60_000 }));
    window.count++;
    const seconds = Math.ceil((window.end - now) / 1000);
    reply.header("ratelimit", `"throttle:api"; r=${LIMIT - window.count}; t=${seconds}`);
    reply.header("ratelimit-policy", `"throttle:api"; q=${LIMIT}; w=60`);
    if (window.count > LIMIT) return reject(request, reply, 429);
  };

  app.get("/ready", async () => "ok");
  app.get(
    "/api/v1/auth/me",
    { preHandler: authenticate, config: { route: "auth.me" } },
    async (request, reply) => {
      const { user, roles: held } = request;
      reply.header("etag", `"${user.version}"`).header("cache-control", "private, no-cache");
      reply.type("application/json; charset=utf-8");
      const me = {
        ...present(user, held[0]?.name ?? null),
        roles: held.map(({ name }) => name),
        permissions: permissions.filter((permission) => can(held, permission)),
      };
      return checked(validators.me, envelope(request, 200, me));
    },
  );
  const querystring = {
    type: "object",
    properties: {
      page: { type: "integer", minimum: 1, default: 1 },
      per_page: { type: "integer", minimum: 1, maximum: 100, default: 10 },
    },
  };
  const cursor = (side, row) => {
    const key = { created_at: row.created_at, id: row.id };
    const text = Buffer.from(JSON.stringify({ side, key })).toString("base64url");
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  app.get(
    "/api/v1/users",
    { preHandler: authenticate, config: { route: "users.index" }, schema: { querystring } },
    async (request, reply) => {
      if (!can(request.roles, "users.read")) return reject(request, reply, 403);
      const { page, per_page } = request.query;
      const { rows, total } = await pageOf(per_page, page);
      const last_page = Math.max(1, Math.ceil(total / per_page));
      const from = rows.length === 0 ? null : (page - 1) * per_page + 1;
      const next_cursor = page < last_page ? cursor("after", rows.at(-1)) : null;
      const prev_cursor = page > 1 ? cursor("before", rows[0]) : null;
      const to = from === null ? null : from + rows.length - 1;
      const pagination = {
        total,
        per_page,
        current_page: page,
        last_page,
        from,
        to,
        next_cursor,
        prev_cursor,
      };
      const address = (mark) => `</api/v1/users?per_page=${per_page}${mark}>`;
      const next = next_cursor ? `${address(`&cursor=${next_cursor}`)}; rel="next", ` : "";
      reply.header("link", `${next}${address("")}; rel="first"`).type("application/json; charset=utf-8");
      const items = rows.map((user) => present(user, rolesOf(user.role_ids)[0]?.name ?? null));
      return checked(validators.users, envelope(request, 200, { items }, { pagination }));
    },
  );
  await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
}
