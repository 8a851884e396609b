import { expect } from "chai";
import { MINUTE } from "../../../src/lib/clock.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { partsOf } from "../../support/contract/verification-link.js";
import { useWorld } from "../../support/app/world.js";

const NEW = "another-horse-battery";

describe("POST /auth/forgot-password and /auth/reset-password", () => {
  const world = useWorld();
  const forgot = (email: string) => world.api.post("/auth/forgot-password", { email });
  const reset = (token: string, password = NEW) =>
    world.api.post("/auth/reset-password", { token, password, password_confirmation: password });
  const tokenFor = async (email: string): Promise<string> => {
    await forgot(email).expect(200);
    return (await queuedMails(world.services, "reset_password")).at(-1)!.link.split("/").at(-1)!;
  };

  it("answer the same for a known, an unknown and a banned account", async () => {
    const user = await world.make.user();
    const banned = await world.make.user({ status: "banned" });
    for (const email of [user.email, banned.email, "nobody@example.test"]) {
      const { body } = await forgot(email).expect(200);
      expect(body).to.deep.include({ message: "OK", data: {}, meta: {} });
    }
    const mails = await queuedMails(world.services);
    expect(mails.map(({ kind, to }) => [kind, to])).to.deep.equal([["reset_password", user.email]]);
  });

  it("set the password, end everything and notify the owner like the screen", async () => {
    const { user, token } = await world.make.userWithToken();
    const { visitor } = await world.signedIn(user);
    const { body } = await reset(await tokenFor(user.email)).expect(200);
    expect(body.data).to.deep.equal({});
    await world.api.as(token).get("/auth/me").expect(401);
    expect((await visitor.get("/profile")).status).to.equal(302);
    await world.api.post("/auth/login", { email: user.email, password: NEW }).expect(200);
    expect(await queuedMails(world.services, "password_changed")).to.have.length(1);
    const [row] = await world.services.knex("activity_log").where({ event: "password_reset" });
    expect(row).to.include({ actor_id: user.id, subject_id: user.id });
  });

  it("send at most one mail a minute to an address, together with the screen", async () => {
    world.freezeTime();
    const user = await world.make.user();
    const visitor = world.visitor();
    await visitor.get("/forgot-password");
    await visitor.submit("/forgot-password", { email: user.email });
    await forgot(user.email).expect(200);
    expect(await queuedMails(world.services)).to.have.length(1);
    world.advance(MINUTE);
    await forgot(user.email).expect(200);
    expect(await queuedMails(world.services)).to.have.length(2);
  });

  it("accept a link once, and again after a password that the policy rejects", async () => {
    const user = await world.make.user();
    const token = await tokenFor(user.email);
    const weak = await reset(token, "password1").expect(422);
    expect(weak.body.data.errors).to.have.all.keys("password");
    await reset(token).expect(200);
    const { body } = await reset(token, PASSWORD).expect(422);
    expect(body.data.errors).to.have.all.keys("token");
  });

  it("reject unknown and expired links", async () => {
    world.freezeTime();
    const user = await world.make.user();
    const token = await tokenFor(user.email);
    await reset("unknown").expect(422);
    world.advance(61 * MINUTE);
    const { body } = await reset(token).expect(422);
    expect(body.data.errors).to.have.all.keys("token");
    await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(200);
  });

  it("are rejected while the setting is off", async () => {
    await world.services.settings.write({ "auth.password_reset": "0" });
    for (const request of [forgot("ada@example.test"), reset("unknown")])
      expect((await request.expect(403)).body.data.code).to.equal("forbidden");
  });

  it("share the limits by address with the screens", async () => {
    const visitor = world.visitor();
    await visitor.get("/forgot-password");
    for (let attempt = 0; attempt < 3; attempt++)
      await visitor.submit("/forgot-password", { email: "nobody@example.test" });
    for (let attempt = 0; attempt < 3; attempt++)
      await forgot("nobody@example.test").set("X-Forwarded-For", visitor.ip).expect(200);
    await forgot("nobody@example.test").set("X-Forwarded-For", visitor.ip).expect(429);
    for (let attempt = 0; attempt < 6; attempt++)
      await reset("unknown").set("X-Forwarded-For", visitor.ip).expect(422);
    await reset("unknown").set("X-Forwarded-For", visitor.ip).expect(429);
  });
});

