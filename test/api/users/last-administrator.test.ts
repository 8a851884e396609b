import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { activeSystemAdmins } from "../../support/app/system-admins.js";
import { useWorld } from "../../support/app/world.js";

const CHOSEN = "staple-battery-horse";
const INVITED = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.test", role: "system_admin" };

describe("The last system administrator with a password", () => {
  // with the kill switch off, an inactive administrator can still act but isn't counted
  const world = useWorld({}, { security: { enforce_active_status: false } });
  let last: User;
  let inactive: { user: User; token: string };
  beforeEach(async () => {
    inactive = await world.make.userWithToken({ role: "system_admin", status: "inactive" });
    last = await world.make.user({ role: "system_admin" });
    await api().post("/users", INVITED).expect(201);
  });
  const api = () => world.api.as(inactive.token);
  const remaining = () => activeSystemAdmins(world.services.knex);

  const removals = (id: string) => ({
    demoted: () => api().patch(`/users/${id}`, { role: "user" }),
    deactivated: () => api().patch(`/users/${id}`, { status: "inactive" }),
    banned: () => api().put(`/users/${id}/status`, { status: "banned" }),
    deleted: () => api().delete(`/users/${id}`),
  });
  for (const name of Object.keys(removals("")) as (keyof ReturnType<typeof removals>)[])
    it(`can't be ${name} while another one is only invited`, async () => {
      const { body } = await removals(last.id)[name]().expect(403);
      expect(body.data.code).to.equal("last_administrator");
      expect(body.message).to.match(/active system administrator must remain/);
      expect(await remaining()).to.deep.equal([last.id]);
    });

  it("can't be banned in a bulk change", async () => {
    const change = { users: [last.id], status: "banned" };
    const { body } = await api().put("/users/statuses", change).expect(200);
    expect(body.data.changed).to.deep.equal([]);
    expect(await remaining()).to.deep.equal([last.id]);
  });

  it("can't delete their own account", async () => {
    const { visitor } = await world.signedIn(last);
    await visitor.get("/profile");
    const { status } = await visitor.delete("/user", { current_password: PASSWORD });
    expect(status).to.equal(403);
    expect(await remaining()).to.deep.equal([last.id]);
  });

  it("can be removed once the invited one has chosen a password", async () => {
    const [mail] = await queuedMails(world.services, "invitation");
    const token = /\/reset-password\/([\w-]+)/.exec(mail!.text)![1]!;
    const choice = { token, password: CHOSEN, password_confirmation: CHOSEN };
    await world.api.post("/auth/reset-password", choice).expect(200);
    await removals(last.id).demoted().expect(200);
    expect(await remaining()).to.have.length(1);
  });

  it("doesn't keep the invited one from being removed", async () => {
    const { id } = (await world.services.knex("users").where({ email: INVITED.email }).first()) as User;
    for (const name of ["demoted", "deleted"] as const) await removals(id)[name]().expect(200);
  });

  it("remains when two of them remove each other at the same time", async () => {
    const ways = Object.keys(removals("")) as (keyof ReturnType<typeof removals>)[];
    for (const way of ways) {
      await world.services.knex("users").whereNotNull("password").update({ status: "inactive" });
      const [one, two] = [
        await world.make.user({ role: "system_admin" }),
        await world.make.user({ role: "system_admin" }),
      ];
      const answers = await Promise.all([removals(two.id)[way](), removals(one.id)[way]()]);
      expect(answers.map(({ status }) => status).sort(), way).to.deep.equal([200, 403]);
      expect(await remaining(), way).to.have.length(1);
    }
  });
});
