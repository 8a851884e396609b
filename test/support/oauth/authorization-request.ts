import { createHash } from "node:crypto";
import type { Response } from "supertest";
import type { Visitor } from "../app/web.js";

/** Of every request for a code here; the challenge belongs to it by S256. */
export const VERIFIER = "a-verifier-of-forty-three-or-more-characters";
export const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

export type Query = Record<string, string | string[] | undefined>;

/** What a client sends somebody to; a changed parameter may be left out (undefined) or sent several times. */
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

/** The question that the form of a page carries; empty when it asks nothing. */
export const consentOf = ({ text }: Response): string =>
  /name="consent" value="([^"]+)"/.exec(text ?? "")?.[1] ?? "";

/** Sends the answer to the question of the page. */
export const answer = (
  visitor: Visitor,
  page: Response,
  decision: string,
  path = "/oauth/authorize",
): Promise<Response> => visitor.submit(path, { consent: consentOf(page), decision });

/** What the client is told in its address. */
export const redirectParameters = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(new URL(headers["location"] as string).searchParams);
