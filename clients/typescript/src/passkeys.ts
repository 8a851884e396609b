import type { AuthdockClient, SignedIn } from "./client.js";
import { AuthdockError } from "./errors.js";
import type { components } from "./schema.js";
import { unwrap } from "./unwrap.js";

type Schemas = components["schemas"];
export type Passkey = Schemas["Passkey"];
export type CreatedPasskey = Schemas["CreatedPasskey"];

/** The result of signing in with a passkey. TypeScript allows access to the token only after checking `requires_verification`. */
export type PasskeyOutcome = { requires_verification: true } | ({ requires_verification: false } & SignedIn);

/** How to ask for a passkey. */
export interface PasskeyRequest {
  /** `conditional` suggests passkeys in a field with `autocomplete="username webauthn"`. */
  mediation?: "conditional" | undefined;
  /** Ends the dialog of the browser. */
  signal?: AbortSignal | undefined;
}

/** The part of WebAuthn that a browser does, in the JSON forms of the standard. */
export interface PasskeyBrowser {
  create(
    options: Schemas["PasskeyCreationOptions"],
    signal?: AbortSignal,
  ): Promise<Schemas["RegistrationCredential"]>;
  get(
    options: Schemas["PasskeyRequestOptions"],
    request?: PasskeyRequest,
  ): Promise<Schemas["AuthenticationCredential"]>;
  /** Tells the browser that the service doesn't know the credential, so that it stops offering it. */
  forget(rpId: string, credentialId: string): Promise<void>;
}

/** Whether this browser can create and use passkeys. */
export const supportsPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";

/** The browser that runs this program. Its dialogs throw a DOMException, such as `NotAllowedError` when they are closed. */
export const currentBrowser: PasskeyBrowser = {
  async create(options, signal) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    const credential = await navigator.credentials.create({ publicKey, ...(signal && { signal }) });
    return (credential as PublicKeyCredential).toJSON() as Schemas["RegistrationCredential"];
  },
  async get(options, { mediation, signal } = {}) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    );
    const how = { ...(mediation && { mediation }), ...(signal && { signal }) };
    const credential = await navigator.credentials.get({ publicKey, ...how });
    return (credential as PublicKeyCredential).toJSON() as Schemas["AuthenticationCredential"];
  },
  async forget(rpId, credentialId) {
    const { signalUnknownCredential } = PublicKeyCredential as unknown as {
      signalUnknownCredential?: (credential: object) => Promise<void>;
    };
    await signalUnknownCredential?.call(PublicKeyCredential, { rpId, credentialId });
  },
};

/**
 * Creates a passkey for the signed-in user, whose token must be from signing in and recently confirmed.
 * @param name of the passkey; by default that of its authenticator
 * @returns the passkey, and the recovery codes if this is the first second factor of the account
 * @throws AuthdockError, and the errors of the browser
 */
export async function createPasskey(
  client: AuthdockClient,
  { name, signal }: { name?: string | undefined; signal?: AbortSignal | undefined } = {},
  browser: PasskeyBrowser = currentBrowser,
): Promise<CreatedPasskey> {
  const { data } = await unwrap(client.POST("/auth/me/passkeys/options"));
  const credential = await browser.create(data.public_key, signal);
  const body = { credential, ...(name !== undefined && { name }) };
  return (await unwrap(client.POST("/auth/me/passkeys", { body }))).data;
}

/**
 * Accepts an invitation with a passkey instead of a password. Afterwards `signInWithPasskey` signs in.
 * @param token the last part of the link in the mail
 * @returns the passkey and the recovery codes of the account
 * @throws AuthdockError, and the errors of the browser
 */
export async function acceptInvitation(
  client: AuthdockClient,
  { token, name, signal }: { token: string; name?: string | undefined; signal?: AbortSignal | undefined },
  browser: PasskeyBrowser = currentBrowser,
): Promise<CreatedPasskey> {
  const offered = await unwrap(client.POST("/auth/invitation/passkeys/options", { body: { token } }));
  const credential = await browser.create(offered.data.public_key, signal);
  const body = { token, credential, ...(name !== undefined && { name }) };
  return (await unwrap(client.POST("/auth/invitation/passkeys", { body }))).data;
}

/**
 * Signs in with a passkey, which needs neither a password nor a code, and uses the new token for the next calls.
 * @param challenge of `login`, which the passkey then answers
 * @throws AuthdockError, and the errors of the browser
 */
export async function signInWithPasskey(
  client: AuthdockClient,
  { challenge, ...request }: PasskeyRequest & { challenge?: string | undefined } = {},
  browser: PasskeyBrowser = currentBrowser,
): Promise<PasskeyOutcome> {
  const { public_key: options } = (await unwrap(client.POST("/auth/passkeys/options"))).data;
  const credential = await browser.get(options, request);
  client.setToken(null);
  const body = { credential, ...(challenge !== undefined && { challenge }) };
  try {
    const { data } = await unwrap(client.POST("/auth/passkeys", { body }));
    if ("requires_verification" in data) return { requires_verification: true };
    client.setToken(data.token);
    return { ...data, requires_verification: false };
  } catch (error) {
    if (error instanceof AuthdockError && error.code === "passkey_unknown")
      await browser.forget(options.rpId, credential.id).catch(() => undefined);
    throw error;
  }
}

/**
 * Confirms with a passkey instead of the password, so that the token can be used for operations that need a recent one.
 * @throws AuthdockError, and the errors of the browser
 */
export async function confirmWithPasskey(
  client: AuthdockClient,
  { signal }: Pick<PasskeyRequest, "signal"> = {},
  browser: PasskeyBrowser = currentBrowser,
): Promise<void> {
  const { data } = await unwrap(client.POST("/auth/confirm-password/options"));
  const credential = await browser.get(data.public_key, { signal });
  await unwrap(client.POST("/auth/confirm-password", { body: { credential } }));
}
