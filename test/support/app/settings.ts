import type { User } from "../../../src/models/user.js";
import { AREAS, type AreaName } from "../../../src/web/screens/admin/settings/settings-areas.js";
import { decode, type Fields, type Visitor } from "./web.js";
import type { World } from "./world.js";

export const AREA_NAMES = Object.keys(AREAS) as AreaName[];
export const pathOf = (area: AreaName): string => `/admin/settings/${area}`;

const attributeOf = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decode(value);
};

/** The fields of the unchanged settings form. */
export function formOf(html: string): Fields {
  const form = /<form[^>]*class="settings-form"[\s\S]*?<\/form>/.exec(html)![0];
  const sent: [string, string][] = [];
  for (const [, select, options] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option[^>]*\sselected[^>]*>/.exec(options!)![0];
    sent.push([attributeOf(select!, "name")!, attributeOf(chosen, "value")!]);
  }
  for (const [, area, text] of form.matchAll(/<textarea([^>]*)>\n?([\s\S]*?)<\/textarea>/g))
    sent.push([attributeOf(area!, "name")!, decode(text!)]);
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attributeOf(tag, "name");
    const isSelected = !/type="(?:checkbox|radio)"/.test(tag) || /\schecked/.test(tag);
    if (name !== undefined && isSelected) sent.push([name, attributeOf(tag, "value") ?? ""]);
  }
  const fields: Record<string, string[]> = {};
  for (const [name, value] of sent) (fields[name] ??= []).push(value);
  return Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  );
}

/** The sealed change in the "Save anyway" form. */
export const confirmationIn = (html: string): string =>
  decode(/name="_confirmed" value="([^"]*)"/.exec(html)![1]!);

/** A user whose role has only these permissions, by default reading and changing settings. */
export async function settingsAdmin(
  world: Pick<World, "make" | "signedIn">,
  permissions = ["settings.read", "settings.update"],
): Promise<{ user: User; visitor: Visitor }> {
  const name = `role_${permissions.join("_").replaceAll(/[^a-z]/g, "_")}`;
  await world.make.role(name, 5, permissions).catch(() => null); // the role can exist already
  const made = await world.signedIn(await world.make.user({ role: name, email_verified_at: 1 }));
  await made.visitor.get("/profile"); // a page with a form, for its CSRF token
  return made;
}

export interface SettingsRecord {
  actor_id: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** The audit log entries about settings, oldest first. */
export async function settingsRecords({ services }: Pick<World, "services">): Promise<SettingsRecord[]> {
  const rows = (await services
    .knex("activity_log")
    .where({ event: "settings_changed" })
    .orderBy("id")
    .select("actor_id", "changes")) as { actor_id: string | null; changes: string }[];
  return rows.map(({ actor_id, changes }) => ({
    actor_id,
    ...(JSON.parse(changes) as Omit<SettingsRecord, "actor_id">),
  }));
}
