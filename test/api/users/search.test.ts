import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { useWorld } from "../../support/app/world.js";

describe("GET /users?filter[search]", () => {
  const world = useWorld();
  let token: string;
  let caller: User;
  beforeEach(async () => {
    ({ user: caller, token } = await world.make.userWithToken({
      role: "system_admin",
      first_name: "Nobody",
      last_name: "Else",
      email: "nobody@elsewhere.test",
    }));
  });

  const found = async (search: string): Promise<string[]> => {
    const { body } = await world.api
      .as(token)
      .get("/users")
      .query({ "filter[search]": search, sort: "last_name", per_page: 100 })
      .expect(200);
    const items = body.data.items as { last_name: string }[];
    expect(body.meta.pagination.total).to.equal(items.length);
    return items.map(({ last_name }) => last_name);
  };

  it("searches first name, last name, email and id", async () => {
    const user = await world.make.user({
      first_name: "Otto",
      last_name: "Lovelace",
      email: "countess@example.test",
    });
    for (const search of ["Otto", "love", "countess@exam", user.id])
      expect(await found(search), search).to.deep.equal(["Lovelace"]);
    expect(await found(user.id.slice(0, -1))).to.deep.equal([]);
  });

  it("requires every word, in any order and position", async () => {
    await world.make.user({ first_name: "Otto", last_name: "Lovelace", email: "one@example.test" });
    await world.make.user({ first_name: "Otto", last_name: "Byron", email: "two@example.test" });
    expect(await found("otto")).to.deep.equal(["Byron", "Lovelace"]);
    expect(await found("love otto")).to.deep.equal(["Lovelace"]);
    expect(await found("one otto")).to.deep.equal(["Lovelace"]);
    expect(await found("otto nobody")).to.deep.equal([]);
  });

  it("splits words at any white space, and can be empty", async () => {
    await world.make.user({ first_name: "Ada", last_name: "Lovelace" });
    for (const search of ["  ada   lovelace ", "ada\tlovelace", "ada\u00a0lovelace", "ada\nlovelace"])
      expect(await found(search), JSON.stringify(search)).to.deep.equal(["Lovelace"]);
    for (const search of ["", "   ", "\t"])
      expect(await found(search), JSON.stringify(search)).to.deep.equal(["Else", "Lovelace"]);
  });

  it("doesn't match across two fields", async () => {
    await world.make.user({ first_name: "Ada", last_name: "Lovelace" });
    expect(await found("adalovelace")).to.deep.equal([]);
  });

  it("matches the words of one field separately", async () => {
    await world.make.user({ first_name: "Ada Augusta", last_name: "King" });
    expect(await found("augusta ada")).to.deep.equal(["King"]);
  });

  it("finds a word only by its beginning", async () => {
    await world.make.user({ first_name: "Qo Wu", last_name: "Yx", email: "zqw@example.test" });
    for (const search of ["q", "qo", "y", "yx", "z", "ZQ", "q y zq", "wu", "w"])
      expect(await found(search), search).to.deep.equal(["Yx"]);
    for (const search of ["o", "x", "qw", "xample"]) expect(await found(search), search).to.deep.equal([]);
  });

  it("begins a word with each part of a name and an email", async () => {
    await world.make.user({
      first_name: "Mary-Jane",
      last_name: "O’Brien",
      email: "qo.smyth@mail.wick.test",
    });
    for (const search of ["mary-j", "jane", "o’brien", "brien", "smyth@mail", "@mail.wick", "wick.test"])
      expect(await found(search), search).to.deep.equal(["O’Brien"]);
    for (const search of ["-jane", "'brien", "..wick"])
      expect(await found(search), search).to.deep.equal(["O’Brien"]);
    expect(await found("o'brien")).to.deep.equal([]);
  });

  const ALIKE: [string, string[]][] = [
    ["Amy", ["amy", "AMY", "aMy"]], // letters that no id contains, because ids are searched too
    ["Édith", ["édith", "ÉDITH", "E\u0301dith", "e\u0301dith", "é"]],
    ["ÅNGSTRÖM", ["ångström", "a\u030angstro\u0308m", "\u212bngstr\u00f6m"]],
    ["İpek", ["İpek", "i̇pek", "İ"]],
    ["ΟΔΥΣΣΕΥΣ", ["οδυσσευς", "ΟΔΥΣ", "οδυς", "οδυσσευσ"]],
    ["J\u030cohn", ["\u01f0ohn", "j\u030cohn", "J\u030cOHN"]],
    ["Юлия", ["юлия", "ЮЛИЯ"]],
    ["Ǆordan", ["ǆordan", "ǅordan"]],
    ["Ａｄａ", ["ａｄａ"]],
  ];
  for (const [name, searches] of ALIKE)
    it(`ignores upper and lower case in ${name}`, async () => {
      await world.make.user({ first_name: name, last_name: "Found" });
      for (const search of searches) expect(await found(search), search).to.deep.equal(["Found"]);
    });

  it("distinguishes similar-looking letters", async () => {
    await world.make.user({ first_name: "Edith", last_name: "Plain" });
    await world.make.user({ first_name: "Groß", last_name: "Sharp" });
    expect(await found("édith")).to.deep.equal([]);
    expect(await found("gross")).to.deep.equal([]);
    expect(await found("😀")).to.deep.equal([]);
  });

  it("distinguishes emoji", async () => {
    await world.make.user({ first_name: "😀", last_name: "Grin" });
    await world.make.user({ first_name: "😁", last_name: "Beam" });
    expect(await found("😀")).to.deep.equal(["Grin"]);
  });

  it("finds a changed name, and no longer the old one", async () => {
    const user = await world.make.user({ first_name: "Ada", last_name: "Byron" });
    await world.api.as(token).patch(`/users/${user.id}`, { last_name: "King" }).expect(200);
    expect(await found("byron")).to.deep.equal([]);
    expect(await found("king")).to.deep.equal(["King"]);
  });

  describe("M21", () => {
    const SIGNS = [
      "%",
      "_",
      "!",
      "\\",
      "'",
      ",",
      '"',
      "`",
      "[",
      "]",
      "*",
      "?",
      ";",
      "--",
      "&",
      "+",
      "#",
      "/",
    ];
    for (const sign of SIGNS)
      it(`M21: matches ${sign} literally`, async () => {
        await world.make.user({ first_name: "Ada", last_name: "Without" });
        await world.make.user({ first_name: `A${sign}a`, last_name: "With" });
        await world.make.user({ first_name: `${sign}b`, last_name: "At the start" });
        expect(await found(sign)).to.deep.equal(["At the start"]);
        expect(await found(`${sign}b`)).to.deep.equal(["At the start"]);
        expect(await found(`a${sign}a`)).to.deep.equal(["With"]);
        expect(await found(`${sign}${sign}${sign}`)).to.deep.equal([]);
      });

    it("M21: matches no pattern between literal characters", async () => {
      await world.make.user({ first_name: "100%_a", last_name: "Percent" });
      await world.make.user({ first_name: "100 a", last_name: "Blank" });
      expect(await found("100%_a")).to.deep.equal(["Percent"]);
      expect(await found("1%a")).to.deep.equal([]);
      expect(await found("!%")).to.deep.equal([]);
      expect(await found("!!")).to.deep.equal([]);
      expect(await found("\\%")).to.deep.equal([]);
    });

    it("rejects more than eight words, with any separator", async () => {
      const words = Array.from({ length: 9 }, (_, index) => `w${index}`);
      for (const search of [words.join(" "), words.join("\t \n"), `  ${words.join(" ")}  `]) {
        const { body } = await world.api
          .as(token)
          .get(`/users?${new URLSearchParams({ "filter[search]": search }).toString()}`)
          .expect(422);
        expect(body.data.errors).to.deep.equal({ "filter.search": ["Use at most 8 words."] });
      }
      expect(await found(words.slice(1).join(" "))).to.deep.equal([]);
    });

    it("M21: takes no longer for a search that consists of wildcards", async () => {
      for (let made = 0; made < 20; made++) await world.make.user({ first_name: "a".repeat(255) });
      for (const search of ["%".repeat(255), "_".repeat(255), "% ".repeat(8), "%a".repeat(127)]) {
        const times = [];
        for (let tries = 0; tries < 3; tries++) {
          const started = performance.now();
          expect(await found(search)).to.deep.equal([]);
          times.push(performance.now() - started);
        }
        expect(Math.min(...times)).to.be.below(100);
      }
    });
  });

  it("is combined with filters, sorting and pages", async () => {
    // a word of letters that no id contains, because ids are searched too
    for (const first_name of ["Otto1", "Otto2", "Otto3"])
      await world.make.user({ first_name, last_name: "Old" });
    await world.make.user({ first_name: "Otto4", status: "banned" });
    const { body } = await world.api
      .as(token)
      .get("/users")
      .query({
        "filter[search]": "otto",
        "filter[status]": "active",
        sort: "-first_name",
        page: 2,
        per_page: 2,
      })
      .expect(200);
    expect(body.data.items.map(({ first_name }: User) => first_name)).to.deep.equal(["Otto1"]);
    expect(body.meta.pagination).to.include({ total: 3, from: 3, to: 3 });
  });

  it("finds the caller too", async () => {
    expect(await found(caller.id.toUpperCase())).to.deep.equal(["Else"]);
  });

  it("rejects more than 255 characters and a NUL, naming its dotted path", async () => {
    for (const search of ["a".repeat(256), "a\0b", "\0"]) {
      const { body } = await world.api
        .as(token)
        .get("/users")
        .query({ "filter[search]": search })
        .expect(422);
      expect(Object.keys(body.data.errors as object)).to.deep.equal(["filter.search"]);
    }
  });
});
