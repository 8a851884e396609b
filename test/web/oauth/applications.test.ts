import { expect } from "chai";
import type { Response } from "supertest";
import { createDeviceCodes } from "../../../src/domain/oauth/grants/device-codes.js";
import { DEVICE_GRANT } from "../../../src/domain/oauth/grants/grant-types.js";
import { DAY, MINUTE, now } from "../../../src/lib/clock.js";
import {
  answer,
  authorizePath,
  redirectParameters,
  VERIFIER,
  type Query,
} from "../../support/oauth/authorization-request.js";
import { OAuthApi } from "../../support/oauth/oauth-api.js";
import { makeClient, type RegisteredClient } from "../../support/oauth/oauth.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const PAGE = "/user/applications";
const NONE = "No connected applications";

describe("Connected applications and their grants", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  const says = async (visitor: Visitor): Promise<string> => textOf(await visitor.get(PAGE));

  async function allow(visitor: Visitor, { client }: RegisteredClient, changes: Query = {}): Promise<string> {
    const page = await visitor.get(authorizePath(client, changes));
    return redirectParameters(await answer(visitor, page, "allow"))["code"]!;
  }

  const token = ({ client, secret }: RegisteredClient, form: Record<string, string>): Promise<Response> =>
    new OAuthApi(world.server).token(form, { id: client.id, secret: secret || null });

  const redeem = (made: RegisteredClient, code: string): Promise<Response> =>
    token(made, {
      grant_type: "authorization_code",
      code,
      redirect_uri: made.client.redirect_uris[0]!,
      code_verifier: VERIFIER,
    });

  async function revoke(visitor: Visitor, { client }: RegisteredClient): Promise<void> {
    await visitor.get(PAGE);
    expect((await visitor.delete(PAGE, { client: client.id })).status).to.equal(303);
    expect(await says(visitor)).not.to.contain(client.name);
  }

  it("lose access and refresh token together", async () => {
    const made = await makeClient(world);
    const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
    const { body } = await redeem(made, await allow(visitor, made));
    expect(await says(visitor))
      .to.contain("Team calendar")
      .and.contain("users.read");
    await revoke(visitor, made);
    await world.api
      .as(body.access_token as string)
      .get("/auth/me")
      .expect(401);
    const renewed = await token(made, { grant_type: "refresh_token", refresh_token: body.refresh_token });
    expect(renewed.body.error).to.equal("invalid_grant");
  });

  it("are listed with all granted scopes, even if the last token has fewer", async () => {
    const made = await makeClient(world);
    const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
    const { body } = await redeem(made, await allow(visitor, made, { scope: "users.read files.read" }));
    const narrow = await token(made, {
      grant_type: "refresh_token",
      refresh_token: body.refresh_token,
      scope: "users.read",
    });
    expect(narrow.body.scope).to.equal("users.read");
    expect(await says(visitor)).to.contain("files.read users.read");
  });

  it("are listed as soon as they are allowed, and an unredeemed code can be revoked", async () => {
    for (const type of ["public", "confidential"] as const) {
      const made = await makeClient(world, { type, name: `In flight ${type}` });
      const { visitor } = await world.signedIn();
      const code = await allow(visitor, made);
      expect(await says(visitor)).to.contain(made.client.name);
      await revoke(visitor, made);
      expect((await redeem(made, code)).body.error).to.equal("invalid_grant");
    }
  });

  it("aren't listed when the code has expired unredeemed", async () => {
    const made = await makeClient(world);
    const { visitor } = await world.signedIn();
    await allow(visitor, made);
    world.advance(MINUTE);
    expect(await says(visitor)).to.contain(NONE);
  });

  it("stay listed without an active token only while they don't need new consent", async () => {
    const [secretive, page] = [
      await makeClient(world, { name: "Secretive" }),
      await makeClient(world, { type: "public", name: "Page" }),
    ];
    const redirect_uris = ["http://127.0.0.1:1234/callback"];
    const program = await makeClient(world, { type: "public", name: "Program", redirect_uris });
    const { user, visitor } = await world.signedIn();
    for (const made of [secretive, page, program]) await redeem(made, await allow(visitor, made));
    world.advance(20 * DAY);
    const later = (await world.signedIn(user)).visitor;
    const said = await says(later);
    expect(said).to.contain("Secretive").and.contain("Page").and.not.contain("Program");
    expect(textOf(await later.get(authorizePath(secretive.client)))).to.contain("Continue to Secretive");
    await revoke(later, secretive);
    expect(textOf(await later.get(authorizePath(secretive.client)))).to.contain(
      "wants to access your account",
    );
  });

  it("include devices from their approval, but never another user's or a denied code", async () => {
    const made = await makeClient(world, { name: "Television" });
    const { visitor } = await world.signedIn();
    const connect = async (decision: string): Promise<string> => {
      const { deviceCode, userCode } = await createDeviceCodes(world.services, made.client.id, [
        "files.read",
      ]);
      await visitor.get("/oauth/device");
      const page = await visitor.submit("/oauth/device", { user_code: userCode });
      await answer(visitor, page, decision, "/oauth/device");
      return deviceCode;
    };
    const fetch = (device_code: string) => token(made, { grant_type: DEVICE_GRANT, device_code });

    await connect("deny");
    expect(await says(visitor)).to.contain(NONE);
    const inFlight = await connect("allow");
    expect(await says(visitor))
      .to.contain("Television")
      .and.contain("files.read");
    await revoke(visitor, made);
    expect((await fetch(inFlight)).body.error).to.equal("invalid_grant");

    const { body } = await fetch(await connect("allow"));
    expect(await says(visitor)).to.contain("Television");
    await revoke(visitor, made);
    await world.api
      .as(body.access_token as string)
      .get("/auth/me")
      .expect(401);
  });

  it("are gone when the client was deleted, and revoking them has no effect", async () => {
    const made = await makeClient(world);
    const { visitor } = await world.signedIn();
    await redeem(made, await allow(visitor, made));
    await visitor.get(PAGE);
    await world.services.knex("oauth_clients").where({ id: made.client.id }).update({ revoked_at: now() });
    expect((await visitor.delete(PAGE, { client: made.client.id })).status).to.equal(303);
    expect(await says(visitor)).to.contain(NONE);
  });
});
