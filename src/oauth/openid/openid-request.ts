import { ProtocolError } from "../../domain/oauth/protocol-error.js";
import { SECOND } from "../../lib/clock.js";
import type { Parameters } from "../parameters.js";
import type { RequestedClaims } from "../../domain/oauth/grants/logins.js";
import { readClaims, type RequiredSignIn } from "./requested-claims.js";

/** The values of OpenID Connect, which the metadata announces. */
export const PROMPTS = ["none", "login", "consent", "select_account"] as const;
/** Not announced: clients such as Nimbus for Java 11.26 reject metadata with a value that they don't know. */
const KNOWN = [...PROMPTS, "select_organisation"] as const;
export type Prompt = (typeof KNOWN)[number];

const MAX_NONCE = 512;

/** What an authorization request with the scope `openid` asks for (OpenID Connect Core, section 3.1.2.1). */
export interface OpenidRequest extends RequiredSignIn {
  nonce: string | null;
  prompts: ReadonlySet<Prompt>;
  /** The longest time since the user proved who they are, in milliseconds; null for any. */
  maxAgeMs: number | null;
  idTokenHint: string | null;
  /** Claims that are requested one by one; null for none. */
  claims: RequestedClaims | null;
}

/**
 * Parameters that pass the request in another way (sections 6 and 7.2.1). Ignoring one would ignore what the client asked
 * for, so it is rejected with its own error, also without the scope `openid`.
 */
const REJECTED = {
  request: "request_not_supported",
  request_uri: "request_uri_not_supported",
  registration: "registration_not_supported",
} as const;

/** @throws ProtocolError */
export function assertPlainRequest(parameters: Parameters): void {
  for (const [name, code] of Object.entries(REJECTED))
    if (parameters.get(name) !== undefined) throw new ProtocolError(code, `${name} isn't supported.`);
}

/** Whether the client wants the user to have signed in recently, or just now. */
export const asksForFreshSignIn = ({ openid }: { openid: OpenidRequest | null }): boolean =>
  openid !== null && (openid.prompts.has("login") || openid.maxAgeMs !== null);

/** @throws ProtocolError invalid_request */
export function openidRequestOf(parameters: Parameters): OpenidRequest {
  const nonce = parameters.get("nonce") ?? null;
  if ((nonce?.length ?? 0) > MAX_NONCE)
    throw new ProtocolError("invalid_request", `nonce has more than ${MAX_NONCE} characters.`);
  return {
    nonce,
    prompts: promptsOf(parameters.get("prompt")),
    maxAgeMs: maxAgeOf(parameters.get("max_age")),
    idTokenHint: parameters.get("id_token_hint") ?? null,
    ...readClaims(parameters.get("claims")),
  };
}

function promptsOf(sent = ""): Set<Prompt> {
  const words = new Set(sent.split(" ").filter(Boolean));
  const unknown = [...words].some((word) => !(KNOWN as readonly string[]).includes(word));
  if (unknown) throw new ProtocolError("invalid_request", `prompt can be ${KNOWN.join(", ")}.`);
  if (words.has("none") && words.size > 1)
    throw new ProtocolError("invalid_request", "prompt=none can't have other values.");
  return words as Set<Prompt>;
}

function maxAgeOf(sent: string | undefined): number | null {
  if (sent === undefined) return null;
  if (!/^\d{1,9}$/.test(sent))
    throw new ProtocolError("invalid_request", "max_age must be a number of seconds.");
  return Number(sent) * SECOND;
}
