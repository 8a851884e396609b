import { expect } from "chai";
import { now } from "../../../src/lib/clock.js";
import { PERMISSIONS } from "../../../src/domain/access/permissions.js";
import type { User } from "../../../src/models/user.js";
import { ROUTES } from "../../../src/web/routes.js";
import { crawl, permissionsOf, type Crawled, type Row, type ShownForm } from "../../support/app/crawl.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { partsOf } from "../../support/app/page-parts.js";
import type { Visitor } from "../../support/app/web.js";
import { addPasskey } from "../../support/passkeys/passkeys.js";
import { linkIdentity, makeProvider } from "../../support/providers/providers.js";
import { isWholeMatrix } from "../../support/app/matrix.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";
import { makeDelivery, makeWebhook } from "../../support/webhooks/webhooks.js";
import { useWorld } from "../../support/app/world.js";

const rows: readonly Row[] = ROUTES;
const READS = PERMISSIONS.filter((name) => name.endsWith(".read"));
const readOf = (permission: string): string => permission.replace(/\.\w+$/, ".read");
/** No link leads there; the filter form of the list does. */
const DELETED_USERS = "/admin/users?deleted=only";
/** Every account has a tokens page; its menu entry depends on permissions. */
const LISTED_FOR: Record<string, string> = { "admin.api-tokens.index": "api-tokens.read" };

/** Name → permissions; null for a shipped role. */
const ROLES: Record<string, readonly string[] | null> = {
  user: null,
  admin: null,
  system_admin: null,
  "that can read everything": READS,
  "with every permission": PERMISSIONS,
  ...Object.fromEntries(
    PERMISSIONS.map((name) => [`with ${name} alone`, [...new Set([name, readOf(name)])]]),
  ),
  ...Object.fromEntries(
    PERMISSIONS.map((name) => [`without ${name}`, PERMISSIONS.filter((other) => other !== name)]),
  ),
};

