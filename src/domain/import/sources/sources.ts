import { ValidationFailed } from "../../../lib/failures.js";
import { text, type Sentence } from "../../../texts/translate.js";
import { HashRejected, parseImportedHash } from "../../../lib/passwords/imported-hashes.js";
import { keyedHash, type KeyScheme } from "../../../lib/passwords/keyed-hashes.js";
import type { FormerHashes } from "./former-hashes.js";
import { validate as isUuid, version as versionOf } from "uuid";
import { ACCOUNT_FIELDS } from "../../../models/account-fields.js";
import { NAME_PATTERN } from "../../accounts/person.js";
import { listedPasskeys, readPasskeys } from "./former-passkeys.js";
import type { ImportedPerson } from "./imported-person.js";
import { mapped, type Unmapped } from "./roles-and-identities.js";
import { carriedFactor, recoveryCodesIn, totpKey } from "./second-factors.js";
import type { Source, SourceOptions } from "./source.js";
import { RowRejected, type SourceRow } from "./source-row.js";
import { FRAMEWORKS } from "./sources-of-frameworks.js";
import { PLATFORMS } from "./sources-of-platforms.js";
import { SERVICES } from "./sources-of-services.js";

const SOURCES = { ...SERVICES, ...PLATFORMS, ...FRAMEWORKS };

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

/** How the application uses a secret of its own for its hashes; null if it has none. */
export const keySchemeOf = (source: SourceName): KeyScheme | null => sourceOf(source).key?.scheme ?? null;

const sourceOf = (name: SourceName): Source => SOURCES[name];

/** What the rows of a file are read with. */
export interface Reading extends SourceOptions {
  source: SourceName;
  /** The name of a field here → its name in the file. */
  names?: ReadonlyMap<string, string>;
  /** The hashes of a file of their own. */
  hashes?: FormerHashes;
  /** The domain of this service to which passkeys must belong. */
  domain: string;
}

/** The row of an account; null for a record that isn't an account. @throws RowRejected */
export function rowOf({ source, names }: Reading, record: SourceRow): SourceRow | null {
  const row = sourceOf(source).rowOf?.(record);
  return row === null ? null : (row ?? record).renamed(names ?? new Map());
}

/**
 * @param domain to which the passkeys of the file belong; null if it doesn't say
 * @returns the account, and the fields, roles and providers that have no place here
 * @throws RowRejected
 */
export function personOf(
  reading: Reading,
  row: SourceRow,
  domain: string | null,
): { person: ImportedPerson; unread: string[]; unmapped: Unmapped } {
  const { person: read, ignored } = sourceOf(reading.source);
  const carried = withPasskeysIn(row, withFactorIn(row, read(row, reading)), reading, domain);
  const account = withPassword(carried, row, reading);
  const { person, unmapped } = mapped(withId(account, reading), reading);
  const isIgnored = (name: string): boolean =>
    ignored.some((one) => name === one || name.startsWith(`${one}.`));
  return { person, unmapped, unread: row.unread().filter((name) => !isIgnored(name)) };
}

/** A hash that nobody can verify is lost. */
function withPassword(person: ImportedPerson, row: SourceRow, reading: Reading): ImportedPerson {
  try {
    const passwordHash = hashOf(row, person.formerId, reading);
    if (passwordHash !== null) parseImportedHash(passwordHash);
    return { ...person, passwordHash };
  } catch (error) {
    if (!(error instanceof RowRejected || error instanceof HashRejected)) throw error;
    return { ...person, hashProblem: sentenceOf(error), lost: [...person.lost, "password"] };
  }
}

/** The hash, with the id of the secret that it needs. @throws RowRejected */
function hashOf(row: SourceRow, formerId: string | null, reading: Reading): string | null {
  const { source, key = null, hashes } = reading;
  const { hash, key: keyed } = sourceOf(source);
  const inRow = hash?.(row, reading) ?? null;
  const stored = (inRow !== null && UNUSABLE.test(inRow) ? null : inRow) ?? hashes?.of(formerId) ?? null;
  if (stored === null || keyed === undefined) return stored;
  if (key !== null) return keyedHash({ scheme: keyed.scheme, keyId: key.id, text: stored });
  if (keyed.isRequired) throw new RowRejected(text("import.row.needs_key"));
  return stored;
}

const sentenceOf = (error: RowRejected | HashRejected): Sentence =>
  error instanceof HashRejected ? error.sentence : error.sentences[0]!;

/** The id there is the one here, or the external id. */
function withId(person: ImportedPerson, { keepIds = false }: SourceOptions): ImportedPerson {
  const { formerId, externalId } = person;
  if (keepIds && formerId !== null && isOrdinaryUuid(formerId))
    return { ...person, id: formerId.toLowerCase() };
  const id = externalId ?? formerId;
  if (id === null || isExternalId(id)) return { ...person, externalId: id };
  return { ...person, externalId: null, lost: [...person.lost, "own id"] };
}

/** Whether it is a UUID, and neither of the two that stand for none. */
const isOrdinaryUuid = (id: string): boolean => isUuid(id) && ![0, 15].includes(versionOf(id));

const isExternalId = (id: string): boolean =>
  id.length <= ACCOUNT_FIELDS.external_id.maxLength && new RegExp(NAME_PATTERN).test(id);

/** A file of any application can have the key of an authenticator app, as Clerk's has, and recovery codes. */
function withFactorIn(row: SourceRow, person: ImportedPerson): ImportedPerson {
  const [key, recoveryCodes] = [row.text("totp_secret"), recoveryCodesIn(row.value("recovery_codes"))];
  if (key === null) return person;
  const { lost, ...carried } = carriedFactor({ key: totpKey(key), recoveryCodes });
  const others = person.lost.filter((name) => name !== "second factor" && name !== "recovery codes");
  return { ...person, ...carried, lost: [...others, ...lost] };
}

/** A file of any application can have passkeys as better-auth's table has them. Those of another domain are lost. */
function withPasskeysIn(
  row: SourceRow,
  person: ImportedPerson,
  { domain, withoutPasskeys = false }: Reading,
  domainOfFile: string | null,
): ImportedPerson {
  const listed = readPasskeys(listedPasskeys(row));
  const all = [...person.passkeys, ...listed.passkeys];
  const passkeys = withoutPasskeys
    ? []
    : all.filter((passkey) => (passkey.domain ?? domainOfFile ?? domain) === domain);
  const lost = [...person.lost, ...listed.lost];
  if (passkeys.length < all.length) lost.push("passkeys");
  return { ...person, passkeys, lost: [...new Set(lost)] };
}
