import type { Names } from "./names.js";

export const testFile = ({ plural, table, singular, aWord, words }: Names) => `import { expect } from "chai";
import { NO_ROW } from "../support/contract/operations.js";
import { useWorld } from "../support/app/world.js";

describe("/${plural}", () => {
  const world = useWorld();
  let token: string;
  beforeEach(async () => {
    ({ token } = await world.make.userWithToken({ role: "system_admin" }));
  });

  const api = () => world.api.as(token);
  const create = async (name: string): Promise<string> =>
    ((await api().post("/${plural}", { name }).expect(201)).body as { data: { id: string } }).data.id;
  const events = async (): Promise<string[]> =>
    ((await world.services
      .knex("activity_log")
      .where({ subject_type: "${singular}" })
      .orderBy("id")
      .select("event")) as { event: string }[]).map(({ event }) => event);

  it("creates ${aWord} and shows it", async () => {
    const id = await create("First");
    const { body } = await api().get(\`/${plural}/\${id}\`).expect(200);
    expect(body.data).to.include({ id, name: "First" });
  });

  it("lists ${words} in pages, sorted by name", async () => {
    for (const name of ["B", "C", "A"]) await create(name);
    const { body } = await api().get("/${plural}?sort=name&per_page=2").expect(200);
    expect(body.data.items.map(({ name }: { name: string }) => name)).to.deep.equal(["A", "B"]);
    expect(body.meta.pagination).to.include({ total: 3, last_page: 2 });
  });

  it("changes only the fields that are sent", async () => {
    const id = await create("Before");
    await api().patch(\`/${plural}/\${id}\`, {}).expect(200);
    const { body } = await api().patch(\`/${plural}/\${id}\`, { name: "After" }).expect(200);
    expect(body.data.name).to.equal("After");
  });

  it("deletes ${aWord}", async () => {
    const id = await create("Old");
    await api().delete(\`/${plural}/\${id}\`).expect(200);
    await api().get(\`/${plural}/\${id}\`).expect(404);
    expect(await world.services.knex("${table}")).to.deep.equal([]);
  });

  it("records each change in the activity log", async () => {
    const id = await create("Logged");
    await api().patch(\`/${plural}/\${id}\`, { name: "Renamed" }).expect(200);
    await api().delete(\`/${plural}/\${id}\`).expect(200);
    expect(await events()).to.deep.equal(["${singular}_created", "${singular}_updated", "${singular}_deleted"]);
  });

  it("answers 404 for an unknown id", async () => {
    await api().get(\`/${plural}/\${NO_ROW}\`).expect(404);
    await api().patch(\`/${plural}/\${NO_ROW}\`, {}).expect(404);
    await api().delete(\`/${plural}/\${NO_ROW}\`).expect(404);
  });

  it("rejects an actor without the permission, and changes nothing", async () => {
    const id = await create("Kept");
    const other = world.api.as((await world.make.userWithToken()).token);
    await other.get("/${plural}").expect(403);
    await other.post("/${plural}", { name: "New" }).expect(403);
    await other.patch(\`/${plural}/\${id}\`, { name: "Changed" }).expect(403);
    await other.delete(\`/${plural}/\${id}\`).expect(403);
    expect(await world.services.knex("${table}").pluck("name")).to.deep.equal(["Kept"]);
  });

  it("rejects an empty name and unknown fields", async () => {
    await api().post("/${plural}", { name: "" }).expect(422);
    await api().post("/${plural}", { name: "Named", colour: "red" }).expect(422);
  });
});
`;
