import { normalForm } from "../../lib/text/normal-form.js";
import { normalizeEmail } from "../../models/user.js";
import type { SignInProvider } from "../../models/sign-in-provider.js";
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, NAME_PATTERN } from "../accounts/person.js";
import { ProviderRejected } from "./rejected.js";

/** An account at a provider, as the provider describes it. */
export interface ExternalAccount {
  /** The provider's id of the account. */
  subject: string;
  /** Normalised; null when there is none, or the provider hasn't verified it. */
  email: string | null;
  /** Whether the provider named an address that it hasn't verified. */
  hasUnverifiedEmail: boolean;
  firstName: string;
  lastName: string;
}

interface Described {
  subject: string;
  email: unknown;
  isVerified: boolean;
  givenName?: unknown;
  familyName?: unknown;
  name?: unknown;
  /** The name by which the user signs in there. */
  username?: unknown;
}

const EMAIL = new RegExp(EMAIL_PATTERN);
const NAME = new RegExp(NAME_PATTERN);

/** The name as an account here can have it; empty when it can't. */
function nameIn(value: unknown): string {
  if (typeof value !== "string" || !value.isWellFormed()) return "";
  const start = [...value.trim()].slice(0, MAX_NAME_LENGTH).join("").trim();
  const name = normalForm(start, MAX_NAME_LENGTH);
  return NAME.test(name) ? name : "";
}

/** OpenID Connect Core, section 2. */
const MAX_SUBJECT_LENGTH = 255;

/**
 * Names that the provider leaves out are taken from the full name, the user name and the address.
 * @throws when the id of the account can't be stored unaltered
 */
export function externalAccount(described: Described): ExternalAccount {
  const { subject, isVerified } = described;
  if (subject.length > MAX_SUBJECT_LENGTH || !subject.isWellFormed())
    throw new Error("the provider's id of the account is longer than 255 characters, or not valid text");
  const address = addressIn(described.email);
  const email = isVerified ? address : null;
  const words = nameIn(described.name).split(/\s+/);
  const username = nameIn(described.username) || (email ?? "").split("@")[0]!;
  const lastName = nameIn(described.familyName) || (words.length > 1 ? words.at(-1)! : "");
  const firstName = nameIn(described.givenName) || words.slice(0, Math.max(1, words.length - 1)).join(" ");
  return {
    subject,
    email,
    hasUnverifiedEmail: !isVerified && address !== null,
    firstName: firstName || username || "?",
    lastName: lastName || username || "?",
  };
}

function addressIn(value: unknown): string | null {
  if (typeof value !== "string" || !value.isWellFormed()) return null;
  const email = normalizeEmail(value);
  return EMAIL.test(email) && [...email].length <= MAX_EMAIL_LENGTH ? email : null;
}

/** @throws ProviderRejected when the provider can only be used with verified addresses of other domains */
export function assertDomain(provider: SignInProvider, account: ExternalAccount): void {
  const { name, allowed_domains: allowed } = provider;
  if (allowed.length === 0) return;
  const domain = verifiedEmailOf(provider, account).split("@").at(-1)!;
  if (!allowed.includes(domain))
    throw new ProviderRejected("domain", { provider: name, domains: allowed.join(", ") });
}

/** The verified address. @throws ProviderRejected without one */
export function verifiedEmailOf(
  { name }: SignInProvider,
  { email, hasUnverifiedEmail }: ExternalAccount,
): string {
  if (email !== null) return email;
  throw new ProviderRejected(hasUnverifiedEmail ? "unverified" : "no_email", { provider: name });
}
