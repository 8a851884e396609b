import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";

describe("The external id of an account", () => {
  const world = useWorld();

  it("is set by administrators, and its owner only sees it", async () => {
    const admin = await world.make.userWithToken({ role: "system_admin" });
    const ada = await world.make.userWithToken();
    const path = `/users/${ada.user.id}`;
    expect((await world.api.as(admin.token).get(path).expect(200)).body.data.external_id).to.equal("");
    const { body } = await world.api.as(admin.token).patch(path, { external_id: "4711" }).expect(200);
    expect(body.data.external_id).to.equal("4711");
    const event = await world.services.knex("activity_log").where({ event: "user_updated" }).first();
    expect(JSON.parse(event.changes).after).to.deep.equal({ external_id: "4711" });
    const own = world.api.as(ada.token);
    expect((await own.get("/auth/me").expect(200)).body.data.external_id).to.equal("4711");
    await own.patch("/auth/me", { external_id: "1" }).expect(422);
  });

  it("finds the accounts that have it, and is a word of the search", async () => {
    const admin = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(admin.token);
    const person = (name: string, external_id: string) => ({
      ...{ first_name: name, last_name: "King", email: `${name}@example.test`, external_id },
    });
    for (const [name, id] of [
      ["ada", "crm-4711"],
      ["eve", "crm-4711"],
      ["mary", "CRM-9"],
    ] as const)
      await api.post("/users", person(name, id)).expect(201);
    const names = async (filter: string): Promise<string[]> => {
      const { body } = await api.get(`/users?${filter}&sort=first_name`).expect(200);
      return body.data.items.map((user: { first_name: string }) => user.first_name);
    };
    expect(await names("filter[external_id]=crm-4711")).to.deep.equal(["ada", "eve"]);
    expect(await names("filter[external_id]=crm")).to.be.empty;
    expect(await names("filter[search]=4711")).to.deep.equal(["ada", "eve"]);
    expect(await names("filter[search]=crm-9")).to.deep.equal(["mary"]);
  });

  it("is shown on the form of administrators, which changes it", async () => {
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    const ada = await world.make.user();
    await ada.$query(world.services.knex).patch({ external_id: "4711" });
    expect((await visitor.get(`/admin/users/${ada.id}`)).text).to.contain('value="4711"');
    expect((await visitor.get("/admin/users?search=4711")).text).to.contain(ada.email);
    expect((await visitor.get("/profile")).text).not.to.contain("external_id");
  });

  it("has at most 255 characters, and none that break a line", async () => {
    const admin = await world.make.userWithToken({ role: "system_admin" });
    const { id } = await world.make.user();
    for (const wrong of ["x".repeat(256), "two\nlines", " 1"])
      await world.api.as(admin.token).patch(`/users/${id}`, { external_id: wrong }).expect(422);
  });
});
