import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../../src/models/client-options.js";
import type { OAuthClient } from "../../../src/models/oauth-client.js";
import { PASSWORD } from "../app/factories.js";
import { freshIp } from "../app/client.js";
import { decode } from "../app/web.js";
import { useWorld, type World } from "../app/world.js";
import { answer, consentOf, redirectParameters, type Query } from "./authorization-request.js";
import { OAuthApi } from "./oauth-api.js";
import { CALLBACK, credentialsOf } from "./oauth-grants.js";
import { RelyingParty, type TokenResponse } from "./relying-party.js";

export type ResponseMode = "query" | "form_post";

/** The query parameters, or the fields of the form, with which the user comes back to the client. */
type Answer = Record<string, string>;

/**
 * The client of the OpenID Foundation's conformance suite: it sends no code challenge, and its browser starts without cookies,
 * signs in when it is asked, and allows every request.
 */
export class SuiteClient extends RelyingParty {
  /** The pages that waited for the user, in their order. */
  seen: string[] = [];

  constructor(
    private readonly app: World,
    private readonly mode: ResponseMode,
  ) {
    super(app);
  }

  async start(options: Partial<ClientOptions> = {}, overrides: Partial<OAuthClient> = {}): Promise<void> {
    this.seen = [];
    await this.begin({ options: { ...DEFAULT_OPTIONS, code_binding: "none", ...options }, ...overrides });
    this.visitor = this.app.visitor();
  }

  request = (changes: Query = {}): Query => ({
    code_challenge: undefined,
    code_challenge_method: undefined,
    ...(this.mode === "form_post" && { response_mode: "form_post" }),
    ...changes,
  });

  /** Opens the request, signs in if asked, and allows it. @returns the answer to the client */
  authorize = async (changes: Query = {}): Promise<Answer> =>
    this.follow(await this.open(this.request(changes)));

  async follow(page: Response): Promise<Answer> {
    let shown = page;
    for (let to = placeIn(shown); to?.startsWith("/"); to = placeIn(shown)) shown = await this.visit(to);
    if (consentOf(shown) === "") return this.read(shown);
    this.seen.push("/oauth/authorize");
    return this.read(await answer(this.visitor, shown, "allow"));
  }

  /** The answer in the page or the redirect, in the mode of this client. */
  read(page: Response): Answer {
    if (this.mode === "query") {
      expect(placeIn(page), page.text).to.match(new RegExp(`^${CALLBACK}\\?`));
      return redirectParameters(page);
    }
    expect([page.status, placeIn(page)], page.text).to.deep.equal([200, undefined]);
    expect(/<form method="post" action="([^"]+)"/.exec(page.text)?.[1]).to.equal(CALLBACK);
    const inputs = [...page.text.matchAll(/<input type="hidden" name="([a-z_]+)" value="([^"]*)">/g)];
    return Object.fromEntries(inputs.map(([, name, value]) => [name!, decode(value!)]));
  }

  /** The answer of the token endpoint to a code. */
  exchange = (code: string, more: Record<string, string> = {}): Promise<Response> =>
    this.endpoint().token(
      { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...more },
      credentialsOf(this.made),
    );

  /** Runs the whole flow. @returns the tokens, and the claims of the ID token */
  async run(changes: Query = {}): Promise<TokenResponse & { claims: Record<string, unknown> }> {
    const { code, state, error } = await this.authorize(changes);
    expect([state, error]).to.deep.equal([changes["state"] ?? "xyz", undefined]);
    const { status, body } = await this.exchange(code!);
    expect(status, JSON.stringify(body)).to.equal(200);
    const tokens = body as TokenResponse;
    return { ...tokens, claims: await this.claims(tokens.id_token) };
  }

  userinfo = async (token: string): Promise<Response> =>
    supertest(this.app.server)
      .get("/oauth/userinfo")
      .set({ "X-Forwarded-For": freshIp(), Authorization: `Bearer ${token}` });

  async configuration(): Promise<Record<string, unknown>> {
    const { body } = await supertest(this.app.server).get("/.well-known/openid-configuration").expect(200);
    return body as Record<string, unknown>;
  }

  endpoint = (): OAuthApi => new OAuthApi(this.app.server);

  /** Opens a page of the service, and enters the password if it asks for it. */
  private async visit(to: string): Promise<Response> {
    const { pathname, searchParams } = new URL(to, "http://service.invalid");
    const page = await this.visitor.get(to);
    const next = searchParams.get("next") ?? "";
    const forms: Record<string, object> = {
      "/login": { email: this.user.email, password: PASSWORD, next },
      "/user/confirm-password": { current_password: PASSWORD, next },
    };
    if (!forms[pathname]) return page;
    this.seen.push(pathname);
    this.app.advance(1);
    return this.visitor.submit(pathname, { ...forms[pathname] });
  }
}

const placeIn = ({ headers }: Response): string | undefined => headers["location"] as string | undefined;

/** A world with the client of the suite, started before each test with the clock stopped. */
export function useSuiteClient(mode: ResponseMode = "query"): { world: World; client: SuiteClient } {
  const world = useWorld();
  const client = new SuiteClient(world, mode);
  beforeEach(async () => {
    world.freezeTime();
    await client.start();
  });
  return { world, client };
}
