import { expect } from "chai";
import { generate } from "otplib";
import { ACTIVITY_EVENTS } from "../../src/domain/audit/activities.js";
import { changeSettings } from "../../src/domain/administration/settings-changes.js";
import { now, SECOND } from "../../src/lib/clock.js";
import { authorizePath, VERIFIER } from "../support/oauth/authorization-request.js";
import { eventLog } from "../support/app/events.js";
import { PASSWORD, profileFields, registration } from "../support/app/factories.js";
import { addPasskey, optionsFrom } from "../support/passkeys/passkeys.js";
import { CraftedProvider } from "../support/providers/crafted-provider.js";
import { CLIENT } from "../support/providers/openid-provider.js";
import { begin, comeBack, FIRST, makeProvider } from "../support/providers/providers.js";
import { queuedMails } from "../support/app/mails.js";
import { grant, own, refresh, useSignedInClient } from "../support/oauth/signed-in-client.js";
import { credentialsOf, redemption } from "../support/oauth/oauth-grants.js";
import { sendDue, useReceiver } from "../support/webhooks/receiver.js";
import type { Visitor } from "../support/app/web.js";

const NEW = "another-long-password-of-hers";
const ADMINS_CHOICE = "chosen-by-an-administrator";
const CAPTCHA = "0x4AAAAAAAsecretOfTheCaptcha";

/** Events without text values. This list should only shrink. */
const NOT_WALKED = [
  "two_factor_failed",
  "email_verified",
  "avatar_changed",
  "avatar_removed",
  "application_revoked",
  "authorization_code_replayed",
  "refresh_token_reused",
];

/** Types of events whose data someone has entered, or that are made where a secret is. */
const SENT = [
  ...["user.created", "user.updated", "user.password_changed", "user.two_factor_changed", "session.created"],
  ...["user.passkey_added", "consent.granted", "token.created", "client.created", "client.updated"],
  ...["client.secret_rotated", "settings.changed"],
];

