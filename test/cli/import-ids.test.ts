import { expect } from "chai";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";

const ADA = "6a1c0d5e-0000-4000-8000-000000000006";
const EVE = "6a1c0d5e-0000-4000-8000-000000000007";
const row = (name: string, id: unknown) => ({ id, email: `${name}@example.test`, username: name });

describe("The id of an imported account", () => {
  const world = useWorld();
  const { cli, lines, importing, account } = useImporting(world);
  const keeping = (path: string, ...more: string[]) =>
    importing(path, "keycloak", "--without-passwords", "--keep-ids", ...more);

  it("is known here as the external id, by which the account is found", async () => {
    await importing(lines(row("ada", ADA), row("eve", 4711)), "keycloak", "--without-passwords");
    expect(await account("ada@example.test")).to.include({ external_id: ADA });
    expect(await account("eve@example.test")).to.include({ external_id: "4711" });
    expect((await cli("user", "list", "--search", "4711")).output).to.contain("eve@example.test");
    expect((await cli("lists", "verify")).code).to.equal(0);
  });

  it("is the same for two applications that count from 1", async () => {
    await importing(lines(row("ada", 1)), "keycloak", "--without-passwords");
    expect(await importing(lines(row("eve", 1)), "django", "--without-passwords")).to.include({ created: 1 });
  });

  it("stays with --keep-ids where it is a UUID", async () => {
    const { carried } = await keeping(lines(row("ada", ADA.toUpperCase()), row("eve", "u1")));
    expect(carried).to.deep.equal({ "own id": { in_file: 2, carried: 2 } });
    expect(await account("ada@example.test")).to.include({ id: ADA, external_id: "" });
    const eve = await account("eve@example.test");
    expect(eve).to.include({ external_id: "u1" });
    expect(eve.id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const admin = await world.make.userWithToken({ role: "system_admin" });
    await world.api.as(admin.token).get(`/users/${ADA}`).expect(200);
  });

  it("is another one when an account or an earlier row has it, which is counted", async () => {
    await world.make.user({ id: ADA });
    const path = lines(
      row("ada", ADA),
      row("eve", EVE),
      row("mary", EVE),
      row("none", ADA.replace(/[^-]/g, "0")),
    );
    expect(await keeping(path)).to.deep.include({
      created: 4,
      carried: { "own id": { in_file: 4, carried: 2 } },
    });
    expect(await account("eve@example.test")).to.include({ id: EVE });
    for (const [name, id] of [
      ["ada", ADA],
      ["mary", EVE],
    ] as const)
      expect(await account(`${name}@example.test`), name).to.include({ external_id: id });
  });

  it("follows with --update, and a file without one takes nothing away", async () => {
    await importing(lines(row("ada", undefined)), "keycloak", "--without-passwords");
    for (const id of ["4711", undefined])
      await importing(lines(row("ada", id)), "keycloak", "--without-passwords", "--update");
    expect(await account("ada@example.test")).to.include({ external_id: "4711" });
  });

  it("is lost when it can't be an external id", async () => {
    const path = lines(row("ada", "x".repeat(256)), row("eve", "two\nlines"));
    expect(await importing(path, "keycloak", "--without-passwords")).to.deep.include({
      created: 2,
      carried: { "own id": { in_file: 2, carried: 0 } },
    });
  });
});
