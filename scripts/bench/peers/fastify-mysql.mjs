// The peer on Fastify (fastify.mjs) with mysql2. DATABASE_URL is a database of the service.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import mysql from "mysql2/promise";
import { PAGE, PRINCIPAL, serve } from "./fastify-service.mjs";

const document = JSON.parse(readFileSync(new URL("../../../src/generated/openapi.json", import.meta.url)));
const database = mysql.createPool({
  uri: process.env.DATABASE_URL,
  connectionLimit: 10,
  supportBigNumbers: true,
});
const rowsOf = async (sql, values = []) => (await database.execute(sql, values))[0];

const count = "select count(*) as total from users where deleted_at is null";
const touch = "update personal_access_tokens set last_used_at = ?, last_used_ip = ? where id = ?";

let roles = new Map();
let rolesVersion = -1;
const permissions = (await rowsOf("select name from permissions order by name")).map(({ name }) => name);

await serve(document, {
  permissions,
  rolesOf,
  userOf,
  markUsed: (user, now, request) =>
    rowsOf(touch, [now, request.ip, user.token_id]).catch((error) => console.error(error)),
  page: async (per_page, page) => {
    const [rows] = await database.query(PAGE, [per_page, (page - 1) * per_page]);
    const [[{ total }]] = await database.query(count);
    return { rows, total };
  },
});

/** @returns undefined for an unknown token */
async function userOf(token) {
  const [user] = await rowsOf(PRINCIPAL, [createHash("sha256").update(token).digest()]);
  if (user && user.authority_version !== rolesVersion) {
    roles = await readRoles();
    rolesVersion = user.authority_version;
  }
  return user;
}

async function readRoles() {
  const found = new Map();
  for (const role of await rowsOf("select id, name, sort_order from roles")) {
    const granted = await rowsOf(
      "select name from permissions join permission_role on permission_id = id where role_id = ?",
      [role.id],
    );
    found.set(role.id, { ...role, permissions: new Set(granted.map(({ name }) => name)) });
  }
  return found;
}

function rolesOf(ids) {
  return (ids?.split(",") ?? []).map((id) => roles.get(id)).sort((a, b) => a.sort_order - b.sort_order);
}