describe("Dead ends in the administration", () => {
  const world = useWorld();

  /** Users of every kind and rank, and content for every administration page. */
  async function addContent(): Promise<User[]> {
    const { make, services } = world;
    await make.role("desk", 5, ["users.read"]);
    const users = await Promise.all([
      make.user({ role: "system_admin" }),
      make.user({ role: "admin" }),
      make.user({ role: "desk" }),
      make.user({ role: null }),
      make.user({ status: "banned" }),
      make.user(),
    ]);
    await make.twoFactor(users.at(-1)!);
    await addPasskey(world, users.at(-1)!);
    await makeProvider(world, { issuer: "https://accounts.example.test" });
    await linkIdentity(world, users.at(-1)!);
    const invited = await make.user();
    await services.knex("users").where({ id: invited.id }).update({ password: null });
    const { id: deleted } = await make.user();
    await services.knex("users").where({ id: deleted }).update({ deleted_at: now() });
    for (const user of users) await make.token(user);
    await makeOrganisation(world, users[3]!, { member: users[4]! });
    const webhook = await makeWebhook(world, users[2]!);
    await makeDelivery(world, webhook.id);
    const { client } = await makeClient(world);
    await makeClient(world, { name: "Phone", type: "public" });
    await makeGrant(world, { user: users.at(-1)!, client });
    await world.signedIn(users.at(-1)!); // adds a session and its log entry
    await make.role("unused", 9, []);
    await services.knex("users").update({ avatar: "0123456789abcdef0123456789abcdef.webp" });
    await services.settings.write({ "captcha.site_key": "site", "captcha.secret_key": "secret" });
    return users;
  }

  async function signedInAs(role: string | null): Promise<{ visitor: Visitor; held: ReadonlySet<string> }> {
    const permissions = role === null ? [] : ROLES[role];
    const name = permissions && role !== null ? "tested" : role;
    if (permissions && role !== null) await world.make.role("tested", 2, [...permissions]);
    const user = await world.make.user({ role: name, email_verified_at: now() });
    await world.make.token(user);
    const { visitor } = await world.signedIn(user);
    const roles = [...(await world.services.authority.current()).values()];
    return { visitor, held: roles.find((one) => one.name === name)?.permissions ?? new Set() };
  }

  const lacking = (row: Row, held: ReadonlySet<string>): string[] =>
    permissionsOf(row).filter((permission) => !held.has(permission));

  function expectNoDeadEnds({ links, forms, loose }: Crawled, held: ReadonlySet<string>): void {
    for (const { to, page, row } of links) {
      if (/^\/(assets|avatars)\//.test(to)) continue;
      expect(row, `${page} links to ${to}, which is no page`).not.to.equal(undefined);
      expect(lacking(row!, held), `${page} links to ${to}`).to.deep.equal([]);
    }
    for (const { method, path, page, row } of forms) {
      expect(row, `${page} has a form for ${method} ${path}, which is nowhere`).not.to.equal(undefined);
      expect(lacking(row!, held), `${page} has a form for ${method} ${path}`).to.deep.equal([]);
    }
    // without JavaScript there is no contract to search
    const sent = loose.filter((field) => !/ on \/api-dock(\/oauth)?$/.test(field));
    expect(sent, "fields that nobody sends").to.deep.equal([]);
  }

  const menuOf = (html: string): Set<string> =>
    new Set(
      partsOf(/<header class="app-bar"[\s\S]*?<\/header>/.exec(html)![0])
        .links.filter((link) => link.startsWith("/admin/"))
        .map((link) => link.split("/").slice(0, 3).join("/")),
    );
  const indexesFor = (held: ReadonlySet<string>): Set<string> =>
    new Set(
      rows
        .filter(({ method, name }) => method === "GET" && /^admin\.[^.]+\.index$/.test(name))
        .filter((row) => lacking(row, held).length === 0)
        .filter(({ name }) => held.has(LISTED_FOR[name] ?? "") || LISTED_FOR[name] === undefined)
        .map(({ path }) => path),
    );

  // what a page lacks without a permission, it also lacks with another one alone
  const isAsked = (role: string): boolean => isWholeMatrix || !role.startsWith("without ");
  for (const role of [null, ...Object.keys(ROLES).filter(isAsked)])
    it(`don't exist for a role ${role ?? "without an account"}, and its menu has every accessible page`, async () => {
      await addContent();
      const { visitor, held } = await signedInAs(role);
      const { text } = await visitor.get("/profile");
      expect(menuOf(text)).to.deep.equal(indexesFor(held));
      const starts = rows.filter(({ path }) => indexesFor(held).has(path)).map(({ path }) => path);
      if (held.has("users.read") && held.has("users.delete")) starts.push(DELETED_USERS);
      expectNoDeadEnds(await crawl(visitor, "/", "/profile", ...starts), held);
    });

  it("don't exist as forms, except searches, for users who can only read", async () => {
    await addContent();
    const { visitor } = await signedInAs("that can read everything");
    const { forms, pages } = await crawl(visitor, ...indexesFor(new Set(READS)));
    expect(pages.filter((page) => page.startsWith("/admin/"))).not.to.have.length.below(8);
    const changing = forms.filter(({ page, method }) => page.startsWith("/admin/") && method !== "GET");
    // one's own token is in the list with a form to revoke it
    expect([...new Set(changing.map(({ row }) => row!.name))]).to.deep.equal(["admin.api-tokens.destroy"]);
  });

  /** Submits the form unchanged. */
  function send(visitor: Visitor, form: ShownForm) {
    const to = form.path || form.page;
    if (form.isUpload) return visitor.send((agent) => agent.post(to).field(Object.fromEntries(form.fields)));
    const names = [...new Set(form.fields.map(([name]) => name))];
    const fields = names.map((name) => [
      name,
      form.fields.filter((field) => field[0] === name).map(([, value]) => value),
    ]);
    return visitor.submit(to, Object.fromEntries(fields) as Record<string, string[]>);
  }

  for (const role of ["admin", "system_admin", "with every permission"])
    it(`don't exist as forms that reject their unchanged values, for the role ${role}`, async () => {
      const withTwoFactor = (await addContent()).at(-1)!;
      const logo = "00112233445566778899aabbccddeeff.png";
      await world.services.settings.write({ "auth.email_verification": "1", "branding.logo_light": logo });
      await world.services.knex("oauth_clients").update({ logo });
      const { visitor, held } = await signedInAs(role);
      const starts = [...indexesFor(held), "/admin/api-tokens", DELETED_USERS];
      // the list may show this user after as many others as are opened
      const { forms } = await crawl(visitor, `/admin/users/${withTwoFactor.id}`, ...starts);
      const kinds = new Set<string>();
      for (const form of forms) {
        if (form.method === "GET" || !form.page.startsWith("/admin/")) continue;
        const where = `${form.method} ${form.path} on ${form.page}`;
        const { knex } = world.services;
        await knex("rate_limits").del();
        const { status, headers } = await send(visitor, form);
        expect(status, where).to.be.below(500).and.not.oneOf([403, 405, 415, 419, 429]);
        expect(headers["location"] ?? "", where).not.to.match(/^\/(login|user\/confirm-password)/);
        kinds.add(form.row!.name);
      }
      const all = rows.filter(({ method, path }) => method !== "GET" && path.startsWith("/admin/"));
      const missed = all.filter((row) => lacking(row, held).length === 0 && !kinds.has(row.name));
      // the second step of the bulk change is tested below, the steps of an uploaded file in test/browser/imports.test.ts
      expect(missed.map(({ name }) => name)).to.deep.equal([
        "admin.users.bulk",
        ...["start", "discard", "undo"].map((act) => `admin.users.imports.${act}`),
      ]);
    });

  it("don't exist in the bulk form of the user list", async () => {
    const users = await addContent();
    const { visitor } = await signedInAs("admin");
    await visitor.get("/admin/users");
    const chosen = { users: users.map(({ id }) => id), act: "status:inactive" };
    const preview = await visitor.submit("/admin/users/bulk", chosen);
    const [dialog] = /<dialog [^>]* open>[\s\S]*?<\/dialog>/.exec(preview.text)!;
    const { forms } = partsOf(dialog);
    expect(forms.map(({ method, path }) => `${method} ${path}`)).to.deep.equal(["PUT /admin/users/bulk"]);
    expect((await send(visitor, { ...forms[0]!, page: "", row: undefined })).status).to.be.oneOf([200, 303]);
  });
});
