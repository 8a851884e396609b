import { ValidationFailed } from "../../../lib/failures.js";
import { DEFAULT_OPTIONS } from "../../../models/client-options.js";
import { validateClient, type ClientInput, type ValidClient } from "../clients/client-input.js";
import { ProtocolError, type ProtocolErrorCode } from "../protocol-error.js";
import type { GrantType } from "../grants/grant-types.js";

/** What a client says about itself, by the names of RFC 7591, section 2. Values can be of every type. */
export type ClientMetadata = Readonly<Record<string, unknown>>;

/** All that clients can use which no administrator has registered. */
const GRANTS: readonly GrantType[] = ["authorization_code", "refresh_token"];
export const METHODS = ["none", "private_key_jwt"] as const;
/** Nobody could keep a secret that is published. */
const SECRETS = ["client_secret", "client_secret_expires_at"];

/**
 * What nobody sees, or what turns others around, so that a name could look like another. Joiners and the sign for coloured emoji
 * aren't in it: words of some languages need them.
 */
const INVISIBLE = /(?![\u200c\u200d\ufe0f])[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

const wrong = (description: string, code: ProtocolErrorCode = "invalid_client_metadata"): ProtocolError =>
  new ProtocolError(code, description);

/** What is wrong with the fields of a client, for its developer. */
const RULES: Record<string, string> = {
  name: "client_name must have 1 to 255 characters, and no control or invisible characters.",
  jwks: "jwks must have 1 to 10 public keys: RSA from 2048 bits, P-256, P-384 or Ed25519.",
  redirect_uris:
    "redirect_uris must have 1 to 20 different addresses in their normal form: https, http on this device or, for a client without keys, a scheme with a dot.",
};

/**
 * The client that metadata describes. Members that aren't known here are ignored.
 * @param methods by which the client can authenticate
 * @throws ProtocolError invalid_client_metadata, invalid_redirect_uri
 */
export function clientFromMetadata(metadata: ClientMetadata, methods: readonly string[]): ValidClient {
  if (SECRETS.some((name) => metadata[name] !== undefined))
    throw wrong("The metadata can't have a client_secret.");
  const method = metadata["token_endpoint_auth_method"] ?? "none";
  if (!methods.includes(method as string))
    throw wrong(`token_endpoint_auth_method must be ${methods.join(" or ")}.`);
  const responses = listIn(metadata, "response_types", ["code"]);
  if (!responses.includes("code")) throw wrong("response_types must have code.");
  const grants = listIn(metadata, "grant_types", ["authorization_code"]); // the default of RFC 7591
  if (!grants.includes("authorization_code")) throw wrong("grant_types must have authorization_code.");
  const hasKeys = method === "private_key_jwt";
  return validated({
    name: nameIn(metadata),
    type: hasKeys ? "confidential" : "public",
    redirectUris: listIn(metadata, "redirect_uris"),
    grantTypes: GRANTS.filter((grant) => grants.includes(grant)),
    mayIntrospect: false,
    ...(hasKeys && {
      options: { token_endpoint_auth_method: method, jwks: metadata["jwks"] ?? null },
    }),
  });
}

function validated(input: ClientInput): ValidClient {
  try {
    return validateClient(input, DEFAULT_OPTIONS);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const field = Object.keys(error.fields)[0]!;
    const code = field === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
    throw wrong(RULES[field] ?? `${field} can't be accepted.`, code);
  }
}

function nameIn({ client_name: name }: ClientMetadata): string {
  if (typeof name !== "string") throw wrong("client_name must be a text.");
  if (INVISIBLE.test(name) || !VISIBLE.test(name)) throw wrong(RULES["name"]!);
  return name;
}

function listIn(metadata: ClientMetadata, name: string, fallback?: string[]): string[] {
  const value = metadata[name] ?? fallback;
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string"))
    throw wrong(
      `${name} must be a list of texts.`,
      name === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata",
    );
  return value as string[];
}
