import bcrypt from "bcryptjs";
import { expect } from "chai";
import { PASSWORD } from "../support/app/factories.js";
import { useImporting } from "../support/app/importing.js";
import { cliJson } from "../support/app/command-line.js";
import { useWorld } from "../support/app/world.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);
const NAMES = ["ada", "grace", "mary"];
const row = (name: string, more: object = {}) => ({
  ...{ id: `old-${name}`, email: `${name}@example.test`, name: `${name} King`, password: BCRYPT },
  ...more,
});

describe("The run of an import", () => {
  const world = useWorld();
  const { cli, lines, importing, account, latestRun } = useImporting(world);
  const runs = async () => (await cliJson(world.services, "import", "list")).items;
  const signIn = (name: string) =>
    world.api.post("/auth/login", { email: `${name}@example.test`, password: PASSWORD });
  const existing = async (): Promise<string[]> =>
    (await world.services.knex("users").whereNull("deleted_at").orderBy("email").pluck("email")) as string[];

  it("is listed with the accounts that nobody has used or changed", async () => {
    const { run } = await importing(lines(...NAMES.map((name) => row(name))), "laravel");
    await signIn("ada").expect(200);
    const [found] = await runs();
    expect(found).to.include({ id: run, from: "laravel", undone: null, accounts: 3, untouched: 2 });
    expect(found.finished).to.be.a("string");
    const { output } = await cli("import", "list");
    expect(output.split("\n")[1]).to.match(new RegExp(`^${run} +laravel .* 3 +2$`));
  });

  it("is undone except for accounts that somebody has used or changed", async () => {
    await importing(lines(row("before")), "laravel");
    const { run } = await importing(lines(row("before"), ...NAMES.map((name) => row(name))), "laravel");
    await signIn("ada").expect(200);
    const grace = await account("grace@example.test");
    await grace.$query(world.services.knex).patch({ first_name: "Grace" });
    expect((await cli("import", "undo", run)).output).to.equal(
      "Deleted 1 account, kept 2 that were used or changed",
    );
    expect(await existing()).to.deep.equal(["ada@example.test", "before@example.test", "grace@example.test"]);
    const [event] = await world.services.knex("activity_log").where({ event: "user_deleted" });
    expect(event).to.include({ actor_id: null, ip_address: "cli" });
    expect((await runs())[0].undone).to.be.a("string");
    await signIn("mary").expect(401);
    // the address is free, and the lists follow
    expect((await importing(lines(row("mary")), "laravel")).created).to.equal(1);
    expect((await cli("lists", "verify")).code).to.equal(0);
  });

  it("is in the audit log, without an actor", async () => {
    const { run } = await importing(lines(row("ada")), "laravel");
    await cli("import", "undo", run);
    const events = await world.services.knex("activity_log").where({ subject_id: run }).orderBy("id");
    expect(events.map(({ event, actor_id }) => [event, actor_id])).to.deep.equal([
      ["import_started", null],
      ["import_finished", null],
      ["import_undone", null],
    ]);
    expect(JSON.parse(events[1].changes)).to.deep.equal({ created: 1, updated: 0, exists: 0, refused: 0 });
    expect(events[2]).to.include({ changes: '{"deleted":1,"kept":0}', ip_address: "cli" });
  });

  it("completes accounts of an earlier run with --update that nobody has used or changed", async () => {
    const rows = NAMES.map((name) => row(name));
    const bare = rows.map(({ password: _password, ...rest }) => rest);
    const { run } = await importing(lines(...bare), "laravel", "--without-passwords");
    const grace = await account("grace@example.test");
    await grace.$query(world.services.knex).patch({ first_name: "Grace" });
    const own = await world.make.user({ email: "own@example.test" });
    const path = lines(...rows, row("own"));
    expect(await importing(path, "laravel", "--update", "--dry-run")).to.include({
      ...{ created: 0, updated: 2, exists: 2 },
    });
    expect(await importing(path, "laravel")).to.include({ updated: 0, exists: 4 });
    const result = await importing(path, "laravel", "--update");
    expect(result).to.include({ created: 0, updated: 2, exists: 2 });
    expect(await account("grace@example.test")).to.include({ password: null });
    expect(await account("own@example.test")).to.include({ password: own.password });
    expect((await runs()).find(({ id }: { id: string }) => id === run)).to.include({ untouched: 2 });
    await signIn("ada").expect(200);
    expect(await importing(path, "laravel", "--update")).to.include({ updated: 1, exists: 3 });
  });

  it("is unknown under another id", async () => {
    expect(await cli("import", "undo", "0190")).to.include({
      code: 1,
      errors: "There is no import 0190; see `authdock import list`.",
    });
    await importing(lines(row("ada")), "laravel");
    expect((await cli("import", "undo", await latestRun())).code).to.equal(0);
    expect((await cli("import", "undo", await latestRun())).output).to.contain("Deleted 0 accounts");
  });
});
