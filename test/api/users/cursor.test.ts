import { expect } from "chai";
import { USER_SORTS } from "../../../src/models/lists/user-list.js";
import { useWorld, type World } from "../../support/app/world.js";

interface ListedUser {
  id: string;
  email: string;
}
interface UserPage {
  data: { items: ListedUser[] };
  meta: { pagination: Record<string, number | string | null> };
}

const ENDS = { current_page: null, last_page: null, from: null, to: null };

describe("A list of users read by cursor", () => {
  const world = useWorld();
  let read: (query?: Record<string, string | number>, status?: number) => Promise<UserPage>;
  beforeEach(async () => {
    const { token } = await world.make.userWithToken({ role: "admin", first_name: "Zoe" });
    read = async (query = {}, status = 200) => {
      const answer = await world.api.as(token).get("/users").query(query).expect(status);
      return answer.body as UserPage;
    };
    for (const first_name of ["Hedy", "Bob", "Hedy", "Cleo", "Dan", "Hedy"])
      await world.make.user({ first_name });
  });
  const ids = ({ data }: UserPage): string[] => data.items.map(({ id }) => id);
  const cursorsOf = ({ meta }: UserPage) => ({
    next: meta.pagination["next_cursor"] as string | null,
    previous: meta.pagination["prev_cursor"] as string | null,
  });

  /** All pages from the first one on. */
  async function walk(query: Record<string, string | number>): Promise<UserPage[]> {
    const pages = [await read(query)];
    for (let { next } = cursorsOf(pages[0]!); next !== null; { next } = cursorsOf(pages.at(-1)!))
      pages.push(await read({ ...query, cursor: next }));
    return pages;
  }

  for (const sort of USER_SORTS.flatMap((field) => [field, `-${field}`]))
    it(`has every row once in the order of ${sort}, forwards and backwards`, async () => {
      const all = ids(await read({ sort, per_page: 100 }));
      const pages = await walk({ sort, per_page: 2 });
      expect(pages.flatMap(ids)).to.deep.equal(all);
      expect(pages).to.have.length(4);
      const back = [pages.at(-1)!];
      for (let { previous } = cursorsOf(back[0]!); previous !== null; { previous } = cursorsOf(back[0]!))
        back.unshift(await read({ sort, per_page: 2, cursor: previous }));
      // read from the end, the first page is the shorter one
      expect(back.flatMap(ids)).to.deep.equal(all);
    });

  it("has the total and no page numbers", async () => {
    const [first, second] = await walk({ per_page: 3 });
    expect(first!.meta.pagination).to.include({
      total: 7,
      current_page: 1,
      from: 1,
      to: 3,
      prev_cursor: null,
    });
    expect(second!.meta.pagination).to.include({ ...ENDS, total: 7, per_page: 3 });
  });

  it("neither repeats nor skips a row when others are created and deleted meanwhile", async () => {
    const query = { sort: "email", per_page: 2 };
    const all = await read({ ...query, per_page: 100 });
    const first = await read(query);
    await world.make.user({ email: "aaa@example.test" });
    await world.services
      .knex("users")
      .where({ id: ids(first)[1] })
      .update({ deleted_at: Date.now() });
    const second = await read({ ...query, cursor: cursorsOf(first).next! });
    expect(ids(second)).to.deep.equal(ids(all).slice(2, 4));
  });

  it("is linked: first, next and prev, with the same filters and size (RFC 8288)", async () => {
    const { token } = await world.make.userWithToken({ role: "admin", first_name: "Zoe" });
    const links = async (target: string) => {
      const { headers, body } = await world.api.as(token).get(target).expect(200);
      const found = [...headers["link"]!.matchAll(/<\/api\/v1([^>]+)>; rel="(\w+)"/g)];
      const linked = Object.fromEntries(found.map(([, to, rel]) => [rel!, to!]));
      return { linked, items: ids(body as UserPage) };
    };
    const first = await links("/users?filter[search]=hedy&per_page=2&page=1&sort=email");
    expect(Object.keys(first.linked)).to.deep.equal(["next", "first"]);
    const second = await links(first.linked["next"]!);
    expect(Object.keys(second.linked)).to.deep.equal(["prev", "first"]);
    expect(second.items).to.have.length(1);
    expect((await links(second.linked["prev"]!)).items).to.deep.equal(first.items);
    expect((await links(second.linked["first"]!)).items).to.deep.equal(first.items);
  });

  it("finds one account by its exact id or its address in any case", async () => {
    const user = await world.make.user({ email: "exact@example.test" });
    expect(ids(await read({ "filter[id]": user.id }))).to.deep.equal([user.id]);
    expect(ids(await read({ "filter[email]": " Exact@EXAMPLE.test" }))).to.deep.equal([user.id]);
    expect(ids(await read({ "filter[email]": "exact@example" }))).to.deep.equal([]);
  });

  describe("is rejected with 422", () => {
    const problems = async (query: Record<string, string | number>): Promise<string[]> => {
      const { data } = (await read(query, 422)) as unknown as { data: { errors: object } };
      return Object.keys(data.errors);
    };

    it("for a cursor of another sort, of other filters or of another list, and for an altered one", async () => {
      const next = cursorsOf(await read({ per_page: 2 })).next!;
      const altered = `${next.startsWith("A") ? "B" : "A"}${next.slice(1)}`;
      const other = await cursorOfAnotherService(world, next);
      for (const query of [
        { cursor: next, sort: "email" },
        { cursor: next, "filter[search]": "hedy" },
        { cursor: altered },
        { cursor: "x" },
        { cursor: other },
      ])
        expect(await problems(query), JSON.stringify(query)).to.deep.equal(["cursor"]);
    });

    it("for a page beside a cursor", async () => {
      const next = cursorsOf(await read({ per_page: 2 })).next!;
      expect(await problems({ cursor: next, page: 1 })).to.deep.equal(["page"]);
    });
  });
});

/** The same position with the signature of another key. */
async function cursorOfAnotherService({ services }: World, cursor: string): Promise<string> {
  const { Signer } = await import("../../../src/lib/signatures.js");
  const [text] = cursor.split(".") as [string];
  return `${text}.${new Signer(services.encryption, "another").signature(text)}`;
}
