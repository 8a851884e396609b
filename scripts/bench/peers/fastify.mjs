// GET /api/v1/auth/me and GET /api/v1/users as one would write them by hand on Fastify 5, without a contract that drives
// them: the same statements, fields, headers, rate limit and log line, roles in memory behind their version, and a check of
// the response. HARNESS is a folder that has fastify, DATABASE a database of the service.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import Database from "libsql";
import { PAGE, PRINCIPAL, serve } from "./fastify-service.mjs";

const document = JSON.parse(readFileSync(new URL("../../../src/generated/openapi.json", import.meta.url)));
const database = new Database(process.env.DATABASE);
database.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000");
const prepare = (sql) => {
  const statement = database.prepare(sql).raw();
  return { statement, names: statement.columns().map(({ name }) => name) };
};
const toRow = (names, values) => {
  const row = {};
  for (let index = 0; index < names.length; index++) row[names[index]] = values[index];
  return row;
};
const principal = prepare(PRINCIPAL);
const list = prepare(PAGE);
const count = prepare("select count(*) from users where deleted_at is null");
const touch = database.prepare(
  "update personal_access_tokens set last_used_at = ?, last_used_ip = ? where id = ?",
);

let roles = new Map();
let rolesVersion = -1;
const readRoles = () =>
  new Map(
    database
      .prepare("select id, name, sort_order from roles")
      .all()
      .map((role) => {
        const granted = database
          .prepare(
            "select name from permissions join permission_role on permission_id = id where role_id = ?",
          )
          .all(role.id);
        return [role.id, { ...role, permissions: new Set(granted.map(({ name }) => name)) }];
      }),
  );
const permissions = database
  .prepare("select name from permissions order by name")
  .all()
  .map(({ name }) => name);
const rolesOf = (ids) =>
  (ids?.split(",") ?? []).map((id) => roles.get(id)).sort((a, b) => a.sort_order - b.sort_order);

await serve(document, {
  permissions,
  rolesOf,
  userOf,
  markUsed: (user, now, request) => {
    touch.run([now, request.ip, user.token_id]);
  },
  page: async (per_page, page) => {
    const rows = list.statement
      .all([per_page, (page - 1) * per_page])
      .map((values) => toRow(list.names, values));
    const total = count.statement.all()[0][0];
    return { rows, total };
  },
});

/** @returns undefined for an unknown token */
async function userOf(token) {
  const values = principal.statement.get([createHash("sha256").update(token).digest()]);
  const user = values && toRow(principal.names, values);
  if (user && user.authority_version !== rolesVersion) {
    roles = readRoles();
    rolesVersion = user.authority_version;
  }
  return user;
}
