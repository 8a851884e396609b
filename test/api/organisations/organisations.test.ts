import { expect } from "chai";
import type { ApiClient } from "../../support/app/client.js";
import { useWorld } from "../../support/app/world.js";

const PLACE = "/organisations";
const OWN = "/auth/me/organisations";
const ACME = { name: "Acme", slug: "acme" };

describe("Organisations on the API", () => {
  const world = useWorld();
  let admin: { user: { id: string }; token: string };
  let grace: { user: { id: string }; token: string };
  beforeEach(async () => {
    admin = await world.make.userWithToken({ role: "system_admin" });
    grace = await world.make.userWithToken({ first_name: "Grace", email: "grace@example.test" });
  });
  const as = ({ token }: { token: string }): ApiClient => world.api.as(token);
  const create = async (): Promise<{ id: string }> =>
    (await as(admin).post(PLACE, ACME).expect(201)).body.data as { id: string };
  const add = (user: { id: string }, role = "member") =>
    as(admin).post(`${PLACE}/acme/members`, { user_id: user.id, role });

  it("are created, shown by id and slug, updated unless they have changed since, and deleted", async () => {
    const { body, headers } = await as(admin).post(PLACE, ACME).expect(201);
    const { id } = body.data as { id: string };
    expect(headers["location"]).to.equal(`/api/v1${PLACE}/${id}`);
    for (const key of [id, "acme"]) {
      const shown = await as(admin).get(`${PLACE}/${key}`).expect(200);
      expect(shown.body.data).to.deep.include({ ...ACME, id });
      expect(shown.headers["etag"]).to.equal(headers["etag"]);
    }
    const tag = headers["etag"]!;
    await as(admin).get(`${PLACE}/acme`).set("If-None-Match", tag).expect(304);
    await as(admin).patch(`${PLACE}/acme`, { slug: "bolts" }).set("If-Match", tag).expect(200);
    await as(admin).patch(`${PLACE}/${id}`, { name: "Bolts" }).set("If-Match", tag).expect(412);
    await as(admin).get(`${PLACE}/acme`).expect(404);
    const { body: list } = await as(admin).get(`${PLACE}?filter[search]=bol`).expect(200);
    expect(list.data.items).to.have.length(1);
    await as(admin).delete(`${PLACE}/bolts`).set("If-Match", tag).expect(412);
    await as(admin).delete(`${PLACE}/bolts`).expect(200);
    await as(admin).get(`${PLACE}/${id}`).expect(404);
  });

  it("have members that are added, changed, removed, and leave", async () => {
    await create();
    const { body } = await add(grace.user).expect(201);
    expect(body.data).to.deep.include({ id: grace.user.id, email: "grace@example.test", role: "member" });
    const { body: own } = await as(grace).get(OWN).expect(200);
    expect(own.data.items[0]).to.deep.include({ ...ACME, role: "member" });
    await as(admin).patch(`${PLACE}/acme/members/${grace.user.id}`, { role: "admin" }).expect(200);
    const { body: members } = await as(grace).get(`${PLACE}/acme/members?filter[role]=admin`).expect(200);
    expect(members.data.items).to.deep.equal([{ ...body.data, role: "admin" }]);
    await as(grace).delete(`${OWN}/acme`).expect(200);
    await as(grace).get(`${PLACE}/acme`).expect(404);
    await add(grace.user).expect(201);
    await as(admin).delete(`${PLACE}/acme/members/${grace.user.id}`).expect(200);
    await as(grace).get(`${PLACE}/acme/members`).expect(404);
  });

  it("reject an owner's leaving when none would remain, taken slugs, and members who are there", async () => {
    await create();
    const own = `${PLACE}/acme/members/${admin.user.id}`;
    for (const answer of [
      await as(admin).delete(`${OWN}/acme`),
      await as(admin).delete(own),
      await as(admin).patch(own, { role: "member" }),
    ])
      expect([answer.status, answer.body.data.code]).to.deep.equal([409, "last_owner"]);
    const taken = await as(admin).post(PLACE, ACME).expect(422);
    expect(taken.body.data.errors).to.have.keys("slug");
    const again = await add(admin.user).expect(422);
    expect(again.body.data.errors).to.have.keys("user_id");
  });

  it("aren't created by who may not, or filled with people above one's rank", async () => {
    await as(grace).post(PLACE, ACME).expect(403);
    await create();
    await world.make.role("carer", 2, ["organisations.update"]);
    const carer = await world.make.userWithToken({ role: "carer" });
    const root = await world.make.user({ role: "system_admin" });
    const answer = await as(carer).post(`${PLACE}/acme/members`, { user_id: root.id, role: "member" });
    expect([answer.status, Object.keys(answer.body.data.errors as object)]).to.deep.equal([422, ["user_id"]]);
    await as(grace).post(`${PLACE}/acme/members`, { user_id: grace.user.id, role: "owner" }).expect(403);
  });
});
