import { createHash } from "node:crypto";
import { MINUTE, now } from "../../../lib/clock.js";
import { Signer } from "../../../lib/signatures.js";
import { path } from "../addresses.js";
import type { WebCall } from "../call.js";

/** How long the user has to prove who they are. */
const LIFETIME = 10 * MINUTE;
/** The parameter with which the user comes back. */
const SINCE = "signed_in_since";

/** The parameter with the id of the organisation that the user has chosen for the request. */
export const CHOSEN_ORGANISATION = "chosen_organisation";

/** When the user was sent to prove who they are, bound to the request and the session. */
interface Since {
  at: number;
  /** Null for a guest, who was sent to sign in. */
  sessionId: string | null;
  request: string;
}

/** The address of this authorization request, with which the user comes back after proving who they are. */
export function addressAfterProof(call: WebCall): string {
  const since: Since = {
    at: now(),
    sessionId: call.session.current?.publicId ?? null,
    request: fingerprint(call.queryString),
  };
  const query = withoutProof(call.queryString);
  query.set(SINCE, signerOf(call).seal(since));
  return `${path("oauth.authorize")}?${query.toString()}`;
}

/**
 * Whether the user has proved who they are since this request was first sent: by a password, passkey or fresh sign-in at a
 * provider in the session that was sent to do so, or by signing in as the guest who was. Signing in at a provider isn't
 * enough, because the provider may not have asked for anything.
 */
export function hasProved(call: WebCall, query: string): boolean {
  const since = signerOf(call).open(new URLSearchParams(query).get(SINCE)) as Since | null;
  const { publicId, createdAt, confirmedAt } = call.session.current!;
  return (
    since !== null &&
    (since.sessionId === null ? since.at < createdAt : since.sessionId === publicId) &&
    since.request === fingerprint(query) &&
    since.at < confirmedAt &&
    now() - since.at <= LIFETIME
  );
}

/** Of the request as its client sent it: choosing an organisation doesn't make it another one. */
function fingerprint(query: string): string {
  const sent = withoutProof(query);
  sent.delete(CHOSEN_ORGANISATION);
  return createHash("sha256").update(sent.toString()).digest("base64url");
}

/** The query of the request without the proof. */
export function withoutProof(query: string): URLSearchParams {
  const parameters = new URLSearchParams(query);
  parameters.delete(SINCE);
  return parameters;
}

const signerOf = ({ services }: WebCall): Signer => new Signer(services.encryption, "oauth-sign-in");
