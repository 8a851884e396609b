import { createHash } from "node:crypto";
import type { Response } from "supertest";
import type { Visitor } from "../app/web.js";

/** The code verifier of every authorization request here; CHALLENGE is its S256 hash. */
export const VERIFIER = "a-verifier-of-forty-three-or-more-characters";
export const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

export type Query = Record<string, string | string[] | undefined>;

/** The path of an authorization request. A changed parameter can be omitted (undefined) or repeated (a list). */
export function authorizePath(
  client: { id: string; redirect_uris: readonly string[] },
  changes: Query = {},
): string {
  const query = new URLSearchParams();
  const all: Query = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: client.redirect_uris[0],
    state: "xyz",
    scope: "users.read",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...changes,
  };
  for (const [name, value] of Object.entries(all))
    for (const one of [value].flat()) if (one !== undefined) query.append(name, one);
  return `/oauth/authorize?${query.toString()}`;
}

/** The id of the consent request in the page's form; empty when the page has none. */
export const consentOf = ({ text }: Response): string =>
  /name="consent" value="([^"]+)"/.exec(text ?? "")?.[1] ?? "";

/** Submits the decision of the consent page. */
export const answer = (
  visitor: Visitor,
  page: Response,
  decision: string,
  path = "/oauth/authorize",
): Promise<Response> => visitor.submit(path, { consent: consentOf(page), decision });

/** The query parameters of the redirect to the client. */
export const redirectParameters = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(new URL(headers["location"] as string).searchParams);
