import {
  DEVICE_CODE_LIFETIME,
  createDeviceCodes,
  POLL_INTERVAL,
} from "../domain/oauth/grants/device-codes.js";
import { DEVICE_GRANT } from "../domain/oauth/grants/grant-types.js";
import type { ScopeMeanings } from "../domain/oauth/tokens/scope-access.js";
import { inspectToken } from "../domain/oauth/tokens/inspection.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { pushedRequestLifetime } from "../domain/oauth/grants/pushed-requests.js";
import { revokeByClient } from "../domain/oauth/tokens/revocation.js";
import { requestedResources } from "../domain/oauth/tokens/resources.js";
import { parseScope, resolveUserScopes } from "../domain/oauth/tokens/scopes.js";
import { publishedKeys } from "../domain/oauth/openid/signing-keys.js";
import type { Services } from "../domain/services.js";
import { SECOND } from "../lib/clock.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import { accessTokenWriter } from "./access-token.js";
import { Authorization } from "./authorization.js";
import { authenticateClient } from "./client-authentication.js";
import { FormTooLong, type OAuthResponse, type OAuthRequest } from "./oauth-request.js";
import { assertConfidential, assertGrantType, assertMayUse } from "./grant-checks.js";
import { tokenForClient } from "./client-grant.js";
import { keyFor } from "./client-key.js";
import { Granting } from "./granting.js";
import type { OAuthLibrary } from "./library.js";
import { LOGOUT_PARAMETERS } from "./openid/logout.js";
import { EndpointLimits } from "./limits.js";
import { ownResource } from "../domain/oauth/tokens/resources.js";
import { metadata, newClientsMetadata, openidConfiguration, PATHS, resourceMetadata } from "./metadata.js";
import type { Parameters } from "./parameters.js";
import { pushRequest } from "./pushed-request.js";
import { register } from "./registration.js";
import { userinfo } from "./openid/userinfo.js";

const LIMITED = ["token", "device", "par", "introspect", "revoke", "userinfo"] as const;
/** Registrations a minute from one address. */
const REGISTRATIONS = 10;
type LimitedEndpoint = (typeof LIMITED)[number];

const ok = (body: object): OAuthResponse => ({ status: 200, body });

/** The same for everyone. It changes with a deployment, and a day before a new key signs. */
const published = (body: object): OAuthResponse => ({
  ...ok(body),
  headers: { "Cache-Control": "public, max-age=300" },
});

/**
 * The authorization server: its endpoints for programs, each a list of steps, and the logic of the consent screen.
 */
export class AuthorizationServer {
  readonly authorization: Authorization;
  private readonly granting: Granting;
  private readonly limits: Record<LimitedEndpoint, EndpointLimits>;
  private readonly registrations: EndpointLimits;

  constructor(
    private readonly services: Services,
    library: OAuthLibrary,
    readonly scopeMeanings: ScopeMeanings,
    /** Whether the service has a consent screen. */
    readonly hasScreens: boolean,
  ) {
    this.granting = new Granting(library, services);
    this.authorization = new Authorization(services, this.granting, scopeMeanings);
    this.limits = Object.fromEntries(
      LIMITED.map((endpoint) => [endpoint, new EndpointLimits(services, endpoint)]),
    ) as Record<LimitedEndpoint, EndpointLimits>;
    this.registrations = new EndpointLimits(services, "register", REGISTRATIONS);
  }

  /** RFC 6749, section 3.2. */
  async token(incoming: OAuthRequest): Promise<OAuthResponse> {
    const { form, client } = await this.admit(incoming, this.limits.token);
    const grant = assertGrantType(form, client);
    const resources = requestedResources(client, form.resources, this.services.config.env.APP_URL);
    const writer = accessTokenWriter(this.services, client);
    const write = writer && (await writer);
    const key = keyFor(this.services, client, incoming, PATHS.token);
    const keyThumbprint = key && (await key);
    const { origin } = incoming;
    const request = { client, parameters: form, resources, write, keyThumbprint, origin };
    if (grant === "client_credentials") return ok(await tokenForClient(this.services, request));
    if (grant !== "refresh_token") return ok(await this.granting.exchange(request));
    const settings = await this.services.settings.read();
    return ok(await this.granting.exchange({ ...request, settings }));
  }

  /** RFC 8628, section 3.1. */
  async deviceAuthorization(incoming: OAuthRequest): Promise<OAuthResponse> {
    const { form, client } = await this.admit(incoming, this.limits.device);
    assertMayUse(client, DEVICE_GRANT);
    const scopes = resolveUserScopes(parseScope(form.get("scope")), this.services.config.tokens);
    const resources = requestedResources(client, form.resources, this.services.config.env.APP_URL);
    const { deviceCode, userCode } = await createDeviceCodes(this.services, client.id, scopes, resources);
    const address = new URL(PATHS.device, this.services.config.env.APP_URL).href;
    return ok({
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: address,
      verification_uri_complete: `${address}?user_code=${userCode}`,
      expires_in: DEVICE_CODE_LIFETIME / SECOND,
      interval: POLL_INTERVAL,
    });
  }

