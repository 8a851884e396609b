import type { RequestedClaims } from "../../domain/oauth/grants/logins.js";
import { ProtocolError } from "../../domain/oauth/protocol-error.js";
import { isObject, jsonIn } from "../../lib/text/json.js";

/** The claims about a user that each scope gives access to (OpenID Connect Core, section 5.4). */
export const CLAIMS_OF_SCOPES: Record<string, readonly string[]> = {
  profile: ["name", "given_name", "family_name", "picture", "zoneinfo", "locale", "updated_at"],
  // the address is the user name, so it isn't given with the scope profile alone
  email: ["email", "email_verified", "preferred_username"],
};

/** The claims that a request must name one by one, with the scope whose consent covers them. */
const CLAIMS_BY_NAME: Record<string, readonly string[]> = { profile: ["external_id"] };
const CLAIMS = [CLAIMS_OF_SCOPES, CLAIMS_BY_NAME].flatMap((claims) => Object.values(claims).flat());

/** What must be true of the sign-in (section 5.5.1). */
export interface RequiredSignIn {
  /** The `sub` of the user; null for any. */
  subject: string | null;
  /** The acceptable values of `acr`; null for any. */
  acr: readonly string[] | null;
}

interface Member {
  essential?: boolean;
  value?: unknown;
  values?: unknown;
}
type Members = Record<string, Member | null>;

/** Reads the parameter `claims`. Unknown claims are ignored. @throws ProtocolError invalid_request */
export function readClaims(sent: string | undefined): { claims: RequestedClaims | null } & RequiredSignIn {
  if (sent === undefined) return { claims: null, subject: null, acr: null };
  const { id_token: idToken = {}, userinfo = {} } = parse(sent);
  const claims = { id_token: namesIn(idToken), userinfo: namesIn(userinfo) };
  const subject = idToken["sub"]?.value;
  return {
    claims: claims.id_token.length + claims.userinfo.length > 0 ? claims : null,
    subject: typeof subject === "string" ? subject : null,
    acr: requiredAcr(idToken["acr"]),
  };
}

function parse(sent: string): Partial<Record<"id_token" | "userinfo", Members>> {
  const value = jsonIn(sent);
  const isRequest =
    isObject(value) &&
    Object.entries(value).every(
      ([place, members]) =>
        !["id_token", "userinfo"].includes(place) ||
        (isObject(members) && Object.values(members).every((one) => one === null || isObject(one))),
    );
  if (!isRequest)
    throw new ProtocolError("invalid_request", "claims must be a JSON object of claim requests.");
  return value as object;
}

const namesIn = (members: Members): string[] => CLAIMS.filter((name) => name in members);

/** A voluntary `acr` isn't required. */
function requiredAcr(member: Member | null | undefined): string[] | null {
  if (member?.essential !== true) return null;
  const values = Array.isArray(member.values) ? member.values : [member.value];
  const texts = values.filter((value) => typeof value === "string");
  return texts.length > 0 ? texts : null;
}

/** The scopes that the claims belong to. */
export const scopesOfClaims = (claims: RequestedClaims | null): string[] =>
  Object.keys(CLAIMS_OF_SCOPES).filter((scope) =>
    [...CLAIMS_OF_SCOPES[scope]!, ...(CLAIMS_BY_NAME[scope] ?? [])].some(
      (name) => claims?.id_token.includes(name) || claims?.userinfo.includes(name),
    ),
  );
