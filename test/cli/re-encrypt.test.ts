import { expect } from "chai";
import { storeKey } from "../../src/domain/passwords/import-keys.js";
import { queueMail } from "../../src/domain/mail/outbox.js";
import { publishedKeys, rotateKeys } from "../../src/domain/oauth/openid/signing-keys.js";
import { issueState } from "../../src/domain/providers/states.js";
import type { Services } from "../../src/domain/services.js";
import { Settings } from "../../src/domain/settings/settings.js";
import { ENCRYPTED_COLUMNS, encryptedRows } from "../../src/domain/upkeep/encrypted-columns.js";
import { reEncrypt } from "../../src/domain/upkeep/re-encryption.js";
import { DAY } from "../../src/lib/clock.js";
import { Encryption } from "../../src/lib/encryption.js";
import { makeProvider } from "../support/providers/providers.js";
import { cliJson, runCli } from "../support/app/command-line.js";
import { useWorld } from "../support/app/world.js";

describe("authdock keys re-encrypt", () => {
  const world = useWorld();
  const next = Buffer.alloc(32, 9);
  /** The services after APP_KEY was replaced. */
  const rotated = (previous: Buffer[] = [world.services.config.env.APP_KEY]): Services => {
    const encryption = new Encryption(next, previous);
    return { ...world.services, encryption, settings: new Settings(world.services.knex, encryption) };
  };
  /** Column → the ids of the keys of its values. */
  const keysInUse = async (): Promise<Record<string, string[]>> => {
    const used: Record<string, string[]> = {};
    for (const column of ENCRYPTED_COLUMNS) {
      const values = (await encryptedRows(world.services.knex, column).pluck(column.column)) as string[];
      used[`${column.table}.${column.column}`] = [...new Set(values.map((value) => value.slice(0, 8)))];
    }
    return used;
  };
  const fillEveryColumn = async () => {
    const { knex, encryption, settings } = world.services;
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    const factor = await world.make.twoFactor(user);
    await settings.write({ "captcha.secret_key": "the-secret" });
    await publishedKeys(world.services);
    const { id: providerId } = await makeProvider(world);
    await issueState(world.services, "browser", {
      providerId,
      purpose: "sign-in",
      userId: null,
      payload: {},
    });
    const message = { to: user.email, subject: "Hello", text: "Hello" };
    await queueMail(knex, encryption, {
      kind: "mail_test",
      userId: user.id,
      message,
      expiresAt: Date.now() + DAY,
    });
    await storeKey(world.services, "devise", "pepper");
    const webhook = { url: "https://shop.example.com/hook", types: ["*"] };
    const { body } = await world.api.as(token).post("/webhooks", webhook);
    await world.api.as(token).post(`/webhooks/${body.data.id}/secret`, {});
    const person = { first_name: "Mary", last_name: "Shelley", email: "mary@example.test" };
    await world.api.as(token).post("/users", person).set("Idempotency-Key", "one");
    return { user, factor };
  };

  it("re-encrypts every value, after which the earlier key isn't needed", async () => {
    const { user, factor } = await fillEveryColumn();
    const services = rotated();
    await rotateKeys(world.services, { isUrgent: true });
    const { renewed, unreadable, columns } = await cliJson(services, "keys", "re-encrypt");
    expect(unreadable).to.equal(0);
    // the check value is renewed by the start of the command
    expect(columns.filter((column: { renewed: number }) => column.renewed === 0)).to.have.length(1);
    expect(renewed).to.be.at.least(8);
    for (const [column, ids] of Object.entries(await keysInUse()))
      expect(ids, column).to.deep.equal([services.encryption.currentId]);
    const recorded = await world.services.knex("activity_log").where({ event: "values_reencrypted" });
    expect(recorded).to.have.length(1);
    expect(recorded[0]).to.include({ ip_address: "cli", changes: `{"values":${renewed}}` });
    const alone = rotated([]);
    expect(await alone.settings.readSecret("captcha.secret_key")).to.equal("the-secret");
    const row = await world.services.knex("users").where({ id: user.id }).first("two_factor_secret");
    const cell = { table: "users", column: "two_factor_secret", row: user.id };
    expect(alone.encryption.decrypt(row.two_factor_secret, cell)).to.equal(factor.secret);
    expect((await runCli(alone, ["doctor", "--offline"])).output).to.match(/^ok +encryption/m);
  });

  it("continues where it was stopped, and has nothing to do a second time", async () => {
    for (let count = 0; count < 450; count++) await world.make.twoFactor(await world.make.user());
    let seen = 0;
    const stop = reEncrypt(rotated(), (done) => {
      seen = done;
      if (done > 100) throw new Error("stopped");
    });
    expect(await stop.catch(({ message }: Error) => message)).to.equal("stopped");
    expect(seen).to.be.below(450);
    const rest = await cliJson(rotated(), "keys", "re-encrypt");
    expect(rest.renewed).to.be.within(1, 899);
    expect((await cliJson(rotated(), "keys", "re-encrypt")).renewed).to.equal(0);
    expect((await keysInUse())["users.two_factor_secret"]).to.deep.equal([rotated().encryption.currentId]);
  }).timeout(60_000);

  it("keeps a value that was changed at the same time", async () => {
    const user = await world.make.user();
    await world.make.twoFactor(user);
    const services = rotated();
    const cell = { table: "users", column: "two_factor_secret", row: user.id };
    const { encryption } = services;
    const decrypt = encryption.decrypt.bind(encryption);
    const others: Promise<unknown>[] = [];
    encryption.decrypt = (stored, of) => {
      const two_factor_secret = encryption.encrypt("new", cell);
      if (of.column === cell.column)
        others.push(world.services.knex("users").where({ id: user.id }).update({ two_factor_secret }).then());
      return decrypt(stored, of);
    };
    await reEncrypt(services);
    await Promise.all(others);
    const row = await world.services.knex("users").where({ id: user.id }).first("two_factor_secret");
    expect(decrypt(row.two_factor_secret, cell)).to.equal("new");
  });

  it("reports values that no configured key decrypts, and leaves them", async () => {
    await world.make.twoFactor(await world.make.user());
    const lost = new Encryption(Buffer.alloc(32, 3), []);
    const { id } = await world.make.user();
    const foreign = lost.encrypt("x", { table: "users", column: "two_factor_secret", row: id });
    await world.services.knex("users").where({ id }).update({ two_factor_secret: foreign });
    const { code, output } = await runCli(rotated(), ["keys", "re-encrypt"]);
    expect(code).to.equal(1);
    expect(output)
      .to.match(/^users\.two_factor_secret +1 +1$/m)
      .and.contain("Add their key to APP_PREVIOUS_KEYS");
    expect(
      (await world.services.knex("users").where({ id }).first("two_factor_secret")).two_factor_secret,
    ).to.equal(foreign);
  });

  it("doesn't start with a key that isn't the database's", async () => {
    await fillEveryColumn();
    await runCli(world.services, ["seed"]);
    const { code, errors } = await runCli(rotated([]), ["keys", "re-encrypt"]);
    expect(code).to.equal(2);
    expect(errors).to.contain("APP_KEY is not the key that this database was set up with");
  });
});
