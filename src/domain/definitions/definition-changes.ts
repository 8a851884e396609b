import type { Knex } from "knex";
import { inTransaction } from "../../database/transaction.js";
import { ValidationFailed, type FieldErrors } from "../../lib/failures.js";
import { DEFAULT_LOCALE, LOCALES, isLocale } from "../../texts/translate.js";
import { DefinitionRow } from "../../models/definition.js";
import { ACTIVE } from "../accounts/account-status.js";
import { recordActivity } from "../audit/record.js";
import { raiseDefinitionsVersion, SEVERITIES, USER_STATUS } from "./definitions.js";
import type { Origin } from "../audit/origin.js";

export interface DefinitionChange {
  key: string;
  value: string;
  label: string;
  /** The language of the label and the explanation. */
  locale?: string;
  /** Empty for no explanation. */
  explanation?: string;
  severity?: string;
  /** Empty for no icon. */
  icon?: string;
  order?: number;
}

/** Text without control characters or lone surrogates. */
const words = (max: number): RegExp => new RegExp(`^[^\\p{Cc}\\p{Cs}]{0,${max}}$`, "u");
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Statuses are compared after normalisation; the column holds 32 characters. */
const STATUS = /^[a-z0-9][a-z0-9._-]{0,31}$/;

/**
 * Adds a choice, or changes the given fields of an existing one; either way it becomes active. In another language
 * than the default one only the texts can be set, and the choice must exist.
 * @throws ValidationFailed
 */
export async function putDefinition(knex: Knex, change: DefinitionChange, origin: Origin): Promise<void> {
  const given = { ...change, label: change.label.trim(), explanation: change.explanation?.trim() };
  assertAllowed(given);
  await changeRow(knex, given, origin, (trx, row) =>
    given.locale === undefined || given.locale === DEFAULT_LOCALE
      ? put(trx, row, given)
      : translate(trx, row, given),
  );
}

/**
 * Removes the choice from the list; records that have the value keep it. @throws ValidationFailed when the choice
 * doesn't exist
 */
export async function deactivateDefinition(
  knex: Knex,
  { key, value }: { key: string; value: string },
  origin: Origin,
): Promise<void> {
  if (key === USER_STATUS && value === ACTIVE)
    throw new ValidationFailed({ value: ["New accounts need this status, so it can't be deactivated."] });
  await changeRow(knex, { key, value }, origin, async (trx, row) =>
    existing(row).$query(trx).patchAndFetch({ is_active: false }),
  );
}

type Given = Omit<DefinitionChange, "explanation"> & { explanation: string | undefined };

/** The version is raised first: its row serialises changes, so each one sees the result of the one before. */
function changeRow(
  knex: Knex,
  { key, value }: { key: string; value: string },
  origin: Origin,
  act: (trx: Knex.Transaction, row: DefinitionRow | undefined) => Promise<DefinitionRow>,
): Promise<void> {
  return inTransaction(knex, async (trx) => {
    await raiseDefinitionsVersion(trx);
    const row = await DefinitionRow.query(trx).findOne({ key, value });
    const before = row ? shown(row) : null;
    const after = await act(trx, row);
    const subject = { type: "definition", id: after.id };
    const changes = { before, after: shown(after) };
    await recordActivity(trx, { event: "definition_changed", actorId: null, subject, changes }, origin);
  });
}

async function put(
  trx: Knex.Transaction,
  row: DefinitionRow | undefined,
  given: Given,
): Promise<DefinitionRow> {
  const columns = {
    label: given.label,
    is_active: true,
    ...(given.severity === undefined ? {} : { severity: given.severity }),
    ...(given.icon === undefined ? {} : { icon: given.icon || null }),
    ...(given.explanation === undefined ? {} : { explanation: given.explanation || null }),
    ...(given.order === undefined ? {} : { sort_order: given.order }),
  };
  if (row) return row.$query(trx).patchAndFetch(columns);
  const { key, value } = given;
  const sort_order = given.order ?? (await lastOrder(trx, key)) + 1;
  return DefinitionRow.query(trx).insertAndFetch({ severity: "neutral", ...columns, key, value, sort_order });
}

const lastOrder = async (trx: Knex.Transaction, key: string): Promise<number> =>
  ((await trx("definitions").where({ key }).max({ last: "sort_order" }).first()) as { last: number | null })
    .last ?? 0;

async function translate(
  trx: Knex.Transaction,
  row: DefinitionRow | undefined,
  { locale, label, explanation, severity, icon, order }: Given,
): Promise<DefinitionRow> {
  if (severity !== undefined || icon !== undefined || order !== undefined)
    throw new ValidationFailed({ locale: ["Severity, icon and order can't differ between languages."] });
  const { translations } = existing(row);
  const kept = translations?.[locale!]?.explanation ?? null;
  const inWords = { label, explanation: explanation === undefined ? kept : explanation || null };
  return row!.$query(trx).patchAndFetch({ translations: { ...translations, [locale!]: inWords } });
}

function existing(row: DefinitionRow | undefined): DefinitionRow {
  if (!row) throw new ValidationFailed({ value: ["This definition doesn't exist."] });
  return row;
}

const shown = ({ key, value, label, severity, icon, explanation, ...row }: DefinitionRow): object => ({
  key,
  value,
  label,
  severity,
  icon,
  explanation,
  order: row.sort_order,
  active: Boolean(row.is_active),
  ...(row.translations ? { translations: row.translations } : {}),
});

/** @throws ValidationFailed with all problems */
function assertAllowed({ key, value, label, locale, explanation, severity, icon, order }: Given): void {
  const rules: [field: string, holds: boolean, sentence: string][] = [
    ["key", NAME.test(key), "The key must be 1 to 64 letters, digits, dots, dashes or underscores."],
    key === USER_STATUS
      ? [
          "value",
          STATUS.test(value),
          "A status must be 1 to 32 lowercase letters, digits, dots, dashes or underscores.",
        ]
      : [
          "value",
          NAME.test(value),
          "The value must be 1 to 64 letters, digits, dots, dashes or underscores.",
        ],
    ["label", label !== "" && words(128).test(label), "The label must be 1 to 128 characters."],
    ["explanation", words(255).test(explanation ?? ""), "The explanation must be at most 255 characters."],
    ["severity", isSeverity(severity), `The severity must be one of ${SEVERITIES.join(", ")}.`],
    ["icon", /^([a-z0-9-]{1,64})?$/.test(icon ?? ""), "The icon must be the name of a Tabler icon."],
    ["order", isOrder(order), "The order must be a number from 0 to 9999."],
    ["locale", locale === undefined || isLocale(locale), `The locale must be one of ${LOCALES.join(", ")}.`],
  ];
  const errors: FieldErrors = {};
  for (const [field, holds, sentence] of rules) if (!holds) errors[field] = [sentence];
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
}

const isSeverity = (severity: string | undefined): boolean =>
  severity === undefined || (SEVERITIES as readonly string[]).includes(severity);
const isOrder = (order: number | undefined): boolean =>
  order === undefined || (Number.isInteger(order) && order >= 0 && order <= 9999);
