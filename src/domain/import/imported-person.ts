import type { PreferenceField } from "../../models/account-fields.js";

/** An account of another application, in the terms of this service. */
export interface ImportedPerson extends Record<PreferenceField, string | null> {
  first_name: string;
  last_name: string;
  email: string;
  isEmailVerified: boolean;
  /** Milliseconds since the epoch; null if the file doesn't say. */
  createdAt: number | null;
  isActive: boolean;
  /** A status of this service, if the file names one. */
  status: string | null;
  /** A role of this service, if the file names one. */
  role: string | null;
  /** In the form of `parseImportedHash`; null without a password. */
  passwordHash: string | null;
}

/** A row of the file: values of a CSV are text, those of JSON can be anything. */
export type ImportedRow = Readonly<Record<string, unknown>>;

/** The row can't be imported. The message is a sentence. */
export class RowRejected extends Error {}

/** As databases write null into CSV. */
const NULL = /^(NULL|\\N)?$/;

/** The text of the first of these fields that has one. */
export function textIn(row: ImportedRow, ...names: string[]): string | null {
  for (const name of names) {
    const value = row[name];
    if (typeof value === "string" && !NULL.test(value.trim())) return value.trim();
    if (typeof value === "number") return String(value);
  }
  return null;
}

/** Whether one of these fields is true: `true`, 1, or a text such as `t` (PostgreSQL) or `yes`. */
export const isTrue = (row: ImportedRow, ...names: string[]): boolean =>
  /^(1|t|true|y|yes)$/i.test(
    names
      .map((name) => row[name])
      .find((value) => value !== undefined && value !== null && value !== "")
      ?.toString() ?? "",
  );

/** A time as milliseconds, or as text in ISO 8601 or as databases write it; without a zone it is UTC. */
export function timeIn(row: ImportedRow, ...names: string[]): number | null {
  const text = textIn(row, ...names);
  if (text === null || text.startsWith("0000-")) return null;
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const iso = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text)
    ? `${text.replace(" ", "T")}Z`
    : text;
  const ms = Date.parse(iso.replace(/ UTC$/, "Z"));
  if (Number.isNaN(ms)) throw new RowRejected(`The time in ${names[0]} can't be read.`);
  return ms;
}

/** This service needs both names. Without them, the part of the address before the @ is used. */
export function namesOf(
  email: string,
  { first, last, full }: { first: string | null; last: string | null; full: string | null },
): { first_name: string; last_name: string } {
  if (first !== null && last !== null) return { first_name: first, last_name: last };
  const whole = [first, last].find((name) => name !== null) ?? full ?? email.split("@")[0]!;
  const words = whole.split(/\s+/);
  if (words.length === 1) return { first_name: whole, last_name: "-" };
  return { first_name: words.slice(0, -1).join(" "), last_name: words.at(-1)! };
}
