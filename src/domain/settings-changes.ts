import { inTransaction } from "../database/transaction.js";
import { recordActivity } from "./audit.js";
import type { Origin } from "./origin.js";
import type { Services } from "./services.js";
import { Settings, SETTINGS, type SettingKey } from "./settings.js";

/** Writes the given settings, leaves all others alone, and says so in the audit log. @throws ValidationFailed */
export async function changeSettings(
  { knex }: Services,
  values: Record<string, string>,
  actorId: string | null,
  origin: Origin,
): Promise<void> {
  await inTransaction(knex, async (trx) => {
    const settings = new Settings(trx);
    const before = await settings.read();
    await settings.write(values);
    const keys = Object.keys(values).filter((key) => Object.hasOwn(SETTINGS, key)) as SettingKey[];
    const changes = { before: Object.fromEntries(keys.map((key) => [key, before.get(key)])), after: values };
    await recordActivity(trx, { event: "settings_changed", actorId, changes }, origin);
  });
}
