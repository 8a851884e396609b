import { decodeJwt } from "jose";
import type { Config } from "../config/config.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { isFapi2 } from "../domain/oauth/clients/security-profile.js";
import { describesItself } from "../domain/oauth/clients/client-ids.js";
import { matchesRedirectUri } from "../domain/oauth/clients/redirect-uris.js";
import { requestedResources, type Resources } from "../domain/oauth/tokens/resources.js";
import { heldScopes, parseScope, resolveUserScopes } from "../domain/oauth/tokens/scopes.js";
import type { CodeBinding } from "../models/client-options.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import { assertPlainRequest, openidRequestOf, type OpenidRequest } from "./openid/openid-request.js";
import { organisationRequestOf, type OrganisationRequest } from "./organisation-request.js";
import type { Parameters } from "./parameters.js";

/** How the client gets the answer: in the query of its address, or in a form (OAuth 2.0 Form Post Response Mode). */
export const RESPONSE_MODES = ["query", "form_post"] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** An answer for the client at its redirect address. */
export interface ClientAnswer {
  redirectUri: string;
  responseMode: ResponseMode;
  values: Record<string, string>;
}

/** A validated authorization request. */
export interface AuthorizationRequest {
  client: RegisteredClient;
  /** The address that receives the answer. */
  redirectUri: string;
  /** The scopes to grant: the requested ones that are useful to the user. */
  scopes: string[];
  resources: Resources;
  /** SHA-256 of the key with which the code must be redeemed; null for any. */
  keyThumbprint: Buffer | null;
  /** The scopes whose meaning the user reads: also those of claims that are requested one by one. */
  disclosed: string[];
  /** The requested scopes that the user can't use. They aren't granted. */
  unusable: string[];
  state: string | undefined;
  responseMode: ResponseMode;
  /** Null without the scope `openid`. */
  openid: OpenidRequest | null;
  /** Null without a scope of organisations. */
  organisation: OrganisationRequest | null;
  parameters: Parameters;
  /** The `request_uri` of a pushed request; null for another. */
  pushed: string | null;
}

/** The requested address if it is registered, or the only registered one if none is requested. */
export function trustedRedirect(client: RegisteredClient, parameters: Parameters): string | null {
  const { redirect_uris: registered } = client;
  if (parameters.isRepeated("redirect_uri")) return null;
  const sent = parameters.get("redirect_uri");
  const options = { takesLocalhost: describesItself(client) };
  if (sent !== undefined) return matchesRedirectUri(registered, sent, options) ? sent : null;
  return registered.length === 1 ? registered[0]! : null;
}

/** FAPI 2.0 Security Profile, section 5.3.2.2. @throws ProtocolError invalid_request */
export function assertNamesRedirect(client: RegisteredClient, parameters: Parameters): void {
  if (isFapi2(client)) parameters.require("redirect_uri");
}

/**
 * Validates everything but the client and its redirect address.
 * @returns the requested scopes and resources, the key, and what OpenID Connect adds
 * @throws ProtocolError, which is sent to the client
 */
export function readRequest(
  client: RegisteredClient,
  parameters: Parameters,
  { tokens: rules, env }: Config,
): Pick<AuthorizationRequest, "scopes" | "resources" | "keyThumbprint" | "openid" | "organisation"> {
  parameters.assertNoneRepeated();
  assertPlainRequest(parameters);
  assertResponseType(parameters);
  assertMayAuthorize(client);
  const scopes = resolveUserScopes(parseScope(parameters.get("scope")), rules);
  assertBounded(client, scopes, rules);
  const openid = scopes.includes("openid") ? openidRequestOf(parameters) : null;
  assertCodeChallenge(client, parameters, openid);
  const resources = requestedResources(client, parameters.resources, env.APP_URL);
  const organisation = organisationRequestOf(scopes, parameters);
  return { scopes, resources, keyThumbprint: keyNamedIn(client, parameters), openid, organisation };
}

