import { jsonIn } from "../../../lib/text/json.js";
import type { CarriedIdentity, FormerIdentity, ImportedPerson } from "./imported-person.js";

/** A configured provider. */
export interface KnownProvider {
  id: string;
  /** Null for GitHub. */
  issuer: string | null;
}

/** The texts in a list, in a JSON text of one, or between commas. Lists of one text are Django's natural keys. */
export function textsIn(value: unknown): string[] {
  const list = typeof value === "string" ? parsed(value) : value;
  if (!Array.isArray(list)) return [];
  return list
    .map((one: unknown) => (Array.isArray(one) ? (one as unknown[]).at(-1) : one))
    .filter((one) => typeof one === "string" || typeof one === "number")
    .map((one) => String(one).trim())
    .filter((one) => one !== "");
}

function parsed(text: string): unknown {
  const value = jsonIn(text);
  return typeof value === "object" ? value : text.split(",");
}

const PROVIDER_FIELDS = ["issuer", "identityProvider", "provider", "providerId"];
const SUBJECT_FIELDS = ["subject", "sub", "userId", "user_id", "uid", "provider_id", "rawId"];

/** The accounts at providers in a list of objects, or in a JSON text of one. */
export function identitiesIn(value: unknown): FormerIdentity[] {
  const list = typeof value === "string" ? parsed(value) : value;
  if (!Array.isArray(list)) return [];
  return list
    .filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null)
    .map((one) => ({
      provider: firstText(one, PROVIDER_FIELDS) ?? "?",
      subject: firstText(one, SUBJECT_FIELDS),
    }));
}

function firstText(object: Record<string, unknown>, names: readonly string[]): string | null {
  const found = names.map((name) => object[name]).find((one) => one !== undefined && one !== null);
  return typeof found === "string" || typeof found === "number" ? String(found) : null;
}

/** Providers that applications call by the same names. */
const ISSUERS: Readonly<Record<string, string | null>> = {
  google: "https://accounts.google.com",
  apple: "https://appleid.apple.com",
  gitlab: "https://gitlab.com",
  github: null,
};

/** The issuer of a provider; null for GitHub, undefined for an unknown one. */
function issuerOf(name: string, issuers: ReadonlyMap<string, string>): string | null | undefined {
  const given = issuers.get(name) ?? name;
  if (/^https?:\/\//.test(given)) return given.replace(/\/$/, "");
  return ISSUERS[given.toLowerCase().replace(/(\.com|[-_]oauth2?)$/, "")];
}

/** What an import knows of roles and providers. */
export interface Mappings {
  /** Their role → ours; null for one that isn't wanted. The first that an account has decides. */
  roles?: ReadonlyMap<string, string | null>;
  /** Their name of a provider → its issuer. */
  issuers?: ReadonlyMap<string, string>;
  /** The providers that are configured here. */
  providers?: readonly KnownProvider[];
}

/** What can't be carried, by name. */
export interface Unmapped {
  roles: string[];
  providers: string[];
}

/** Gives the account the role and the identities that it has here. */
export function mapped(
  person: ImportedPerson,
  { roles = new Map(), issuers = new Map(), providers = [] }: Mappings,
): { person: ImportedPerson; unmapped: Unmapped } {
  const wanted = [...roles].filter(([theirs, ours]) => ours !== null && person.formerRoles.includes(theirs));
  const unmappedRoles = person.formerRoles.filter((name) => !roles.has(name));
  const [role = person.role] = wanted.map(([, ours]) => ours);
  const isRoleLost = unmappedRoles.length > 0 || new Set(wanted.map(([, ours]) => ours)).size > 1;
  const identities: CarriedIdentity[] = [];
  const unmappedProviders = [];
  for (const { provider: name, subject } of person.formerIdentities) {
    const issuer = issuerOf(name, issuers);
    const known = providers.find((one) => withoutSlash(one.issuer) === issuer);
    const isSecond = identities.some(({ providerId }) => providerId === known?.id);
    if (known && subject !== null && subject.length <= 255 && !isSecond)
      identities.push({ providerId: known.id, provider: name, subject });
    else unmappedProviders.push(name);
  }
  const lost = [
    ...person.lost,
    ...(isRoleLost ? (["roles"] as const) : []),
    ...(unmappedProviders.length > 0 ? (["identities"] as const) : []),
  ];
  return {
    person: { ...person, role, identities, lost: [...new Set(lost)] },
    unmapped: { roles: unmappedRoles, providers: unmappedProviders },
  };
}

const withoutSlash = (issuer: string | null): string | null => issuer?.replace(/\/$/, "") ?? null;
