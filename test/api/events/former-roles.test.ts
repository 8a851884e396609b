import { expect } from "chai";
import { eventLog } from "../../support/app/events.js";
import { useWorld } from "../../support/app/world.js";

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
