import type OAuth2Server from "@node-oauth/oauth2-server";
import type { Knex } from "knex";
import {
  saveCode,
  redeemCode,
  verifyCode,
  type ActiveCode,
} from "../domain/oauth/grants/authorization-codes.js";
import {
  issueAccessToken,
  issueRefreshToken,
  type TokenFamily,
  type Issued,
} from "../domain/oauth/grants/families.js";
import { findLogin, saveLogin, type OAuthLogin } from "../domain/oauth/grants/logins.js";
import {
  extend,
  rotate,
  takeRefreshToken,
  type ActiveRefreshToken,
} from "../domain/oauth/grants/refresh-tokens.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { narrowedResources, type Resources } from "../domain/oauth/tokens/resources.js";
import { isFapi2 } from "../domain/oauth/clients/security-profile.js";
import { resolveScopes } from "../domain/oauth/tokens/scopes.js";
import type { Origin } from "../domain/audit/origin.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { now, SECOND } from "../lib/clock.js";
import { AUTHORIZATION_CODE, generateToken } from "../lib/secrets.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import { lockMembership, type ActingFor } from "../models/organisations/organisation-tokens.js";
import type { AccessTokenWriter } from "./access-token.js";
import type { Parameters } from "./parameters.js";

/** A request of an authenticated client. */
export interface GrantRequest {
  /** Already authenticated. */
  client: RegisteredClient;
  parameters: Parameters;
  /** The scopes that the user has just granted. */
  granted?: readonly string[];
  /** The organisation for which the user has just granted it; null for none. */
  organisationId?: string | null;
  /** The resources in the request. */
  resources: Resources;
  /** SHA-256 of the key to which the tokens or the code are bound (RFC 9449); null for none. */
  keyThumbprint: Buffer | null;
  /** For a client with access tokens that aren't opaque. */
  write?: AccessTokenWriter | null;
  /** How the user signed in, with OpenID Connect. */
  login?: Pick<OAuthLogin, "nonce" | "claims" | "sessionId" | "authenticatedAt" | "method"> | null;
  /** Present where a mail may be sent. */
  settings?: SettingsSnapshot;
  origin: Origin;
}

/** The owner of the issued tokens. The library passes it through as its "user". */
export interface ResourceOwner {
  family: TokenFamily;
  /** The scopes of the whole grant, which the refresh token keeps. */
  scopes: string[];
}

/** What an ID token says: the login, the granted scopes and the organisation. */
interface SignedIn {
  login: OAuthLogin;
  scopes: readonly string[];
  organisation: ActingFor | null;
}

/** The library compares with the system clock. The service has checked expiry before, by its own clock. */
const NEVER = new Date(8.64e15);

/** The value of `expires_in`: whole seconds from the issue of the token, independent of the time of the answer. */
export const secondsFrom = (issuedAt: number, { expiresAt }: Pick<Issued, "expiresAt">): number =>
  Math.floor((expiresAt - issuedAt) / SECOND);

export const clientOf = ({ id, grant_types, redirect_uris }: RegisteredClient): OAuth2Server.Client => ({
  id,
  grants: grant_types,
  redirectUris: redirect_uris,
});

/**
 * The library's model for one request. Everything happens in one transaction, which a rejection rolls back unless it is
 * a `ErrorThatCommits`. Only hashes of values are stored.
 */
export class GrantModel implements OAuth2Server.AuthorizationCodeModel, OAuth2Server.RefreshTokenModel {
  /** Seconds of the issued access token; the library would count from the end of the request and round. */
  accessTokenSeconds = 0;
  private signedIn: SignedIn | null = null;

  constructor(
    private readonly services: Services,
    private readonly trx: Knex.Transaction,
    private readonly request: GrantRequest,
  ) {}

  /** The client was authenticated before. The library would accept a code_verifier instead of the secret. */
  getClient = (): Promise<OAuth2Server.Client> => Promise.resolve(clientOf(this.request.client));

  /** Validated with the request. The library supports only the registered port of a loopback address. */
  validateRedirectUri = (): Promise<boolean> => Promise.resolve(true);

  /** Unused: the guard `api` checks access tokens. */
  getAccessToken = (): Promise<false> => Promise.resolve(false);

  // the values are generated when the rows are inserted
  generateAccessToken = (): Promise<string> => Promise.resolve("pending");
  generateRefreshToken = (): Promise<string> => Promise.resolve("pending");
  generateAuthorizationCode = (): Promise<string> => Promise.resolve(generateToken(AUTHORIZATION_CODE));

  /** Scopes granted before are kept as granted; newly requested scopes are validated now. */
  validateScope = (user: OAuth2Server.User, _client: unknown, asked?: string[]): Promise<string[]> => {
    const scopes = (user as Partial<ResourceOwner>).scopes ?? this.request.granted;
    return Promise.resolve([...(scopes ?? resolveScopes(asked ?? [], this.services.config.tokens))]);
  };

