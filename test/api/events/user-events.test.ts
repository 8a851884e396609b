import { expect } from "chai";
import { eventLog } from "../../support/app/events.js";
import type { ApiClient } from "../../support/app/client.js";
import { useWorld } from "../../support/app/world.js";
import type { User } from "../../../src/models/user.js";

describe("Events about accounts", () => {
  const world = useWorld();
  const { during } = eventLog(world);
  let root: User;
  let api: ApiClient;
  beforeEach(async () => {
    root = await world.make.user({ role: "system_admin", first_name: "Root", last_name: "Admin" });
    api = world.api.as(await world.make.token(root));
  });
  const shown = async (id: string): Promise<unknown> => (await api.get(`/users/${id}`).expect(200)).body.data;

  it("tell of a new account, as the API shows it", async () => {
    let id = "";
    const [event, ...others] = await during(async () => {
      const person = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.test" };
      const password = { password: "Analytical-3ngine", password_confirmation: "Analytical-3ngine" };
      id = (
        await api
          .post("/users")
          .send({ ...person, ...password })
          .expect(201)
      ).body.data.id as string;
    });
    expect(others).to.deep.equal([]);
    expect(event).to.deep.include({
      type: "user.created",
      subject: { type: "user", id },
      actor: { id: root.id, name: "Root Admin", client: null },
      data: await shown(id),
      previous: null,
    });
  });

  it("tell what a change has replaced, and the status by an event of its own", async () => {
    const { id } = await world.make.user({ first_name: "Ada" });
    const events = await during(() =>
      api
        .patch(`/users/${id}`)
        .send({ first_name: "Augusta", external_id: "b", status: "inactive", role: "admin" })
        .expect(200),
    );
    expect(events.map(({ type, previous }) => [type, previous])).to.deep.equal([
      ["user.updated", { first_name: "Ada", external_id: "", role: "user" }],
      ["user.status_changed", { status: "active" }],
    ]);
    for (const { data } of events) expect(data).to.deep.equal(await shown(id));
  });

  it("don't tell of a change that the API doesn't show", async () => {
    const { id } = await world.make.user({ status: "inactive" });
    const body = { status: "inactive", reason: "It is on holiday." };
    expect(await during(() => api.put(`/users/${id}/status`).send(body).expect(200))).to.deep.equal([]);
  });

  it("tell of a deletion and a restoration", async () => {
    const { id } = await world.make.user();
    const before = await shown(id);
    const [deleted] = await during(() => api.delete(`/users/${id}`).expect(200));
    expect(deleted).to.deep.include({ type: "user.deleted", subject: { type: "user", id } });
    expect(deleted!.data).to.include({ id, email: (before as User).email });
    const [restored] = await during(() => api.post(`/users/${id}/restore`).expect(200));
    expect(restored).to.deep.include({ type: "user.restored", data: await shown(id) });
  });

  it("tell of a password that an administrator has set", async () => {
    const { id } = await world.make.user();
    const password = { password: "Analytical-3ngine", password_confirmation: "Analytical-3ngine" };
    const events = await during(() => api.patch(`/users/${id}`).send(password).expect(200));
    expect(events.map(({ type }) => type)).to.deep.equal(["user.password_changed"]);
  });
});
