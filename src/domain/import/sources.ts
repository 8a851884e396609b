import type { ImportedPerson } from "./imported-person.js";
import type { Source } from "./source.js";
import type { SourceRow } from "./source-row.js";
import { FRAMEWORKS } from "./sources-of-frameworks.js";
import { SERVICES } from "./sources-of-services.js";

const SOURCES = { ...SERVICES, ...FRAMEWORKS };

/** Django's mark of an account without a password. */
const UNUSABLE = /^!([A-Za-z0-9]{40})?$/;

export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

/** Whether a file of the application without any password is probably another file. */
export const shouldHavePasswords = (source: SourceName): boolean => SOURCES[source].hasHashes;

/** @returns the account, and the fields with values that have no place in it @throws RowRejected */
export function personOf(source: SourceName, row: SourceRow): { person: ImportedPerson; unread: string[] } {
  const { person: read, ignored }: Source = SOURCES[source];
  const person = read(row);
  if (person.passwordHash !== null && UNUSABLE.test(person.passwordHash)) person.passwordHash = null;
  return { person, unread: row.unread().filter((name) => !ignored.includes(name)) };
}
