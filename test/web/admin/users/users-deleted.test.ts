import { expect } from "chai";
import type { Response } from "supertest";
import { DAY, MINUTE } from "../../../../src/lib/clock.js";
import type { User } from "../../../../src/models/user.js";
import { queuedMails } from "../../../support/app/mails.js";
import { textOf, textWithTooltipsOf, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const LIST = "/admin/users";
const DELETED = "/admin/users?deleted=only";

describe("Deleted users", () => {
  const world = useWorld();
  let visitor: Visitor;
  let user: User;
  beforeEach(async () => {
    world.freezeTime();
    visitor = await administrator();
    user = await world.make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" });
  });

  const administrator = async (role = "system_admin", locale = "en"): Promise<Visitor> =>
    (await world.signedIn(await world.make.user({ role, locale, email: `${role}.${locale}@example.test` })))
      .visitor;
  const row = async (id = user.id): Promise<User> =>
    (await world.services.knex("users").where({ id }).first()) as User;
  async function remove(id = user.id): Promise<void> {
    await visitor.get(`${LIST}/${id}`);
    expect((await visitor.delete(`${LIST}/${id}`)).status).to.equal(303);
  }
  const restore = (id = user.id, fields = {}) => visitor.submit(`${LIST}/${id}/restore?deleted=only`, fields);
  /** The addresses of the accounts that the page offers to restore. */
  const offered = ({ text }: Response): string[] =>
    [...text.matchAll(/action="\/admin\/users\/([^/"]+)\/restore\?/g)].map(([, id]) => id!);

  it("are listed with a filter, with the date of deletion and the last day to restore them", async () => {
    const other = await world.make.user({ first_name: "Alan" });
    expect((await visitor.get(LIST)).text)
      .to.contain('name="deleted"')
      .and.contain("Only deleted accounts");
    await remove();
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ deleted_at: Date.UTC(2030, 2, 4, 12) });
    world.advance(Date.UTC(2030, 2, 6, 12) - Date.now());
    visitor = await administrator("system_admin", "tr");
    await world.services.knex("users").where({ locale: "tr" }).update({ locale: "en" });
    const answer = await visitor.get(DELETED);
    const said = textWithTooltipsOf(answer);
    expect(said).to.match(
      /User Active \d days? ago \(4 Mar 2030, .+\) Can be restored until 3 Apr 2030, .+ \(in 2\d days\)/,
    );
    expect(said).not.to.contain("Alan").and.not.contain(other.email);
    expect(answer.text).not.to.contain(`href="${LIST}/${user.id}"`).and.not.contain("/admin/users/export");
    expect(offered(answer)).to.deep.equal([user.id]);
  });

  it("are listed with a message when there are none", async () => {
    expect(textOf(await visitor.get(DELETED))).to.contain("No accounts were deleted in the last 30 days.");
    await remove();
    expect(textOf(await visitor.get(`${DELETED}&search=nobody`))).to.contain(
      "Nothing matches these filters.",
    );
  });

  it("are sorted by date of deletion, latest first", async () => {
    const later = await world.make.user({ first_name: "Later" });
    const ids = [later.id, user.id];
    for (const id of [...ids].reverse()) {
      world.advance(MINUTE);
      await remove(id);
    }
    expect(offered(await visitor.get(DELETED))).to.deep.equal(ids);
  });

  it("are restored after a confirmation, and their owner is notified", async () => {
    await remove();
    expect(textOf(await visitor.get(DELETED))).to.contain("The email of the account is grace@example.test.");
    const answer = await restore();
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal(`${LIST}/${user.id}`);
    expect(textOf(await visitor.get(`${LIST}/${user.id}`))).to.contain(
      "The account of Grace Hopper was restored.",
    );
    expect((await row()).deleted_at).to.equal(null);
    expect(await queuedMails(world.services, "account_restored")).to.have.length(1);
  });

  it("are restored only with a recent password", async () => {
    await remove();
    world.advance(400 * MINUTE);
    visitor = await administrator("admin");
    world.advance(100 * MINUTE);
    await visitor.get(DELETED);
    const rejected = await restore(user.id, { current_password: "wrong" });
    expect(rejected.status).to.equal(422);
    expect(rejected.text).to.match(/<dialog [^>]* open>/);
    expect((await row()).deleted_at).to.be.a("number");
    expect((await restore(user.id, { current_password: "correct-horse-battery" })).status).to.equal(303);
  });

  it("are shown in the reader's language", async () => {
    await remove();
    visitor = await administrator("system_admin", "tr");
    const said = textOf(await visitor.get(DELETED));
    expect(said).to.contain("Silinen kullanıcılar").and.contain("Hesabın e-postası grace@example.test.");
  });

  it("can't be exported and can't be given a status", async () => {
    await remove();
    const exported = await visitor.get(`${LIST}/export?deleted=only`);
    expect(exported.text).to.contain("system_admin.en@example.test").and.not.contain("grace@example.test");
    await visitor.get(LIST);
    const preview = await visitor.submit(`${LIST}/bulk`, { users: user.id, act: "status:banned" });
    expect(textOf(preview)).to.contain("1 account won't change").and.not.contain("Grace");
  });

  it("are neither listed nor restored after thirty days", async () => {
    await remove();
    world.advance(30 * DAY + 1);
    visitor = await administrator("admin");
    expect(offered(await visitor.get(DELETED))).to.deep.equal([]);
    expect((await restore()).status).to.equal(404);
  });

  describe("can't be restored", () => {
    it("when another account has the address, with an explanation", async () => {
      await remove();
      await world.make.user({ email: "grace@example.test" });
      await visitor.get(DELETED);
      const answer = await restore();
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(
        "Another account has since taken the address grace@example.test. Change that account's address or delete it, then restore Grace Hopper.",
      );
      expect(offered(answer)).to.deep.equal([user.id]);
      expect((await row()).deleted_at).to.be.a("number");
    });

    it("without the permission to delete, which hides the filter too", async () => {
      await remove();
      await world.make.role("editor", 2, ["dashboard.read", "users.read", "users.update"]);
      visitor = await administrator("editor");
      expect((await visitor.get(LIST)).text).not.to.contain('name="deleted"');
      expect((await visitor.get(DELETED)).status).to.equal(403);
      expect((await restore()).status).to.equal(403);
      expect((await row()).deleted_at).to.be.a("number");
    });

    it("by lower-ranked users or users with fewer permissions", async () => {
      const [root, admin] = [
        await world.make.user({ role: "system_admin" }),
        await world.make.user({ role: "admin", first_name: "Equal" }),
      ];
      for (const { id } of [root, admin]) await remove(id);
      await world.make.role("deleter", 2, ["dashboard.read", "users.read", "users.delete"]);
      visitor = await administrator("deleter");
      const answer = await visitor.get(DELETED);
      expect(textOf(answer)).to.contain("Equal").and.not.contain(root.email);
      expect(offered(answer)).to.deep.equal([]);
      expect((await restore(root.id)).status).to.equal(404);
      expect((await restore(admin.id)).status).to.equal(403);
    });

    it("when the account isn't deleted, or the id is unknown", async () => {
      await visitor.get(DELETED);
      expect((await restore()).status).to.equal(404);
      expect((await restore("none")).status).to.equal(404);
    });

    it("with an invalid filter value, which filters nothing", async () => {
      const said = textOf(await visitor.get(`${LIST}?deleted=all`));
      expect(said).to.contain("“all” isn't an option").and.contain("Grace Hopper");
    });
  });
});
