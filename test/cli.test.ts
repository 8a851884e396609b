import { execFileSync } from "node:child_process";
import { expect } from "chai";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { closeServices, createServices, type Services } from "../src/domain/services.js";
import { DAY } from "../src/lib/clock.js";
import { TEST_VARIABLES, testConfig } from "./support/app/config.js";
import { Factories } from "./support/app/factories.js";
import { memoryLog } from "./support/app/log.js";
import { queuedMails } from "./support/app/mails.js";
import { runProduct, useFolder } from "./support/app/processes.js";

interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

describe("The command line", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const url = () => `sqlite:${folder.path}/authdock.sqlite`;
  let services: Services;
  let knex: Knex;
  before(() => {
    services = createServices(testConfig({ DATABASE_URL: url() }), memoryLog().logger);
    knex = services.knex;
  });
  after(() => closeServices(services));

  const cli = async (...parameters: string[]): Promise<Outcome> => {
    const product = runProduct("cli", { DATABASE_URL: url() }, ...parameters);
    const { code } = await product.exited;
    return { code, output: product.output, errors: product.errors };
  };

  it("migrates, and reports when there is nothing to do", async () => {
    const first = await cli("migrate");
    expect(first.code).to.equal(0);
    expect(first.output).to.match(/^Migrated: 2026_/);
    expect(await cli("migrate")).to.deep.equal({
      code: 0,
      output: "The database is up to date.\n",
      errors: "",
    });
  });

  it("lists the migrations that have run, and removes a stale lock", async () => {
    const status = await cli("migrate", "status");
    expect(status.output)
      .to.match(/^done {6}2026_11_01_000100_users$/m)
      .and.not.contain("pending");
    expect((await cli("migrate", "unlock")).output).to.equal(
      "Nothing to unlock: on SQLite a lock ends with its process.\n",
    );
    expect((await cli("migrate", "now")).errors).to.equal(
      "migrate: Use migrate, migrate status or migrate unlock.\n",
    );
  });

  it("lists the keys that sign ID tokens, and replaces them", async () => {
    const lines = async (...words: string[]): Promise<string[]> =>
      (await cli("keys", ...words)).output.trim().split("\n");
    const [first] = await lines();
    expect(first).to.match(/^RS256 {4}[0-9a-f-]{36} {2}signs since [0-9T:.-]+Z$/);
    const rotated = await lines("rotate");
    expect(rotated).to.have.length(4);
    expect(rotated[0]).to.contain(`${first}, published until`);
    expect(rotated[2]).to.match(/signs from/);
    expect(await lines("rotate", "--now")).to.have.length(2);
    expect((await cli("keys", "lose")).errors).to.equal(
      "keys: Use keys list, keys rotate or keys rotate --now.\n",
    );
  });

  it("counts mails by status, and queues failed ones again", async () => {
    const mail = { kind: "verify_email", available_at: 0, created_at: Date.now(), payload: "x" };
    const expires_at = Date.now() + DAY;
    await knex("mails").insert({ id: uuidv7(), status: "failed", expires_at, ...mail });
    expect((await cli("mails")).output).to.match(/^queued +0\nfailed +1\nexpired +0\n$/);
    expect((await cli("mails", "retry")).output).to.equal("Queued again: 1\n");
    expect(await knex("mails").pluck("status")).to.deep.equal(["queued"]);
    await knex("mails").del();
  });

  it("compares the index of the lists with the rows, and corrects it", async () => {
    const times = { stamp: 1, first_created_at: 0, last_created_at: 0, written_at: 0 };
    await knex("list_segments").insert({ list: "users", id: 7, size: 3, ...times });
    const verified = await cli("lists", "verify");
    expect(verified.output).to.match(/^users +3 wrong\ntokens +correct\nactivity \(days\) +correct\n$/);
    expect(verified.code).to.equal(1);
    expect((await cli("lists", "repair")).code).to.equal(0);
    expect((await cli("lists", "verify")).output).to.match(/^users +correct\n/);
    expect((await cli("lists")).errors).to.equal("lists: Usage: lists verify, or lists repair\n");
  });

  it("seeds the basic data and the first administrator, whose password is shown once", async () => {
    const first = await cli("seed");
    expect(first.code).to.equal(0);
    const [, email, password] =
      /First administrator\s+(\S+)\s+One-time password\s+(\S+)/.exec(first.output) ?? [];
    expect(email).to.equal("admin@example.test");
    expect(first.output).to.contain("The first sign-in asks for a new password.");
    const user = await knex("users").where({ email }).first();
    expect(Boolean(user.password_must_change)).to.equal(true);
    expect(await services.passwords.verify(password!, user.password as string)).to.equal(true);
    expect(await knex("roles").pluck("name")).to.have.members(["system_admin", "admin", "user"]);
    expect(await cli("seed")).to.deep.equal({ code: 0, output: "", errors: "" });
    expect(await knex("users").count({ n: "*" }).first()).to.deep.equal({ n: 1 });
  });

  it("keeps administrators' changes when it seeds again", async () => {
    await knex("settings").where({ key: "auth.registration" }).update({ value: "0" });
    await knex("permission_role").del();
    await cli("seed");
    expect((await knex("settings").where({ key: "auth.registration" }).first()).value).to.equal("0");
    expect(await knex("permission_role")).to.deep.equal([]);
  });

  it("shows the settings", async () => {
    const { code, output } = await cli("settings");
    expect(code).to.equal(0);
    expect(output).to.match(/^auth\.password_min_length +8$/m);
    expect(output).to.match(/^auth\.registration +0$/m);
  });

  it("changes only the given setting", async () => {
    const others = () => knex("settings").whereNot({ key: "auth.password_min_length" }).orderBy("key");
    const before = await others();
    expect((await cli("settings", "auth.password_min_length", "12")).code).to.equal(0);
    expect((await services.settings.read()).get("auth.password_min_length")).to.equal(12);
    expect(await others()).to.deep.equal(before);
  });

  it("accepts a secret, also from standard input, and shows only that it is set", async () => {
    expect((await cli("settings")).output).to.match(/^captcha\.secret_key +not set$/m);
    expect((await cli("settings", "captcha.secret_key", "the-secret")).output).to.equal("");
    const { output } = await cli("settings");
    expect(output)
      .to.match(/^captcha\.secret_key +set$/m)
      .and.not.contain("the-secret");
    const parameters = ["--import", "tsx", "src/cli.ts", "settings", "captcha.secret_key", "-"];
    const env = { ...process.env, ...TEST_VARIABLES, DATABASE_URL: url() };
    execFileSync(process.execPath, parameters, { input: "from-a-pipe\n", env });
    expect(await services.settings.readSecret("captcha.secret_key")).to.equal("from-a-pipe");
    expect((await cli("settings", "captcha.secret_key", "--remove")).code).to.equal(0);
    expect((await cli("settings")).output).to.match(/^captcha\.secret_key +not set$/m);
    expect(JSON.stringify(await knex("activity_log").pluck("changes"))).not.to.match(
      /the-secret|from-a-pipe/,
    );
  });

  it("shows the definitions in every language", async () => {
    const { code, output } = await cli("definitions");
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^en +userStatus +banned +3 +danger +ban +Banned: Has no access and can't sign in\.$/m)
      .and.match(/^tr +yesNo +0 +2 +neutral +x +Hayır$/m);
  });

  it("adds, translates and deactivates a definition, and running processes notice", async () => {
    expect(await services.definitions.list("userStatus")).to.have.length(3);
    const put = ["definitions", "put", "userStatus", "on-leave"];
    const done = { code: 0, output: "", errors: "" };
    const options = ["severity=info", "icon=beach", "explanation=Back = soon.", "order=4"];
    expect(await cli(...put, "On leave", ...options)).to.deep.equal(done);
    expect(await cli(...put, "İzinli", "locale=tr")).to.deep.equal(done);
    const leave = { value: "on-leave", severity: "info", icon: "beach", sort_order: 4 };
    const explanation = "Back = soon.";
    expect((await services.definitions.list("userStatus")).at(-1)).to.deep.equal({
      ...leave,
      label: "On leave",
      explanation,
    });
    expect((await services.definitions.list("userStatus", "tr")).at(-1)).to.deep.equal({
      ...leave,
      label: "İzinli",
      explanation,
    });
    expect(await cli("definitions", "deactivate", "userStatus", "on-leave")).to.deep.equal(done);
    expect(await services.definitions.list("userStatus")).to.have.length(3);
  });

  it("prunes only rows whose retention has ended", async () => {
    const mail = (age: number) => ({
      id: uuidv7(),
      kind: "verify_email",
      status: "sent",
      available_at: 0,
      created_at: Date.now() - age,
    });
    const [old, young] = [mail(8 * DAY), mail(6 * DAY)];
    await knex("mails").insert([old, young]);
    const activity = (age: number) => ({
      id: uuidv7(),
      event: "login",
      changes: "{}",
      created_at: Date.now() - age,
    });
    const [forgotten, kept] = [activity(401 * DAY), activity(399 * DAY)];
    await knex("activity_log").insert([forgotten, kept]);
    const { code, output } = await cli("prune");
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^mails +1$/m)
      .and.match(/^activity_log +1$/m);
    expect(await knex("mails").pluck("id")).to.deep.equal([young.id]);
    expect(await knex("activity_log").pluck("id"))
      .to.include(kept.id)
      .and.not.include(forgotten.id);
  });

  const deletedUser = async (email: string, ago = 0): Promise<string> => {
    const { id } = await new Factories(services).user({ email });
    await knex("users")
      .where({ id })
      .update({ deleted_at: Date.now() - ago });
    return id;
  };
  const isDeleted = async (id: string): Promise<boolean> =>
    (await knex("users").where({ id }).first("deleted_at")).deleted_at !== null;

  it("restores a deleted account by address or id, notifies the owner and records it", async () => {
    const [byEmail, byId] = [await deletedUser("gone@example.test"), await deletedUser("lost@example.test")];
    expect(await cli("users", "restore", "Gone@Example.test")).to.deep.equal({
      code: 0,
      output: `Restored: gone@example.test (${byEmail})\n`,
      errors: "",
    });
    expect((await cli("users", "restore", byId)).code).to.equal(0);
    for (const id of [byEmail, byId]) expect(await isDeleted(id)).to.equal(false);
    expect(await queuedMails(services, "account_restored")).to.have.length(2);
    const rows = await knex("activity_log").where({ event: "user_restored" }).orderBy("id");
    expect(rows[0]).to.include({ actor_id: null, subject_id: byEmail, ip_address: "cli" });
  });

  it("generates a different key each time, without a configuration", async () => {
    const make = () => runProduct("cli", { APP_KEY: "" }, "key");
    const [one, two] = [make(), make()];
    await Promise.all([one.exited, two.exited]);
    expect(one.output).to.match(/^base64:[A-Za-z0-9+/]{43}=\n$/);
    expect(one.output).not.to.equal(two.output);
  });

  it("shows its help", async () => {
    const { code, errors } = await cli();
    expect(code).to.equal(0);
    for (const command of ["migrate", "seed", "settings", "definitions", "users", "prune", "key"])
      expect(errors).to.include(command);
  });

  it("rejects an unknown setting and an invalid value", async () => {
    const unknown = await cli("settings", "auth.nothing", "1");
    expect(unknown).to.deep.equal({
      code: 1,
      output: "",
      errors: "auth.nothing: This setting doesn't exist.\n",
    });
    const wrong = await cli("settings", "auth.password_min_length", "4");
    expect(wrong.code).to.equal(1);
    expect(wrong.errors).to.equal("auth.password_min_length: Enter a whole number from 8 to 64.\n");
    expect((await services.settings.read()).get("auth.password_min_length")).to.equal(12);
  });

  it("rejects an invalid definition and invalid arguments", async () => {
    const errorsOf = async (...parameters: string[]) => {
      const { code, output, errors } = await cli("definitions", ...parameters);
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      return errors;
    };
    expect(await errorsOf("put", "userStatus", "On Leave", "", "severity=pink", "order=-1")).to.match(
      /^value: A status .*\nlabel: .*\nseverity: .*\norder: .*\n$/,
    );
    expect(await errorsOf("put", "yesNo", "2", "Maybe", "colour=red")).to.match(/^colour=red: Options are /);
    expect(await errorsOf("deactivate", "userStatus", "active")).to.match(
      /^value: New accounts need this status/,
    );
    expect(await errorsOf("drop")).to.match(/^definitions: Usage: definitions put /);
  });

  it("requires an id when several deleted accounts had the address", async () => {
    const [older, younger] = [
      await deletedUser("twice@example.test", DAY),
      await deletedUser("twice@example.test"),
    ];
    const { code, errors } = await cli("users", "restore", "twice@example.test");
    expect(code).to.equal(1);
    expect(errors).to.match(
      new RegExp(
        `^twice@example\\.test: Several .* by its id:\\n {2}${younger} {2}deleted \\S+Z\\n {2}${older} `,
      ),
    );
    expect(await isDeleted(younger)).to.equal(true);
    expect((await cli("users", "restore", older)).code).to.equal(0);
    expect(await isDeleted(older)).to.equal(false);
    // the address is taken now
    const taken = await cli("users", "restore", "twice@example.test");
    expect(taken.code).to.equal(1);
    expect(taken.errors).to.match(/^email: Another account has since taken this address\. Change /);
    expect(await isDeleted(younger)).to.equal(true);
  });

  it("doesn't restore an account that isn't deleted, was deleted too long ago or doesn't exist", async () => {
    await new Factories(services).user({ email: "active@example.test" });
    await deletedUser("old@example.test", 31 * DAY);
    for (const name of ["active@example.test", "old@example.test", "nobody@example.test", uuidv7()])
      expect(await cli("users", "restore", name)).to.deep.equal({
        code: 1,
        output: "",
        errors: `${name}: No account with this email or id was deleted in the last 30 days.\n`,
      });
    for (const parameters of [[], ["restore"], ["drop", "active@example.test"]])
      expect((await cli("users", ...parameters)).errors).to.equal(
        "users: Usage: users restore <email or id>\n",
      );
  });

  it("rejects an unknown command", async () => {
    for (const name of ["drop", "constructor", "__proto__"]) {
      const { code, errors } = await cli(name);
      expect(code).to.equal(1);
      expect(errors).to.include("npm run cli --");
    }
  });
});
