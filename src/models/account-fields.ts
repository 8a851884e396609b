import { isTimezone } from "../lib/timezones.js";
import { isLocale } from "../texts/translate.js";

/** One field of an account that people edit. Its column is of the same name, and its values are text. */
interface AccountField {
  /** Who edits it. An owner's new address waits in `pending_email`, so `email` isn't among the owner's fields. */
  editedBy: readonly ("owner" | "administrator")[];
  /** Whether the export of accounts has it as a column. */
  isExported?: true;
  /** Optional texts only, which are empty without a value: their greatest length in characters. */
  maxLength?: number;
  /** Preferences only: the columns of an import that can have it, which values are known, and the setting for others. */
  preference?: { importedFrom: readonly string[]; isKnown: (value: string) => boolean; fallback: string };
}

/** The one list of the editable fields of an account; `User` declares their types. */
export const ACCOUNT_FIELDS = {
  first_name: { editedBy: ["owner", "administrator"], isExported: true },
  last_name: { editedBy: ["owner", "administrator"], isExported: true },
  email: { editedBy: ["administrator"], isExported: true },
  status: { editedBy: ["administrator"], isExported: true },
  external_id: { editedBy: ["administrator"], isExported: true, maxLength: 255 },
  locale: {
    editedBy: ["owner"],
    preference: { importedFrom: ["locale"], isKnown: isLocale, fallback: "general.locale" },
  },
  timezone: {
    editedBy: ["owner"],
    preference: {
      importedFrom: ["timezone", "zoneinfo"],
      isKnown: isTimezone,
      fallback: "general.timezone",
    },
  },
} as const satisfies Record<string, AccountField>;

type Fields = typeof ACCOUNT_FIELDS;
export type AccountFieldName = keyof Fields;
/** The fields that someone edits. */
type EditedBy<Who extends "owner" | "administrator"> = {
  [Name in AccountFieldName]: Who extends Fields[Name]["editedBy"][number] ? Name : never;
}[AccountFieldName];
export type OwnersField = EditedBy<"owner">;
export type AdministratorsField = EditedBy<"administrator">;
export type ExportedField = {
  [Name in AccountFieldName]: Fields[Name] extends { isExported: true } ? Name : never;
}[AccountFieldName];
/** The fields that the settings give a value when nobody has chosen one. */
export type PreferenceField = {
  [Name in AccountFieldName]: Fields[Name] extends { preference: object } ? Name : never;
}[AccountFieldName];

/** The optional texts. */
export type TextField = {
  [Name in AccountFieldName]: Fields[Name] extends { maxLength: number } ? Name : never;
}[AccountFieldName];

export const ACCOUNT_FIELD_NAMES = Object.keys(ACCOUNT_FIELDS) as AccountFieldName[];
const fieldOf = (name: AccountFieldName): AccountField => ACCOUNT_FIELDS[name];

export const ADMINISTRATORS_FIELDS = ACCOUNT_FIELD_NAMES.filter((name) =>
  fieldOf(name).editedBy.includes("administrator"),
) as AdministratorsField[];
export const EXPORTED_FIELDS = ACCOUNT_FIELD_NAMES.filter(
  (name) => fieldOf(name).isExported,
) as ExportedField[];
export const PREFERENCE_FIELDS = ACCOUNT_FIELD_NAMES.filter(
  (name) => fieldOf(name).preference,
) as PreferenceField[];

/** Makes a value for each preference. */
export const eachPreference = <T>(make: (name: PreferenceField) => T): Record<PreferenceField, T> =>
  Object.fromEntries(PREFERENCE_FIELDS.map((name) => [name, make(name)])) as Record<PreferenceField, T>;

export const TEXT_FIELDS = ACCOUNT_FIELD_NAMES.filter(
  (name) => fieldOf(name).maxLength !== undefined,
) as TextField[];

/** Makes a value for each optional text. */
export const eachText = <T>(make: (name: TextField) => T): Record<TextField, T> =>
  Object.fromEntries(TEXT_FIELDS.map((name) => [name, make(name)])) as Record<TextField, T>;

/** The optional texts that someone edits. */
export type TextEditedBy<Who extends "owner" | "administrator"> = Extract<TextField, EditedBy<Who>>;

/** The optional texts that the owner or an administrator edits, with their greatest lengths. */
export const textsEditedBy = <Who extends "owner" | "administrator">(
  who: Who,
): { name: TextEditedBy<Who>; maxLength: number }[] =>
  TEXT_FIELDS.filter((name) => fieldOf(name).editedBy.includes(who)).map((name) => ({
    name: name as TextEditedBy<Who>,
    maxLength: fieldOf(name).maxLength!,
  }));
