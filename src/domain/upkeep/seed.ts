import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import { generatePassword } from "../../lib/secrets.js";
import { DefinitionRow } from "../../models/definition.js";
import { DEFAULT_ROLE, Role, SYSTEM_ADMIN } from "../../models/role.js";
import { User } from "../../models/user.js";
import { createAccount } from "../accounts/accounts.js";
import { raiseAuthorityVersion } from "../access/authority.js";
import { raiseDefinitionsVersion, USER_STATUS, type Severity } from "../definitions/definitions.js";
import { PERMISSIONS } from "../access/permissions.js";
import { lockSystemAdmins } from "../access/assignable-roles.js";
import type { Services } from "../services.js";
import { SETTINGS } from "../settings/settings-table.js";

const ADMIN_PERMISSIONS = [
  "dashboard.read",
  ...PERMISSIONS.filter((name) => name.startsWith("users.")),
  "roles.read",
  "activity-logs.read",
  "api-docs.read",
];

const CORE_ROLES: { name: string; label: string; rank: number; permissions: readonly string[] }[] = [
  { name: SYSTEM_ADMIN, label: "System administrator", rank: 1, permissions: PERMISSIONS },
  { name: "admin", label: "Administrator", rank: 2, permissions: ADMIN_PERMISSIONS },
  { name: DEFAULT_ROLE, label: "User", rank: 3, permissions: ["dashboard.read"] },
];

/** Key, value, severity, icon, then label and explanation in English and Turkish, in the order of the list. */
const DEFINITIONS: [string, string, Severity, string, [string, string | null], [string, string | null]][] = [
  [
    USER_STATUS,
    "active",
    "success",
    "circle-check",
    ["Active", "Can sign in."],
    ["Etkin", "Oturum açabilir."],
  ],
  [
    USER_STATUS,
    "inactive",
    "warning",
    "circle-minus",
    ["Inactive", "Can't sign in until activated."],
    ["Etkin değil", "Etkinleştirilene kadar oturum açamaz."],
  ],
  [
    USER_STATUS,
    "banned",
    "danger",
    "ban",
    ["Banned", "Has no access and can't sign in."],
    ["Yasaklı", "Erişimi kesilmiştir, oturum açamaz."],
  ],
  ["yesNo", "1", "success", "check", ["Yes", null], ["Evet", null]],
  ["yesNo", "0", "neutral", "x", ["No", null], ["Hayır", null]],
];

/** Adds missing rows and leaves existing ones as they are. Safe to run at every deployment. */
export async function seedBasics(knex: Knex): Promise<void> {
  await inTransaction(knex, async (trx) => {
    await seedPermissions(trx);
    for (const role of CORE_ROLES) await seedRole(trx, role);
    await seedDefinitions(trx);
    const rows = Object.entries(SETTINGS).map(([key, { fallback }]) => ({
      key,
      value: fallback,
      updated_at: now(),
    }));
    await trx("settings").insert(rows).onConflict("key").ignore();
    await raiseAuthorityVersion(trx);
  });
}

/**
 * Creates the first administrator if there are no users.
 * @returns the address and the plaintext password, shown once; null when users exist
 */
export async function seedAdministrator(
  services: Services,
): Promise<{ email: string; password: string } | null> {
  const { env } = services.config;
  if (await User.query(services.knex).select("id").first()) return null;
  const password = env.ADMIN_PASSWORD ?? generatePassword();
  const hash = await services.passwords.hash(password);
  const role = (await Role.query(services.knex).findOne({ name: SYSTEM_ADMIN }))!;
  return inTransaction(services.knex, async (trx) => {
    await lockSystemAdmins(trx); // of two processes that seed at the same time, one creates the administrator
    if (await User.query(trx).select("id").first()) return null;
    const user = await createAccount(trx, {
      first_name: "First",
      last_name: "Administrator",
      email: env.ADMIN_EMAIL,
      password: hash,
      password_must_change: true,
      roleId: role.id,
    });
    await user.$query(trx).patch({ email_verified_at: now() });
    return { email: user.email, password };
  });
}

async function seedPermissions(trx: Knex.Transaction): Promise<void> {
  const rows = PERMISSIONS.map((name) => ({ id: uuidv7(), name }));
  await trx("permissions").insert(rows).onConflict("name").ignore();
}

/** An existing role keeps its permissions. */
async function seedRole(trx: Knex.Transaction, role: (typeof CORE_ROLES)[number]): Promise<void> {
  if (await Role.query(trx).findOne({ name: role.name })) return;
  const { id } = await Role.query(trx).insertAndFetch({
    name: role.name,
    label: role.label,
    sort_order: role.rank,
  });
  const permissions = (await trx("permissions").whereIn("name", role.permissions).select("id")) as {
    id: string;
  }[];
  await trx("permission_role").insert(
    permissions.map((permission) => ({ role_id: id, permission_id: permission.id })),
  );
}

/** A choice from an earlier release whose label is unchanged gets the texts of languages added since. */
async function seedDefinitions(trx: Knex.Transaction): Promise<void> {
  await raiseDefinitionsVersion(trx);
  const there = await DefinitionRow.query(trx);
  for (const [index, [key, value, severity, icon, english, turkish]] of DEFINITIONS.entries()) {
    const [label, explanation] = english;
    const translations = { tr: { label: turkish[0], explanation: turkish[1] } };
    const row = there.find((other) => other.key === key && other.value === value);
    if (row?.translations === null && row.label === label) await row.$query(trx).patch({ translations });
    if (row) continue;
    const sort_order = index - DEFINITIONS.findIndex(([other]) => other === key) + 1;
    const words = { label, explanation, translations };
    await DefinitionRow.query(trx).insert({
      key,
      value,
      severity,
      icon,
      sort_order,
      is_active: true,
      ...words,
    });
  }
}