  async saveAuthorizationCode(
    code: { authorizationCode: string; scope?: string[]; codeChallenge?: string },
    client: OAuth2Server.Client,
    user: OAuth2Server.User,
  ): Promise<OAuth2Server.AuthorizationCode> {
    const { authorizationCode: value, scope: scopes = [], codeChallenge = "" } = code;
    const { parameters, resources, organisationId = null, keyThumbprint, login } = this.request;
    const redirectUri = parameters.get("redirect_uri") ?? "";
    const { userId } = user as { userId: string };
    const row = { clientId: client.id, userId };
    const bounds = { scopes, resources, organisationId, keyThumbprint };
    const familyId = await saveCode(this.trx, { value, ...row, ...bounds, redirectUri, codeChallenge });
    const notifiesLogout = this.request.client.options.backchannel_logout_uri !== null;
    if (login) await saveLogin(this.trx, { ...login, ...row, familyId, notifiesLogout });
    return { authorizationCode: value, expiresAt: NEVER, redirectUri, client, user };
  }

  async getAuthorizationCode(value: string): Promise<OAuth2Server.AuthorizationCode> {
    const { client, parameters, origin } = this.request;
    const presented = {
      code: value,
      redirectUri: parameters.get("redirect_uri") ?? "",
      registered: client.redirect_uris,
      codeVerifier: parameters.get("code_verifier") ?? "",
    };
    const code = await verifyCode(this.trx, client.id, presented, origin);
    const { family, scopes } = code;
    this.assertSameKey(code.keyThumbprint);
    return {
      authorizationCode: value,
      expiresAt: NEVER,
      redirectUri: presented.redirectUri,
      scope: scopes,
      client: clientOf(client),
      user: { family, scopes } satisfies ResourceOwner,
      // the library checks the verifier again
      ...code.challenge,
      active: code,
    };
  }

  revokeAuthorizationCode = ({ active }: OAuth2Server.AuthorizationCode): Promise<boolean> =>
    redeemCode(this.trx, (active as ActiveCode).id);

  async getRefreshToken(value: string): Promise<OAuth2Server.RefreshToken> {
    const { client, settings, origin } = this.request;
    if (!settings) throw new RangeError("The settings are read before the transaction.");
    const context = { services: this.services, trx: this.trx, settings, origin };
    const active = await takeRefreshToken(context, client, value);
    // it isn't replaced (FAPI 2.0 Security Profile, section 5.3.2.1), so it is extended as its successor would be
    if (isFapi2(client)) await extend(this.trx, active, this.services.config.tokens);
    const { family, scopes } = active;
    this.assertSameKey(active.keyThumbprint);
    const user = { family, scopes } satisfies ResourceOwner;
    return { refreshToken: value, scope: scopes, client: clientOf(client), user, active };
  }

  revokeToken = ({ active }: OAuth2Server.RefreshToken): Promise<boolean> =>
    rotate(this.trx, (active as ActiveRefreshToken).id);

  /** RFC 9449, sections 5 and 10. @throws ProtocolError invalid_grant */
  private assertSameKey(key: Uint8Array | null): void {
    if (key !== null && !this.request.keyThumbprint?.equals(key))
      throw new ProtocolError("invalid_grant", "This was issued for another key.");
  }

  /** The login that the issued tokens belong to, with their scopes; null without OpenID Connect. */
  get login(): SignedIn | null {
    return this.signedIn;
  }

  /** As it is now. It is locked since the grant was read. */
  private async organisationOf({ userId, organisationId }: TokenFamily): Promise<ActingFor | null> {
    if (organisationId === null) return null;
    const member = await lockMembership(this.trx, userId, organisationId);
    return member ? { ...member.organisation, role: member.role } : null;
  }

  async saveToken(
    token: OAuth2Server.Token,
    client: OAuth2Server.Client,
    user: OAuth2Server.User,
  ): Promise<OAuth2Server.Token> {
    const { family, scopes = [] } = user as ResourceOwner;
    const { tokens } = this.services.config;
    const { client: registered, write, keyThumbprint } = this.request;
    const issuedAt = now();
    const granted = token.scope ?? [];
    const login = granted.includes("openid") ? ((await findLogin(this.trx, family.id)) ?? null) : null;
    const organisation = await this.organisationOf(family);
    this.signedIn = login && { login, scopes: granted, organisation };
    const resources = narrowedResources(family.resources, this.request.resources);
    const claims = { scopes: granted, resources, keyThumbprint };
    const access = await issueAccessToken(this.trx, tokens, family, {
      ...claims,
      write: write
        ? (expiresAt) => write({ ...claims, userId: family.userId, login, organisation, expiresAt })
        : undefined,
    });
    this.accessTokenSeconds = secondsFrom(issuedAt, access);
    const isRenewed = token.refreshToken !== undefined && registered.grant_types.includes("refresh_token");
    // the client's own authentication protects the refresh token of a confidential client
    const kept = { scopes, keyThumbprint: registered.secret_hash === null ? keyThumbprint : null };
    const refresh = isRenewed ? await issueRefreshToken(this.trx, tokens, family, kept) : null;
    return {
      accessToken: access.value,
      accessTokenExpiresAt: NEVER,
      ...(token.scope?.length && { scope: token.scope }),
      ...(refresh && { refreshToken: refresh.value }),
      client,
      user,
    };
  }
}
