import * as z from "zod";
import { text } from "../../../texts/translate.js";
import { jsonIn } from "../../../lib/text/json.js";
import type { RawPasskey } from "./former-passkeys.js";
import { RowRejected, type SourceRow } from "./source-row.js";

/** `mfaVerificationGuard` of Logto (`packages/schemas/src/foundations/jsonb-types/users.ts`). */
const VERIFICATIONS = z.array(z.looseObject({ type: z.string() }));

/** Logto requires of a passkey what this service does. The API leaves out the keys, which the table has. */
export function factorsOfLogto(row: SourceRow): { passkeys: RawPasskey[]; hasOthers: boolean } {
  const all = ["mfaVerifications", "mfa_verifications"].flatMap((name) => verificationsIn(row, name));
  const passkeys = all.filter(({ type }) => type === "WebAuthn");
  return {
    passkeys: passkeys.map(({ credentialId, publicKey, counter, name, transports, rpId }) => ({
      ...{ id: credentialId, publicKey, counter, name, transports, domain: rpId },
    })),
    hasOthers: passkeys.length < all.length,
  };
}

/** @throws RowRejected for a value in another form */
function verificationsIn(row: SourceRow, name: string): z.infer<typeof VERIFICATIONS> {
  const value = row.value(name);
  const parsed = VERIFICATIONS.safeParse((typeof value === "string" ? jsonIn(value) : value) ?? []);
  if (!parsed.success) throw new RowRejected(text("import.row.unreadable", { field: name }));
  return parsed.data;
}

/** `CredentialsWebAuthnConfig` of Kratos (`identity/credentials_webauthn.go`). */
const KRATOS_PASSKEYS = z.array(
  z
    .looseObject({
      authenticator: z.looseObject({}).nullish(),
      flags: z.looseObject({}).nullish(),
    })
    .catch({}),
);

/** Those of the method `passkey`. Go writes bytes as Base64. */
export function passkeysOfKratos(row: SourceRow): RawPasskey[] {
  const { data = [] } = KRATOS_PASSKEYS.safeParse(row.value("credentials.passkey.config.credentials"));
  return data.map(({ authenticator, flags, ...credential }) => ({
    ...{ id: credential["id"], publicKey: credential["public_key"], name: credential["display_name"] },
    ...{ transports: credential["transport"], counter: authenticator?.["sign_count"] },
    aaguid: authenticator?.["aaguid"],
    ...{ canBackUp: flags?.["backup_eligible"], isBackedUp: flags?.["backup_state"] },
  }));
}
