import { createHash } from "node:crypto";
import { expect } from "chai";
import { HOUR, MINUTE, now, SECOND } from "../../src/lib/clock.js";
import { ConsentBrowser } from "../support/oauth/consent-browser.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, devicePoll } from "../support/oauth/oauth-grants.js";
import { signInOnPage } from "../support/passkeys/browser-passkeys.js";
import { addPasskey } from "../support/passkeys/passkeys.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

describe("Sign-in with OpenID Connect", () => {
  const { world, rp } = useRelyingParty();
  const seconds = (): number => Math.floor(now() / SECOND);

  it("gives the client an ID token about the user, signed by a published key", async () => {
    const { id_token, access_token, scope } = await rp.signIn();
    expect(scope).to.equal("openid");
    const claims = await rp.claims(id_token);
    expect(claims).to.deep.equal({
      iss: world.services.config.env.APP_URL.origin,
      sub: rp.user.id,
      aud: rp.made.client.id,
      iat: seconds(),
      exp: seconds() + HOUR / SECOND,
      auth_time: seconds(),
      acr: "https://refeds.org/profile/sfa",
      amr: ["pwd"],
      nonce: "n-0S6",
      at_hash: createHash("sha256").update(access_token).digest().subarray(0, 16).toString("base64url"),
      sid: claims["sid"],
    });
    const session = await world.services.knex("sessions").where({ user_id: rp.user.id }).first();
    expect(claims["sid"]).to.equal(session.public_id);
  });

  it("tells what the scopes profile and email give access to", async () => {
    const { id_token } = await rp.signIn({ scope: "openid profile email" });
    const { user } = rp;
    expect(await rp.claims(id_token)).to.deep.include({
      name: `${user.first_name} ${user.last_name}`,
      given_name: user.first_name,
      family_name: user.last_name,
      zoneinfo: user.timezone,
      locale: user.locale,
      updated_at: Math.floor(user.updated_at / SECOND),
      email: user.email,
      email_verified: false,
    });
  });

  it("gives the picture's address", async () => {
    const name = "0123456789abcdef0123456789abcdef.webp";
    await world.services.knex("users").where({ id: rp.user.id }).update({ avatar: name });
    const claims = await rp.claims((await rp.signIn({ scope: "openid profile" })).id_token);
    expect(claims["picture"]).to.equal(`${world.services.config.env.APP_URL.origin}/avatars/${name}`);
  });

  it("tells how the user signed in: with a passkey", async () => {
    const { device } = await addPasskey(world, rp.user);
    rp.visitor = world.visitor();
    await signInOnPage(rp.visitor, device);
    const claims = await rp.claims((await rp.signIn()).id_token);
    expect(claims).to.deep.include({ acr: "phr", amr: ["pop", "user", "mfa"] });
  });

  it("tells how the user signed in: with a password and a code", async () => {
    const { code } = await world.make.twoFactor(rp.user);
    rp.visitor = world.visitor();
    await rp.visitor.signIn(rp.user);
    await rp.visitor.get("/two-factor-challenge");
    await rp.visitor.submit("/two-factor-challenge", { code: await code() });
    const claims = await rp.claims((await rp.signIn()).id_token);
    expect(claims).to.deep.include({ acr: "https://refeds.org/profile/mfa", amr: ["pwd", "otp", "mfa"] });
  });

  it("gives no nonce that the client didn't send", async () => {
    const { id_token } = await rp.signIn({ nonce: undefined });
    expect(await rp.claims(id_token)).not.to.have.property("nonce");
  });

  it("gives no ID token without the scope openid", async () => {
    expect(await rp.signIn({ scope: "users.read" })).not.to.have.property("id_token");
    expect(await rp.signIn({ scope: "profile email" })).not.to.have.property("id_token");
  });

  it("repeats the time of the sign-in with a refresh token, but not the nonce", async () => {
    const first = await rp.signIn();
    const before = await rp.claims(first.id_token);
    world.advance(HOUR);
    const next = await rp.refresh(first.refresh_token);
    const after = await rp.claims(next.id_token);
    const { nonce, at_hash, ...kept } = before;
    expect([nonce, at_hash]).to.not.include(undefined);
    expect(after).to.deep.include({ ...kept, iat: seconds(), exp: seconds() + HOUR / SECOND });
    expect(after).not.to.have.property("nonce");
    expect(after["at_hash"]).not.to.equal(at_hash);
  });

  it("gives no ID token for a refresh without the scope openid", async () => {
    const { refresh_token } = await rp.signIn({ scope: "openid email" });
    expect(await rp.refresh(refresh_token, { scope: "email" })).not.to.have.property("id_token");
  });

  it("shows on the consent page what the client learns", async () => {
    const { text } = await rp.open({ scope: "openid profile email offline_access" });
    expect(text).to.contain("See your language");
    expect(text).to.contain("See your email address");
  });

  it("opens no operation of the API beyond those for every token", async () => {
    const { access_token } = await rp.signIn({ scope: "openid profile email offline_access" });
    await world.api.as(access_token).get("/auth/me").expect(200);
    await world.api.as(access_token).get("/users").expect(403);
  });
});

describe("The scopes of OpenID Connect", () => {
  const { world, rp } = useRelyingParty();

  it("are granted to a device, whose user is the one of the browser session that approves it", async () => {
    const api = new OAuthApi(world.server);
    const basic = credentialsOf(rp.made);
    const begun = await api.post("/oauth/device/code", { scope: "openid email users.read" }, basic);
    expect(begun.status, JSON.stringify(begun.body)).to.equal(200);
    const signedInAt = Math.floor(now() / SECOND);
    world.advance(3 * MINUTE);
    await new ConsentBrowser(rp.visitor).approveDevice(begun.body.user_code as string);
    world.advance(MINUTE);
    const { status, body } = await api.token(devicePoll({ deviceCode: begun.body.device_code }), basic);
    expect(status).to.equal(200);
    const claims = await rp.claims(body.id_token as string);
    expect(claims).to.deep.include({
      ...{ sub: rp.user.id, email: rp.user.email, auth_time: signedInAt, amr: ["pwd"] },
      acr: "https://refeds.org/profile/sfa",
    });
    expect(claims).to.have.property("at_hash");
    expect(claims).not.to.have.property("nonce");
    const [session] = await world.services.knex("sessions").where({ user_id: rp.user.id });
    expect(claims["sid"]).to.equal(session.public_id);
    expect(await rp.claims((await rp.refresh(body.refresh_token as string)).id_token)).to.include({
      ...{ sub: rp.user.id, auth_time: signedInAt, sid: session.public_id },
    });
  });

  it("give a device no ID token without openid", async () => {
    const basic = credentialsOf(rp.made);
    const api = new OAuthApi(world.server);
    const begun = await api.post("/oauth/device/code", { scope: "users.read email" }, basic);
    await new ConsentBrowser(rp.visitor).approveDevice(begun.body.user_code as string);
    const { body } = await api.token(devicePoll({ deviceCode: begun.body.device_code }), basic);
    expect(body).to.have.property("access_token");
    expect(body).not.to.have.property("id_token");
    expect(await world.services.knex("oauth_logins")).to.have.length(0);
  });

  it("are denied to clients for themselves", async () => {
    const form = { grant_type: "client_credentials", scope: "openid" };
    const { status, body } = await new OAuthApi(world.server).token(form, credentialsOf(rp.made));
    expect([status, body.error]).to.deep.equal([400, "invalid_scope"]);
  });
});
