import { expect } from "chai";
import { OAuthApi } from "../oauth/oauth-api.js";
import { credentialsOf, renewal } from "../oauth/oauth-grants.js";
import type { RegisteredClient } from "../oauth/oauth.js";
import type { Fleet } from "./processes.js";
import type { Visitor } from "./web.js";

/** Collects the credentials that an account receives, to check on every process that they no longer work. */
export class IssuedCredentials {
  private readonly bearers: string[] = [];
  private readonly refreshTokens: { token: string; made: RegisteredClient }[] = [];
  private readonly browsers: Visitor[] = [];

  constructor(private readonly fleet: Fleet) {}

  browser(visitor: Visitor): Visitor {
    this.browsers.push(visitor);
    return visitor;
  }

  /** Collects the credentials in a response of the API, of the token endpoint or of a page. */
  collect<T extends { body?: unknown; text?: string }>(answer: T, made?: RegisteredClient): T {
    const {
      data,
      access_token: access,
      refresh_token: refresh,
    } = (answer.body ?? {}) as Record<string, unknown>;
    const token = (data as { token?: unknown } | undefined)?.token;
    for (const bearer of [token, access, /adk_pat_\w+/.exec(answer.text ?? "")?.[0]])
      if (typeof bearer === "string") this.bearers.push(bearer);
    if (typeof refresh === "string") this.refreshTokens.push({ token: refresh, made: made! });
    return answer;
  }

  get size(): number {
    return this.bearers.length + this.refreshTokens.length + this.browsers.length;
  }

  async expectAllInvalid(): Promise<void> {
    for (const { api } of this.fleet.servers) {
      for (const bearer of this.bearers)
        expect((await api.as(bearer).get("/auth/me")).status, "a bearer token").to.equal(401);
      for (const { token, made } of this.refreshTokens) {
        const answer = await new OAuthApi(api.origin).token(renewal(token), credentialsOf(made));
        expect(answer.status, "a refresh token").to.equal(400);
      }
      for (const browser of this.browsers) {
        const answer = await browser.movedTo(api.origin).get("/browser-sessions");
        expect([answer.status, answer.headers["location"]], "a session").to.deep.equal([
          302,
          "/login?next=%2Fbrowser-sessions",
        ]);
      }
    }
  }
}