describe("POST /auth/email/verify and /auth/email/verification-notification", () => {
  const world = useWorld();
  beforeEach(() => world.services.settings.write({ "auth.email_verification": "1" }));
  const notify = (email: string) => world.api.post("/auth/email/verification-notification", { email });
  const verify = (link: object) => world.api.post("/auth/email/verify", link);
  const linkIn = ({ link }: { link: string }) => partsOf(link);
  const linkFor = async (email: string) => {
    await notify(email).expect(200);
    return linkIn((await queuedMails(world.services, "verify_email")).at(-1)!);
  };
  const row = ({ id }: { id: string }) => world.services.knex("users").where({ id }).first();

  it("answer the same for an unverified, a verified and an unknown address", async () => {
    const user = await world.make.user();
    const verified = await world.make.user({ email_verified_at: 1 });
    for (const email of [user.email, verified.email, "nobody@example.test"]) {
      const { body } = await notify(email).expect(200);
      expect(body).to.deep.include({ message: "OK", data: {}, meta: {} });
    }
    expect((await queuedMails(world.services)).map(({ to }) => to)).to.deep.equal([user.email]);
  });

  it("verify the address, as often as the link is used, and sign nobody in", async () => {
    const user = await world.make.user();
    const link = await linkFor(user.email);
    for (let time = 0; time < 2; time++) expect((await verify(link).expect(200)).body.data).to.deep.equal({});
    expect((await row(user)).email_verified_at).to.be.a("number");
    expect(await world.services.knex("activity_log").where({ event: "email_verified" })).to.have.length(1);
    expect(await world.services.knex("personal_access_tokens")).to.deep.equal([]);
  });

  it("complete a change of the address that the API began", async () => {
    const { user, token } = await world.make.userWithToken({ email_verified_at: 1 });
    await world.api.as(token).put("/auth/me/email", { email: "new@example.test" }).expect(200);
    const [mail] = await queuedMails(world.services, "verify_email");
    await verify(linkIn(mail!)).expect(200);
    expect(await row(user)).to.include({ email: "new@example.test", pending_email: null });
  });

  it("report an address that another account has since taken", async () => {
    const { user, token } = await world.make.userWithToken({ email_verified_at: 1 });
    await world.api.as(token).put("/auth/me/email", { email: "new@example.test" }).expect(200);
    const [mail] = await queuedMails(world.services, "verify_email");
    await world.make.user({ email: "new@example.test" });
    const { body } = await verify(linkIn(mail!)).expect(422);
    expect(body.data.errors).to.have.all.keys("email");
    expect((await row(user)).email).to.equal(user.email);
  });

  it("reject altered and expired links", async () => {
    world.freezeTime();
    const user = await world.make.user();
    const other = await world.make.user();
    const link = await linkFor(user.email);
    const later = String(Number(link.expires) + MINUTE);
    for (const change of [{ id: other.id }, { expires: later }, { hash: "0" }, { signature: "x" }])
      expect((await verify({ ...link, ...change }).expect(422)).body.data.errors).to.have.all.keys(
        "signature",
      );
    world.advance(61 * MINUTE);
    await verify(link).expect(422);
    expect((await row(user)).email_verified_at).to.equal(null);
  });

  it("share the limits by address with the screens", async () => {
    const user = await world.make.user();
    const link = { ...(await linkFor(user.email)), signature: "x" };
    const ip = "198.18.7.1";
    for (let attempt = 0; attempt < 6; attempt++) await verify(link).set("X-Forwarded-For", ip).expect(422);
    await verify(link).set("X-Forwarded-For", ip).expect(429);
    for (let attempt = 0; attempt < 6; attempt++)
      await notify("nobody@example.test").set("X-Forwarded-For", ip).expect(200);
    await notify("nobody@example.test").set("X-Forwarded-For", ip).expect(429);
  });
});
