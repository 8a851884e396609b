import type { Knex } from "knex";
import { selectOne } from "../../database/raw.js";
import { pooledReader, type RowReader } from "../../database/row-reader.js";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../../texts/translate.js";
import { DefinitionRow } from "../../models/definition.js";

/** Severities in the contract; screens map them to colours. */
export const SEVERITIES = ["success", "info", "warning", "danger", "neutral"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const USER_STATUS = "userStatus";

/** One choice of a list shown to users, in one language. */
export interface Definition {
  value: string;
  label: string;
  severity: Severity;
  /** The name of a Tabler icon. */
  icon: string | null;
  explanation: string | null;
  sort_order: number;
}

/** Key → active choices in their order; a key without choices is absent. */
export type DefinitionsByKey = ReadonlyMap<string, readonly Definition[]>;

/**
 * Caches the definitions. Every read checks the version and every change raises it, so that a change takes effect on
 * the next request of every process.
 */
export class Definitions {
  private version = -1;
  private byLocale: ReadonlyMap<Locale, DefinitionsByKey> = new Map();

  /** @param rows a faster reader of committed rows */
  constructor(
    private readonly knex: Knex,
    private readonly rows: RowReader = pooledReader(knex),
  ) {}

  /** The active choices of a key in their order. Texts missing in the language are in the default one. */
  async list(key: string, locale: Locale = DEFAULT_LOCALE): Promise<readonly Definition[]> {
    return (await this.all(locale)).get(key) ?? [];
  }

  async all(locale: Locale = DEFAULT_LOCALE): Promise<DefinitionsByKey> {
    const row = await this.rows.one<{ version: number }>(VERSION, []);
    if (row?.version !== this.version) await this.load();
    return this.byLocale.get(locale)!;
  }

  /** The version is read first, so that the next read notices a change made in between. */
  private async load(): Promise<void> {
    const version = (await selectOne<{ version: number }>(this.knex, VERSION, []))?.version ?? -1;
    const order = ["key", "sort_order", "value"];
    const rows = await DefinitionRow.query(this.knex).where("is_active", true).orderBy(order);
    this.byLocale = new Map(LOCALES.map((locale) => [locale, grouped(rows, locale)]));
    this.version = version;
  }
}

const VERSION = "select version from cache_versions where name = 'definitions'";

/** Must be called in the transaction of every change of a definition; later changes wait for its end. */
export async function raiseDefinitionsVersion(trx: Knex): Promise<void> {
  await trx("cache_versions").where({ name: "definitions" }).increment("version", 1);
}

function grouped(rows: readonly DefinitionRow[], locale: Locale): DefinitionsByKey {
  const byKey = new Map<string, Definition[]>();
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), inWordsOf(locale, row)]);
  return byKey;
}

const inWordsOf = (locale: Locale, row: DefinitionRow): Definition => ({
  value: row.value,
  severity: row.severity as Severity,
  icon: row.icon,
  sort_order: row.sort_order,
  label: row.translations?.[locale]?.label ?? row.label,
  explanation: row.translations?.[locale]?.explanation ?? row.explanation,
});
