import type * as SimpleWebAuthn from "@simplewebauthn/server";
import type * as Helpers from "@simplewebauthn/server/helpers";

/**
 * The library for WebAuthn, loaded when a passkey is first used: its parsers of certificates would slow down every
 * start.
 */
export const webauthn = (): Promise<typeof SimpleWebAuthn> => import("@simplewebauthn/server");

/** What the library itself verifies signatures with. */
export const webauthnHelpers = (): Promise<typeof Helpers> => import("@simplewebauthn/server/helpers");

export type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

/** The challenge that the authenticator signed; null when the answer isn't readable. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}
