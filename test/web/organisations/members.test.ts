import { expect } from "chai";
import { HOUR } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const ACME = "/organisations/acme";
const MEMBERS = `${ACME}/members`;

describe("The page with the members of an organisation", () => {
  const world = useWorld();
  let owner: User;
  let admin: User;
  let member: User;
  beforeEach(async () => {
    world.freezeTime();
    owner = await world.make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" });
    admin = await world.make.user({ first_name: "Alan", last_name: "Turing", email: "alan@example.test" });
    member = await world.make.user({ first_name: "Ada", last_name: "Lovelace", email: "ada@example.test" });
    await makeOrganisation(world, owner, { admin, member });
  });
  const as = async (user: User): Promise<Visitor> => {
    const { visitor } = await world.signedIn(user);
    await visitor.get("/profile");
    return visitor;
  };
  const roles = async (): Promise<Record<string, string>> => {
    const rows = (await world.services.knex("memberships").select("user_id", "role")) as {
      user_id: string;
      role: string;
    }[];
    return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
  };
  /** Whether the page has a form to change, and one to remove the person. */
  const offered = (html: string, { id }: User): [boolean, boolean] => {
    const forms = [
      ...html.matchAll(
        /<form [^>]*action="([^"]*)"[^>]*>(?:(?!<\/form>)[\s\S])*?name="_method" value="(\w+)"/g,
      ),
    ];
    const has = (method: string): boolean =>
      forms.some(([, action, sent]) => action === `${MEMBERS}/${id}` && sent === method);
    return [has("PUT"), has("DELETE")];
  };

  it("are searched and filtered by role", async () => {
    const visitor = await as(member);
    const found = async (query: string): Promise<string> => textOf(await visitor.get(MEMBERS + query));
    expect(await found(""))
      .to.contain("Grace Hopper")
      .and.contain("alan@example.test");
    expect(await found("?search=grace"))
      .to.contain("Grace Hopper")
      .and.not.contain("alan@example.test");
    expect(await found("?role=admin"))
      .to.contain("Alan Turing")
      .and.not.contain("grace@example.test");
    expect((await visitor.get(`${MEMBERS}?role=nothing`)).status).to.equal(200);
  });

  it("have forms for those only whom the reader can change", async () => {
    const page = async (user: User): Promise<string> => (await (await as(user)).get(MEMBERS)).text;
    const seenBy = async (user: User) => {
      const html = await page(user);
      return [owner, admin, member].map((one) => offered(html, one));
    };
    expect(await seenBy(owner)).to.deep.equal([
      [true, false],
      [true, true],
      [true, true],
    ]);
    expect(await seenBy(admin)).to.deep.equal([
      [false, false],
      [true, false],
      [true, true],
    ]);
    expect(await seenBy(member)).to.deep.equal([
      [false, false],
      [false, false],
      [false, false],
    ]);
    expect(await page(owner)).not.to.contain('id="new-member-title"');
  });

  it("get another role and are removed, without losing the place in the list", async () => {
    const visitor = await as(owner);
    const changed = await visitor.put(`${MEMBERS}/${member.id}?search=ada`, { role: "owner" });
    expect(changed.headers["location"]).to.equal(`${MEMBERS}?search=ada`);
    expect(textOf(await visitor.get(MEMBERS))).to.contain("The role of Ada Lovelace is now: Owner.");
    const removed = await visitor.delete(`${MEMBERS}/${admin.id}`);
    expect(removed.headers["location"]).to.equal(MEMBERS);
    expect(textOf(await visitor.get(MEMBERS))).to.contain("Alan Turing was removed.");
    expect(await roles()).to.deep.equal({ [owner.id]: "owner", [member.id]: "owner" });
  });

  it("are added by the administration of the service, by their addresses", async () => {
    const root = await world.make.user({ role: "system_admin" });
    const joined = await world.make.user({
      first_name: "Edsger",
      last_name: "Dijkstra",
      email: "ed@example.test",
    });
    const visitor = await as(root);
    expect(textOf(await visitor.get(MEMBERS)))
      .to.contain("All organisations")
      .and.contain("Add member");
    const add = (email: string, role = "member") => visitor.submit(MEMBERS, { email, role });
    expect((await add(" ED@example.test ")).headers["location"]).to.equal(MEMBERS);
    expect(textOf(await visitor.get(MEMBERS))).to.contain("Edsger Dijkstra is now a member.");
    expect((await roles())[joined.id]).to.equal("member");

    const again = await add("ed@example.test");
    expect(again.status).to.equal(422);
    expect(textOf(again)).to.contain("is already a member");
    expect(again.text).to.contain('href="#new-email"');
    expect(textOf(await add("nobody@example.test"))).to.contain("There is no such account.");
    expect((await add("")).status).to.equal(422);
    expect((await add("ed@example.test", "king")).status).to.equal(422);
    for (const user of [owner, admin]) {
      const answer = await (await as(user)).submit(MEMBERS, { email: root.email, role: "member" });
      expect(answer.status).to.equal(403);
    }
  });

  it("inherit the organisation from an owner, who confirms it with the password", async () => {
    const visitor = await as(owner);
    const dialogs = async (user: User): Promise<number> =>
      (await (await as(user)).get(MEMBERS)).text.split(`action="${ACME}/owner"`).length - 1;
    expect([await dialogs(owner), await dialogs(admin), await dialogs(member)]).to.deep.equal([2, 0, 0]);
    world.advance(HOUR);
    const transfer = (current_password: string, { id }: User = member) =>
      visitor.put(`${ACME}/owner`, { user_id: id, current_password });
    expect((await transfer("wrong")).status).to.equal(422);
    expect((await roles())[owner.id]).to.equal("owner");
    expect((await transfer(PASSWORD)).headers["location"]).to.equal(MEMBERS);
    expect(textOf(await visitor.get(MEMBERS))).to.contain("Ada Lovelace is now an owner.");
    const after = { [owner.id]: "admin", [admin.id]: "admin", [member.id]: "owner" };
    expect(await roles()).to.deep.equal(after);
    const again = await transfer(PASSWORD, admin);
    expect(again.status).to.equal(403);
    const heir = await as(member);
    const oneself = await heir.put(`${ACME}/owner`, { user_id: member.id, current_password: PASSWORD });
    expect(oneself.status).to.equal(422);
    expect(textOf(oneself)).to.contain("Choose another member.");
    expect(await roles()).to.deep.equal(after);
  });

  it("keep their last owner, who is told why", async () => {
    const visitor = await as(owner);
    for (const answer of [
      await visitor.put(`${MEMBERS}/${owner.id}`, { role: "member" }),
      await visitor.delete(`${ACME}/membership`),
      await visitor.delete(`${MEMBERS}/${owner.id}`),
    ]) {
      expect(answer.status).to.equal(409);
      expect(textOf(answer)).to.contain("An organisation always has an owner.");
    }
    expect((await roles())[owner.id]).to.equal("owner");
  });

  it("can't be changed by members, and owners not by admins", async () => {
    const asMember = await as(member);
    expect((await asMember.put(`${MEMBERS}/${admin.id}`, { role: "member" })).status).to.equal(403);
    expect((await asMember.delete(`${MEMBERS}/${admin.id}`)).status).to.equal(403);
    const asAdmin = await as(admin);
    expect((await asAdmin.put(`${MEMBERS}/${owner.id}`, { role: "member" })).status).to.equal(403);
    expect((await asAdmin.put(`${MEMBERS}/${member.id}`, { role: "owner" })).status).to.equal(403);
    expect((await asAdmin.delete(`${MEMBERS}/${owner.id}`)).status).to.equal(403);
    const stranger = await as(await world.make.user());
    expect((await stranger.put(`${MEMBERS}/${member.id}`, { role: "admin" })).status).to.equal(404);
  });
});