  /** RFC 9126, section 2. */
  async pushedRequest(incoming: OAuthRequest): Promise<OAuthResponse> {
    const { form, client } = await this.admit(incoming, this.limits.par);
    const key = await keyFor(this.services, client, incoming, PATHS.pushedRequest, { isOptional: true });
    const request_uri = await pushRequest(this.services, client, form, key);
    return { status: 201, body: { request_uri, expires_in: pushedRequestLifetime(client) / SECOND } };
  }

  /** RFC 7662, section 2. Only for confidential clients. */
  async introspect(incoming: OAuthRequest): Promise<OAuthResponse> {
    const { form, client } = await this.admit(incoming, this.limits.introspect);
    assertConfidential(client);
    const attributes = await inspectToken(this.services, client, form.require("token"));
    return ok(attributes === null ? { active: false } : { active: true, iss: this.issuer, ...attributes });
  }

  /** RFC 7009, section 2. */
  async revoke(incoming: OAuthRequest): Promise<OAuthResponse> {
    const { form, client } = await this.admit(incoming, this.limits.revoke);
    await revokeByClient(this.services, client.id, form.require("token"), incoming.origin);
    return ok({});
  }

  /** RFC 7591, section 3. */
  register(incoming: OAuthRequest): Promise<OAuthResponse> {
    return register(this.services, incoming, this.registrations);
  }

  /** RFC 8414, section 3. */
  async metadata(): Promise<OAuthResponse> {
    const all = metadata(this.issuer, this.services.config.tokens.scopes, this.hasScreens);
    return published({ ...all, ...(await this.newClients()) });
  }

  /** RFC 9728, section 3. */
  resource(): OAuthResponse {
    const { env, tokens } = this.services.config;
    return published(resourceMetadata(this.issuer, ownResource(env.APP_URL), tokens.scopes));
  }

  /** OpenID Connect Discovery, section 4. */
  async configuration(): Promise<OAuthResponse> {
    const all = openidConfiguration(this.issuer, this.services.config.tokens.scopes);
    return published({ ...all, ...(await this.newClients()) });
  }

  /** How clients can describe themselves; nothing without screens, on which users allow them. */
  private async newClients(): Promise<object> {
    if (!this.hasScreens) return {};
    const settings = await this.services.settings.readOrRecall();
    return newClientsMetadata(this.issuer, settings);
  }

  /** The public keys of ID tokens (RFC 7517, section 5). */
  async keys(): Promise<OAuthResponse> {
    return published({ keys: (await publishedKeys(this.services)).map(({ jwk }) => jwk) });
  }

  /** OpenID Connect Core, section 5.3. */
  userinfo(incoming: OAuthRequest): Promise<OAuthResponse> {
    return userinfo(this.services, incoming, this.limits.userinfo);
  }

  /**
   * Leads a request to sign out that was sent as a form to the page (OpenID Connect RP-Initiated Logout 1.0, section 2), because
   * the form comes from another site and so without the session's cookie.
   */
  async logout(incoming: OAuthRequest): Promise<OAuthResponse> {
    const form = await incoming.readForm();
    const query = new URLSearchParams(form.pick(LOGOUT_PARAMETERS)).toString();
    return { status: 303, body: {}, headers: { Location: `${PATHS.logout}${query && `?${query}`}` } };
  }

  /** Stops timers. */
  close(): void {
    for (const limits of [...Object.values(this.limits), this.registrations]) limits.close();
  }

  get issuer(): string {
    return this.services.config.env.APP_URL.origin;
  }

  /** The first steps of every endpoint for clients. */
  private async admit(
    incoming: OAuthRequest,
    limits: EndpointLimits,
  ): Promise<{ form: Parameters; client: RegisteredClient }> {
    const charged = limits.beforeAuthentication(incoming);
    if (charged) await charged;
    const admitted = await this.authenticate(incoming, limits);
    const counted = limits.afterAuthentication(incoming, admitted.client);
    if (counted) await counted;
    return admitted;
  }

  private async authenticate(
    incoming: OAuthRequest,
    limits: EndpointLimits,
  ): Promise<{ form: Parameters; client: RegisteredClient }> {
    try {
      const form = await incoming.readForm();
      const client = authenticateClient(this.services, incoming, form);
      return { form, client: client instanceof Promise ? await client : client };
    } catch (error) {
      if (isFaultOfClient(error)) await limits.charge(incoming);
      throw error;
    }
  }
}

/** Includes a body that can't be read, but not an unavailable database. */
const isFaultOfClient = (error: unknown): boolean =>
  error instanceof ProtocolError || error instanceof FormTooLong;
