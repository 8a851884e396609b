import { expect } from "chai";
import type { Response } from "supertest";
import { DAY, now } from "../../../../src/lib/clock.js";
import { checkWords } from "../../../../src/models/lists/word-check.js";
import type { User } from "../../../../src/models/user.js";
import { textOf, textWithTooltipsOf, type Visitor } from "../../../support/app/web.js";
import { addPasskey } from "../../../support/passkeys/passkeys.js";
import { useWorld } from "../../../support/app/world.js";

const LIST = "/admin/users";
const EVERYTHING = ["dashboard.read", "users.read", "users.create", "users.update", "users.delete"];
/** Breaks out of text, of a quoted attribute, and of a script. */
const CORPUS = ["<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "'><svg/onload=alert(1)>"];

describe("The list of users", () => {
  const world = useWorld();

  /** The addresses in page order. */
  const emailsOn = ({ text }: Response): string[] =>
    [...text.matchAll(/class="person-email">([^<]*)</g)].map(([, email]) => email!);
  const totalOn = ({ text }: Response): number => Number(/<p>\d+ to \d+ of (\d+)<\/p>/.exec(text)?.[1] ?? 0);
  async function administrator(): Promise<{ user: User; visitor: Visitor }> {
    return world.signedIn(
      await world.make.user({ role: "system_admin", first_name: "Root", email: "root@example.test" }),
    );
  }
  const created = async (at: string, options: Parameters<typeof world.make.user>[0]): Promise<User> => {
    const user = await world.make.user(options);
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ created_at: Date.parse(at), version: 2 });
    return user;
  };

  it("shows name, address, role, status and date, newest first, with a link to each account", async () => {
    const { visitor } = await administrator();
    const grace = await created("2030-03-04T12:00:00Z", {
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.test",
      role: "admin",
      status: "banned",
    });
    const answer = await visitor.get(LIST);
    expect(answer.status).to.equal(200);
    expect(emailsOn(answer)).to.deep.equal(["grace@example.test", "root@example.test"]);
    expect(textWithTooltipsOf(answer)).to.match(
      /GH Grace Hopper grace@example\.test Administrator Banned Off Never in \d years? \(4 Mar 2030/,
    );
    expect(answer.text).to.match(/class="badge bg-red-lt">Banned</);
    expect(answer.text).to.contain(`href="${LIST}/${grace.id}"`);
    expect(textOf(answer)).to.match(/Root Lovelace root@example\.test You System administrator Active/);
  });

  it("shows the second factor and the last sign-in, which it is sorted by", async () => {
    const { visitor } = await administrator();
    const grace = await world.make.user({ email: "grace@example.test" });
    await world.make.twoFactor(grace);
    const { knex } = world.services;
    await knex("users")
      .where({ id: grace.id })
      .update({ last_login_at: Date.parse("2026-02-03T10:00:00Z") });
    await world.make.user({ email: "never@example.test" });
    const answer = await visitor.get(`${LIST}?sort=last_login_at`);
    expect(textWithTooltipsOf(answer)).to.match(
      /grace@example\.test User Active On \d+ \w+ ago \(3 Feb 2026/,
    );
    expect(textOf(answer)).to.match(/never@example\.test User Active Off Never/);
    expect(emailsOn(answer)).to.deep.equal(["never@example.test", "grace@example.test", "root@example.test"]);
    const latest = await visitor.get(`${LIST}?sort=-last_login_at`);
    expect(emailsOn(latest)).to.deep.equal(emailsOn(answer).reverse());
  });

  it("shows who has several roles, and who has none", async () => {
    const { visitor } = await administrator();
    const both = await world.make.user({ first_name: "Both", role: "admin" });
    await world.make.giveRole(both, "user");
    await world.make.user({ first_name: "Nobody", role: null });
    const said = textOf(await visitor.get(`${LIST}?sort=full_name`));
    expect(said).to.match(/Both Lovelace \S+ Administrator also User Active/);
    expect(said).to.match(/Nobody Lovelace \S+ No role Active/);
  });

  it("is in the reader's language, with the labels that operators defined", async () => {
    const { knex } = world.services;
    const { user, visitor } = await administrator();
    await world.make.role("editors", 9, []);
    await knex("roles").where({ name: "editors" }).update({ label: "Redaktion" });
    await world.make.user({ role: "editors", status: "inactive" });
    await knex("users").where({ id: user.id }).update({ locale: "tr" });
    const said = textOf(await visitor.get(LIST));
    expect(said).to.contain("Kullanıcılar").and.contain("Sistem yöneticisi").and.contain("Etkin değil");
    expect(said).to.contain("Redaktion");
  });

  it("marks unverified addresses while verification is on", async () => {
    const { user, visitor } = await administrator();
    await world.services.knex("users").where({ id: user.id }).update({ email_verified_at: 1 });
    await world.make.user();
    expect(textOf(await visitor.get(LIST))).not.to.contain("Not verified");
    await world.services.settings.write({ "auth.email_verification": "1" });
    expect((await visitor.get(LIST)).text.match(/>Not verified</g)).to.have.length(1);
  });

  it("excludes deleted accounts", async () => {
    const { visitor } = await administrator();
    const gone = await world.make.user();
    await world.services.knex("users").where({ id: gone.id }).update({ deleted_at: 1 });
    const answer = await visitor.get(LIST);
    expect(emailsOn(answer)).to.deep.equal(["root@example.test"]);
    expect(totalOn(answer)).to.equal(1);
  });

  describe("C22: shows and counts the same accounts as the API", () => {
    const company = new Map<string, User>();
    beforeEach(async () => {
      company.clear();
      await world.make.role("chief", 2, EVERYTHING); // the same rank as admin
      await world.make.role("clerk", 5, ["users.read"]);
      for (const [name, first, second] of [
        ["root", "system_admin"],
        ["admin", "admin"],
        ["chief", "chief"],
        ["user", "user"],
        ["clerk", "clerk"],
        ["none", null],
        ["clerk+chief", "clerk", "chief"],
        ["user+root", "user", "system_admin"],
      ] as const) {
        const email = `${name.replace("+", ".")}@company.test`;
        const user = await world.make.user({ role: first, last_name: name, email, status: "active" });
        if (second) await world.make.giveRole(user, second);
        company.set(name, user);
      }
      await world.services
        .knex("users")
        .whereIn("last_name", ["user", "none", "user+root"])
        .update({ status: "inactive" });
    });

    /** Query of the page → query of the API. */
    const QUERIES: [web: string, api: Record<string, string>][] = [
      ["", {}],
      ["?sort=full_name", { sort: "full_name" }],
      ["?sort=-email", { sort: "-email" }],
      ["?sort=status", { sort: "status" }],
      ["?search=company", { "filter[search]": "company" }],
      ["?search=root", { "filter[search]": "root" }],
      [
        "?search=lovelace+test&status=active",
        { "filter[search]": "lovelace test", "filter[status]": "active" },
      ],
      ["?status=inactive", { "filter[status]": "inactive" }],
      ["?role=clerk", { "filter[role]": "clerk" }],
      ["?created_from=2026-01-01", { "filter[created_from]": "2026-01-01" }],
      ["?created_to=2026-01-01", { "filter[created_to]": "2026-01-01" }],
    ];

    for (const name of ["root", "admin", "chief", "clerk", "clerk+chief"])
      it(`C22: for ${name}`, async () => {
        const user = company.get(name)!;
        const { visitor } = await world.signedIn(user);
        const api = world.api.as(await world.make.token(user));
        for (const [web, query] of QUERIES) {
          const { body } = await api
            .get("/users")
            .query({ per_page: 15, ...query })
            .expect(200);
          const items = body.data.items as { email: string }[];
          const answer = await visitor.get(LIST + web);
          expect(emailsOn(answer), web).to.deep.equal(items.map(({ email }) => email));
          expect(totalOn(answer), web).to.equal(body.meta.pagination.total);
        }
      });

    for (const name of ["user", "none"])
      it(`C22: none for ${name}, like the API`, async () => {
        const user = company.get(name)!;
        await world.services.knex("users").where({ id: user.id }).update({ status: "active" });
        const { visitor } = await world.signedIn(user);
        await world.api
          .as(await world.make.token(user))
          .get("/users")
          .expect(403);
        const answer = await visitor.get(LIST);
        expect(answer.status).to.equal(403);
        // the menu shows the reader's own address
        expect(answer.text.replaceAll(user.email, "")).not.to.contain("company.test");
      });

    it("C22: reveals nothing about higher ranks through pages, filters or their options", async () => {
      const { visitor } = await world.signedIn(company.get("clerk")!);
      for (const query of ["", "?search=root", "?status=inactive", "?page=2", "?sort=email"]) {
        const { text } = await visitor.get(LIST + query);
        for (const word of ["root@", "chief", "System administrator", "Administrator<"])
          expect(text, `${query} ${word}`).not.to.contain(word);
      }
      const hidden = await visitor.get(`${LIST}?role=chief`);
      const none = await visitor.get(`${LIST}?role=nosuch`);
      expect(textOf(hidden).replaceAll("chief", "nosuch")).to.equal(textOf(none));
    });
  });

  describe("is searched", () => {
    for (const sign of ["%", "_", "!", "\\", "'", ",", '"', "*"])
      it(`M21: with ${sign} as a literal`, async () => {
        const { visitor } = await administrator();
        await world.make.user({ first_name: "Eda", email: "without@example.test" });
        await world.make.user({ first_name: `A${sign}a`, email: "with@example.test" });
        for (const [search, found] of [
          [`${sign}da`, []],
          [`a${sign}a`, ["with@example.test"]],
          [sign.repeat(3), []],
        ] as const) {
          const answer = await visitor.get(`${LIST}?search=${encodeURIComponent(search)}`);
          expect(emailsOn(answer), search).to.deep.equal(found);
        }
      });

    it("by id, and keeps the search in its links", async () => {
      const { visitor } = await administrator();
      const user = await world.make.user({ email: "one@example.test" });
      const answer = await visitor.get(`${LIST}?search=${user.id}`);
      expect(emailsOn(answer)).to.deep.equal(["one@example.test"]);
      expect(answer.text).to.contain(`href="${LIST}/export?search=${user.id}"`);
      expect(answer.text).to.contain(`href="${LIST}?search=${user.id}&amp;sort=email"`);
    });

    it("in the same order and number for more matches than are sorted in memory", async () => {
      const { knex } = world.services;
      const { visitor } = await administrator();
      const row = (await knex("users").first()) as Record<string, unknown>;
      for (const name of ["email_key", "second_factor", "invited"]) delete row[name];
      const rows = Array.from({ length: 1003 }, (_, index) => ({
        ...row,
        first_name: "Otto",
        id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
        email: `many${index}@example.test`,
        created_at: index,
      }));
      await knex.batchInsert("users", rows, 30);
      for (const count of [1003, 999]) {
        await knex("users").where("created_at", ">=", count).update({ first_name: "None" });
        await checkWords(knex, "users", true);
        const first = await visitor.get(`${LIST}?search=otto&sort=created_at`);
        expect(totalOn(first)).to.equal(count);
        expect(emailsOn(first)[0]).to.equal("many0@example.test");
        const last = await visitor.get(`${LIST}?search=otto&sort=created_at&page=67`);
        expect(emailsOn(last).at(-1)).to.equal(`many${count - 1}@example.test`);
      }
    });

    it("without a total and numbers of pages above 10,000 rows, to the first and from the last page", async () => {
      const { knex } = world.services;
      const { visitor } = await administrator();
      for (let number = 10; number < 50; number++)
        await world.make.user({ email: `many${number}@example.test`, first_name: "Otto" });
      await knex("list_upkeep")
        .insert({ list: "users", counted_until: 1, counted: 10_000 })
        .onConflict("list")
        .merge();
      const get = (page: number) => visitor.get(`${LIST}?sort=-email&page=${page}`);
      const first = await get(1);
      expect(textOf(first)).to.contain("1 to 15 of 10,000+");
      expect(textOf(first)).to.not.match(/First|Previous/);
      expect(textOf(first)).to.match(/Next\s+Last/);
      expect(first.text).to.contain(`href="${LIST}?sort=-email&amp;page=2"`);
      expect(first.text).to.contain(`href="${LIST}?sort=-email&amp;page=-1"`);
      const last = await get(-1);
      expect(emailsOn(last)).to.have.length(15);
      expect(textOf(last)).to.match(/First\s+Previous/);
      expect(textOf(last)).to.not.match(/Next|Last(?! )/);
      const before = await get(-2);
      expect(emailsOn(before).at(-1)! > emailsOn(last)[0]!).to.equal(true);
      expect(textOf(before)).to.match(/First\s+Previous\s+Next\s+Last/);
      expect(emailsOn(await get(9_999_999))).to.deep.equal(emailsOn(last));
    });

    it("with a message and a link back when nothing matches", async () => {
      const { visitor } = await administrator();
      const answer = await visitor.get(`${LIST}?search=zzz`);
      expect(textOf(answer)).to.contain("Nothing matches “zzz”.");
      expect(answer.text).to.contain(`href="${LIST}">Clear filters`);
      expect(textOf(await visitor.get(`${LIST}?search=zzz&status=banned`))).to.contain(
        "Nothing matches these filters.",
      );
    });
  });

  describe("is filtered", () => {
    it("by days in UTC, both included and to the millisecond", async () => {
      const { visitor } = await administrator();
      await created("2026-02-28T23:59:59.999Z", { email: "before@example.test" });
      await created("2026-03-01T00:00:00.000Z", { email: "first@example.test" });
      await created("2026-03-03T23:59:59.999Z", { email: "third@example.test" });
      await created("2026-03-04T00:00:00.000Z", { email: "yonder@example.test" });
      const answer = await visitor.get(
        `${LIST}?sort=created_at&created_from=2026-03-01&created_to=2026-03-03`,
      );
      expect(emailsOn(answer)).to.deep.equal(["first@example.test", "third@example.test"]);
      expect(answer.text).to.contain('name="created_from" value="2026-03-01"');
    });

    it("by second factor and by last sign-in", async () => {
      const { visitor } = await administrator();
      const days: Record<string, number | null> = { today: 0, month: 40, year: 400, never: null };
      for (const [name, ago] of Object.entries(days)) {
        const user = await world.make.user({ email: `${name}@example.test` });
        const last_login_at = ago === null ? null : now() - ago * DAY;
        await world.services.knex("users").where({ id: user.id }).update({ last_login_at });
        if (name === "month") await world.make.twoFactor(user);
        if (name === "year") await addPasskey(world, user);
      }
      const found = async (query: string): Promise<string> => {
        const emails = emailsOn(await visitor.get(`${LIST}?search=example.test&${query}`));
        return emails
          .map((email) => email.replace("@example.test", ""))
          .filter((name) => name !== "root")
          .sort()
          .join(" ");
      };
      expect(await found("two_factor=on")).to.equal("month year");
      expect(await found("two_factor=off")).to.equal("never today");
      expect(await found("last_sign_in=within_7")).to.equal("today");
      expect(await found("last_sign_in=before_30")).to.equal("month never year");
      expect(await found("last_sign_in=before_365")).to.equal("never year");
      expect(await found("last_sign_in=never")).to.equal("never");
      expect(await found("last_sign_in=within_30&two_factor=on")).to.equal("");
    });

    it("by no invalid value, with an error next to the filter", async () => {
      const { visitor } = await administrator();
      for (const [query, sentence] of [
        ["status=nosuch", "There is no status “nosuch”, so we ignored it."],
        ["role=nosuch", "There is no role “nosuch” that you can see, so we ignored it."],
        ["created_from=2026-02-30", "“2026-02-30” isn't a date"],
        ["two_factor=maybe", "“maybe” isn't an option, so we ignored it."],
        ["last_sign_in=within_8", "“within_8” isn't an option, so we ignored it."],
        ["created_to=tomorrow", "“tomorrow” isn't a date"],
        ["created_to=2026-1-1", "“2026-1-1” isn't a date"],
      ] as const) {
        const answer = await visitor.get(`${LIST}?${query}`);
        expect(answer.status, query).to.equal(200);
        expect(textOf(answer), query).to.contain(sentence);
        expect(emailsOn(answer), query).to.deep.equal(["root@example.test"]);
        expect(answer.text, query).to.contain('aria-invalid="true"');
        expect(answer.text, query).to.contain(`href="${LIST}/export"`);
      }
    });

    it("by no repeated value or list", async () => {
      const { visitor } = await administrator();
      for (const query of [
        "status=banned&status=active",
        "status[]=banned",
        "search[a]=x",
        "sort=password",
        "page=0",
        "per_page=7",
        "per_page=1000",
      ])
        expect(emailsOn(await visitor.get(`${LIST}?${query}`)), query).to.deep.equal(["root@example.test"]);
    });
  });

  it("has pages of fifteen, and shows the last one for higher page numbers", async () => {
    const { visitor } = await administrator();
    for (let day = 10; day < 27; day++) await created(`2020-01-${day}T00:00:00Z`, {});
    const first = await visitor.get(LIST);
    expect(emailsOn(first)).to.have.length(15);
    expect(textOf(first)).to.contain("1 to 15 of 18");
    expect(first.text)
      .to.match(/aria-label="Page 1 of 2"\s+aria-current="page">1</)
      .and.contain(`href="${LIST}?page=2"`);
    const more = await visitor.get(`${LIST}?per_page=30&status=active`);
    expect(emailsOn(more)).to.have.length(18);
    expect(more.text).to.contain(`href="${LIST}?status=active&amp;per_page=50"`);
    expect(more.text, "the filter keeps them").to.contain('name="per_page" value="30"');
    expect(more.text, "and so does clearing it").to.contain(`href="${LIST}?per_page=30">Clear filters<`);
    const second = await visitor.get(`${LIST}?page=2`);
    expect(textOf(second)).to.contain("16 to 18 of 18");
    for (const page of ["3", "999999999"])
      expect(emailsOn(await visitor.get(`${LIST}?page=${page}`))).to.deep.equal(emailsOn(second));
    expect(new Set([...emailsOn(first), ...emailsOn(second)]).size).to.equal(18);
  });

  for (const text of CORPUS)
    it(`H39: shows ${text} as text in name, role, search and filter`, async () => {
      const { visitor } = await administrator();
      await world.make.role("odd", 9, []);
      await world.services.knex("roles").where({ name: "odd" }).update({ label: text });
      await world.make.user({ first_name: text, last_name: text, role: "odd", status: "active" });
      for (const query of [
        "",
        `?search=${encodeURIComponent(text)}`,
        `?status=${encodeURIComponent(text)}`,
      ]) {
        const { text: html } = await visitor.get(LIST + query);
        expect(html)
          .not.to.contain(text)
          .and.not.match(/<script>alert|<img src=x|<svg\/onload/);
      }
    });

  it("shows the create button with its permission, and checkboxes for accounts that one can change", async () => {
    const { user, visitor } = await administrator();
    const other = await world.make.user();
    const full = await visitor.get(LIST);
    expect(full.text).to.contain(`href="${LIST}/create"`).and.contain(`name="users" value="${other.id}"`);
    expect(full.text).not.to.contain(`name="users" value="${user.id}"`);
    await world.make.role("reader", 2, ["users.read"]);
    const reader = await world.signedIn(await world.make.user({ role: "reader" }));
    const { text } = await reader.visitor.get(LIST);
    expect(text).not.to.contain(`href="${LIST}/create"`).and.not.contain('name="users"');
    expect(text).not.to.contain(`${LIST}/bulk`);
  });

  it("is in the menu with its permission, and returns 403 without it", async () => {
    const { visitor } = await administrator();
    expect((await visitor.get(LIST)).text).to.contain(`<a href="${LIST}" aria-current="page"`);
    expect((await world.visitor().get(LIST)).headers["location"]).to.equal("/login?next=%2Fadmin%2Fusers");
    const plain = await world.signedIn();
    expect((await plain.visitor.get("/dashboard")).text).not.to.contain(`href="${LIST}"`);
    expect((await plain.visitor.get(LIST)).status).to.equal(403);
    const nobody = await world.signedIn(await world.make.user({ role: null }));
    expect((await nobody.visitor.get(LIST)).status).to.equal(403);
  });
});
