import { expect } from "chai";
import { OAuthClient } from "../../src/models/oauth-client.js";
import {
  answer,
  authorizePath,
  redirectParameters,
  VERIFIER,
} from "../support/oauth/authorization-request.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf } from "../support/oauth/oauth-grants.js";
import { makeClient, type RegisteredClient } from "../support/oauth/oauth.js";
import { textOf, type Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

const OTHER = "https://other.example.test/callback";

describe("The consent page", () => {
  const world = useWorld();

  /** A user allows the client, and the client gets its tokens. */
  async function grant(made: RegisteredClient, visitor: Visitor, redirect?: string): Promise<void> {
    const page = await visitor.get(authorizePath(made.client, { redirect_uri: redirect }));
    const code = redirectParameters(await answer(visitor, page, "allow"))["code"]!;
    const form = {
      grant_type: "authorization_code",
      code,
      code_verifier: VERIFIER,
      ...(redirect !== undefined && { redirect_uri: redirect }),
    };
    const { status, text } = await new OAuthApi(world.server).token(form, credentialsOf(made));
    expect(status, text).to.equal(200);
  }

  const register = ({ client }: RegisteredClient, redirect_uris: string[]) =>
    OAuthClient.query(world.services.knex).findById(client.id).patch({ redirect_uris });

  it("is shown again for another redirect URI, even one that the client has registered", async () => {
    const made = await makeClient(world);
    const { visitor } = await world.signedIn();
    const [shown] = made.client.redirect_uris;
    await grant(made, visitor, shown);
    await register(made, [shown!, OTHER]);
    const elsewhere = await visitor.get(authorizePath(made.client, { redirect_uri: OTHER }));
    expect(elsewhere.text).not.to.contain("data-go-on");
    expect(textOf(elsewhere)).to.contain("wants to access your account");
    expect((await visitor.get(authorizePath(made.client))).text).to.contain("data-go-on");
  });

  it("is shown again when the redirect URI is omitted and has changed", async () => {
    const made = await makeClient(world);
    const { visitor } = await world.signedIn();
    await grant(made, visitor);
    const path = authorizePath(made.client, { redirect_uri: undefined });
    expect((await visitor.get(path)).text).to.contain("data-go-on");
    world.advance(1);
    await register(made, [OTHER]);
    const again = await visitor.get(path);
    expect(again.text).not.to.contain("data-go-on");
    expect(textOf(again)).to.contain("other.example.test");
  });

  it("ignores parameters that OAuth2 doesn't define", async () => {
    for (const name of ["allowed", "access_token", "user_id", "__proto__", "constructor", "client_secret"]) {
      const { client } = await makeClient(world);
      const { visitor } = await world.signedIn();
      const page = await visitor.get(authorizePath(client, { [name]: "false" }));
      const { status, headers, text } = await answer(visitor, page, "allow");
      expect(status, `${name} ${text}`).to.equal(303);
      expect(headers["location"], name).to.contain("code=");
    }
  });

  it("displays a client's name as plain text without misleading characters", async () => {
    for (const name of ["$t(oauth.consent.title)", "{host} {name}", "$& $1", "<b>x</b>", "{{name}}"]) {
      const { client } = await makeClient(world, { name });
      const { visitor } = await world.signedIn();
      const page = await visitor.get(authorizePath(client));
      expect(textOf(page)).to.contain(`${name} wants to access your account`);
    }
  });

  it("returns every state unchanged, with any characters and up to the maximum URL length", async () => {
    const { client } = await makeClient(world);
    const { visitor } = await world.signedIn();
    const states = [
      "'".repeat(4500),
      '"'.repeat(3600),
      "\\".repeat(3600),
      "é".repeat(1800),
      "\0\r\nX-Evil: 1",
    ];
    for (const state of states) {
      const answered = await answer(visitor, await visitor.get(authorizePath(client, { state })), "allow");
      expect(answered.status, state.slice(0, 9)).to.equal(303);
      expect(answered.headers).not.to.have.property("x-evil");
      expect(redirectParameters(answered)["state"]).to.equal(state);
    }
  });
});
