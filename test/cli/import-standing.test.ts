import bcrypt from "bcryptjs";
import { expect } from "chai";
import { DAY, now } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import { useImporting } from "../support/app/importing.js";
import { queuedMails } from "../support/app/mails.js";
import { useWorld } from "../support/app/world.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);

describe("The standing of an imported account", () => {
  const world = useWorld();
  const { cli, file, lines, importing, account } = useImporting(world);
  const roleOf = async (email: string): Promise<string> => {
    const row = await world.services
      .knex("roles")
      .join("role_user", "role_user.role_id", "roles.id")
      .where("user_id", (await account(email)).id)
      .first("roles.name");
    return (row as { name: string }).name;
  };
  const keycloak = (name: string, roles: object) => ({ email: `${name}@example.test`, ...roles });

  it("has the last sign-in elsewhere, which nobody takes for one here", async () => {
    const row = { email: "ada@example.test", encrypted_password: BCRYPT, name: "Ada King" };
    const last = "2024-06-01T00:00:00Z";
    const path = lines(
      { ...row, last_sign_in_at: last },
      { ...row, email: "eve@example.test", last_sign_in_at: "2999-01-01" },
    );
    const { run, carried } = await importing(path, "supabase");
    expect(carried).to.deep.include({ "last sign-in": { in_file: 2, carried: 2 } });
    expect(await account(row.email)).to.include({ last_login_at: Date.parse(last), last_login_ip: null });
    expect((await account("eve@example.test")).last_login_at).to.be.at.most(now());
    const later = lines({ ...row, last_sign_in_at: "2024-07-01T00:00:00Z" });
    expect(await importing(later, "supabase", "--update")).to.include({ updated: 1 });
    expect((await account(row.email)).last_login_at).to.equal(Date.parse("2024-07-01T00:00:00Z"));
    const visitor = world.visitor();
    expect((await visitor.signIn(row)).headers["location"]).to.equal("/dashboard");
    expect(await queuedMails(world.services)).to.be.empty;
    expect(await importing(later, "supabase", "--update")).to.include({ updated: 0, exists: 1 });
    expect((await cli("import", "undo", String(run))).output).to.equal(
      "Deleted 1 account, kept 1 that were used or changed",
    );
  });

  it("is blocked for as long as elsewhere, for the same reason", async () => {
    const row = (name: string, banExpires: number) => ({
      ...{ email: `${name}@example.test`, name: "Ada King", banned: true },
      ...{ banReason: "Spam", banExpires: new Date(banExpires).toISOString() },
    });
    const until = now() + 3 * DAY;
    const path = lines(row("ahead", until), row("over", now() - DAY));
    await importing(path, "better-auth", "--without-passwords");
    expect(await account("ahead@example.test")).to.include({
      ...{ status: "inactive", status_reason: "Spam", status_until: until, status_told: false },
    });
    expect(await account("over@example.test")).to.include({ status: "active", status_reason: null });
    const csv = `email,encrypted_password,banned_until\ns@example.test,${BCRYPT},${new Date(until).toISOString()}`;
    await importing(file("users.csv", csv), "supabase");
    expect(await account("s@example.test")).to.include({ status: "inactive", status_until: until });
  });

  it("has the role that a file gives for the first of its roles there", async () => {
    await world.make.role("editor", 900, []);
    const path = lines(
      keycloak("both", { realmRoles: ["writer", "default-roles-acme"], groups: ["/staff"] }),
      keycloak("client", { clientRoles: { app: ["edit"] } }),
      keycloak("unwanted", { realmRoles: ["guest"] }),
      keycloak("unknown", { realmRoles: ["writer", "king"] }),
      keycloak("none", {}),
    );
    const roles = file("roles.csv", "app:edit,editor\nwriter,editor\n/staff,user\nguest,\n");
    const result = await importing(path, "keycloak", "--without-passwords", "--roles", roles);
    expect(result.carried).to.deep.equal({ roles: { in_file: 4, carried: 2 } });
    expect(result.unmapped_roles).to.deep.equal({ king: 1 });
    for (const name of ["both", "client", "unknown"])
      expect(await roleOf(`${name}@example.test`), name).to.equal("editor");
    for (const name of ["unwanted", "none"])
      expect(await roleOf(`${name}@example.test`), name).to.equal("user");
  });

  it("has the role that a JSON file gives, from other applications", async () => {
    await world.make.role("editor", 900, []);
    const roles = file("roles.json", JSON.stringify({ staff: "editor", author: "editor", admin: "editor" }));
    const rows = [
      ["django", { email: "django@example.test", is_staff: true, password: "!" }],
      ["laravel", { email: "laravel@example.test", role: "author" }],
      ["wordpress", { user_email: "wordpress@example.test", roles: "author,extra" }],
      ["better-auth", { email: "better-auth@example.test", role: "user,admin" }],
    ] as const;
    for (const [from, row] of rows) {
      await importing(lines(row), from, "--without-passwords", "--roles", roles);
      expect(await roleOf(`${from}@example.test`), from).to.equal("editor");
    }
  });

  it("isn't that of an administrator only because the file of roles says so", async () => {
    const path = lines(keycloak("boss", { realmRoles: ["boss"] }), keycloak("odd", { realmRoles: ["odd"] }));
    const roles = file("roles.json", JSON.stringify({ boss: "system_admin", odd: "nobody" }));
    const options = ["--from", "keycloak", "--without-passwords", "--roles", roles];
    const { output } = await cli("import", "users", path, ...options);
    expect(output.split("\n").slice(0, 2)).to.deep.equal([
      "Line 1: The role system_admin can administer; administrators are imported only if allowed. boss@example.test",
      "Line 2: The role nobody doesn't exist. odd@example.test",
    ]);
    await cli("import", "users", path, ...options, "--allow-administrators");
    expect(await roleOf("boss@example.test")).to.equal("system_admin");
  });

  it("needs a file of roles with two columns or a JSON object", async () => {
    const path = lines(keycloak("ada", {}));
    for (const [name, content] of [
      ["roles.json", '{"boss":1}'],
      ["roles.csv", '"boss'],
    ] as const) {
      const outcome = await cli(
        "import",
        "users",
        path,
        "--from",
        "keycloak",
        "--roles",
        file(name, content),
      );
      expect(outcome.code, name).to.equal(2);
      expect(outcome.errors).to.match(/ is neither CSV with two columns nor a JSON object of texts\.$/);
    }
  });
});
