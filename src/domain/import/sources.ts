import { ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { FACTOR_KINDS, type ImportedPerson } from "./imported-person.js";
import type { Source, SourceOptions } from "./source.js";
import { mapped, type Unmapped } from "./roles-and-identities.js";
import { carriedFactor, recoveryCodesIn, totpKey } from "./second-factors.js";
import type { SourceRow } from "./source-row.js";
import { FRAMEWORKS } from "./sources-of-frameworks.js";
import { SERVICES } from "./sources-of-services.js";

const SOURCES = { ...SERVICES, ...FRAMEWORKS };

/** Django's mark of an account without a password. */
const UNUSABLE = /^!([A-Za-z0-9]{40})?$/;

export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

/** @throws ValidationFailed on `source` */
export function sourceNamed(name: string): SourceName {
  const source = SOURCE_NAMES.find((known) => known === name);
  if (source !== undefined) return source;
  throw new ValidationFailed({ source: [text("import.unknown_source", { names: SOURCE_NAMES.join(", ") })] });
}

/** Whether a file of the application without any password is probably another file. */
export const shouldHavePasswords = (source: SourceName): boolean => SOURCES[source].hasHashes;

/** @returns the account, and the fields, roles and providers that have no place here @throws RowRejected */
export function personOf(
  source: SourceName,
  row: SourceRow,
  options: SourceOptions,
): { person: ImportedPerson; unread: string[]; unmapped: Unmapped } {
  const { person: read, ignored }: Source = SOURCES[source];
  const { person, unmapped } = mapped(withFactorIn(row, read(row, options)), options);
  if (person.passwordHash !== null && UNUSABLE.test(person.passwordHash)) person.passwordHash = null;
  return { person, unmapped, unread: row.unread().filter((name) => !ignored.includes(name)) };
}

/** A file of any application can have the key of an authenticator app, as Clerk's has, and recovery codes. */
function withFactorIn(row: SourceRow, person: ImportedPerson): ImportedPerson {
  const [key, recoveryCodes] = [row.text("totp_secret"), recoveryCodesIn(row.value("recovery_codes"))];
  if (key === null) return person;
  const { lost, ...carried } = carriedFactor({ key: totpKey(key), recoveryCodes });
  const others = person.lost.filter((name) => !FACTOR_KINDS.includes(name));
  return { ...person, ...carried, lost: [...others, ...lost] };
}
