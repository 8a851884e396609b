import { authenticatorName } from "../../domain/passkeys/authenticators.js";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "../../domain/passkeys/webauthn.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { Passkey } from "../../models/passkey.js";
import type { Schema } from "../types.js";

export const presentPasskey = (passkey: Passkey["shown"]): Schema<"Passkey"> => ({
  id: passkey.id,
  name: passkey.name,
  authenticator: authenticatorName(passkey.aaguid),
  credential_id: passkey.credentialId,
  is_synced: Boolean(passkey.is_backed_up),
  transports: passkey.transports,
  created_at: toRfc3339(passkey.created_at),
  last_used_at: toRfc3339(passkey.last_used_at),
});

/** The library types some members as optional that it always sets. */
export const presentCreation = (
  options: PublicKeyCredentialCreationOptionsJSON,
): Schema<"PasskeyCreation"> => ({ public_key: options as Schema<"PasskeyCreationOptions"> });

/** Without the extensions, which the library leaves undefined. */
export const presentRequest = ({
  extensions: _extensions,
  ...options
}: PublicKeyCredentialRequestOptionsJSON): Schema<"PasskeyRequest"> => ({
  public_key: options as Schema<"PasskeyRequestOptions">,
});

/** The answer without the members that aren't used. */
export const readAnswer = ({
  id,
  rawId,
  response: { userHandle, ...response },
}: Schema<"AuthenticationCredential">): AuthenticationResponseJSON => ({
  id,
  rawId,
  type: "public-key",
  clientExtensionResults: {},
  response: { ...response, ...(typeof userHandle === "string" && { userHandle }) },
});

/** The new credential without the members that aren't used. */
export const readNewCredential = ({
  id,
  rawId,
  response: { clientDataJSON, attestationObject, transports },
}: Schema<"RegistrationCredential">): RegistrationResponseJSON => ({
  id,
  rawId,
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
});
