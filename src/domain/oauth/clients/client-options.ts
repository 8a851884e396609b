import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { JSONWebKeySet, JWK } from "jose";
import {
  ACCESS_TOKEN_FORMATS,
  CODE_BINDINGS,
  CONFIDENTIAL_METHODS,
  SECURITY_PROFILES,
  SIGNING_ALGORITHMS,
  SUBJECT_TYPES,
  type ClientOptions,
} from "../../../models/client-options.js";
import type { ClientType } from "../../../models/oauth-client.js";
import { text, type Text } from "../../../texts/translate.js";
import { redirectUriProblem } from "./redirect-uris.js";
import { isResource, MAX_RESOURCES } from "../tokens/resources.js";
import { FAPI2_ALGORITHMS, isFapi2, profileProblems } from "./security-profile.js";

const MAX_KEYS = 10;
const MIN_RSA_BITS = 2048;
/** The algorithms in which a client can sign, by the type of its key and its curve. */
const ALGORITHMS: Record<string, readonly string[]> = {
  RSA: ["RS256", "PS256"],
  "EC P-256": ["ES256"],
  "EC P-384": ["ES384"],
  "OKP Ed25519": ["EdDSA", "Ed25519"],
};
export const ASSERTION_ALGORITHMS: readonly string[] = Object.values(ALGORITHMS).flat();

/** Options as they are sent. */
export type OptionInput = Partial<Omit<ClientOptions, "jwks"> & { jwks: unknown }>;

/** The options after the input, with its problems by field. */
export function changedOptions(
  type: ClientType,
  before: ClientOptions,
  { jwks: sent, ...others }: OptionInput,
): { options: ClientOptions; problems: Record<string, Text[]> } {
  const chosen = { ...before, ...others };
  const allowed = isFapi2({ options: chosen }) ? FAPI2_ALGORITHMS : ASSERTION_ALGORITHMS;
  const keys = sent === undefined ? before.jwks : sent === null ? null : publicKeys(sent, allowed);
  const jwks = keys !== null && "keys" in keys ? keys : null;
  const options = { ...chosen, jwks };
  const problems = { ...optionProblems(type, options) };
  for (const [field, sentences] of Object.entries(profileProblems(type, options)))
    if ((problems[field] ?? []).length === 0) problems[field] = sentences;
  return { options, problems: keys === jwks ? problems : { ...problems, jwks: [keys as Text] } };
}

function optionProblems(type: ClientType, options: ClientOptions): Record<string, Text[]> {
  const { backchannel_logout_uri: address, token_endpoint_auth_method: method, jwks } = options;
  const problem = address === null ? null : redirectUriProblem(address);
  const isPublic = type === "public";
  return {
    code_binding:
      isPublic && options.code_binding !== "pkce"
        ? [text("clients.validation.pkce")]
        : oneOf(CODE_BINDINGS, options.code_binding),
    security_profile: oneOf(SECURITY_PROFILES, options.security_profile),
    id_token_signed_response_alg: oneOf(SIGNING_ALGORITHMS, options.id_token_signed_response_alg),
    subject_type: oneOf(SUBJECT_TYPES, options.subject_type),
    backchannel_logout_uri: problem === null ? [] : [text(`clients.validation.homepage.${problem}`)],
    token_endpoint_auth_method:
      isPublic && method !== "client_secret"
        ? [text("clients.validation.key_authentication")]
        : oneOf(CONFIDENTIAL_METHODS, method),
    jwks: method === "private_key_jwt" && jwks === null ? [text("clients.validation.jwks.none")] : [],
    access_token_format: oneOf(ACCESS_TOKEN_FORMATS, options.access_token_format),
    resources: resourceProblems(options.resources),
    introspection_resources: resourceProblems(options.introspection_resources),
  };
}

function resourceProblems(resources: readonly string[]): Text[] {
  if (resources.length > MAX_RESOURCES)
    return [text("clients.validation.resources.many", { max: MAX_RESOURCES })];
  const wrong = resources.findIndex((uri, index) => !isResource(uri) || resources.indexOf(uri) < index);
  return wrong < 0 ? [] : [text("clients.validation.resources.malformed", { line: wrong + 1 })];
}

const oneOf = (allowed: readonly string[], value: string): Text[] =>
  allowed.includes(value) ? [] : [text("validation.choice")];

/**
 * The public members of the keys (RFC 7517), so that a private key which was sent by mistake isn't stored.
 * @param allowed the algorithms from which one is chosen for a key that names none
 * @returns a text that says what is wrong
 */
function publicKeys(sent: unknown, allowed: readonly string[]): JSONWebKeySet | Text {
  const keys = (sent as { keys?: unknown }).keys;
  if (!Array.isArray(keys) || keys.length === 0) return text("clients.validation.jwks.malformed");
  if (keys.length > MAX_KEYS) return text("clients.validation.jwks.many", { max: MAX_KEYS });
  const read = keys.map((key) => publicKey(key, allowed));
  const wrong = read.indexOf(null);
  return wrong < 0 ? { keys: read as JWK[] } : text("clients.validation.jwks.key", { number: wrong + 1 });
}

/** Null for a key with which no client may sign. */
function publicKey(sent: unknown, allowed: readonly string[]): JWK | null {
  try {
    const key = createPublicKey({ key: sent as JsonWebKey, format: "jwk" });
    const jwk = key.export({ format: "jwk" }) as JWK;
    const { kid, alg } = sent as JWK;
    const algorithms = ALGORITHMS[[jwk.kty, jwk.crv].filter(Boolean).join(" ")] ?? [];
    const algorithm = alg ?? algorithms.find((name) => allowed.includes(name)) ?? algorithms[0];
    const isWeak = (key.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS) < MIN_RSA_BITS;
    if (algorithm === undefined || !algorithms.includes(algorithm) || isWeak) return null;
    return { ...jwk, ...(typeof kid === "string" && { kid }), alg: algorithm, use: "sig" };
  } catch {
    return null;
  }
}
