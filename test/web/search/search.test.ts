import { expect } from "chai";
import type { Response } from "supertest";
import { MINUTE } from "../../../src/lib/clock.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";

interface Group {
  label: string;
  results: { label: string; detail: string | null; to: string; fields: object | null }[];
}

describe("The search of the header", () => {
  const world = useWorld();
  const JSON_ONLY = { Accept: "application/json" };
  const ask = (visitor: Visitor, search = ""): Promise<Response> =>
    visitor.get(`/search/results?${new URLSearchParams({ search }).toString()}`, JSON_ONLY);
  const groupsOf = (answer: Response): Group[] => {
    expect(answer.status, answer.text).to.equal(200);
    return (answer.body as { data: { groups: Group[] } }).data.groups;
  };
  /** The labels of the results by group. */
  const found = async (visitor: Visitor, search = ""): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      groupsOf(await ask(visitor, search)).map(({ label, results }) => [
        label,
        results.map((result) => result.label),
      ]),
    );
  let roles = 0;
  const holder = async (permissions: string[], rank = 3): Promise<Visitor> => {
    const role = await world.make.role(`search-${++roles}`, rank, permissions);
    return (await world.signedIn(await world.make.user({ role: role.name }))).visitor;
  };
  const administrator = async (locale = "en"): Promise<Visitor> =>
    (await world.signedIn(await world.make.user({ role: "system_admin", locale }))).visitor;

  it("lists every page and screen of settings that the user can open, without a search", async () => {
    const all = await found(await administrator());
    expect(all["Pages"]).to.include.members([
      "Dashboard",
      "Users",
      "Roles",
      "Activity",
      "Profile",
      "Sessions",
    ]);
    expect(all["Settings"]).to.have.length(7);
    expect(all["Actions"]).to.deep.equal([
      ...["New user", "Import users", "New role", "New organisation", "New application", "New webhook"],
      ...["System", "Light", "Dark", "Sign out"],
    ]);
    expect(all).to.have.all.keys("Pages", "Settings", "Actions");
  });

  it("finds pages, settings and actions by other words for them, in both languages", async () => {
    const visitor = await administrator();
    const turkish = await administrator("tr");
    for (const [search, label] of [
      ["smtp", "Email settings"],
      ["2fa", "Security settings"],
      ["mfa", "Security"],
      ["logo", "Branding settings"],
      ["theme", "Branding settings"],
      ["theme", "Dark"],
      ["dark", "Dark"],
      ["log out", "Sign out"],
      ["invite", "New user"],
      ["audit log", "Activity"],
    ] as const)
      expect(Object.values(await found(visitor, search)).flat(), search).to.include(label);
    for (const search of ["smtp", "posta sunucusu"])
      expect(Object.values(await found(turkish, search)).flat(), search).to.include("E-posta ayarları");
  });

  it("finds applications, roles and access tokens", async () => {
    const { visitor, user } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    const { client } = await makeClient(world, { name: "Payroll portal" });
    const role = await world.make.role("payroll", 5, []);
    await world.make.token(user, { name: "payroll-export" });
    const groups = groupsOf(await ask(visitor, "payroll"));
    expect(groups.map(({ label, results }) => [label, results.map(({ to }) => to)])).to.deep.equal([
      ["Applications", [`/admin/api-clients/${client.id}`]],
      ["Roles", [`/admin/roles/${role.id}`]],
      ["Access tokens", ["/admin/api-tokens?search=payroll-export"]],
    ]);
  });

  it("finds one's own organisations, or all with organisations.read", async () => {
    const founder = await world.make.userWithToken({ role: "system_admin" });
    for (const name of ["Engine Works", "Engine Shop"]) {
      const slug = name.toLowerCase().replace(" ", "-");
      await world.api.as(founder.token).post("/organisations", { name, slug }).expect(201);
    }
    const member = await world.make.user();
    await world.api
      .as(founder.token)
      .post("/organisations/engine-shop/members", { user_id: member.id, role: "member" })
      .expect(201);
    const { visitor } = await world.signedIn(member);
    expect(await found(visitor, "engine")).to.deep.equal({ Organisations: ["Engine Shop"] });
    const all = await found(await holder(["organisations.read"]), "engine");
    expect(all["Organisations"]).to.deep.equal(["Engine Shop", "Engine Works"]);
  });

  it("finds only the user's own tokens without api-tokens.read, and hides those of a higher rank", async () => {
    const root = await world.make.user({ role: "system_admin" });
    await world.make.token(root, { name: "payroll-root" });
    const { visitor, user } = await world.signedIn(await world.make.user());
    await world.make.token(user, { name: "payroll-own" });
    const [own] = groupsOf(await ask(visitor, "payroll"));
    expect(own!.results.map(({ label, to }) => [label, to])).to.deep.equal([["payroll-own", "/user/tokens"]]);
    expect(await found(await holder(["api-tokens.read"]), "payroll")).to.deep.equal({
      "Access tokens": ["payroll-own"],
    });
  });

  it("shows the pages that the browser opened last, without those that the user can't open", async () => {
    const root = await world.make.user({ role: "system_admin", last_name: "Root" });
    const grace = await world.make.user({ first_name: "Grace", last_name: "Hopper" });
    const { client } = await makeClient(world, { name: "Payroll" });
    const recent = [
      `/admin/users/${grace.id}`,
      `/admin/users/${root.id}`,
      `/admin/api-clients/${client.id}`,
      ...["/admin/roles", "/profile", "/user/password", "https://evil.test/", "/logout", "x"],
    ].join();
    const recentOf = async (visitor: Visitor, search = ""): Promise<string[]> => {
      const query = new URLSearchParams({ search, recent }).toString();
      const groups = groupsOf(await visitor.get(`/search/results?${query}`, JSON_ONLY));
      const group = groups.find(({ label }) => label === "Recent");
      return group?.results.map(({ label }) => label) ?? [];
    };
    expect(await recentOf(await administrator())).to.deep.equal([
      ...["Grace Hopper", "Ada Root", "Payroll", "Roles", "Account"],
    ]);
    expect(await recentOf(await holder(["users.read"]))).to.deep.equal(["Grace Hopper", "Account"]);
    expect(await recentOf(await holder([]))).to.deep.equal(["Account"]);
    expect(await recentOf(await administrator(), "prof")).to.deep.equal([]);
  });

  it("finds pages, screens of settings by the names of their settings, and users", async () => {
    const visitor = await administrator();
    const grace = await world.make.user({
      first_name: "Grace",
      last_name: "Hopper",
      email: "g@example.test",
    });
    expect(await found(visitor, "ROL")).to.deep.include({ Pages: ["Roles"] });
    const [settings] = groupsOf(await ask(visitor, "minimum length"));
    expect(settings!.results).to.deep.equal([
      { label: "Security settings", detail: "Minimum length", to: "/admin/settings/security", fields: null },
    ]);
    const [users] = groupsOf(await ask(visitor, "hopper grace"));
    expect(users).to.deep.equal({
      label: "Users",
      results: [
        { label: "Grace Hopper", detail: "g@example.test", to: `/admin/users/${grace.id}`, fields: null },
      ],
    });
    expect(groupsOf(await ask(visitor, "zzz"))).to.deep.equal([]);
  });

  it("tells pages of the same name apart", async () => {
    const [pages] = groupsOf(await ask(await administrator(), "access tokens"));
    expect(pages!.results).to.deep.equal([
      { label: "Access tokens", detail: "Administration", to: "/admin/api-tokens", fields: null },
      { label: "Access tokens", detail: "Your account", to: "/user/tokens", fields: null },
    ]);
  });

  it("shows eight users and a link to all", async () => {
    const visitor = await administrator();
    for (let count = 0; count < 9; count++) await world.make.user({ last_name: "Hopper" });
    const [users] = groupsOf(await ask(visitor, "hopper"));
    expect(users!.results).to.have.length(9);
    expect(users!.results.at(-1)).to.deep.equal({
      label: "Show all 9 users",
      detail: null,
      to: "/admin/users?search=hopper",
      fields: null,
    });
  });

  it("is in the reader's language", async () => {
    const visitor = await administrator("tr");
    expect(await found(visitor, "roller")).to.have.all.keys("Sayfalar");
  });

  it("gives the same results on a page, which works without JavaScript", async () => {
    const visitor = await administrator();
    const grace = await world.make.user({ first_name: "Grace <b>", last_name: "Hopper" });
    expect((await visitor.get("/profile")).text).to.contain('href="/search"');
    const page = await visitor.get("/search?search=grace");
    expect(page.status).to.equal(200);
    expect(page.text).to.contain(`href="/admin/users/${grace.id}"`).and.not.contain("Grace <b>");
    expect(textOf(await visitor.get("/search?search=zzz"))).to.contain("Nothing matches “zzz”.");
    expect(textOf(await visitor.get("/search")))
      .to.contain("Dashboard")
      .and.contain("Settings");
  });

  it("has only results that the user can open", async () => {
    for (const permissions of [
      [],
      ["users.read"],
      ["settings.read"],
      ["roles.read", "activity-logs.read"],
      ["users.create", "roles.create", "api-clients.create"],
    ]) {
      const visitor = await holder(permissions);
      for (const search of ["", "a", "e"])
        for (const { results } of groupsOf(await ask(visitor, search)))
          for (const { to, fields } of results) {
            if (fields) continue; // a form
            const { status } = await visitor.get(to);
            expect(status, `${permissions.join()} ${to}`).to.equal(200);
          }
    }
  });

  it("shows no users without users.read, and no settings without settings.read", async () => {
    await world.make.user({ last_name: "Hopper" });
    expect(await found(await holder(["settings.read"]), "hopper")).to.deep.equal({});
    expect(await found(await holder(["users.read"]), "hopper")).to.have.all.keys("Users");
    expect(await found(await holder(["users.read"]), "")).to.have.all.keys("Pages", "Actions");
  });

  it("hides users of a higher rank, and deleted ones", async () => {
    const root = await world.make.user({ role: "system_admin", last_name: "Hopper" });
    const gone = await world.make.user({ last_name: "Hopper" });
    await world.services.knex("users").where({ id: gone.id }).update({ deleted_at: Date.now() });
    const visitor = await holder(["users.read"]);
    const answer = await ask(visitor, "hopper");
    expect(groupsOf(answer)).to.deep.equal([]);
    expect(JSON.stringify(answer.body)).to.not.contain(root.id).and.not.contain(gone.id);
    expect((await visitor.get("/search?search=hopper")).text).to.not.contain(root.email);
  });

  it("treats patterns, control characters and repeated names as text", async () => {
    const visitor = await administrator();
    await world.make.user({ last_name: "Hopper" });
    for (const search of ["%", "_", "!", "\0", "x".repeat(5000), "\ud800"])
      expect((await ask(visitor, search)).status, search.slice(0, 9)).to.equal(200);
    expect(groupsOf(await ask(visitor, "%"))).to.deep.equal([]);
    expect((await visitor.get("/search/results?search=a&search=b", JSON_ONLY)).status).to.equal(200);
  });

  it("rejects too many words", async () => {
    const visitor = await administrator();
    const answer = await ask(visitor, "1 2 3 4 5 6 7 8 9");
    expect(answer.status).to.equal(422);
    expect(answer.body.data.errors).to.have.all.keys("search");
    expect((await visitor.get("/search?search=1+2+3+4+5+6+7+8+9")).status).to.equal(422);
  });

  it("is limited to 120 a minute for a user, as page and as JSON together", async () => {
    world.freezeTime();
    const [visitor, other] = [await holder([]), await holder([])];
    await visitor.get("/search");
    for (let count = 1; count < 120; count++) expect((await ask(visitor)).status).to.equal(200);
    const rejected = await ask(visitor);
    expect(rejected.status).to.equal(429);
    expect(Number(rejected.headers["retry-after"])).to.be.within(1, 60);
    expect((await visitor.get("/search")).status).to.equal(429);
    expect((await ask(other)).status).to.equal(200);
    world.advance(MINUTE);
    expect((await ask(visitor)).status).to.equal(200);
  });

  it("is closed to guests", async () => {
    const guest = world.visitor();
    expect((await ask(guest)).status).to.equal(401);
    expect((await guest.get("/search?search=a")).headers["location"]).to.equal(
      "/login?next=%2Fsearch%3Fsearch%3Da",
    );
    expect((await guest.get("/login")).text).to.not.contain("/search");
  });
});
