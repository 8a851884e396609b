import { ValidationFailed, type FieldSentences } from "../../../lib/failures.js";
import { normalForm } from "../../../lib/text/normal-form.js";
import { text, type Text } from "../../../texts/translate.js";
import type { ClientType } from "../../../models/oauth-client.js";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../../models/client-options.js";
import { MAX_NAME_LENGTH, NAME_PATTERN } from "../../accounts/person.js";
import { changedOptions, type OptionInput } from "./client-options.js";
import { DEVICE_GRANT, GRANT_TYPES, grantTypesOf, type GrantType } from "../grants/grant-types.js";
import { redirectUriProblem } from "./redirect-uris.js";

export const MAX_REDIRECT_URIS = 20;

/** The input for a new client. */
export interface ClientInput {
  name: string;
  type: ClientType;
  /** One address per line. Empty lines are ignored, except in line numbers. */
  redirectUris: readonly string[];
  /** Where users can return after the client has signed them out; the same form and rules. */
  postLogoutRedirectUris?: readonly string[];
  grantTypes: readonly GrantType[];
  mayIntrospect: boolean;
  /** The page about the application; null or blank for none. */
  homepageUrl?: string | null;
  /** Absent ones stay as they are. */
  options?: OptionInput;
  /** The name of the role with which the client acts for itself; null for none. */
  role?: string | null;
  /** The same in the organisation that the client belongs to. */
  organisationRole?: string | null;
}

/** Input in the form in which it is stored. */
export type ValidClient = Omit<ClientInput, "options"> & { options: ClientOptions };

/** @param before the options of the client. @throws ValidationFailed with all problems */
export function validateClient(input: ClientInput, before: ClientOptions = DEFAULT_OPTIONS): ValidClient {
  const name = normalForm(input.name.trim(), MAX_NAME_LENGTH);
  const redirectUris = input.redirectUris.map((line) => line.trim());
  const postLogoutRedirectUris = (input.postLogoutRedirectUris ?? []).map((line) => line.trim());
  const homepageUrl = input.homepageUrl?.trim() || null;
  const { options, problems: wrongOptions } = changedOptions(input.type, before, input.options ?? {});
  const problems: Record<string, Text[]> = {
    ...wrongOptions,
    name: nameProblems(name),
    type: typeProblems(input.type),
    grant_types: grantProblems(input),
    redirect_uris: redirectProblems(redirectUris, input),
    post_logout_redirect_uris: addressProblems(postLogoutRedirectUris, input.type),
    homepage_url: homepageProblems(homepageUrl),
    may_introspect: introspectionProblems(input),
    role: roleProblems(input),
  };
  const wrong = Object.entries(problems).filter(([, sentences]) => sentences.length > 0);
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
  return {
    ...input,
    options,
    name,
    homepageUrl,
    redirectUris: redirectUris.filter((uri) => uri !== ""),
    postLogoutRedirectUris: postLogoutRedirectUris.filter((uri) => uri !== ""),
    grantTypes: GRANT_TYPES.filter((grant) => input.grantTypes.includes(grant)),
  };
}

function nameProblems(name: string): Text[] {
  if (name === "") return [text("validation.required")];
  if ([...name].length > MAX_NAME_LENGTH) return [text("validation.too_long", { max: MAX_NAME_LENGTH })];
  return new RegExp(NAME_PATTERN).test(name) ? [] : [text("validation.characters")];
}

const typeProblems = (type: string): Text[] =>
  type === "confidential" || type === "public" ? [] : [text("validation.choice")];

function grantProblems({ type, grantTypes }: ClientInput): Text[] {
  if (grantTypes.length === 0) return [text("clients.validation.grants.none")];
  if (grantTypes.some((grant) => !GRANT_TYPES.includes(grant))) return [text("validation.choice")];
  const problems: Text[] = [];
  if (type === "public" && grantTypes.some((grant) => !grantTypesOf(type).includes(grant)))
    problems.push(text("clients.validation.grants.public"));
  if (grantTypes.includes("refresh_token") && !grantTypes.some(givesRefreshToken))
    problems.push(text("clients.validation.grants.refresh"));
  return problems;
}

/** The client-credentials grant issues no refresh token (RFC 6749, section 4.4.3). */
const givesRefreshToken = (grant: GrantType): boolean =>
  grant === "authorization_code" || grant === DEVICE_GRANT;

/** An invalid type is reported once, by its own field. */
const introspectionProblems = ({ type, mayIntrospect }: ClientInput): Text[] =>
  mayIntrospect && type === "public" ? [text("clients.validation.introspect")] : [];

const roleProblems = ({ type, role, organisationRole }: ClientInput): Text[] =>
  (role ?? organisationRole ?? null) !== null && type === "public" ? [text("clients.validation.role")] : [];

/** The rules of redirect addresses apply: https, or http on a loopback address. */
function homepageProblems(url: string | null): Text[] {
  const problem = url === null ? null : redirectUriProblem(url);
  return problem === null ? [] : [text(`clients.validation.homepage.${problem}`)];
}

function redirectProblems(lines: readonly string[], { type, grantTypes }: ClientInput): Text[] {
  if (lines.every((line) => line === "") && grantTypes.includes("authorization_code"))
    return [text("clients.validation.redirect.none")];
  return addressProblems(lines, type);
}

/** Line numbers include empty lines, as the user sees them. */
function addressProblems(lines: readonly string[], type: ClientType): Text[] {
  const uris = lines.filter((line) => line !== "");
  if (uris.length > MAX_REDIRECT_URIS)
    return [text("clients.validation.redirect.many", { max: MAX_REDIRECT_URIS })];
  return lines.flatMap((uri, index) => {
    const problem = lineProblem(uri, type, lines.indexOf(uri) < index);
    return uri === "" || problem === null ? [] : [text(problem, { line: index + 1 })];
  });
}

function lineProblem(uri: string, type: ClientType, isRepeated: boolean) {
  const problem = redirectUriProblem(uri, { allowsPrivateUse: type === "public" });
  const hasOtherScheme = problem !== null && /^[A-Za-z][\w+.-]*:/.test(uri) && !/^https?:/.test(uri);
  if (hasOtherScheme) return "clients.validation.redirect.scheme";
  if (problem === "malformed") return "clients.validation.redirect.malformed";
  if (problem === "insecure") return "clients.validation.redirect.insecure";
  return isRepeated ? "clients.validation.redirect.twice" : null;
}
