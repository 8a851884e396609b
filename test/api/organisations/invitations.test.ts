import { expect } from "chai";
import { anonymiseDeletedAccounts } from "../../../src/domain/upkeep/anonymise.js";
import { prune } from "../../../src/domain/upkeep/prune.js";
import { DAY, now } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { ApiClient } from "../../support/app/client.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const ACME = "/organisations/acme";
const PLACE = `${ACME}/invitations`;
const OWN = "/auth/me/organisations";

describe("Invitations to an organisation", () => {
  const world = useWorld();
  let owner: User;
  let admin: User;
  let asOwner: ApiClient;
  let asAdmin: ApiClient;
  beforeEach(async () => {
    world.freezeTime();
    owner = await world.make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" });
    admin = await world.make.user({ email: "alan@example.test" });
    await makeOrganisation(world, owner, { admin });
    await signIn();
  });
  const signIn = async (): Promise<void> => {
    asOwner = world.api.as(await world.make.token(owner));
    asAdmin = world.api.as(await world.make.token(admin));
  };
  /** Lets the time pass, in which tokens expire. */
  const pass = async (ms: number): Promise<void> => {
    world.advance(ms);
    await signIn();
  };
  const invite = async (
    email: string,
    role = "member",
    api = asAdmin,
  ): Promise<{ id: string; token: string }> => {
    const { body } = await api.post(PLACE, { email, role }).expect(201);
    return { id: (body.data as { id: string }).id, token: await lastToken() };
  };
  const lastToken = async (): Promise<string> =>
    (await queuedMails(world.services, "organisation_invitation")).at(-1)!.link.split("/").at(-1)!;
  const accept = async (user: User, token: string, status = 201) =>
    world.api
      .as(await world.make.token(user))
      .post(OWN, { token })
      .expect(status);
  const rejected = async (user: User, token: string): Promise<void> => {
    const { body } = await accept(user, token, 422);
    expect(body.data.errors).to.have.keys("token");
  };

  it("are sent in the reader's language, listed, and accepted once", async () => {
    const ada = await world.make.user({ email: "ada@example.test", first_name: "Ada", locale: "tr" });
    const { token } = await invite("ADA@example.test", "admin", asOwner);
    const [mail] = await queuedMails(world.services, "organisation_invitation");
    expect(mail).to.include({ to: "ada@example.test", link: `/join/${token}` });
    expect(mail!.text).to.include("Merhaba Ada").and.include("Acme").and.include("Yönetici");
    const { body } = await asAdmin.get(PLACE).expect(200);
    expect(body.data.items).to.have.length(1);
    expect(body.data.items[0]).to.include({
      email: "ada@example.test",
      role: "admin",
      invited_by: "Grace Hopper",
    });
    const { body: joined } = await accept(ada, token);
    expect(joined.data).to.include({ slug: "acme", role: "admin" });
    await rejected(await world.make.user(), token);
    expect((await asAdmin.get(PLACE)).body.data.items).to.deep.equal([]);
    const rows = (await world.services.knex("activity_log").orderBy("id").select("event", "changes")) as {
      event: string;
      changes: string;
    }[];
    expect(rows.map(({ event }) => event)).to.include.members(["member_invited", "membership_created"]);
    // nothing of the address or the token
    expect(JSON.stringify(rows)).not.to.include("ada@").and.not.include(token);
  });

  it("say nothing about accounts, and reach those without one in the language of who invites", async () => {
    const known = await world.make.user({ email: "ada@example.test" });
    const answers = [];
    for (const email of [known.email, "nobody@example.test"]) {
      const { status, body } = await asAdmin.post(PLACE, { email, role: "member" });
      answers.push([status, Object.keys(body.data as object)]);
    }
    expect(answers[0]).to.deep.equal(answers[1]);
    const mails = await queuedMails(world.services, "organisation_invitation");
    expect(mails.map(({ to }) => to)).to.deep.equal(["ada@example.test", "nobody@example.test"]);
    expect(mails[1]!.text).to.match(/^Hello,/);
  });

  it("don't advertise: names that look like addresses stay out of the mail", async () => {
    await asOwner.patch(ACME, { name: "Win at evil.example now" }).expect(200);
    await invite("nobody@example.test");
    const [mail] = await queuedMails(world.services, "organisation_invitation");
    expect(mail!.subject + mail!.text).not.to.include("evil.example");
  });

  it("are sent again with another link, and revoked", async () => {
    const ada = await world.make.user();
    const { id, token } = await invite("ada@example.test");
    await asAdmin.post(`${PLACE}/${id}/resend`).expect(200);
    await rejected(ada, token);
    const second = await lastToken();
    await asAdmin.delete(`${PLACE}/${id}`).expect(200);
    await rejected(ada, second);
    await asAdmin.post(`${PLACE}/${id}/resend`).expect(404);
  });

  it("can be accepted with another address, by an account that isn't a member", async () => {
    const { token } = await invite("ada@example.test");
    await rejected(admin, token);
    await accept(await world.make.user({ email: "other@example.test" }), token);
  });

  it("expire after 7 days, are replaced then, and are pruned after a week", async () => {
    const ada = await world.make.user();
    const { token } = await invite("ada@example.test");
    await pass(7 * DAY);
    await rejected(ada, token);
    await invite("ada@example.test");
    await pass(14 * DAY + 1);
    await prune(world.services);
    expect(await world.services.knex("organisation_invitations").select("id")).to.deep.equal([]);
  });

  it("end with the organisation, and with the account that had the address", async () => {
    const { token } = await invite("ada@example.test");
    const ada = await world.make.user({ email: "ada@example.test" });
    const later = { deleted_at: now() + 1 };
    await world.services.knex("users").where({ id: ada.id }).update(later);
    await invite("edith@example.test");
    await pass(31 * DAY);
    await anonymiseDeletedAccounts(world.services);
    const left = (await world.services.knex("organisation_invitations").pluck("email")) as string[];
    expect(left).to.deep.equal(["edith@example.test"]);
    await asOwner.delete(ACME).expect(200);
    await rejected(await world.make.user(), token);
  });

  it("end when who sent them can't invite any more, or is deleted", async () => {
    const ada = await world.make.user();
    const { token } = await invite("ada@example.test");
    const place = `${ACME}/members/${admin.id}`;
    await asOwner.patch(place, { role: "member" }).expect(200);
    await rejected(ada, token);
    await asOwner.patch(place, { role: "admin" }).expect(200);
    const { knex } = world.services;
    await knex("users").where({ id: admin.id }).update({ deleted_at: now() });
    await rejected(ada, token);
    await knex("users").where({ id: admin.id }).update({ deleted_at: null });
    await accept(ada, token);
    const { token: another } = await invite("edith@example.test");
    await asOwner.delete(place).expect(200);
    await rejected(await world.make.user(), another);
  });

  it("are rejected for members and invited addresses, and beyond one's own role", async () => {
    await invite("ada@example.test");
    for (const email of ["Ada@example.test", owner.email]) {
      const { body } = await asAdmin.post(PLACE, { email, role: "member" }).expect(422);
      expect(body.data.errors).to.have.keys("email");
    }
    await asAdmin.post(PLACE, { email: "edith@example.test", role: "owner" }).expect(403);
    const { id } = await invite("edith@example.test", "owner", asOwner);
    await asAdmin.delete(`${PLACE}/${id}`).expect(403);
    await asAdmin.post(`${PLACE}/${id}/resend`).expect(403);
    const { body } = await asAdmin.post(PLACE, { email: "b@example.test", role: "nothing" }).expect(422);
    expect(body.data.errors).to.have.keys("role");
  });

  it("aren't a mail bomb: an address is sent five a day, from all organisations", async () => {
    const { id } = await invite("ada@example.test");
    for (let sent = 1; sent < 5; sent++) await asAdmin.post(`${PLACE}/${id}/resend`).expect(200);
    await asAdmin.post(`${PLACE}/${id}/resend`).expect(429);
    await makeOrganisation(world, admin, {}, { slug: "other" });
    await asAdmin
      .post("/organisations/other/invitations", { email: "ada@example.test", role: "member" })
      .expect(429);
    await pass(DAY);
    await asAdmin.post(`${PLACE}/${id}/resend`).expect(200);
  });
});
