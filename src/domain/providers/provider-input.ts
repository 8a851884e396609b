import type { Environment } from "../../config/env.js";
import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { caselessForm, normalForm } from "../../lib/text/normal-form.js";
import { PROVIDER_KINDS, type ProviderKind } from "../../models/sign-in-provider.js";
import { text, type Text } from "../../texts/translate.js";
import { UNPRINTABLE } from "../settings/setting-kinds.js";
import { mayBeInsecure } from "./connection.js";

export const MAX_PROVIDER_NAME = 64;
export const MAX_CLIENT_ID = 255;
export const MAX_CLIENT_SECRET = 1000;
export const MAX_SCOPES = 255;
export const MAX_ISSUER = 500;
export const MAX_DOMAINS = 50;
const MAX_DOMAIN = 253;

export const DEFAULT_SCOPES: Record<ProviderKind, string> = {
  oidc: "openid profile email",
  github: "user:email",
};

/** The settings of a provider. */
export interface ProviderInput {
  kind: ProviderKind;
  name: string;
  /** Not used for GitHub. */
  issuer: string | null;
  clientId: string;
  /** Blank keeps the stored one. */
  clientSecret: string;
  /** Blank for the default. */
  scopes: string;
  isEnabled: boolean;
  /** One domain per line; empty for all. */
  allowedDomains: readonly string[];
  createsAccounts: boolean;
  /** Not used for GitHub, which says which addresses are verified. */
  emailsAreVerified: boolean;
  /** The name of the role of new accounts; null for the default role. */
  role: string | null;
}

/** Editable fields. Absent ones and a blank secret stay as they are; kind and issuer always do. */
export type ProviderChanges = Partial<Omit<ProviderInput, "kind" | "issuer">>;

const WELL_KNOWN = /\/\.well-known\/openid-configuration\/?$/;
const DOMAIN =
  /^(?=.{1,253}$)[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;
/** Issuers of Microsoft Entra ID for all tenants, and the template in their metadata. */
const OF_ALL_TENANTS =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)|\{tenantid\}/i;
/** The characters of scopes (RFC 6749, section 3.3). */
const SCOPES = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * The validated input in the form in which it is stored.
 * @param hasSecret whether a blank secret keeps a stored one
 * @throws ValidationFailed with all problems
 */
export function validateProvider(env: Environment, input: ProviderInput, hasSecret: boolean): ProviderInput {
  const isOpenId = input.kind === "oidc";
  const name = normalForm(input.name.trim(), MAX_PROVIDER_NAME);
  const issuer = isOpenId ? (input.issuer ?? "").trim().replace(WELL_KNOWN, "") : null;
  const clientId = input.clientId.trim();
  const clientSecret = input.clientSecret.trim();
  const isKnown = PROVIDER_KINDS.includes(input.kind);
  const scopes = input.scopes.trim().replaceAll(/\s+/g, " ") || DEFAULT_SCOPES[isKnown ? input.kind : "oidc"];
  const allowedDomains = [...new Set(input.allowedDomains.map(domainIn).filter((domain) => domain !== ""))];
  const problems: Record<string, Text[]> = {
    kind: isKnown ? [] : [text("validation.choice")],
    name: lineProblems(name, MAX_PROVIDER_NAME),
    issuer: issuer === null ? [] : issuerProblems(env, issuer),
    client_id: lineProblems(clientId, MAX_CLIENT_ID),
    client_secret: clientSecret === "" && hasSecret ? [] : lineProblems(clientSecret, MAX_CLIENT_SECRET),
    scopes: scopeProblems(scopes, isOpenId),
    allowed_domains: domainProblems(allowedDomains),
  };
  const wrong = Object.entries(problems).filter(([, sentences]) => sentences.length > 0);
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
  const emailsAreVerified = isOpenId && input.emailsAreVerified;
  return { ...input, name, issuer, clientId, clientSecret, scopes, allowedDomains, emailsAreVerified };
}

function lineProblems(value: string, max: number): Text[] {
  if (value === "") return [text("validation.required")];
  if ([...value].length > max) return [text("validation.too_long", { max })];
  return UNPRINTABLE.test(value) ? [text("validation.characters")] : [];
}

/** An issuer has neither a query nor a fragment (OpenID Connect Core, section 1.2). */
function issuerProblems(env: Environment, issuer: string): Text[] {
  const problems = lineProblems(issuer, MAX_ISSUER);
  if (problems.length > 0) return problems;
  if (!URL.canParse(issuer)) return [text("providers.validation.issuer")];
  const { protocol, username, password, search, hash } = new URL(issuer);
  if (protocol !== "https:" && !mayBeInsecure(env, issuer)) return [text("providers.validation.insecure")];
  if (username + password + search + hash !== "" || /[?#\s\\]/.test(issuer))
    return [text("providers.validation.issuer")];
  return OF_ALL_TENANTS.test(issuer) ? [text("providers.validation.tenant")] : [];
}

function scopeProblems(scopes: string, isOpenId: boolean): Text[] {
  if (scopes.length > MAX_SCOPES) return [text("validation.too_long", { max: MAX_SCOPES })];
  if (!SCOPES.test(scopes)) return [text("validation.characters")];
  return isOpenId && !scopes.split(" ").includes("openid") ? [text("providers.validation.openid")] : [];
}

/** As the domains of normalised addresses are written. */
const domainIn = (line: string): string => caselessForm(line.trim().replace(/^@/, ""), MAX_DOMAIN);

function domainProblems(domains: readonly string[]): Text[] {
  if (domains.length > MAX_DOMAINS) return [text("providers.validation.many", { max: MAX_DOMAINS })];
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  return wrong === undefined ? [] : [text("providers.validation.domain", { domain: wrong.slice(0, 80) })];
}
