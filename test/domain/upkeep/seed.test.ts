import { expect } from "chai";
import { PERMISSIONS } from "../../../src/domain/access/permissions.js";
import { seedAdministrator, seedBasics } from "../../../src/domain/upkeep/seed.js";
import { SETTINGS } from "../../../src/domain/settings/settings-table.js";
import type { Services } from "../../../src/domain/services.js";
import { useWorld } from "../../support/app/world.js";

const SEEDED = ["roles", "permissions", "permission_role", "definitions", "settings"] as const;

describe("seedBasics", () => {
  const world = useWorld();

  const everything = async () => {
    const tables: Record<string, unknown> = {};
    for (const table of SEEDED) {
      const rows = (await world.services.knex(table).select()) as object[];
      tables[table] = rows.map((row) => JSON.stringify(row)).toSorted();
    }
    return tables;
  };
  const grants = async (role: string): Promise<string[]> =>
    (
      (await world.services
        .knex("permission_role")
        .join("roles", "roles.id", "role_id")
        .join("permissions", "permissions.id", "permission_id")
        .where("roles.name", role)
        .select("permissions.name")) as { name: string }[]
    )
      .map(({ name }) => name)
      .toSorted();

  it("creates the three core roles with their ranks and permissions", async () => {
    const roles: unknown = await world.services
      .knex("roles")
      .orderBy("sort_order")
      .select("name", "sort_order");
    expect(roles).to.deep.equal([
      { name: "system_admin", sort_order: 1 },
      { name: "admin", sort_order: 2 },
      { name: "user", sort_order: 3 },
    ]);
    expect(await grants("system_admin")).to.deep.equal([...PERMISSIONS].toSorted());
    expect(await grants("admin")).to.deep.equal([
      "activity-logs.read",
      "api-docs.read",
      "dashboard.read",
      "roles.read",
      "users.create",
      "users.delete",
      "users.read",
      "users.update",
    ]);
    expect(await grants("user")).to.deep.equal(["dashboard.read"]);
  });

  it("creates every permission, every setting with its default, and the statuses", async () => {
    const { knex } = world.services;
    const permissions = (await knex("permissions").select("name")) as { name: string }[];
    expect(permissions.map(({ name }) => name)).to.have.members([...PERMISSIONS]);
    const settings = (await knex("settings").select("key", "value")) as { key: string; value: string }[];
    expect(Object.fromEntries(settings.map(({ key, value }) => [key, value]))).to.deep.equal(
      Object.fromEntries(Object.entries(SETTINGS).map(([key, { fallback }]) => [key, fallback])),
    );
    const statuses = (await knex("definitions")
      .where({ key: "userStatus" })
      .orderBy("sort_order")
      .select("value")) as {
      value: string;
    }[];
    expect(statuses.map(({ value }) => value)).to.deep.equal(["active", "inactive", "banned"]);
  });

  it("changes nothing when it runs again", async () => {
    const before = await everything();
    world.advance(60_000);
    await seedBasics(world.services.knex);
    await seedBasics(world.services.knex);
    expect(await everything()).to.deep.equal(before);
  });

  it("keeps administrators' changes", async () => {
    const { knex, settings } = world.services;
    const role = (await knex("roles").where({ name: "admin" }).first("id")) as { id: string };
    const mails = (await knex("permissions").where({ name: "settings.read" }).first("id")) as { id: string };
    await knex("permission_role").where({ role_id: role.id }).del();
    await knex("permission_role").insert({ role_id: role.id, permission_id: mails.id });
    await knex("roles").where({ name: "user" }).update({ label: "Member", sort_order: 7 });
    await knex("definitions").where({ value: "banned" }).update({ label: "Gone", is_active: false });
    await settings.write({ "auth.registration": "0", "general.app_name": "Mine" });
    const before = await everything();
    await seedBasics(knex);
    expect(await everything()).to.deep.equal(before);
    expect(await grants("admin")).to.deep.equal(["settings.read"]);
  });

  it("keeps custom roles and users", async () => {
    await world.make.role("desk", 5, ["users.read"]);
    const user = await world.make.user({ role: "desk" });
    await seedBasics(world.services.knex);
    expect(await grants("desk")).to.deep.equal(["users.read"]);
    expect(await world.services.knex("role_user").where({ user_id: user.id })).to.have.length(1);
  });

  it("adds missing rows", async () => {
    const { knex } = world.services;
    await knex("permissions").where({ name: "api-docs.read" }).del();
    await knex("settings").where({ key: "auth.two_factor" }).del();
    await knex("definitions").where({ value: "banned" }).del();
    await knex("roles").where({ name: "user" }).del();
    await seedBasics(knex);
    expect(await knex("permissions").where({ name: "api-docs.read" })).to.have.length(1);
    expect(await knex("settings").where({ key: "auth.two_factor", value: "1" })).to.have.length(1);
    expect(await knex("definitions").where({ value: "banned", sort_order: 3 })).to.have.length(1);
    expect(await grants("user")).to.deep.equal(["dashboard.read"]);
  });

  it("updates the labels of definitions of an earlier release, except those that an operator changed", async () => {
    const { definitions, knex } = world.services;
    await knex("definitions").update({ translations: null });
    await knex("definitions").where({ value: "banned" }).update({ label: "Gone" });
    await seedBasics(knex);
    const labels = (await definitions.list("userStatus", "tr")).map(({ label }) => label);
    expect(labels).to.deep.equal(["Etkin", "Etkin değil", "Gone"]);
  });

  it("increases the version, so that running processes notice", async () => {
    const version = async () =>
      (
        (await world.services.knex("cache_versions").where({ name: "authority" }).first("version")) as {
          version: number;
        }
      ).version;
    const before = await version();
    await seedBasics(world.services.knex);
    expect(await version()).to.be.above(before);
  });
});

describe("seedAdministrator", () => {
  const world = useWorld({ ADMIN_EMAIL: "First@Example.test" });

  const withPassword = (password: string): Services => {
    const { services } = world;
    return {
      ...services,
      config: { ...services.config, env: { ...services.config.env, ADMIN_PASSWORD: password } },
    };
  };

  it("creates a verified system administrator who can sign in with the displayed password", async () => {
    const made = await seedAdministrator(world.services);
    expect(made).to.include({ email: "first@example.test" });
    const { body } = await world.api.post("/auth/login", made!).expect(200);
    expect(body.data.user).to.include({ role: "system_admin", status: "active" });
    expect(body.data.user.email_verified_at).to.be.a("string");
  });

  it("uses the password of the environment", async () => {
    const made = await seedAdministrator(withPassword("from-the-environment"));
    expect(made!.password).to.equal("from-the-environment");
  });

  it("creates no account when there is already one", async () => {
    await world.make.user();
    expect(await seedAdministrator(world.services)).to.equal(null);
    expect(await world.services.knex("users")).to.have.length(1);
  });

  it("creates one account when two processes start together", async () => {
    const made = await Promise.all([1, 2, 3].map(() => seedAdministrator(world.services)));
    expect(made.filter((one) => one !== null)).to.have.length(1);
    expect(await world.services.knex("users")).to.have.length(1);
  });
});
