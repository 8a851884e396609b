import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";

/** One sentence that starts with a capital, ends with one full stop and quotes no library. */
const SENTENCE = /^The .*[^.]\.$/;

describe("The message of a rejected request", () => {
  const world = useWorld();

  for (const [query, field] of [
    ["sort=a:b", "sort"],
    ["page=1:2", "page"],
    ["per_page=", "per_page"],
    ["page=0", "page"],
    ["page=a", "page"],
    ["nothing=1", "nothing"],
    ["filter[nothing]=1", "filter.nothing"],
    ["filter[created_from]=yesterday", "filter.created_from"],
    ["sort=nothing", "sort"],
  ] as const)
    it(`is a sentence for ?${query}`, async () => {
      const { token } = await world.make.userWithToken({ role: "system_admin" });
      const { body } = await world.api.as(token).get(`/users?${query}`).expect(422);
      const sentences = Object.values(body.data.errors as Record<string, string[]>).flat();
      expect(body.data.errors).to.have.property(field);
      for (const sentence of sentences) expect(sentence).to.match(SENTENCE);
    });

  it("counts one character and one item in the singular", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const { body } = await world.api
      .as(token)
      .post("/api-clients", { name: "", type: "public", grant_types: [] })
      .expect(422);
    expect(body.data.errors.name[0]).to.equal("The name must have at least 1 character.");
    expect(body.data.errors.grant_types).to.deep.equal(["The grant_types must have at least 1 item."]);
  });

  it("is a sentence for every kind of invalid body", async () => {
    const bodies = [
      {},
      { email: 7, password: null },
      { email: "x", password: "p", more: 1 },
      { email: "\0" },
    ];
    for (const sent of bodies) {
      const { body } = await world.api.post("/auth/login", sent).expect(422);
      for (const sentence of Object.values(body.data.errors as Record<string, string[]>).flat())
        expect(sentence).to.match(SENTENCE);
    }
  });
});
