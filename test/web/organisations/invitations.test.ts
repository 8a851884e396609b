import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { registration } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const ACME = "/organisations/acme";
const PLACE = `${ACME}/invitations`;

describe("The pages about invitations to an organisation", () => {
  const world = useWorld();
  let owner: User;
  beforeEach(async () => {
    owner = await world.make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" });
    await makeOrganisation(world, owner);
  });
  async function invite(email: string): Promise<string> {
    const { visitor } = await world.signedIn(owner);
    await visitor.get(PLACE);
    expect((await visitor.submit(PLACE, { email, role: "member" })).status).to.equal(303);
    expect(textOf(await visitor.get(PLACE))).to.include(email);
    return (await queuedMails(world.services, "organisation_invitation")).at(-1)!.link;
  }
  const nextIn = (html: string, route: string): string =>
    decodeURIComponent(new RegExp(`${route}\\?next=([^"]+)"`).exec(html)![1]!);

  it("send, send again and revoke an invitation", async () => {
    await invite("ada@example.test");
    const { visitor } = await world.signedIn(owner);
    await visitor.get(PLACE);
    const { id } = (await world.services.knex("organisation_invitations").first("id")) as { id: string };
    await visitor.submit(`${PLACE}/${id}/resend`);
    expect(await queuedMails(world.services, "organisation_invitation")).to.have.length(2);
    await visitor.delete(`${PLACE}/${id}`);
    expect(textOf(await visitor.get(PLACE)))
      .to.include("was revoked")
      .and.include("No pending invitations");
  });

  it("show a guest who invites to what, and come back after signing in, without the link in an address", async () => {
    const link = await invite("ada@example.test");
    const ada = await world.make.user({ email: "ada@example.test" });
    const visitor = world.visitor();
    const page = await visitor.get(link);
    expect(textOf(page)).to.include("Grace Hopper invited you to join the organisation Acme");
    const next = nextIn(page.text, "/login");
    expect(next).not.to.include(link.split("/").at(-1));
    expect(page.text).to.include("/register?next=");
    await visitor.signIn(ada);
    const back = await visitor.get(next);
    expect(back.headers["location"]).to.equal(link);
    const offer = textOf(await visitor.get(link));
    expect(offer).to.include("Accept invitation").and.not.include("Accept as");
    const done = await visitor.submit(link);
    expect(done.headers["location"]).to.equal(ACME);
    expect(textOf(await visitor.get(ACME))).to.include("You are now a member of Acme.");
  });

  it("say so when another account is signed in, and ask", async () => {
    const link = await invite("ada@example.test");
    const { visitor } = await world.signedIn(await world.make.user({ email: "edith@example.test" }));
    expect(textOf(await visitor.get(link)))
      .to.include("but you are signed in as edith@example.test")
      .and.include("Accept as edith@example.test");
    expect((await visitor.submit(link)).headers["location"]).to.equal(ACME);
  });

  it("come back after registering", async () => {
    await world.services.settings.write({ "auth.email_verification": "0" });
    const link = await invite("new@example.test");
    const visitor = world.visitor();
    const next = nextIn((await visitor.get(link)).text, "/register");
    await visitor.get(`/register?next=${encodeURIComponent(next)}`);
    const { headers } = await visitor.submit("/register", {
      ...registration({ email: "new@example.test" }),
      next,
    });
    expect((await visitor.get(headers["location"] as string)).headers["location"]).to.equal(link);
  });

  it("say that registration is closed", async () => {
    const link = await invite("new@example.test");
    await world.services.settings.write({ "auth.registration": "0" });
    const page = await world.visitor().get(link);
    expect(textOf(page)).to.include("New accounts can't be created here");
    expect(page.text).not.to.include("/register");
  });

  it("say in one way that a link doesn't work", async () => {
    const link = await invite("ada@example.test");
    await world.services.knex("organisations").del();
    const { visitor } = await world.signedIn();
    for (const path of [link, "/join/unknown"]) {
      const page = await visitor.get(path);
      expect(page.status).to.equal(403);
      expect(textOf(page)).to.include("This invitation doesn't work");
    }
    expect((await visitor.submit(link)).status).to.equal(403);
  });

  it("are for who can invite", async () => {
    const member = await world.make.user();
    const { id } = (await world.services.knex("organisations").first("id")) as { id: string };
    const row = { organisation_id: id, user_id: member.id, role: "member", created_at: 1 };
    await world.services.knex("memberships").insert(row);
    const { visitor } = await world.signedIn(member);
    expect((await visitor.get(PLACE)).status).to.equal(403);
    expect((await visitor.get(ACME)).text).not.to.include(PLACE);
  });
});
