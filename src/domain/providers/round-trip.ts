import { MINUTE, now, SECOND } from "../../lib/clock.js";
import { provesFreshSignIn, type SignInProvider } from "../../models/sign-in-provider.js";
import type { Services } from "../services.js";
import type { ProviderCallback } from "./provider-callback.js";
import { connectTo, ProviderUnavailable } from "./connection.js";
import { externalAccount, type ExternalAccount } from "./external-account.js";
import { readGitHubAccount } from "./github-account.js";
import { openid, type Configuration } from "./openid.js";
import { ProviderRejected } from "./rejected.js";
import { issueState, type ProviderPurpose, type StatePayload } from "./states.js";

/** How old the sign-in at the provider can be that confirms who someone is. */
const FRESH_SIGN_IN = 5 * MINUTE;

/** Where a provider sends browsers back, which must be registered there. */
export const callbackAddress = ({ config }: Pick<Services, "config">, providerId: string): string =>
  new URL(`/auth/providers/${providerId}/callback`, config.env.APP_URL).href;

export interface Beginning {
  /** The secret of the browser's cookie. */
  browser: string;
  purpose: ProviderPurpose;
  userId: string | null;
  next: string | null;
}

/**
 * Begins a sign-in at a provider, with PKCE, a state and, for OpenID, a nonce.
 * @returns the address to send the browser to
 * @throws ProviderRejected when the provider is unavailable, or can't confirm who someone is
 */
export async function beginAtProvider(
  services: Services,
  provider: SignInProvider,
  { browser, purpose, userId, next }: Beginning,
): Promise<string> {
  if (purpose === "confirmation") assertProvesFreshSignIn(provider);
  const connection = await available(services, provider);
  const client = await openid();
  const isOpenId = provider.kind === "oidc";
  const verifier = client.randomPKCECodeVerifier();
  const nonce = isOpenId ? client.randomNonce() : undefined;
  const payload: StatePayload = { verifier, next, ...(nonce !== undefined && { nonce }) };
  const state = await issueState(services, browser, { providerId: provider.id, purpose, userId, payload });
  const address = client.buildAuthorizationUrl(connection, {
    redirect_uri: callbackAddress(services, provider.id),
    scope: provider.scopes,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(nonce !== undefined && { nonce }),
    // the session at the provider alone doesn't show who is at the screen; max_age makes it say when the user signed in
    ...(purpose === "confirmation" && { prompt: "login", max_age: "0" }),
  });
  return address.href;
}

/**
 * Exchanges the code of the callback for the account at the provider. The library checks the state, the issuer, the
 * signature, audience, expiry and nonce of the ID token, and the verifier.
 * @throws ProviderRejected
 */
export async function accountAtProvider(
  services: Services,
  provider: SignInProvider,
  callback: ProviderCallback,
): Promise<ExternalAccount> {
  const connection = await available(services, provider);
  const error = callback.address.searchParams.get("error");
  try {
    return provider.kind === "oidc"
      ? await readOpenIdAccount(provider, connection, callback)
      : await readGitHubAccount(services, connection, callback);
  } catch (cause) {
    if (cause instanceof StaleSignIn) throw notFresh(provider);
    services.log.info({ err: cause, provider_id: provider.id }, "the answer of a provider was not accepted");
    const rejection = error === "access_denied" ? "cancelled" : "failed";
    throw new ProviderRejected(rejection, { provider: provider.name });
  }
}

/** @throws ProviderRejected when the provider can't be reached */
async function available(services: Services, provider: SignInProvider): Promise<Configuration> {
  try {
    return await connectTo(services, provider);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    services.log.warn({ err: error, provider_id: provider.id }, "a sign-in provider is unavailable");
    throw new ProviderRejected("unavailable", { provider: provider.name });
  }
}

async function readOpenIdAccount(
  provider: SignInProvider,
  connection: Configuration,
  { address, state, payload, purpose }: ProviderCallback,
): Promise<ExternalAccount> {
  const client = await openid();
  const tokens = await client.authorizationCodeGrant(connection, address, {
    expectedState: state,
    expectedNonce: payload.nonce!,
    pkceCodeVerifier: payload.verifier!,
    idTokenExpected: true,
  });
  const idToken = tokens.claims()!;
  if (purpose === "confirmation") assertFresh(idToken.auth_time);
  const hasUserinfo = connection.serverMetadata().userinfo_endpoint !== undefined;
  const more =
    idToken["email"] === undefined && hasUserinfo
      ? await client.fetchUserInfo(connection, tokens.access_token, idToken.sub)
      : {};
  const claims: Record<string, unknown> = { ...more, ...idToken };
  return externalAccount({
    subject: idToken.sub,
    email: claims["email"],
    isVerified: isVerified(provider, claims["email_verified"]),
    givenName: claims["given_name"],
    familyName: claims["family_name"],
    name: claims["name"],
    username: claims["preferred_username"] ?? claims["nickname"],
  });
}

/** Some providers send text, and others say nothing: their mark counts then. */
const isVerified = (provider: SignInProvider, claim: unknown): boolean =>
  claim === undefined ? provider.emails_are_verified : claim === true || claim === "true";

/** The provider didn't say that the user has just signed in there. */
class StaleSignIn extends Error {}

/** Some providers ignore `prompt` and `max_age`, so the ID token must say when the user signed in. */
function assertFresh(authTime: number | undefined): void {
  const age = authTime === undefined ? Infinity : now() - authTime * SECOND;
  if (!(Math.abs(age) <= FRESH_SIGN_IN)) throw new StaleSignIn();
}

const notFresh = ({ name }: SignInProvider) => new ProviderRejected("not_fresh", { provider: name });

/** @throws ProviderRejected */
export function assertProvesFreshSignIn(provider: SignInProvider): void {
  if (!provesFreshSignIn(provider)) throw notFresh(provider);
}
