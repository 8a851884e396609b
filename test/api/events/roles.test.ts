import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { eventLog } from "../../support/app/events.js";
import { useWorld } from "../../support/app/world.js";

describe("Events of roles", () => {
  const world = useWorld();
  const log = eventLog(world);

  it("have the number of holders that the reader can see now", async () => {
    await world.make.role("above", 2, []);
    await world.make.role("helpers", 9, []);
    for (const name of ["ada", "grace"]) await world.make.user({ role: "helpers", email: `${name}@a.test` });
    const ada = await world.services.knex("users").where({ email: "ada@a.test" }).first("id");
    const roles = await world.services.knex("roles").select("id", "name");
    const idOf = (name: string): string => roles.find((role) => role.name === name)!.id as string;
    await world.services.knex("role_user").insert({ user_id: ada.id, role_id: idOf("above") });
    const api = await log.readerOf();
    await api.put(`/roles/${idOf("helpers")}`, { label: "Helpers", permissions: [] }).expect(200);
    await world.make.role("readers", 3, ["events.read", "roles.read"]);
    const counts = async (reader?: User) =>
      (await log.read({}, reader)).map(({ data }) => (data as { holders: number }).holders);
    expect(await counts()).to.deep.equal([2]);
    expect(await counts(await world.make.user({ role: "readers" }))).to.deep.equal([1]);
  });
});

describe("Events of roles that no longer exist", () => {
  const world = useWorld();
  const log = eventLog(world);

  it("are hidden from readers below their rank, as the role was", async () => {
    const api = await log.readerOf();
    const create = async (name: string, rank: number) => {
      const role = { name, label: name, rank, permissions: ["users.read"] };
      const { body } = await api.post("/roles").send(role).expect(201);
      return (body.data as { id: string }).id;
    };
    const ids = [await create("above", 2), await create("below", 5)];
    for (const id of ids) await api.delete(`/roles/${id}`).expect(200);
    await world.make.role("readers", 3, ["events.read", "roles.read"]);
    const reader = await world.make.user({ role: "readers" });
    const names = (await log.read({}, reader)).map(({ type, data }) => [
      type,
      (data as { name: string }).name,
    ]);
    expect(names).to.deep.equal([
      ["role.created", "below"],
      ["role.deleted", "below"],
    ]);
  });
});
