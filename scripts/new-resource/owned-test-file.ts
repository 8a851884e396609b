import type { Names } from "./names.js";

export const ownedTestFile = ({
  plural,
  table,
  singular,
  aWord,
  words,
}: Names) => `import { expect } from "chai";
import { NO_ROW } from "../support/contract/operations.js";
import { useWorld } from "../support/app/world.js";

describe("/organisations/{organisation}/${plural}", () => {
  const world = useWorld();
  let token: string;
  beforeEach(async () => {
    ({ token } = await world.make.userWithToken({ role: "system_admin" }));
    await api().post("/organisations", { name: "Acme", slug: "acme" }).expect(201);
  });

  const api = () => world.api.as(token);
  const create = async (name: string): Promise<string> =>
    (
      (await api().post("/organisations/acme/${plural}", { name }).expect(201)).body as {
        data: { id: string };
      }
    ).data.id;
  const events = async (): Promise<string[]> =>
    (await world.services
      .knex("activity_log")
      .where({ subject_type: "${singular}" })
      .orderBy("id")
      .pluck("event")) as string[];

  it("creates ${aWord} and shows it", async () => {
    const id = await create("First");
    const { body } = await api().get(\`/organisations/acme/${plural}/\${id}\`).expect(200);
    expect(body.data).to.include({ id, name: "First" });
  });

  it("lists the ${words} of the organisation, and none of another", async () => {
    for (const name of ["B", "C", "A"]) await create(name);
    await api().post("/organisations", { name: "Other", slug: "other" }).expect(201);
    await api().post("/organisations/other/${plural}", { name: "Hidden" }).expect(201);
    const { body } = await api().get("/organisations/acme/${plural}?sort=name&per_page=2").expect(200);
    expect(body.data.items.map(({ name }: { name: string }) => name)).to.deep.equal(["A", "B"]);
    expect(body.meta.pagination).to.include({ total: 3, last_page: 2 });
  });

  it("changes only the fields that are sent", async () => {
    const id = await create("Before");
    await api().patch(\`/organisations/acme/${plural}/\${id}\`, {}).expect(200);
    const { body } = await api()
      .patch(\`/organisations/acme/${plural}/\${id}\`, { name: "After" })
      .expect(200);
    expect(body.data.name).to.equal("After");
  });

  it("deletes ${aWord}, also with its organisation", async () => {
    const id = await create("Old");
    await create("Older");
    await api().delete(\`/organisations/acme/${plural}/\${id}\`).expect(200);
    await api().get(\`/organisations/acme/${plural}/\${id}\`).expect(404);
    await api().delete("/organisations/acme").expect(200);
    expect(await world.services.knex("${table}")).to.deep.equal([]);
  });

  it("records each change in the activity log", async () => {
    const id = await create("Logged");
    await api().patch(\`/organisations/acme/${plural}/\${id}\`, { name: "Renamed" }).expect(200);
    await api().delete(\`/organisations/acme/${plural}/\${id}\`).expect(200);
    expect(await events()).to.deep.equal(["${singular}_created", "${singular}_updated", "${singular}_deleted"]);
  });

  it("answers 404 for an unknown id, and for one of another organisation", async () => {
    const id = await create("Kept");
    await api().post("/organisations", { name: "Other", slug: "other" }).expect(201);
    for (const path of [\`acme/${plural}/\${NO_ROW}\`, \`other/${plural}/\${id}\`]) {
      await api().get(\`/organisations/\${path}\`).expect(404);
      await api().patch(\`/organisations/\${path}\`, {}).expect(404);
      await api().delete(\`/organisations/\${path}\`).expect(404);
    }
  });

  it("rejects an empty name and unknown fields", async () => {
    await api().post("/organisations/acme/${plural}", { name: "" }).expect(422);
    await api().post("/organisations/acme/${plural}", { name: "Named", colour: "red" }).expect(422);
  });
});
`;
