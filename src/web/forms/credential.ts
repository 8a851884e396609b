import * as z from "zod";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "../../domain/passkeys/webauthn.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import type { Form } from "./form.js";

/** The field of a form with the answer of an authenticator, which a script fills in. */
export const CREDENTIAL = "credential";

const LONGEST = 16_384;
const base64url = (longest = LONGEST) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/);
const id = base64url(1364);

const answer = z.object({
  id,
  rawId: id,
  response: z.object({
    clientDataJSON: base64url(),
    authenticatorData: base64url(),
    signature: base64url(),
    userHandle: base64url(128).nullish(),
  }),
});

const created = z.object({
  id,
  rawId: id,
  response: z.object({
    clientDataJSON: base64url(),
    attestationObject: base64url(),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});

const NAMED = { type: "public-key", clientExtensionResults: {} } as const;

/** The answer of a passkey. @throws ValidationFailed on `credential` when it isn't one */
export function readAnswer(form: Form): AuthenticationResponseJSON {
  const { response, ...credential } = parse(form, answer);
  const { userHandle, ...signed } = response;
  return { ...NAMED, ...credential, response: { ...signed, ...(userHandle && { userHandle }) } };
}

/** A new credential. @throws ValidationFailed on `credential` when it isn't one */
export function readNewCredential(form: Form): RegistrationResponseJSON {
  const { response, ...credential } = parse(form, created);
  const { transports, ...signed } = response;
  return { ...NAMED, ...credential, response: { ...signed, ...(transports && { transports }) } };
}

/** The id of the credential in a form that was rejected; null for an unreadable one. */
export function credentialIdIn(form: Form): string | null {
  try {
    return parse(form, answer).id;
  } catch {
    return null;
  }
}

function parse<T>(form: Form, schema: z.ZodType<T>): T {
  let sent: unknown;
  try {
    sent = JSON.parse(form.text(CREDENTIAL));
  } catch {
    throw unreadable();
  }
  const { success, data } = schema.safeParse(sent);
  if (!success) throw unreadable();
  return data;
}

const unreadable = (): ValidationFailed => new ValidationFailed({ [CREDENTIAL]: [text("failure.passkey")] });
