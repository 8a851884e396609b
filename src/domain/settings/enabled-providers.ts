import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now } from "../../lib/clock.js";
import { SignInProvider } from "../../models/sign-in-provider.js";
import type { SettingsSnapshot } from "./settings.js";
import { PROVIDERS_STAMP } from "./stored-settings.js";

/** A provider as visitors see it. */
export type ShownProvider = Pick<SignInProvider, "id" | "name" | "kind" | "creates_accounts">;

/**
 * The enabled providers by name, for every sign-in page. The settings, which each page reads anyway, have a stamp that
 * changes with the providers, so a page with known providers needs no statement.
 */
export class EnabledProviders {
  private last: { stamp: string; providers: readonly ShownProvider[] } | null = null;

  constructor(private readonly knex: Knex) {}

  async list({ providersStamp: stamp }: SettingsSnapshot): Promise<readonly ShownProvider[]> {
    if (stamp === "") return [];
    if (this.last?.stamp !== stamp) {
      const columns = ["id", "name", "kind", "creates_accounts"] as const;
      const query = SignInProvider.query(this.knex).where({ is_enabled: true });
      this.last = { stamp, providers: await query.orderBy("name").select(...columns) };
    }
    return this.last.providers;
  }
}

/** Part of each change of a provider, so that all processes read the providers again. */
export async function recomputeProviders(trx: Knex.Transaction): Promise<void> {
  const row = { key: PROVIDERS_STAMP, value: uuidv7(), updated_at: now() };
  await trx("settings").insert(row).onConflict("key").merge();
}
