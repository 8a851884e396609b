import { expect } from "chai";
import supertest from "supertest";
import { authorizePath } from "../support/oauth/authorization-request.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, renewal } from "../support/oauth/oauth-grants.js";
import { makeClient, type RegisteredClient } from "../support/oauth/oauth.js";
import type { Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

describe("The log of a rejected OAuth request", () => {
  const world = useWorld();
  let made: RegisteredClient;
  let visitor: Visitor;
  beforeEach(async () => {
    made = await makeClient(world);
    ({ visitor } = await world.signedIn());
  });

  /** The error in the line at the end of the last request. */
  async function logged(request: PromiseLike<unknown>): Promise<unknown[]> {
    world.logs.length = 0;
    await request;
    await new Promise(setImmediate);
    const line = world.logs.find(({ status }) => status !== undefined)!;
    return [line["oauth_error"], line["oauth_error_description"]];
  }
  const open = (changes: Parameters<typeof authorizePath>[1]) =>
    visitor.get(authorizePath(made.client, changes));
  const post = (path: string, form: Record<string, string>) =>
    new OAuthApi(world.server).post(path, form, credentialsOf(made));

  it("says what the client is told in a redirect", async () => {
    expect(await logged(open({ code_challenge: undefined, code_challenge_method: undefined }))).to.deep.equal(
      ["invalid_request", "code_challenge is missing. Send code_challenge with code_challenge_method=S256."],
    );
    expect(await logged(open({ scope: "unknown" }))).to.deep.equal([
      "invalid_scope",
      "Unknown scope: unknown",
    ]);
    expect(await logged(open({ scope: "openid", prompt: "none" }))).to.deep.equal([
      "consent_required",
      "The user must consent.",
    ]);
  });

  it("says why a page redirects nobody", async () => {
    for (const [changes, description] of [
      [{ client_id: "unknown" }, "The client is unknown."],
      [{ redirect_uri: "https://other.example.test/" }, "redirect_uri isn't registered for the client."],
      [
        { request_uri: "urn:ietf:params:oauth:request_uri:x" },
        "The pushed request is unknown, expired or used.",
      ],
    ] as const)
      expect(await logged(open(changes))).to.deep.equal(["invalid_request", description]);
  });

  it("says what a program is told", async () => {
    expect((await logged(post("/oauth/token", renewal("unknown"))))[0]).to.equal("invalid_grant");
    expect(await logged(post("/oauth/par", { response_type: "token" }))).to.deep.equal([
      "unsupported_response_type",
      "response_type must be code.",
    ]);
    const wrong = new OAuthApi(world.server).token(renewal("x"), { id: made.client.id, secret: "wrong" });
    expect(await logged(wrong)).to.deep.equal(["invalid_client", "Client authentication failed."]);
    expect((await logged(supertest(world.server).get("/oauth/userinfo")))[0]).to.equal("invalid_request");
  });

  it("has nothing about an answered request, and no long value that the client sent", async () => {
    expect(await logged(open({}))).to.deep.equal([undefined, undefined]);
    const token = "x".repeat(40);
    expect(await logged(open({ scope: `users.read ${token}` }))).to.deep.equal([
      "invalid_scope",
      "Unknown scope: …",
    ]);
    expect(JSON.stringify(world.logs)).not.to.contain(token);
  });
});
