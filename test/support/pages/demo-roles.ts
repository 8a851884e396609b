import { raiseAuthorityVersion } from "../../../src/domain/access/authority.js";
import { PERMISSIONS } from "../../../src/domain/access/permissions.js";
import { MOMENT } from "./demo.js";
import type { RunningProduct } from "../browser/running-product.js";

const starting = (...parts: string[]): string[] =>
  PERMISSIONS.filter((name) => parts.some((part) => name.startsWith(part)));

/** Adds roles with users who have them. */
export async function addRoles({ world }: RunningProduct): Promise<void> {
  const { knex } = world.services;
  await knex("roles").where({ name: "user" }).update({ sort_order: 10 });
  await raiseAuthorityVersion(knex);
  const rows: [string, string, number, string[], number][] = [
    ["support", "Support desk", 4, ["dashboard.read", ...starting("users.", "activity-logs.")], 3],
    ["auditor", "Auditor", 5, PERMISSIONS.filter((name) => name.endsWith(".read")), 1],
    ["developer", "Developer", 6, ["dashboard.read", ...starting("api-")], 2],
    ["intern", "Intern", 12, ["dashboard.read"], 0],
  ];
  for (const [name, label, rank, permissions, holders] of rows) {
    const { id } = await world.make.role(name, rank, permissions);
    await knex("roles").where({ id }).update({ label });
    for (let number = 1; number <= holders; number++) await world.make.user({ role: name });
  }
  await knex("roles").update({ created_at: MOMENT, updated_at: MOMENT });
  await raiseAuthorityVersion(knex);
}
