import type { JWK } from "jose";
import type { ClientOptions } from "../../../models/client-options.js";
import type { ClientType } from "../../../models/oauth-client.js";
import { text, type Text } from "../../../texts/translate.js";

/** The algorithms of FAPI 2.0 Security Profile, section 5.4.1, for everything that is signed. */
export const FAPI2_ALGORITHMS: readonly string[] = ["PS256", "ES256", "EdDSA", "Ed25519"];

export const isFapi2 = ({ options }: { options: Pick<ClientOptions, "security_profile"> }): boolean =>
  options.security_profile === "fapi2";

/** What FAPI 2.0 Security Profile (sections 5.3.2 and 5.4.1) demands of the other options, by field. */
const REQUIRED = {
  code_binding: "pkce",
  token_endpoint_auth_method: "private_key_jwt",
  id_token_signed_response_alg: "ES256",
  require_pushed_authorization_requests: true,
  dpop_bound_access_tokens: true,
  authorization_response_iss_parameter: true,
} as const satisfies Partial<ClientOptions>;

/** Why the client's other options contradict its profile, by field. */
export function profileProblems(type: ClientType, options: ClientOptions): Record<string, Text[]> {
  if (!isFapi2({ options })) return {};
  if (type === "public") return { security_profile: [text("clients.validation.fapi2.public")] };
  const contradicted = Object.entries(REQUIRED).filter(
    ([name, value]) => options[name as keyof ClientOptions] !== value,
  );
  const weak = (options.jwks?.keys ?? []).findIndex(({ alg }: JWK) => !FAPI2_ALGORITHMS.includes(alg ?? ""));
  return {
    ...Object.fromEntries(contradicted.map(([name, value]) => [name, [sentence(value)]])),
    ...(weak >= 0 && { jwks: [text("clients.validation.fapi2.key", { number: weak + 1 })] }),
  };
}

const sentence = (value: string | boolean): Text =>
  typeof value === "boolean"
    ? text("clients.validation.fapi2.on")
    : text("clients.validation.fapi2.value", { value: value === "pkce" ? "PKCE" : value });
