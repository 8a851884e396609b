import { expect } from "chai";
import { SECOND, MINUTE } from "../../../../src/lib/clock.js";
import { PERMISSIONS } from "../../../../src/domain/access/permissions.js";
import { MAX_ROLES } from "../../../../src/domain/roles/role-administration.js";
import { Role } from "../../../../src/models/role.js";
import { PASSWORD } from "../../../support/app/factories.js";
import { textOf, type Fields, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const LIST = "/admin/roles";
const CREATE = `${LIST}/create`;
/** The hidden fields that the matrix submits with the selected boxes. */
const SHOWN = "";
const ROLES = ["create", "delete", "read", "update"].map((word) => `roles.${word}`);

const OPTIONS: Fields = {
  label: "Editor",
  name: "editor",
  rank: "5",
  permissions: [SHOWN, "dashboard.read", "users.read"],
};

describe("Roles", () => {
  const world = useWorld();
  const roleNamed = (name: string): Promise<Role> =>
    Role.query(world.services.knex).findOne({ name }).throwIfNotFound().execute();
  const names = async (): Promise<string[]> => {
    const rows = await Role.query(world.services.knex).orderBy("name");
    return rows.map(({ name }) => name);
  };
  const permissionsOf = async (name: string): Promise<string[]> => {
    const role = [...(await world.services.authority.current()).values()].find((one) => one.name === name);
    return [...role!.permissions].sort();
  };
  const changesOf = async (event: string): Promise<unknown[]> => {
    const rows = (await world.services.knex("activity_log").where({ event }).orderBy("id")) as {
      changes: string;
    }[];
    return rows.map(({ changes }) => JSON.parse(changes) as unknown);
  };
  const admin = async (): Promise<Visitor> =>
    (await world.signedIn(await world.make.user({ role: "system_admin" }))).visitor;
  const stampIn = (html: string): string => /name="_stamp" value="([^"]*)"/.exec(html)![1]!;

  /** Opens the role form; `save` submits it with these changes. */
  async function opened(visitor: Visitor, name: string) {
    const { id } = await roleNamed(name);
    const address = `${LIST}/${id}`;
    const { text } = await visitor.get(address);
    const { label, sort_order } = await roleNamed(name);
    const permissions = [SHOWN, ...(await permissionsOf(name))];
    const fields: Fields = { _stamp: stampIn(text), label, rank: String(sort_order), permissions };
    return { address, text, save: (changes: Fields = {}) => visitor.put(address, { ...fields, ...changes }) };
  }

  beforeEach(() => world.freezeTime());

  it("are listed by rank, with their names, permissions and number of holders", async () => {
    await world.make.role("support", 7, ["users.read", "users.update"]);
    await world.make.user({ role: "support" });
    const gone = await world.make.user({ role: "support" });
    await world.services.knex("users").where({ id: gone.id }).update({ deleted_at: 1 });
    const said = textOf(await (await admin()).get(LIST));
    expect(said).to.match(
      /System administrator Your role Built in system_admin 1 All 1 user Administrator Built in admin 2 8 of 29 Nobody User Built in user 3 1 of 29 Nobody support support 7 2 of 29 1 user 1 to 4 of 4/,
    );
  });

  it("are searched by label and key, and sorted by column", async () => {
    await world.make.role("night_shift", 9, []);
    await Role.query(world.services.knex).findOne({ name: "night_shift" }).patch({ label: "Gece vardiyası" });
    await world.make.user({ role: "admin" });
    const visitor = await admin();
    const found = async (query: string): Promise<string[]> =>
      [...(await visitor.get(LIST + query)).text.matchAll(/translate="no">(\w+)<\/code>/g)].map(
        ([, name]) => name!,
      );
    expect(await found("?search=VARDİYA")).to.deep.equal([]);
    expect(await found("?search=gece+night_")).to.deep.equal(["night_shift"]);
    expect(await found("?search=%25")).to.deep.equal([]);
    expect(await found("?sort=-rank")).to.deep.equal(["night_shift", "user", "admin", "system_admin"]);
    expect(await found("?sort=label")).to.deep.equal(["admin", "night_shift", "system_admin", "user"]);
    expect((await found("?sort=-holders")).slice(0, 2)).to.deep.equal(["admin", "system_admin"]);
    expect((await found("?sort=name;drop"))[0]).to.equal("system_admin");
  });

  it("are created with label, key, rank and permissions, and can be used immediately", async () => {
    const visitor = await admin();
    await visitor.get(CREATE);
    const answer = await visitor.submit(LIST, OPTIONS);
    const role = await roleNamed("editor");
    expect(answer.headers["location"]).to.equal(`${LIST}/${role.id}`);
    expect(role).to.include({ label: "Editor", sort_order: 5 });
    expect(await permissionsOf("editor")).to.deep.equal(["dashboard.read", "users.read"]);
    expect(textOf(await visitor.get(`${LIST}/${role.id}`))).to.contain("The role “Editor” was created.");
    const { user, token } = await world.make.userWithToken();
    await world.api.as(token).get("/users").expect(403);
    const { token: root } = await world.make.userWithToken({ role: "system_admin" });
    await world.api.as(root).patch(`/users/${user.id}`).send({ role: "editor" }).expect(200);
    await world.api.as(token).get("/users").expect(200);
    expect(await changesOf("role_created")).to.deep.equal([
      {
        after: {
          name: "editor",
          label: "Editor",
          rank: 5,
          permissions: ["dashboard.read", "users.read"],
        },
      },
    ]);
  });

  it("can be empty and share a rank", async () => {
    const visitor = await admin();
    await visitor.get(CREATE);
    const answer = await visitor.submit(LIST, { ...OPTIONS, rank: "2", permissions: SHOWN });
    expect(answer.status).to.equal(303);
    expect(await permissionsOf("editor")).to.deep.equal([]);
    expect((await roleNamed("editor")).sort_order).to.equal(2);
  });

  it("can be created from another role, with its rank and permissions", async () => {
    const { id } = await world.make.role("support", 7, ["users.read", "users.update"]);
    const page = await (await admin()).get(`${CREATE}?from=${id}`);
    expect(textOf(page)).to.contain("We copied the rank and the permissions of “support”");
    const selected = [...page.text.matchAll(/value="([\w.-]+)" checked/g)].map(([, name]) => name);
    expect(selected).to.deep.equal(["users.read", "users.update"]);
    expect(page.text).to.match(/id="rank"[^>]*\n?[^>]*value="7"/);
  });

  it("can change label, rank and permissions, immediately for their holders, which is recorded", async () => {
    await world.make.role("support", 7, ["users.read", "users.update"]);
    const holder = await world.make.userWithToken({ role: "support" });
    await world.api.as(holder.token).get("/users").expect(200);
    const visitor = await admin();
    const { save, address } = await opened(visitor, "support");
    const answer = await save({
      label: " Help desk ",
      rank: "9",
      permissions: [SHOWN, "users.update", "roles.read"],
    });
    expect(answer.headers["location"]).to.equal(address);
    expect(textOf(await visitor.get(address))).to.contain("Changes saved. They take effect immediately.");
    expect(await roleNamed("support")).to.include({ label: "Help desk", sort_order: 9 });
    await world.api.as(holder.token).get("/users").expect(403);
    const menu = await (await world.signedIn(holder.user)).visitor.get("/profile");
    expect(menu.text).to.contain(`href="${LIST}"`);
    expect(await changesOf("role_updated")).to.deep.equal([
      {
        name: "support",
        before: { label: "support", rank: 7 },
        after: { label: "Help desk", rank: 9 },
        permissions_added: ["roles.read"],
        permissions_removed: ["users.read"],
      },
    ]);
  });

  it("keep their key, whatever the form contains, including built-in ones", async () => {
    await world.make.role("support", 7, []);
    const visitor = await admin();
    for (const name of ["support", "admin", "user"]) {
      const { save } = await opened(visitor, name);
      expect((await save({ name: "other", label: "Other" })).status).to.equal(303);
    }
    expect(await names()).to.deep.equal(["admin", "support", "system_admin", "user"]);
  });

  it("aren't written when nothing changes", async () => {
    await world.make.role("support", 7, ["users.read"]);
    const before = await roleNamed("support");
    const visitor = await admin();
    world.advance(SECOND);
    const version = () => world.services.knex("cache_versions").where({ name: "authority" }).first();
    const raised = await version();
    expect((await (await opened(visitor, "support")).save()).status).to.equal(303);
    expect(await roleNamed("support")).to.deep.include(before.toJSON());
    expect(await version()).to.deep.equal(raised);
    expect(await changesOf("role_updated")).to.be.empty;
  });

  it("keep permissions that the form didn't include", async () => {
    await world.make.role("support", 7, ["users.read"]);
    const { save } = await opened(await admin(), "support");
    expect((await save({ label: "Help desk", permissions: [] })).status).to.equal(303);
    expect(await permissionsOf("support")).to.deep.equal(["users.read"]);
  });

  it("keep permissions that this version doesn't know", async () => {
    const { id } = await world.make.role("support", 7, ["users.read"]);
    const { knex } = world.services;
    await knex("permissions").insert({ id: "old", name: "reports.read" });
    await knex("permission_role").insert({ role_id: id, permission_id: "old" });
    await knex("cache_versions").where({ name: "authority" }).increment("version");
    const { save, text } = await opened(await admin(), "support");
    expect(text).not.to.contain("reports.read");
    expect((await save({ permissions: [SHOWN, "roles.read"] })).status).to.equal(303);
    expect(await permissionsOf("support")).to.deep.equal(["reports.read", "roles.read"]);
  });

  it("report a conflict when another administrator saved first, and keep the input", async () => {
    await world.make.role("support", 7, ["users.read"]);
    const [one, two] = [await admin(), await admin()];
    const [mine, theirs] = [await opened(one, "support"), await opened(two, "support")];
    await theirs.save({ label: "Help desk", permissions: [SHOWN, "users.read", "roles.read"] });
    const answer = await mine.save({ rank: "8", permissions: [SHOWN, "users.read", "users.create"] });
    expect(answer.status).to.equal(409);
    expect(textOf(answer))
      .to.contain(
        "Someone else changed this after you opened the page, so we haven't saved anything yet. Your entries are still here: save again to keep them.",
      )
      .and.contain("Name : Help desk")
      .and.contain("Rank : 7")
      .and.contain("Roles, View : granted")
      .and.contain("Users, Create : not granted");
    expect(answer.text).to.contain('value="users.create" checked').and.contain('value="roles.read">');
    expect(await roleNamed("support")).to.include({ label: "Help desk", sort_order: 7 });

    const again = await mine.save({ rank: "8", _stamp: stampIn(answer.text) });
    expect(again.status).to.equal(303);
    expect(await roleNamed("support")).to.include({ label: "support", sort_order: 8 });
    expect(await changesOf("role_updated")).to.have.length(2);
  });

  it("aren't overwritten by a resubmitted form after a conflict", async () => {
    await world.make.role("support", 7, []);
    const [one, two] = [await admin(), await admin()];
    const [mine, theirs] = [await opened(one, "support"), await opened(two, "support")];
    await theirs.save({ label: "Help desk" });
    world.advance(16 * MINUTE);
    await one.get(mine.address);
    const rejected = await mine.save({ label: "Mine", current_password: "wrong" });
    expect(rejected.status).to.equal(422);
    const answer = await mine.save({
      label: "Mine",
      _stamp: stampIn(rejected.text),
      current_password: PASSWORD,
    });
    expect(answer.status).to.equal(409);
    expect((await roleNamed("support")).label).to.equal("Help desk");
  });

  it("are deleted when they have no holders, after a confirmation, and their key can be reused", async () => {
    const { id } = await world.make.role("support", 7, ["users.read"]);
    const visitor = await admin();
    const page = await visitor.get(`${LIST}/${id}`);
    expect(textOf(page))
      .to.contain("No user has this role. You can't undo this.")
      .and.contain("Delete the role “support”");
    const answer = await visitor.delete(`${LIST}/${id}`);
    expect(answer.headers["location"]).to.equal(LIST);
    expect(textOf(await visitor.get(LIST))).to.contain("The role “support” was deleted.");
    expect(await names()).to.deep.equal(["admin", "system_admin", "user"]);
    expect(await changesOf("role_deleted")).to.deep.equal([
      { before: { name: "support", label: "support", rank: 7, permissions: ["users.read"] } },
    ]);
    await visitor.get(CREATE);
    expect((await visitor.submit(LIST, { ...OPTIONS, name: "support" })).status).to.equal(303);
  });

  it("are deleted once: a second request finds nothing", async () => {
    const { id } = await world.make.role("support", 7, []);
    const visitor = await admin();
    const address = `${LIST}/${id}`;
    await visitor.get(address);
    const answers = await Promise.all([visitor.delete(address), visitor.delete(address)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 404]);
    expect(await changesOf("role_deleted")).to.have.length(1);
    await visitor.get(LIST);
    for (const status of [(await visitor.get(address)).status, (await visitor.put(address, OPTIONS)).status])
      expect(status).to.equal(404);
  });

  it("show every permission for system_admin, including later ones, and don't allow changes to it", async () => {
    const { id } = await roleNamed("system_admin");
    await world.services.knex("permission_role").where({ role_id: id }).del();
    const visitor = await admin();
    const page = await visitor.get(`${LIST}/${id}`);
    expect(page.text.match(/ checked disabled>/g)).to.have.length(PERMISSIONS.length);
    expect(page.text).not.to.contain(`action="${LIST}`);
    expect(textOf(page)).to.contain(
      "You can't change this role, so that the service always has an administrator.",
    );
    for (const act of [visitor.put(`${LIST}/${id}`, OPTIONS), visitor.delete(`${LIST}/${id}`)])
      expect((await act).status).to.equal(403);
    expect((await roleNamed("system_admin")).label).to.equal("System administrator");
  });

  it("have checkboxes with complete labels", async () => {
    const page = await (await admin()).get(CREATE);
    expect(page.text.match(/type="checkbox"/g)).to.have.length(PERMISSIONS.length);
    expect(textOf(page)).to.contain("View : Users Create : Users Edit : Users Delete : Users");
  });

  it("are available in Turkish", async () => {
    await world.make.role("support", 7, []);
    const visitor = await admin();
    await world.services.knex("users").update({ locale: "tr" });
    expect(textOf(await visitor.get(LIST)))
      .to.contain("Yerleşik")
      .and.contain("Kullanıcılar");
    expect(textOf(await visitor.get(CREATE))).to.contain("Kısa ad");
  });

  for (const label of ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'><b>", "{{7*7}}"])
    it(`H39: show ${label} as text on every page`, async () => {
      const visitor = await admin();
      await visitor.get(CREATE);
      await visitor.submit(LIST, { ...OPTIONS, label });
      const { id } = await roleNamed("editor");
      const stale = await visitor.put(`${LIST}/${id}`, { ...OPTIONS, label: `${label}!`, _stamp: "x" });
      expect(stale.status).to.equal(409);
      const rejected = await visitor.put(`${LIST}/${id}`, {
        ...OPTIONS,
        label,
        rank: label,
        _stamp: stampIn(stale.text),
      });
      expect(rejected.status).to.equal(422);
      const pages = [LIST, `${LIST}/${id}`, CREATE, `${CREATE}?from=${id}`, "/dashboard"];
      const answers = [stale, rejected, ...(await Promise.all(pages.map((path) => visitor.get(path))))];
      for (const { text } of answers)
        for (const markup of ["<script>alert", "<img src=x", "<b>"]) expect(text).not.to.contain(markup);
      expect(textOf(answers[3]!)).to.contain(label);
    });

  describe("for users with a single permission:", () => {
    /** A high-ranked user with only this permission. */
    async function holding(...words: string[]): Promise<Visitor> {
      await world.make.role(
        "one_thing",
        4,
        words.map((word) => `roles.${word}`),
      );
      return (await world.signedIn(await world.make.user({ role: "one_thing" }))).visitor;
    }
    const status = async (visitor: Visitor, id: string): Promise<Record<string, number>> => {
      const address = `${LIST}/${id}`;
      await visitor.get("/profile");
      return {
        list: (await visitor.get(LIST)).status,
        show: (await visitor.get(address)).status,
        form: (await visitor.get(CREATE)).status,
        create: (await visitor.submit(LIST, OPTIONS)).status,
        update: (await visitor.put(address, OPTIONS)).status,
        delete: (await visitor.delete(address)).status,
      };
    };
    const NOTHING = { list: 403, show: 403, form: 403, create: 403, update: 403, delete: 403 };
    // a form without the stamp is outdated: allowed, but answered with 409
    const MATRIX: Record<string, Record<string, number>> = {
      read: { list: 200, show: 200 },
      create: { form: 200, create: 303 },
      // changing a role requires the permission to read it
      "update read": { list: 200, show: 200, update: 409 },
      "delete read": { list: 200, show: 200, delete: 303 },
      "update delete": {},
    };
    for (const [word, allowed] of Object.entries(MATRIX))
      it(`${word} allows exactly what it says`, async () => {
        const { id } = await world.make.role("support", 7, []);
        expect(await status(await holding(...word.split(" ")), id)).to.deep.equal({ ...NOTHING, ...allowed });
      });

    it("no permission allows nothing, and the menu has no entry", async () => {
      const { id } = await world.make.role("support", 7, []);
      const visitor = await holding();
      expect(await status(visitor, id)).to.deep.equal(NOTHING);
      expect((await visitor.get("/profile")).text).not.to.contain(LIST);
    });

    it("read shows the permissions without a form", async () => {
      const { id } = await world.make.role("support", 7, ["users.read"]);
      const page = await (await holding("read")).get(`${LIST}/${id}`);
      expect(textOf(page)).to.contain("You can't change this role because you don't have the permission.");
      expect(page.text).to.contain('value="users.read" checked disabled>').and.not.contain(`action="${LIST}`);
    });

    it("create without read returns to the form, never to a forbidden page", async () => {
      const visitor = await holding("create");
      await visitor.get(CREATE);
      expect((await visitor.submit(LIST, OPTIONS)).headers["location"]).to.equal(CREATE);
    });

    it("guests are redirected to the sign-in page", async () => {
      expect((await world.visitor().get(LIST)).headers["location"]).to.match(/^\/login/);
    });
  });

  it("H34: can't be changed without a recent password", async () => {
    const { id } = await world.make.role("support", 7, []);
    const visitor = await admin();
    world.advance(16 * MINUTE);
    const address = `${LIST}/${id}`;
    const page = await visitor.get(address);
    expect(page.text.match(/name="current_password"/g)).to.have.length(2);
    const acts: ((fields: Fields) => ReturnType<Visitor["get"]>)[] = [
      (fields) => visitor.submit(LIST, { ...OPTIONS, ...fields }),
      (fields) => visitor.put(address, { ...OPTIONS, ...fields }),
      (fields) => visitor.delete(address, fields),
    ];
    for (const act of acts) {
      await visitor.get(address);
      expect((await act({})).headers["location"]).to.match(/^\/user\/confirm-password/);
      await visitor.get(address);
      const wrong = await act({ current_password: "wrong" });
      expect(wrong.status).to.equal(422);
      expect(textOf(wrong)).to.contain("This isn't your current password.");
    }
    expect(await names()).to.deep.equal(["admin", "support", "system_admin", "user"]);
    const right = await visitor.submit(LIST, { ...OPTIONS, current_password: PASSWORD });
    expect(right.status).to.equal(303);
  });

  it("can't be deleted while they have holders, by button or by an earlier form", async () => {
    const { id } = await world.make.role("support", 7, []);
    const visitor = await admin();
    await visitor.get(`${LIST}/${id}`);
    const holders = [await world.make.user({ role: "support" }), await world.make.user({ role: "support" })];
    const answer = await visitor.delete(`${LIST}/${id}`);
    expect(answer.status).to.equal(409);
    expect(textOf(answer))
      .to.contain("The role wasn't deleted because an account or an application still has it")
      .and.contain("2 users have this role. Assign them another role first.")
      .and.not.contain("Delete the role");
    expect(await names()).to.contain("support");
    await world.services.knex("users").where({ id: holders[0]!.id }).update({ deleted_at: 1 });
    await world.services.knex("users").where({ id: holders[1]!.id }).update({ deleted_at: 1 });
    expect((await visitor.delete(`${LIST}/${id}`)).status).to.equal(303);
  });

  it("can't be deleted when the service needs them", async () => {
    const visitor = await admin();
    for (const name of ["admin", "user", "system_admin"]) {
      const { id } = await roleNamed(name);
      expect((await visitor.get(`${LIST}/${id}`)).text).not.to.contain('value="DELETE"');
      expect((await visitor.delete(`${LIST}/${id}`)).status, name).to.equal(403);
    }
    expect(await names()).to.deep.equal(["admin", "system_admin", "user"]);
  });

  it("show all errors together and keep the input", async () => {
    const visitor = await admin();
    await visitor.get(CREATE);
    const answer = await visitor.submit(LIST, {
      label: "a\u202eb",
      name: "Editor!",
      rank: "1",
      permissions: [SHOWN, "users.read", "users.fly"],
    });
    expect(answer.status).to.equal(422);
    expect(textOf(answer))
      .to.contain("Name: This contains characters that aren't allowed.")
      .and.contain("lowercase letters (a to z), digits and _, starting with a letter.")
      .and.contain("Rank: Enter a whole number from 2 to 9999")
      .and.contain("Permissions: This permission doesn't exist.");
    expect(answer.text).to.contain('value="Editor!"').and.contain('value="users.read" checked');
    expect(answer.text).not.to.contain("users.fly");
  });

  const WRONG: [title: string, fields: Fields][] = [
    ["no label", { label: " " }],
    ["a label that is too long", { label: "x".repeat(129) }],
    ["a label with a control character", { label: "a\u0000b" }],
    ["no key", { name: "" }],
    ["a key of one letter", { name: "e" }],
    ["a key that is too long", { name: "e".repeat(64) }],
    ["a key in capitals", { name: "Editor" }],
    ["a key with a space", { name: "edi tor" }],
    ["a key that starts with a digit", { name: "1editor" }],
    ["a key in another alphabet", { name: "editör" }],
    ["the key of another role", { name: "user" }],
    ["the key of a built-in role", { name: "system_admin" }],
    ["no rank", { rank: "" }],
    ["the rank of system_admin", { rank: "1" }],
    ["rank 0", { rank: "0" }],
    ["a negative rank", { rank: "-3" }],
    ["a fraction as rank", { rank: "2.5" }],
    ["a rank in hexadecimal", { rank: "0x10" }],
    ["a rank with an exponent", { rank: "1e3" }],
    ["a rank above the maximum", { rank: "10000" }],
    ["a rank beyond the range of numbers", { rank: "9".repeat(400) }],
    ["an unknown permission", { permissions: [SHOWN, "users.read", "users.fly"] }],
    ["a permission named like an object property", { permissions: [SHOWN, "constructor"] }],
    ["a permission in capitals", { permissions: [SHOWN, "Users.read"] }],
    ["all permissions in one value", { permissions: [SHOWN, "*"] }],
  ];
  for (const [title, fields] of WRONG)
    it(`are rejected with ${title}`, async () => {
      const visitor = await admin();
      await visitor.get(CREATE);
      const answer = await visitor.submit(LIST, { ...OPTIONS, ...fields });
      expect(answer.status).to.equal(422);
      expect(await names()).to.deep.equal(["admin", "system_admin", "user"]);
      expect(await changesOf("role_created")).to.be.empty;
    });

  it("are rejected beyond the maximum number that processes cache", async () => {
    const { knex, authority } = world.services;
    const missing = MAX_ROLES - (await authority.current()).size;
    for (let count = 1; count <= missing; count++) await world.make.role(`r${count}`, 50, []);
    const visitor = await admin();
    await visitor.get(CREATE);
    const answer = await visitor.submit(LIST, { name: "one_more", label: "One more", rank: "50" });
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain(`The service already has the maximum of ${MAX_ROLES} roles.`);
    expect(await knex("roles").where({ name: "one_more" }).first()).to.equal(undefined);
  });

  it("reject changes of label, rank or permissions to invalid values", async () => {
    await world.make.role("support", 7, ROLES);
    const visitor = await admin();
    for (const [title, fields] of WRONG) {
      if ("name" in fields) continue;
      const { save } = await opened(visitor, "support");
      expect((await save(fields)).status, title).to.equal(422);
    }
    expect(await roleNamed("support")).to.include({ label: "support", sort_order: 7 });
    expect(await permissionsOf("support")).to.deep.equal(ROLES);
  });

  for (const id of ["nothing", "constructor", "%00", "0198a3f2-5c7d-7e41-9b06-3d8f2a6c1e54", "Ünï"])
    it(`are not found under ${id}`, async () => {
      const visitor = await admin();
      await visitor.get(LIST);
      const address = `${LIST}/${id === "%00" ? id : encodeURIComponent(id)}`;
      const answers = [
        await visitor.get(address),
        await visitor.put(address, OPTIONS),
        await visitor.delete(address),
      ];
      for (const { status } of answers) expect(status).to.equal(404);
    });
});
