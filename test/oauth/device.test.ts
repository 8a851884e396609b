import { expect } from "chai";
import type { Response } from "supertest";
import { DEVICE_GRANT } from "../../src/domain/oauth/grants/grant-types.js";
import { MINUTE, SECOND } from "../../src/lib/clock.js";
import { DEVICE_CODE, generateToken } from "../../src/lib/secrets.js";
import type { User } from "../../src/models/user.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  decide,
  devicePoll,
  issueDeviceCodes,
  countActiveTokens,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, type RegisteredClient } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

describe("A device", () => {
  const world = useWorld();
  let user: User;
  let tv: RegisteredClient;
  beforeEach(async () => {
    world.freezeTime();
    user = await world.make.user();
    tv = await makeClient(world, { type: "public" });
  });
  const api = () => new OAuthApi(world.server);
  const begin = (made = tv, form: Record<string, string> = { scope: "users.read" }): Promise<Response> =>
    api().post("/oauth/device/code", form, credentialsOf(made));
  const poll = (codes: { deviceCode: string }, made = tv): Promise<Response> =>
    api().token(devicePoll(codes), credentialsOf(made));
  const give = (decision?: "approved" | "denied") =>
    issueDeviceCodes(world.services, { client: tv.client, user, ...(decision && { decision }) });
  const interval = async (): Promise<number> =>
    ((await world.services.knex("oauth_device_codes").first()) as { interval_seconds: number })
      .interval_seconds;

  async function expectError(error: string, codes: { deviceCode: string }, made = tv): Promise<string> {
    const { status, body } = await poll(codes, made);
    expect({ status, error: body.error }).to.deep.equal({ status: 400, error });
    return body.error_description as string;
  }

  it("gets a pair of codes, which are stored only as hashes", async () => {
    const { status, body } = await begin();
    expect(status).to.equal(200);
    const { device_code, user_code, ...rest } = body as Record<string, string>;
    const address = `${world.services.config.env.APP_URL.origin}/oauth/device`;
    expect(rest).to.deep.equal({
      verification_uri: address,
      verification_uri_complete: `${address}?user_code=${user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(device_code).to.match(/^adk_dc_[0-9A-Za-z]{49}$/);
    expect(user_code).to.match(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const row = (await world.services.knex("oauth_device_codes").first()) as Record<string, unknown>;
    const stored = Object.values(row).map((value) =>
      Buffer.isBuffer(value) ? value.toString("latin1") : String(value),
    );
    for (const secret of [device_code!, user_code!, user_code!.replace("-", "")])
      expect(stored.join(" ")).not.to.contain(secret);
  });

  it("gets tokens for the account that approved it", async () => {
    const { body: codes } = await begin();
    const deviceCode = codes.device_code as string;
    await expectError("authorization_pending", { deviceCode });
    expect(
      await decide(world.services, user, (codes.user_code as string).toLowerCase(), "approved"),
    ).to.equal(true);
    world.advance(5 * SECOND);
    const { status, body } = await poll({ deviceCode });
    expect(status).to.equal(200);
    expect(body).to.include({ token_type: "Bearer", scope: "users.read" });
    const { body: me } = await world.api
      .as(body.access_token as string)
      .get("/auth/me")
      .expect(200);
    expect(me.data.id).to.equal(user.id);
    expect((await api().token(renewal(body.refresh_token as string), credentialsOf(tv))).status).to.equal(
      200,
    );
  });

  it("can poll at the advertised rate, each time a little early, because the network isn't always as fast", async () => {
    const codes = await give();
    await expectError("authorization_pending", codes);
    for (const early of [4, 400, 2500]) {
      world.advance(5 * SECOND - early);
      await expectError("authorization_pending", codes);
    }
    expect(await interval()).to.equal(5);
  });

  it("M05: has to wait half of five seconds, and five more after each early poll", async () => {
    const codes = await give();
    await expectError("authorization_pending", codes);
    world.advance(2.5 * SECOND - 1);
    expect(await expectError("slow_down", codes)).to.contain("10 seconds");
    for (const seconds of [15, 20])
      expect(await expectError("slow_down", codes)).to.contain(`${seconds} seconds`);
    expect(await interval()).to.equal(20);
    world.advance(15 * SECOND);
    await expectError("slow_down", codes);
    world.advance(25 * SECOND);
    await expectError("authorization_pending", codes);
    expect(await interval()).to.equal(25);
    world.advance(25 * SECOND);
    await expectError("authorization_pending", codes);
  });

  it("M05: has to wait even when it was approved, and then gets its tokens", async () => {
    const codes = await give();
    await expectError("authorization_pending", codes);
    await decide(world.services, user, codes.userCode, "approved");
    await expectError("slow_down", codes);
    expect(await countActiveTokens(world.services)).to.include({ access: 0 });
    world.advance(10 * SECOND);
    expect((await poll(codes)).status).to.equal(200);
  });

  it("is told that it was denied, that its code has expired or was redeemed instead of to wait", async () => {
    const denied = await give();
    await expectError("authorization_pending", denied);
    await decide(world.services, user, denied.userCode, "denied");
    await expectError("access_denied", denied);
    const redeemed = await give("approved");
    expect((await poll(redeemed)).status).to.equal(200);
    await expectError("invalid_grant", redeemed);
    const expired = await give();
    world.advance(10 * MINUTE - 1);
    await expectError("authorization_pending", expired);
    world.advance(1);
    await expectError("expired_token", expired);
    for (const { interval_seconds } of await world.services.knex("oauth_device_codes"))
      expect(interval_seconds).to.equal(5);
  });

  it("M05: gets access_denied permanently after a denial", async () => {
    const codes = await give("denied");
    await expectError("access_denied", codes);
    expect(await decide(world.services, user, codes.userCode, "approved")).to.equal(false);
    await expectError("access_denied", codes);
  });

  it("M05: gets expired_token when its codes have expired, decided or not", async () => {
    const [open, approved] = [await give(), await give("approved")];
    world.advance(10 * MINUTE - 1);
    await expectError("authorization_pending", open);
    world.advance(1);
    expect(await decide(world.services, user, open.userCode, "approved")).to.equal(false);
    world.advance(5 * SECOND);
    for (const codes of [open, approved]) await expectError("expired_token", codes);
    expect(await countActiveTokens(world.services)).to.include({ access: 0 });
  });

  it("M05: can redeem its code only once, and a second attempt revokes nothing", async () => {
    const codes = await give("approved");
    const { body } = await poll(codes);
    world.advance(5 * SECOND);
    await expectError("invalid_grant", codes);
    expect(await decide(world.services, user, codes.userCode, "approved")).to.equal(false);
    await world.api
      .as(body.access_token as string)
      .get("/auth/me")
      .expect(200);
  });

  it("M05: can't use another client's code, and affects nothing by trying", async () => {
    const other = await makeClient(world);
    const codes = await give("approved");
    for (let times = 0; times < 3; times++) await expectError("invalid_grant", codes, other);
    expect(await interval()).to.equal(5);
    expect((await poll(codes)).status).to.equal(200);
  });

  it("M05: gets no tokens when the approving account is banned, deleted or inactive", async () => {
    const admin = await world.make.userWithToken({ role: "system_admin" });
    const codes = await give("approved");
    await world.services.knex("users").where({ id: user.id }).update({ status: "on holiday" });
    await expectError("invalid_grant", codes);
    await world.services.knex("users").where({ id: user.id }).update({ status: "active" });
    await world.api.as(admin.token).patch(`/users/${user.id}`, { status: "banned" }).expect(200);
    await world.api.as(admin.token).patch(`/users/${user.id}`, { status: "active" }).expect(200);
    world.advance(5 * SECOND);
    await expectError("invalid_grant", codes);
    const again = await give("approved");
    await world.api.as(admin.token).delete(`/users/${user.id}`).expect(200);
    await expectError("invalid_grant", again);
    expect(await countActiveTokens(world.services)).to.include({ access: 0 });
  });

  it("is rejected with a mistyped or unknown code, or with the user code", async () => {
    const { deviceCode, userCode } = await give("approved");
    for (const wrong of [
      `${deviceCode}x`,
      deviceCode.toLowerCase(),
      userCode,
      generateToken(DEVICE_CODE),
      "é",
      "\0",
    ])
      await expectError("invalid_grant", { deviceCode: wrong });
    const { body } = await api().token({ grant_type: DEVICE_GRANT }, credentialsOf(tv));
    expect(body.error).to.equal("invalid_request");
  });

  it("is rejected at both endpoints when its client can't use the grant", async () => {
    const codes = await give("approved");
    await world.services
      .knex("oauth_clients")
      .update({ grant_types: '["authorization_code","refresh_token"]' });
    await expectError("unauthorized_client", codes);
    const { status, body } = await begin();
    expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "unauthorized_client" });
  });
});