/** Without scopes, a token can do everything that its account can. @throws ProtocolError invalid_scope */
function assertBounded(
  { organisation_id: organisation }: RegisteredClient,
  scopes: readonly string[],
  rules: Config["tokens"],
): void {
  if (organisation !== null && heldScopes([...scopes], rules).includes("*"))
    throw new ProtocolError("invalid_scope", "An application of an organisation must ask for scopes.");
}

/** The parameter `dpop_jkt` (RFC 9449, section 10). */
function keyNamedIn({ options }: RegisteredClient, parameters: Parameters): Buffer | null {
  const thumbprint = parameters.get("dpop_jkt");
  if (thumbprint === undefined || !options.dpop_bound_access_tokens) return null;
  if (!/^[A-Za-z0-9\-_]{43}$/.test(thumbprint))
    throw new ProtocolError("invalid_request", "dpop_jkt must be a SHA-256 thumbprint in base64url.");
  return Buffer.from(thumbprint, "base64url");
}

const CHALLENGE = ["code_challenge", "code_challenge_method"];

/** RFC 6749, section 3.1.1. */
function assertResponseType(parameters: Parameters): void {
  if (parameters.require("response_type") !== "code")
    throw new ProtocolError("unsupported_response_type", "response_type must be code.");
  const mode = parameters.get("response_mode") ?? "query";
  if (!(RESPONSE_MODES as readonly string[]).includes(mode))
    throw new ProtocolError("invalid_request", "response_mode must be query or form_post.");
}

/** The requested mode. An unknown one is an error, which is sent in the query. */
export const responseModeOf = (parameters: Parameters): ResponseMode =>
  !parameters.isRepeated("response_mode") && modeIn(parameters) === "form_post" ? "form_post" : "query";

/** A request object is rejected, but the client reads the error in the mode that it asks for there. */
function modeIn(parameters: Parameters): unknown {
  const [mode, object] = [parameters.get("response_mode"), parameters.get("request")];
  if (mode !== undefined || object === undefined) return mode;
  try {
    return decodeJwt(object)["response_mode"];
  } catch {
    return undefined;
  }
}

function assertMayAuthorize({ grant_types: grants }: RegisteredClient): void {
  if (!grants.includes("authorization_code"))
    throw new ProtocolError("unauthorized_client", "The client isn't allowed to use this grant type.");
}

const S256_CHALLENGE = "code_challenge with code_challenge_method=S256";
/** What binds the code, by the client's option, in words for its developer. */
const SENT: Record<CodeBinding, string> = {
  pkce: `Send ${S256_CHALLENGE}.`,
  pkce_or_nonce: `Send ${S256_CHALLENGE}, or the scope openid and a nonce.`,
  none: `Send ${S256_CHALLENGE}, or neither of the two.`,
};

/**
 * RFC 7636, section 4.3, only with S256. A client that needn't send a challenge binds the code to its user by a nonce
 * (RFC 9700, section 2.1.1), if it can. A challenge that is sent must be right for every client.
 */
function assertCodeChallenge(
  { options, secret_hash: secret }: RegisteredClient,
  parameters: Parameters,
  openid: OpenidRequest | null,
): void {
  const binding = secret === null ? "pkce" : options.code_binding;
  const isBound = binding === "none" || (binding === "pkce_or_nonce" && (openid?.nonce ?? null) !== null);
  const isAbsent = CHALLENGE.every((name) => parameters.get(name) === undefined);
  if (isBound && isAbsent) return;
  const challenge = parameters.get("code_challenge");
  if (challenge === undefined)
    throw new ProtocolError("invalid_request", `code_challenge is missing. ${SENT[binding]}`);
  if (parameters.get("code_challenge_method") !== "S256")
    throw new ProtocolError("invalid_request", "code_challenge_method must be S256.");
  if (!/^[A-Za-z0-9\-_]{43}$/.test(challenge))
    throw new ProtocolError("invalid_request", "code_challenge must be a SHA-256 hash in base64url.");
}
