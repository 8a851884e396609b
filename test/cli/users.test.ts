import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { DAY, MINUTE, now, toRfc3339 } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import { cliJson, runCli, type Outcome } from "../support/app/command-line.js";
import { queuedMails } from "../support/app/mails.js";
import { useWorld } from "../support/app/world.js";

describe("The user commands", () => {
  const world = useWorld();
  const cli = (...parameters: string[]): Promise<Outcome> => runCli(world.services, parameters);
  const json = (...parameters: string[]) => cliJson(world.services, ...parameters);
  const signsIn = async (email: string, password: string): Promise<boolean> =>
    (await world.api.post("/auth/login", { email, password })).status === 200;
  const NAMES = ["--first-name", "Ada", "--last-name", "Lovelace"];

  it("creates a system administrator whose password is shown once", async () => {
    const { code, output } = await cli("admin", "create", "Ada@example.test", ...NAMES);
    expect(code).to.equal(0);
    expect(output).to.match(/^Created: ada@example\.test \([0-9a-f-]{36}\), role system_admin$/m);
    const [, password] = /One-time password: (\S+)/.exec(output) ?? [];
    expect(await signsIn("ada@example.test", password!)).to.equal(true);
    const row = await world.services.knex("activity_log").where({ event: "user_created" }).first();
    expect(row).to.include({ actor_id: null, ip_address: "cli" });
    expect(JSON.parse(row.changes)).to.deep.equal({
      after: { email: "ada@example.test", status: "active", role: "system_admin" },
    });
    expect(JSON.stringify(row)).not.to.contain(password);
  });

  it("takes the names of a system administrator from the email if none are given", async () => {
    const names = async (email: string) => {
      const { first_name, last_name } = await json("admin", "create", email);
      return [first_name, last_name];
    };
    expect(await names("ada.lovelace@example.test")).to.deep.equal(["Ada", "Lovelace"]);
    expect(await names("ops@example.test")).to.deep.equal(["Ops", "Administrator"]);
    expect(await names("4711@example.test")).to.deep.equal(["System", "Administrator"]);
  });

  it("generates a password that the strictest policy allows", async () => {
    for (const rule of ["mixed_case", "numbers", "symbols"])
      await cli("settings", "set", `auth.password_require_${rule}`, "1");
    await cli("settings", "set", "auth.password_min_length", "64");
    const { password } = await json("admin", "create", "ada@example.test", ...NAMES);
    expect(password).to.have.length.of.at.least(64);
    expect(await signsIn("ada@example.test", password)).to.equal(true);
  });

  it("makes an account a system administrator", async () => {
    const user = await world.make.user();
    expect(await json("admin", "promote", user.email)).to.include({ id: user.id, role: "system_admin" });
  });

  it("creates an account with a password from standard input", async () => {
    const parameters = ["user", "create", "ada@example.test", ...NAMES, "--role", "admin", "--password", "-"];
    const { code, output } = await runCli(world.services, parameters, { input: "correct horse 7\n" });
    expect(code).to.equal(0);
    expect(output).to.contain("role admin").and.not.contain("correct horse");
    expect(await signsIn("ada@example.test", "correct horse 7")).to.equal(true);
  });

  it("invites, and invites again", async () => {
    world.freezeTime();
    expect((await cli("user", "invite", "ada@example.test", ...NAMES)).output).to.match(
      /^Invited: ada@example\.test/,
    );
    expect(await queuedMails(world.services, "invitation")).to.have.length(1);
    world.advance(2 * MINUTE);
    expect((await cli("user", "invite", "ada@example.test")).output).to.match(/^Invited again: /);
    expect(await queuedMails(world.services, "invitation")).to.have.length(2);
  });

  it("lists the accounts that match, page by page", async () => {
    for (const name of ["Ada", "Grace", "Mary"])
      await world.make.user({ first_name: name, last_name: "Byron" });
    const all = await json("user", "list", "--search", "byron", "--sort", "first_name");
    expect(all.items.map((user: { first_name: string }) => user.first_name)).to.deep.equal([
      "Ada",
      "Grace",
      "Mary",
    ]);
    const second = await cli("user", "list", "--search", "byron", "--per-page", "2", "--page", "2");
    expect(second.output.split("\n")).to.have.length(3);
    expect(second.output)
      .to.match(/^ID +EMAIL +NAME +STATUS +ROLE +LAST SIGN-IN\n/)
      .and.match(/\n1 of 3, page 2$/);
  });

  it("shows an account by email or id, and never its password", async () => {
    const user = await world.make.user({ email: "ada@example.test" });
    const byId = await cli("user", "show", user.id);
    expect(byId.output)
      .to.match(/^email +ada@example\.test$/m)
      .and.match(/^sessions +0$/m);
    expect(await cli("user", "show", "ADA@example.test")).to.deep.equal(byId);
    expect(byId.output).not.to.contain(user.password);
  });

  it("bans an account, which ends its access, and activates it", async () => {
    const { user, visitor } = await world.signedIn();
    expect(await json("user", "ban", user.email)).to.deep.include({
      status: "banned",
      access: { sessions: 0, tokens: 0, applications: 0 },
    });
    expect((await visitor.get("/dashboard")).status).to.equal(302);
    expect(await json("user", "activate", user.id)).to.include({ status: "active" });
    const events = await world.services.knex("activity_log").where({ subject_id: user.id }).pluck("event");
    expect(events).to.include.members(["user_updated", "account_cut_off"]);
  });

  it("bans an account with a reason that its owner is told, until a time", async () => {
    const user = await world.make.user();
    const until = toRfc3339(now() + 2 * DAY);
    await json("user", "ban", user.email, "--reason", "Spam", "--tell", "--until", until);
    expect(await world.services.knex("users").where({ id: user.id }).first()).to.include({
      status: "banned",
      status_reason: "Spam",
      status_until: Date.parse(until),
    });
    const guest = world.visitor();
    await guest.get("/login");
    const answer = await guest.submit("/login", { email: user.email, password: PASSWORD });
    expect(answer.text).to.contain("Reason: Spam");
    const other = await world.make.user();
    for (const [time, words] of [
      ["tomorrow", "Enter a time as YYYY-MM-DD"],
      ["2020-01-01", "Choose a time in the future"],
    ] as const) {
      const { code, errors } = await cli("user", "ban", other.email, "--until", time);
      expect(code).to.equal(1);
      expect(errors).to.contain(words);
    }
    expect((await cli("user", "ban", other.email, "--tell")).errors).to.contain("Enter the reason");
    expect(await json("user", "show", other.email)).to.include({ status: "active" });
  });

  it("deletes an account, and restores it by address or id", async () => {
    const user = await world.make.user({ email: "gone@example.test" });
    expect((await cli("user", "delete", user.email)).output).to.equal(`Deleted: ${user.email} (${user.id})`);
    expect((await json("user", "list", "--deleted")).items).to.have.length(1);
    expect((await cli("users", "restore", "Gone@Example.test")).output).to.equal(
      `Restored: gone@example.test (${user.id})`,
    );
    expect(await queuedMails(world.services, "account_restored")).to.have.length(1);
    const row = await world.services.knex("activity_log").where({ event: "user_restored" }).first();
    expect(row).to.include({ actor_id: null, subject_id: user.id, ip_address: "cli" });
  });

  it("mails a link to choose a new password, or sets a one-time password", async () => {
    const user = await world.make.user();
    expect((await cli("user", "reset-password", user.email)).output).to.equal(
      `Mailed a link to ${user.email}.`,
    );
    expect(await queuedMails(world.services, "reset_password")).to.have.length(1);
    const { password } = await json("user", "reset-password", user.email, "--generate");
    expect(await signsIn(user.email, password)).to.equal(true);
  });

  it("ends all access of an account", async () => {
    const { user } = await world.signedIn();
    expect((await cli("user", "revoke", user.email)).output).to.contain(
      "sessions 1, tokens 0, applications 0",
    );
    expect((await json("user", "revoke", user.email)).ended.sessions).to.equal(0);
  });

  it("turns off two-factor authentication", async () => {
    const user = await world.make.user();
    await world.make.twoFactor(user);
    expect(await json("user", "reset-2fa", user.email)).to.include({ two_factor: true, passkeys: 0 });
    expect(await json("user", "show", user.email)).to.include({ two_factor: false });
    expect((await cli("user", "reset-2fa", user.email)).code).to.equal(1);
  });

  it("refuses to remove the last system administrator", async () => {
    const user = await world.make.user({ role: "system_admin" });
    for (const parameters of [
      ["ban", user.email],
      ["role", user.email, "user"],
      ["delete", user.email],
    ])
      expect(await cli("user", ...parameters)).to.include({ code: 1, output: "" });
    expect(await json("user", "show", user.email)).to.include({ status: "active", role: "system_admin" });
  });

  it("requires an id when several deleted accounts had the address", async () => {
    const ids: string[] = [];
    for (const ago of [DAY, 0]) {
      const { id } = await world.make.user({ email: "twice@example.test" });
      await world.services
        .knex("users")
        .where({ id })
        .update({ deleted_at: Date.now() - ago });
      ids.push(id);
    }
    const [older, younger] = ids as [string, string];
    const { code, errors } = await cli("user", "restore", "twice@example.test");
    expect(code).to.equal(1);
    expect(errors).to.match(new RegExp(`by its id:\\n {2}${younger} {2}deleted \\S+Z\\n {2}${older} `));
    expect((await cli("user", "restore", older)).code).to.equal(0);
    const taken = await cli("user", "restore", younger);
    expect(taken.errors).to.match(/^email: Another account has since taken this address\. Change /);
  });

  it("doesn't restore an account that isn't deleted, was deleted too long ago or doesn't exist", async () => {
    await world.make.user({ email: "active@example.test" });
    const { id } = await world.make.user({ email: "old@example.test" });
    await world.services
      .knex("users")
      .where({ id })
      .update({ deleted_at: Date.now() - 31 * DAY });
    for (const name of ["active@example.test", "old@example.test", "nobody@example.test", uuidv7()])
      expect(await cli("user", "restore", name)).to.deep.equal({
        code: 1,
        output: "",
        errors: `No account with the email or id ${name} was deleted in the last 30 days.`,
      });
  });

  it("rejects invalid input with a sentence for each field", async () => {
    const wrong = ["--first-name", "A\u0007", "--last-name", ""];
    const { code, errors } = await cli("user", "create", "ada", ...wrong);
    expect(code).to.equal(1);
    expect(errors.split("\n")).to.deep.equal([
      "first_name: This contains characters that aren't allowed.",
      "last_name: Enter a last name.",
      "email: Enter a valid email address.",
    ]);
    await world.make.user({ email: "ada@example.test" });
    const taken = await runCli(world.services, ["user", "create", "ada@example.test", ...NAMES, "--json"]);
    expect(JSON.parse(taken.errors).errors).to.deep.equal({ email: ["That email is already in use."] });
    expect((await cli("user", "create", "b@example.test", ...NAMES, "--role", "boss")).errors).to.match(
      /^role: /,
    );
    expect((await cli("user", "show", "nobody@example.test")).errors).to.equal(
      "No account has the email or id nobody@example.test.",
    );
    expect(await cli("user", "list", "--sort", "shoe_size")).to.include({ code: 2 });
    expect((await cli("user", "list", "--created-from", "yesterday")).errors).to.equal(
      "created-from: Enter a date as YYYY-MM-DD.",
    );
  });
});
