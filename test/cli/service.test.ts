import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { DAY, HOUR, MINUTE } from "../../src/lib/clock.js";
import { cliJson, runCli, type Outcome } from "../support/app/command-line.js";
import { useWorld } from "../support/app/world.js";

describe("The commands of the service", () => {
  const world = useWorld();
  const cli = (...parameters: string[]): Promise<Outcome> => runCli(world.services, parameters);
  const json = (...parameters: string[]) => cliJson(world.services, ...parameters);

  it("lists the keys that sign ID tokens, and replaces them", async () => {
    const lines = async (...words: string[]): Promise<string[]> =>
      (await cli("keys", ...words)).output.split("\n").slice(1);
    const [first] = await lines();
    expect(first).to.match(/^RS256 +[0-9a-f-]{36} {2}signs since [0-9T:.-]+Z$/);
    const rotated = await lines("rotate");
    expect(rotated).to.have.length(4);
    expect(rotated[0]).to.contain(`${first}, published until`);
    expect(rotated[2]).to.match(/signs from/);
    expect(await lines("rotate", "--now")).to.have.length(2);
    expect((await json("keys", "list")).items[0]).to.include({ algorithm: "RS256", published_until: null });
  });

  it("counts mails by status, lists failed ones and queues them again", async () => {
    const { knex } = world.services;
    const id = uuidv7();
    const mail = { kind: "verify_email", available_at: 0, created_at: Date.now(), payload: "x" };
    await knex("mails").insert({ id, status: "failed", expires_at: Date.now() + DAY, ...mail });
    const { output } = await cli("mail", "list");
    expect(output)
      .to.match(/^queued +0\nfailed +1\nexpired +0\n/)
      .and.contain(`${id}  verify_email`);
    expect((await cli("mails", "retry")).output).to.equal("Queued again: 1");
    expect((await cli("mails", "retry")).output).to.equal("Queued again: 0");
    const recorded = await knex("activity_log").where({ event: "mails_requeued" }).pluck("changes");
    expect(recorded).to.deep.equal(['{"mails":1}']);
    const { queued_mails, ...rest } = await json("mails");
    expect(rest).to.deep.equal({ queued: 1, failed: 0, expired: 0, failed_mails: [] });
    expect(queued_mails[0]).to.include({ id, attempts: 0, reason: null });
  });

  it("says why mails wait and when they are tried again, and tries them now", async () => {
    const { knex } = world.services;
    await knex("mails").del();
    const id = uuidv7();
    const time = Date.now();
    const mail = { kind: "verify_email", created_at: time, expires_at: time + DAY, payload: "x" };
    const waiting = { status: "queued", attempts: 4, available_at: time + HOUR, last_error: "451 later" };
    await knex("mails").insert({ id, ...mail, ...waiting });
    const { output } = await cli("mail", "list");
    expect(output).to.contain(`4         ${new Date(time + HOUR).toISOString()}  451 later`);
    expect((await cli("mail", "retry")).output).to.equal("Queued again: 1");
    const [retried] = (await json("mail", "list")).queued_mails;
    expect(Date.parse(retried.next_try_at)).to.be.below(time + MINUTE);
  });

  it("compares the words and counts of the lists with the rows, and corrects them", async () => {
    const { id } = await world.make.user();
    await world.services.knex("search_words").where({ row_id: id }).del();
    const verified = await cli("lists", "verify");
    expect(verified.output).to.match(
      /^users \(words\) +1 wrong\ntokens \(words\) +correct\norganisations \(words\) +correct\nusers \(count\) +correct\n/,
    );
    expect(verified.code).to.equal(1);
    expect((await cli("lists", "repair")).code).to.equal(0);
    expect((await cli("lists", "verify")).output).to.match(/^users \(words\) +correct\n/);
  });

  it("shows and changes settings, in the former way, too", async () => {
    expect((await cli("settings")).output).to.match(/^auth\.password_min_length +8$/m);
    const others = () =>
      world.services.knex("settings").whereNot({ key: "auth.password_min_length" }).orderBy("key");
    const before = await others();
    expect((await cli("settings", "set", "auth.password_min_length", "12")).code).to.equal(0);
    expect((await cli("settings", "get", "auth.password_min_length")).output).to.equal("12");
    expect(await others()).to.deep.equal(before);
    expect((await cli("settings", "auth.password_min_length", "10")).output).to.equal(
      "Changed: auth.password_min_length",
    );
    expect(await json("settings", "get", "auth.password_min_length")).to.include({ value: 10 });
  });

  it("accepts a secret, and shows only that it is set", async () => {
    const secret = () => cli("settings", "get", "captcha.secret_key");
    expect((await secret()).output).to.equal("not set");
    await cli("settings", "set", "captcha.secret_key", "the-secret");
    const list = await cli("settings", "list", "--json");
    expect(list.output).not.to.contain("the-secret");
    expect((await secret()).output).to.equal("set");
    expect((await cli("settings", "captcha.secret_key", "--remove")).code).to.equal(0);
    expect((await secret()).output).to.equal("not set");
    const changes = await world.services.knex("activity_log").pluck("changes");
    expect(JSON.stringify(changes)).not.to.contain("the-secret");
  });

  it("shows the definitions in every language", async () => {
    const { code, output } = await cli("definitions");
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^en +userStatus +banned +3 +danger +ban +Banned: Has no access and can't sign in\.$/m)
      .and.match(/^tr +yesNo +0 +2 +neutral +x +Hayır$/m);
  });

  it("adds, translates and deactivates a definition", async () => {
    const { definitions } = world.services;
    const put = ["definitions", "put", "userStatus", "on-leave"];
    const done = { code: 0, output: "", errors: "" };
    const options = ["severity=info", "icon=beach", "explanation=Back = soon.", "order=4"];
    expect(await cli(...put, "On leave", ...options)).to.deep.equal(done);
    expect(await cli(...put, "İzinli", "locale=tr")).to.deep.equal(done);
    const leave = {
      value: "on-leave",
      severity: "info",
      icon: "beach",
      sort_order: 4,
      explanation: "Back = soon.",
    };
    expect((await definitions.list("userStatus")).at(-1)).to.deep.equal({ ...leave, label: "On leave" });
    expect((await definitions.list("userStatus", "tr")).at(-1)).to.deep.equal({ ...leave, label: "İzinli" });
    expect(await cli("definitions", "deactivate", "userStatus", "on-leave")).to.deep.equal(done);
    expect(await definitions.list("userStatus")).to.have.length(3);
  });

  it("prunes only rows whose retention has ended", async () => {
    const { knex } = world.services;
    const mail = { kind: "verify_email", status: "sent", available_at: 0 };
    const [old, young] = [uuidv7(), uuidv7()];
    await knex("mails").insert([
      { id: old, ...mail, created_at: Date.now() - 8 * DAY },
      { id: young, ...mail, created_at: Date.now() - 6 * DAY },
    ]);
    const activity = { event: "login", changes: "{}" };
    await knex("activity_log").insert([
      { id: uuidv7(), ...activity, created_at: Date.now() - 401 * DAY },
      { id: uuidv7(), ...activity, created_at: Date.now() - 399 * DAY },
    ]);
    const { deleted } = await json("prune");
    expect(deleted).to.include({ mails: 1, activity_log: 1 });
    expect(await knex("mails").pluck("id")).to.deep.equal([young]);
  });

  it("lists the pages with their guards", async () => {
    expect((await cli("routes")).output).to.match(/^GET +\/dashboard +dashboard +auth → /m);
  });

  it("rejects an unknown setting and an invalid value", async () => {
    expect(await cli("settings", "set", "auth.nothing", "1")).to.deep.equal({
      code: 1,
      output: "",
      errors: "auth.nothing: This setting doesn't exist.",
    });
    expect((await cli("settings", "auth.password_min_length", "4")).errors).to.equal(
      "auth.password_min_length: Enter a whole number from 8 to 64.",
    );
    expect((await cli("settings", "auth.registration")).errors).to.equal(
      "auth.registration: A value is required: settings set <key> <value>.",
    );
    expect((await cli("settings", "auth.registration", "--remove")).code).to.equal(1);
  });

  it("rejects an invalid definition", async () => {
    const errorsOf = async (...parameters: string[]) => (await cli("definitions", ...parameters)).errors;
    expect(await errorsOf("put", "userStatus", "On Leave", "", "severity=pink", "order=-1")).to.match(
      /^value: A status .*\nlabel: .*\nseverity: .*\norder: /,
    );
    expect(await errorsOf("put", "yesNo", "2", "Maybe", "colour=red")).to.match(/^colour=red: Options are /);
    expect(await errorsOf("deactivate", "userStatus", "active")).to.match(
      /^value: New accounts need this status/,
    );
  });

  it("rejects an unknown command and wrong arguments", async () => {
    for (const parameters of [
      ["drop"],
      ["constructor"],
      ["__proto__"],
      ["keys", "lose"],
      ["migrate", "now"],
      ["lists"],
    ])
      expect((await cli(...parameters)).code, parameters.join(" ")).to.equal(2);
    expect((await cli("user", "show")).errors).to.equal("Missing required argument 'user'.");
    expect((await cli("keys", "rotate", "--soon")).errors).to.match(/^Unknown option '--soon'\./);
  });
});