describe("The audit log, events and webhooks", () => {
  const world = useSignedInClient({ WEBHOOKS_ALLOW_LOOPBACK: "true" });
  const receiver = useReceiver();
  const log = eventLog(world);
  const secrets = new Map<string, string>();
  const keep = (what: string, value: string | undefined): string => {
    expect(value, what).to.be.a("string").and.have.length.above(5);
    secrets.set(what, value!);
    return value!;
  };
  const cookiesOf = (who: string, visitor: Visitor): void => {
    keep(`session of ${who}`, visitor.sessionCookie);
    keep(`form token of ${who}`, visitor.csrfToken);
  };
  const tokenIn = (text: string, kind: string): string =>
    keep(`${kind} of a page`, new RegExp(`adk_${kind}_[0-9A-Za-z]+`).exec(text)?.[0]);
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(now() / SECOND) });
  const linkOf = async (kind: string): Promise<string> =>
    keep(`link of ${kind}`, (await queuedMails(world.services, kind)).at(-1)!.link);

  /** Every action of a user on their own account. */
  async function person(): Promise<void> {
    keep("password", PASSWORD);
    const joined = await world.api.post("/auth/register", registration({ email: "grace@example.test" }));
    keep("token of the registration", joined.body.data.token);
    await world.api.post("/auth/login", { email: "grace@example.test", password: "wrong-guess-of-hers" });
    keep("wrong password", "wrong-guess-of-hers");
    const signedIn = await world.api.post("/auth/login", { email: "grace@example.test", password: PASSWORD });
    const token = keep("token of a sign-in", signedIn.body.data.token);
    await world.api.as(token).post("/auth/logout").expect(200);

    const { user, visitor } = await world.signedIn(
      await world.make.user({ email: "ada@example.test", email_verified_at: 1 }),
    );
    cookiesOf("Ada", visitor);
    await visitor.put("/user/profile-information", profileFields(user, { email: "ada@new.example" }));
    await visitor.submit(await linkOf("verify_email"));
    const { text } = await visitor.submit("/user/tokens", { name: "laptop" });
    tokenIn(text, "pat");
    const { knex } = world.services;
    const { id } = await knex("personal_access_tokens").where({ name: "laptop" }).first("id");
    await visitor.delete("/user/tokens", { token: id as string });
    await secondFactor(visitor);
    await visitor.get("/browser-sessions");
    await world.visitor().signIn({ email: "ada@new.example" });
    await visitor.delete("/browser-sessions");
    await visitor.get("/profile");
    await visitor.put("/user/password", {
      current_password: PASSWORD,
      password: NEW,
      password_confirmation: NEW,
    });
    keep("new password", NEW);
    await world.make.token(user);
    await visitor.get("/user/password");
    await visitor.submit("/user/password/revoke-tokens");
    await visitor.submit("/logout");
  }

  async function secondFactor(visitor: Visitor): Promise<void> {
    await visitor.submit("/user/two-factor-authentication");
    const { text } = await visitor.get("/user/security");
    const shown = /class="setup-key">(.*?)<\/p>/s.exec(text)![1]!;
    const key = keep("key of the authenticator", shown.replaceAll(/<[^>]*>|\s/g, ""));
    await visitor.submit("/user/confirmed-two-factor-authentication", { code: await codeOf(key) });
    await visitor.get("/user/two-factor-recovery-codes");
    await visitor.submit("/user/two-factor-recovery-codes");
    const { text: page } = await visitor.get("/user/two-factor-recovery-codes");
    const recovery = [...page.matchAll(/<code[^>]*>([0-9a-z-]{10,})<\/code>/g)].map(([, code]) => code!);
    expect(recovery).to.have.length(8);
    recovery.forEach((code, index) => keep(`recovery code ${index}`, code));
    const other = world.visitor();
    await other.signIn({ email: "ada@new.example" });
    await other.get("/two-factor-challenge");
    await other.submit("/two-factor-challenge", { recovery_code: recovery[0]! });
    expect((await other.get("/dashboard")).status).to.equal(200);
    await visitor.get("/profile");
    await visitor.delete("/user/two-factor-authentication", { recovery_code: recovery[1]! });
  }

  async function forgetfulUser(): Promise<void> {
    const user = await world.make.user({ email: "alan@example.test" });
    const visitor = world.visitor();
    await visitor.get("/forgot-password");
    await visitor.submit("/forgot-password", { email: user.email });
    const link = await linkOf("reset_password");
    const token = keep("token of a reset", link.split("/").at(-1));
    await visitor.get(link);
    await visitor.submit("/reset-password", { token, password: NEW, password_confirmation: NEW });
  }

  async function passkeyOwner(): Promise<void> {
    const user = await world.make.user({ email: "edith@example.test" });
    const { id, device, recoveryCodes } = await addPasskey(world, user);
    recoveryCodes.forEach((code, index) => keep(`recovery code ${index} of a passkey`, code));
    const api = world.api.as(await world.make.token(user));
    await api.patch(`/auth/me/passkeys/${id}`, { name: "Phone" }).expect(200);
    const options = await optionsFrom(world.api, "/auth/passkeys/options");
    keep("challenge of a passkey", options.challenge as string);
    const credential = device.get(options, { count: 0 });
    keep("signature of a passkey", credential.response.signature);
    await world.api.post("/auth/passkeys", { credential }).expect(200);
    await addPasskey(world, user, { isSynced: true });
    await api.delete("/auth/me/password").expect(200);
    await api.delete(`/auth/me/passkeys/${id}`).expect(200);
  }

  async function userOfAProvider(): Promise<void> {
    const there = new CraftedProvider();
    await there.start();
    await makeProvider(world, { issuer: there.issuer });
    const { visitor } = await world.signedIn(await world.make.user({ email: "mary@example.test" }));
    const back = there.visit(await begin(visitor, `/user/providers/${FIRST}/link`));
    keep("code of a provider", back.searchParams.get("code")!);
    keep("state of a provider", back.searchParams.get("state")!);
    keep("secret at a provider", CLIENT.secret);
    const offer = (await comeBack(visitor, back)).headers["location"]!;
    keep("link at a provider", offer.split("/").at(-1));
    await visitor.get(offer);
    await visitor.submit(offer);
    const { id } = await world.services.knex("user_identities").first("id");
    await visitor.get("/user/security");
    await visitor.delete(`/user/providers/${id}`);
    await there.server.stop();
  }

  async function programs(): Promise<void> {
    keep("secret of a client", world.testClient.secret);
    const given = await grant(world);
    keep("access token", given["access_token"]);
    const renewed = await refresh(world, keep("refresh token", given["refresh_token"]));
    keep("renewed token", renewed.body.access_token);
    keep("token of a client", (await own(world)).body.access_token);
    await world.oauth.post(
      "/oauth/revoke",
      { token: renewed.body.refresh_token },
      credentialsOf(world.testClient),
    );
    await world.consentBrowser.deny(authorizePath(world.testClient.client));
    const to = await world.consentBrowser.allow(authorizePath(world.testClient.client));
    const code = keep("authorization code", to.searchParams.get("code")!);
    await world.oauth.token(
      redemption({ code, verifier: keep("verifier", VERIFIER) }),
      credentialsOf(world.testClient),
    );
    const device = await world.oauth.post(
      "/oauth/device/code",
      { scope: "users.read" },
      credentialsOf(world.testClient),
    );
    keep("device code", device.body.device_code);
    await world.consentBrowser.approveDevice(keep("code of a device", device.body.user_code));
  }

  async function anAdministrator(): Promise<void> {
    const { user: root, visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    cookiesOf("the administrator", visitor);
    const api = world.api.as(keep("token of the administrator", await world.make.token(root)));
    const password = { password: ADMINS_CHOICE, password_confirmation: ADMINS_CHOICE };
    const made = await api.post("/users", { ...registration(), ...password }).expect(201);
    const id = made.body.data.id as string;
    keep("password by an administrator", ADMINS_CHOICE);
    await api
      .patch(`/users/${id}`, { last_name: "King", email: "king@example.test", ...password })
      .expect(200);
    await api.delete(`/users/${id}`).expect(200);

    await visitor.get("/admin/api-clients/create");
    const client = {
      name: "Shop",
      type: "confidential",
      grant_types: "client_credentials",
      redirect_uris: "",
    };
    const created = await visitor.submit("/admin/api-clients", client);
    tokenIn(created.text, "cs");
    const { knex } = world.services;
    const shop = (await knex("oauth_clients").where({ name: "Shop" }).first("id")) as { id: string };
    const address = `/admin/api-clients/${shop.id}`;
    await visitor.get(address);
    await visitor.put(address, { ...client, name: "Shop 2" });
    const rotated = await visitor.submit(`${address}/secret`);
    keep("new secret of a client", /adk_cs_[0-9A-Za-z]+/.exec(rotated.text)?.[0]);
    await visitor.get(address);
    await visitor.delete(address);
    const values = {
      "captcha.secret_key": keep("secret of the captcha", CAPTCHA),
      "auth.password_min_length": "12",
    };
    const origin = { ip: "192.0.2.1", userAgent: null, traceId: "018f6c2e-4b7a-4c1d-9e53-2a7f0b6d8c41" };
    await changeSettings({ services: world.services, origin, actor: null }, { values });
    await visitor.get("/admin/activity/export");
  }

  /** Someone is invited to an organisation, and accepts. It gets an application, a directory and a code for its domain. */
  async function anOrganisation(): Promise<void> {
    const founder = await world.make.userWithToken({ role: "system_admin", email: "founder@example.test" });
    const api = world.api.as(founder.token);
    await api.post("/organisations", { name: "Acme", slug: "acme" }).expect(201);
    const invitation = { email: "invited@example.test", role: "member" };
    await api.post("/organisations/acme/invitations", invitation).expect(201);
    const link = await linkOf("organisation_invitation");
    const token = keep("token of an invitation", link.split("/").at(-1));
    const { token: own } = await world.make.userWithToken();
    await world.api.as(own).post("/auth/me/organisations", { token }).expect(201);
    const application = { name: "Intranet", type: "confidential", grant_types: ["authorization_code"] };
    const redirect_uris = ["https://client.example.test/callback"];
    const place = "/organisations/acme/applications";
    const { body } = await api.post(place, { ...application, redirect_uris }).expect(201);
    keep("secret of an organisation's application", (body.data as { secret: string }).secret);
    const directory = await api
      .post("/organisations/acme/provisioning-tokens", { name: "Entra" })
      .expect(201);
    keep("token of a directory", (directory.body.data as { token: string }).token);
    await api.post("/organisations/acme/domains", { domain: "acme.example" }).expect(201);
    await api.post("/organisations/acme/domains/acme.example/code", { mailbox: "admin" }).expect(200);
    const [mail] = await queuedMails(world.services, "domain_code");
    keep("code of a domain", /code: ([\w-]+)/.exec(mail!.text)![1]);
  }

  /** A webhook that is sent everything, with a secret that was replaced. */
  async function listener(): Promise<void> {
    const { token } = await world.make.userWithToken({ role: "system_admin", email: "hooks@example.test" });
    const api = world.api.as(token);
    const { body } = await api.post("/webhooks", { url: receiver.url, types: ["*"] }).expect(201);
    const { id, secret } = body.data as { id: string; secret: string };
    keep("secret of a webhook", secret);
    const replaced = await api.post(`/webhooks/${id}/secret`).expect(201);
    keep("new secret of a webhook", replaced.body.data.secret);
  }

  it("contain no secret that was entered, issued or sent", async function () {
    this.timeout(60_000);
    await listener();
    for (const walk of [
      person,
      forgetfulUser,
      passkeyOwner,
      userOfAProvider,
      programs,
      anAdministrator,
      anOrganisation,
    ])
      await walk();
    const { knex } = world.services;
    const rows = (await knex("activity_log").orderBy("id")) as Record<string, unknown>[];
    const walked = new Set(rows.map((row) => row["event"]));
    const core = [...ACTIVITY_EVENTS.sign_in, ...ACTIVITY_EVENTS.access, ...ACTIVITY_EVENTS.account];
    const missing = core.filter((event) => !walked.has(event) && !NOT_WALKED.includes(event));
    expect(missing, "events that nothing here writes").to.deep.equal([]);
    const stored = await knex("users").whereNotNull("password").select("password");
    for (const { password } of stored) secrets.set(`hash ${password}`, password as string);
    expect(secrets.size).to.be.above(30);
    await sendDue(world.services);
    const told: Record<string, unknown> = {
      "the audit log": rows,
      "stored events": await knex("events").select(),
      "listed events": await log.read(),
      "sent events": receiver.received,
      deliveries: await knex("webhook_deliveries").select(),
    };
    expect(receiver.types).to.include.members(SENT);
    for (const [place, content] of Object.entries(told)) {
      const text = JSON.stringify(content);
      for (const [what, secret] of secrets)
        expect(text.includes(secret.replace(/^(adk_[a-z]+|whsec)_/, "")), `${what} in ${place}`).to.equal(
          false,
        );
    }
  });
});
