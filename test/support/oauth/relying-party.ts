import { expect } from "chai";
import { createLocalJWKSet, jwtVerify, type JWTPayload } from "jose";
import supertest, { type Response } from "supertest";
import { now } from "../../../src/lib/clock.js";
import type { OAuthClient } from "../../../src/models/oauth-client.js";
import type { User } from "../../../src/models/user.js";
import type { Visitor } from "../app/web.js";
import { useWorld, type World } from "../app/world.js";
import {
  answer,
  authorizePath,
  consentOf,
  redirectParameters,
  VERIFIER,
  type Query,
} from "./authorization-request.js";
import { OAuthApi } from "./oauth-api.js";
import { credentialsOf, redemption, renewal } from "./oauth-grants.js";
import { makeClient, type RegisteredClient } from "./oauth.js";

export interface TokenResponse {
  access_token: string;
  refresh_token: string;
  id_token: string;
  scope: string;
}

/** A client of OpenID Connect and a user with a browser, with the clock stopped. */
export class RelyingParty {
  made!: RegisteredClient;
  user!: User;
  visitor!: Visitor;

  constructor(private readonly world: World) {}

  async begin(overrides: Partial<OAuthClient> = {}): Promise<void> {
    this.made = await makeClient(this.world, overrides);
    const { user, visitor } = await this.world.signedIn();
    Object.assign(this, { user, visitor });
  }

  address = (changes: Query = {}): string =>
    authorizePath(this.made.client, { scope: "openid", nonce: "n-0S6", ...changes });

  /** Opens the authorization request. */
  open = (changes: Query = {}): Promise<Response> => this.visitor.get(this.address(changes));

  /** The parameters with which the user comes back after allowing the request. */
  async allow(changes: Query = {}): Promise<Record<string, string>> {
    return this.answer(await this.open(changes));
  }

  async answer(page: Response): Promise<Record<string, string>> {
    expect(consentOf(page), `${page.status} ${page.headers["location"] ?? page.text}`).not.to.equal("");
    return redirectParameters(await answer(this.visitor, page, "allow"));
  }

  /** Runs the whole flow. */
  async signIn(changes: Query = {}): Promise<TokenResponse> {
    return this.redeem((await this.allow(changes))["code"]!);
  }

  redeem = (code: string): Promise<TokenResponse> => this.token(redemption({ code, verifier: VERIFIER }));
  refresh = (token: string, changes: Record<string, string> = {}): Promise<TokenResponse> =>
    this.token(renewal(token, changes));

  /** The claims of an ID token whose signature, issuer and audience are right. */
  async claims(token: string): Promise<JWTPayload & Record<string, unknown>> {
    const { body } = await supertest(this.world.server).get("/oauth/jwks");
    const { payload } = await jwtVerify(token, createLocalJWKSet(body as { keys: [] }), {
      issuer: this.world.services.config.env.APP_URL.origin,
      audience: this.made.client.id,
      currentDate: new Date(now()),
    });
    return payload;
  }

  private async token(form: Record<string, string>): Promise<TokenResponse> {
    const { status, body } = await new OAuthApi(this.world.server).token(form, credentialsOf(this.made));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as TokenResponse;
  }
}

export function useRelyingParty(): { world: World; rp: RelyingParty } {
  const world = useWorld();
  const rp = new RelyingParty(world);
  beforeEach(async () => {
    world.freezeTime();
    await rp.begin();
  });
  return { world, rp };
}
