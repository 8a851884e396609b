import { expect } from "chai";
import type { Response } from "supertest";
import { createDeviceCodes, type DeviceCodes } from "../../../src/domain/oauth/grants/device-codes.js";
import { DEVICE_GRANT } from "../../../src/domain/oauth/grants/grant-types.js";
import { MINUTE, now, SECOND } from "../../../src/lib/clock.js";
import type { OAuthClient } from "../../../src/models/oauth-client.js";
import { answer, authorizePath, consentOf } from "../../support/oauth/authorization-request.js";
import { freshIp } from "../../support/app/client.js";
import { OAuthApi } from "../../support/oauth/oauth-api.js";
import { makeClient, type RegisteredClient } from "../../support/oauth/oauth.js";
import { signInOnPage } from "../../support/passkeys/browser-passkeys.js";
import { addPasskey } from "../../support/passkeys/passkeys.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const DEVICE = "/oauth/device";

describe("Connecting a device", () => {
  const world = useWorld();
  const decide = (visitor: Visitor, page: Response, decision: string) =>
    answer(visitor, page, decision, DEVICE);

  /** A device that shows a user code. */
  async function device(overrides: Partial<OAuthClient> = {}) {
    const made = await makeClient(world, { name: "Television", ...overrides });
    return { ...made, ...(await createDeviceCodes(world.services, made.client.id, ["users.read"])) };
  }

  async function enter(visitor: Visitor, user_code: string): Promise<Response> {
    await visitor.get(DEVICE);
    return visitor.submit(DEVICE, { user_code });
  }

  async function asked(overrides: Partial<OAuthClient> = {}) {
    const shown = await device(overrides);
    const { user, visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
    return { ...shown, user, visitor, page: await enter(visitor, shown.userCode) };
  }

  const poll = ({ client, secret, deviceCode }: RegisteredClient & DeviceCodes): Promise<Response> =>
    new OAuthApi(world.server).token(
      { grant_type: DEVICE_GRANT, device_code: deviceCode },
      { id: client.id, secret: secret || null },
    );

  it("asks for the code and a confirmation, then the device gets its tokens", async () => {
    world.freezeTime();
    const { visitor, page, user, userCode, ...shown } = await asked();
    expect(page.status).to.equal(200);
    const said = textOf(page);
    expect(said).to.contain("Connect Television?").and.contain(userCode).and.contain(user.email);
    expect(said)
      .to.contain(
        "Only allow this if you started it and the device in front of you shows this code. If someone sent you this code, deny it: they're trying to get into your account.",
      )
      .and.contain("See the list of users and their details")
      .and.not.contain("Also requested");
    expect((await poll({ ...shown, userCode })).body.error).to.equal("authorization_pending");
    const done = await decide(visitor, page, "allow");
    expect(done.status).to.equal(200);
    expect(textOf(done)).to.contain("Device connected");
    world.advance(6 * SECOND);
    const { status, body } = await poll({ ...shown, userCode });
    expect(status).to.equal(200);
    await world.api
      .as(body.access_token as string)
      .get("/auth/me")
      .expect(200);
  });

  it("is allowed by a user who signed in with a passkey", async () => {
    const shown = await device();
    const user = await world.make.user({ role: "admin" });
    const { device: authenticator } = await addPasskey(world, user);
    const visitor = world.visitor();
    await signInOnPage(visitor, authenticator);
    const done = await decide(visitor, await enter(visitor, shown.userCode), "allow");
    expect(textOf(done)).to.contain("Device connected");
    expect((await poll(shown)).status).to.equal(200);
  });

  it("shows and grants only the scopes that the account's permissions allow", async () => {
    world.freezeTime();
    const shown = await device();
    const { visitor } = await world.signedIn();
    const page = await enter(visitor, shown.userCode);
    expect(textOf(page))
      .to.contain("See your name See your email address See your picture")
      .and.contain("Also requested, but your account can't use it: See users.")
      .and.not.contain("See the list of users");
    await decide(visitor, page, "allow");
    world.advance(6 * SECOND);
    const { status, body } = await poll(shown);
    expect({ status, scope: body.scope as string }).to.deep.equal({ status: 200, scope: "" });
    await world.api
      .as(body.access_token as string)
      .get("/users")
      .expect(403);
  });

  it("rejects an answer when the displayed scopes have since changed", async () => {
    const shown = await device();
    const user = await world.make.user({ role: "admin" });
    const { visitor } = await world.signedIn(user);
    const page = await enter(visitor, shown.userCode);
    await world.make.withoutRoles(user);
    expect((await decide(visitor, page, "allow")).status).to.equal(409);
    const row = await world.services.knex("oauth_device_codes").first();
    expect(row).to.include({ approved_at: null, denied_at: null });
  });

  it("accepts the code in any notation", async () => {
    for (const typed of [
      (code: string) => code.toLowerCase(),
      (code: string) => ` ${code.replace("-", " ")} `,
      (code: string) => code.replace("-", "").split("").join(" "),
      (code: string) => code.replace("-", "–"),
    ]) {
      const { userCode } = await device();
      const { visitor } = await world.signedIn();
      expect(textOf(await enter(visitor, typed(userCode)))).to.contain("Connect Television?");
    }
  });

  it("only fills in the code of the URL", async () => {
    const { userCode } = await device();
    const { visitor } = await world.signedIn();
    const page = await visitor.get(`${DEVICE}?user_code=${userCode}`);
    expect(page.status).to.equal(200);
    expect(page.text).to.contain(`value="${userCode}"`).and.not.contain("data-go-on");
    expect(textOf(page)).not.to.contain("Television");
    expect(page.headers["referrer-policy"]).to.equal("no-referrer");
    expect(page.headers["ratelimit"]).to.equal(undefined);
  });

  it("sends a guest to the sign-in page and returns with the code", async () => {
    const { headers } = await world.visitor().get(`${DEVICE}?user_code=BCDF-GHJK`);
    expect(headers["location"]).to.equal("/login?next=%2Foauth%2Fdevice%3Fuser_code%3DBCDF-GHJK");
  });

  it("M05: reports a denial to the device", async () => {
    const { visitor, page, ...shown } = await asked();
    expect(textOf(await decide(visitor, page, "deny"))).to.contain("Device not connected");
    expect((await poll(shown)).body.error).to.equal("access_denied");
    expect(await world.services.knex("activity_log").where({ event: "application_denied" })).to.have.length(
      1,
    );
  });

  it("M05: accepts the first of two answers to one code, and reports it to the second user", async () => {
    world.freezeTime();
    const { visitor, page, user, ...shown } = await asked();
    const { visitor: second } = await world.signedIn();
    const otherPage = await enter(second, shown.userCode);
    const both = await Promise.all([decide(visitor, page, "allow"), decide(second, otherPage, "allow")]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const [row] = (await world.services.knex("oauth_device_codes").select("*")) as { user_id: string }[];
    if (both[0].status === 200) expect(row!.user_id).to.equal(user.id);
    expect((await poll(shown)).status).to.equal(200);
    expect(await world.services.knex("oauth_access_tokens").select("id")).to.have.length(1);
    const late = await enter(second, shown.userCode);
    expect(late.status).to.equal(422);
  });

  describe("rejects", () => {
    it("codes that are wrong, expired, decided or of a deleted client, with the same message", async () => {
      world.freezeTime();
      const decided = await asked();
      await decide(decided.visitor, decided.page, "deny");
      const gone = await device();
      await world.services.knex("oauth_clients").where({ id: gone.client.id }).update({ revoked_at: now() });
      const old = await device();
      const { visitor } = await world.signedIn();
      const codes = ["", "BCDF-GHJK", "x", "ÄÖÜß-€€€€", decided.userCode, gone.userCode];
      for (const code of codes) {
        const rejected = await enter(visitor, code);
        expect(rejected.status, code).to.equal(422);
        expect(textOf(rejected)).to.contain(
          "This code isn't valid: it's mistyped, was already used, or is older than ten minutes.",
        );
      }
      world.advance(10 * MINUTE);
      const fresh = await world.signedIn();
      expect((await enter(fresh.visitor, old.userCode)).status).to.equal(422);
    });

    it("M05: guesses: ten codes a minute for an account, and ten for an address", async () => {
      const { user, visitor } = await world.signedIn();
      const { userCode } = await device();
      for (let times = 0; times < 10; times++) {
        visitor.ip = freshIp();
        expect((await enter(visitor, "BCDF-GHJK")).status).to.equal(422);
      }
      visitor.ip = freshIp();
      const stopped = await enter(visitor, userCode);
      expect(stopped.status).to.equal(429);
      expect(stopped.headers["retry-after"]).to.match(/^\d+$/);
      expect(textOf(stopped)).not.to.contain("Television");
      const other = (await world.signedIn(user)).visitor;
      expect((await enter(other, userCode)).status).to.equal(429);

      const ip = freshIp();
      for (let times = 0; times < 10; times++) {
        const otherVisitor = (await world.signedIn()).visitor;
        otherVisitor.ip = ip;
        expect((await enter(otherVisitor, "BCDF-GHJK")).status).to.equal(422);
      }
      const last = (await world.signedIn()).visitor;
      last.ip = ip;
      expect((await enter(last, userCode)).status).to.equal(429);
    });

    it("M05: no decision because of guesses: requests without a code don't count", async () => {
      const { visitor, page } = await asked();
      for (let times = 0; times < 10; times++) await visitor.submit(DEVICE, { user_code: "BCDF-GHJK" });
      expect((await decide(visitor, page, "allow")).status).to.equal(200);
    });

    it("a decision after the code expired", async () => {
      world.freezeTime();
      const shown = await device();
      const { visitor } = await world.signedIn();
      world.advance(5 * MINUTE);
      const page = await enter(visitor, shown.userCode);
      world.advance(6 * MINUTE);
      const late = await decide(visitor, page, "allow");
      expect(late.status).to.equal(409);
      expect(textOf(late)).to.contain("This code expired");
      expect((await poll(shown)).body.error).to.equal("expired_token");
    });

    it("a decision for a client that has since been deleted", async () => {
      const { visitor, page, client } = await asked();
      await world.services.knex("oauth_clients").where({ id: client.id }).update({ revoked_at: now() });
      expect((await decide(visitor, page, "allow")).status).to.equal(409);
    });

    it("an answer that is repeated, altered, of another user or for another request", async () => {
      const { visitor, page, ...shown } = await asked();
      const other = (await world.signedIn()).visitor;
      const foreign = consentOf(await enter(other, shown.userCode));
      const question = await visitor.get(authorizePath(shown.client));
      for (const consent of [foreign, consentOf(question), `${consentOf(page)}x`, "", "x"]) {
        const rejected = await visitor.submit(DEVICE, { consent, decision: "allow" });
        expect(rejected.status, consent).to.equal(419);
      }
      const swapped = await visitor.submit("/oauth/authorize", {
        consent: consentOf(page),
        decision: "allow",
      });
      expect(swapped.status).to.equal(419);
      expect((await decide(visitor, page, "")).status).to.equal(419);
      expect((await decide(visitor, page, "allow")).status).to.equal(200);
      expect((await decide(visitor, page, "allow")).status).to.equal(419);
      expect((await poll(shown)).status).to.equal(200);
    });

    it("a form without a CSRF token", async () => {
      const { visitor, page } = await asked();
      const fields = { consent: consentOf(page), decision: "allow", _csrf: "wrong" };
      expect((await visitor.submit(DEVICE, fields)).status).to.equal(419);
    });

    it("an account that was banned before the answer", async () => {
      const { visitor, page, user, ...shown } = await asked();
      await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
      expect((await decide(visitor, page, "allow")).headers["location"]).to.equal("/login");
      expect((await poll(shown)).body.error).to.equal("authorization_pending");
    });

    it("H39: to show a name other than as text", async () => {
      const { page } = await asked({ name: "<script>alert(1)</script>" });
      expect(page.text).not.to.contain("<script>alert");
      expect(textOf(page)).to.contain("<script>alert(1)</script>");
    });
  });
});
