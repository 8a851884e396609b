import { readFileSync } from "node:fs";
import { expect } from "chai";
import { changeSettings, type SettingsChange } from "../../../src/domain/administration/settings-changes.js";
import { Settings, SettingsSnapshot } from "../../../src/domain/settings/settings.js";
import {
  isSecret,
  SETTING_KEYS,
  type PlainKey,
  type SettingKey,
} from "../../../src/domain/settings/settings-table.js";
import { ValidationFailed } from "../../../src/lib/failures.js";
import { useWorld } from "../../support/app/world.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

const isOfAccounts = (key: SettingKey): key is PlainKey => key.startsWith("auth.");

describe("Settings", () => {
  const world = useWorld();
  const stored = () => world.services.knex("settings").orderBy("key").select("key", "value");
  const recorded = async (): Promise<unknown[]> => {
    const rows = (await world.services.knex("activity_log").orderBy("id").pluck("changes")) as string[];
    return rows.map((row) => JSON.parse(row) as unknown);
  };
  const rejection = async (values: Record<string, string>): Promise<string[]> => {
    const before: unknown = await stored();
    const error: unknown = await world.services.settings.write(values).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ValidationFailed);
    expect(await stored()).to.deep.equal(before);
    return Object.keys((error as ValidationFailed).errors);
  };

  it("are each described in the documentation, with their default", async () => {
    const [read, none] = [await world.services.settings.read(), new SettingsSnapshot(new Map())];
    const lines = readFileSync("docs/operations.md", "utf8").split("\n");
    for (const key of SETTING_KEYS) {
      const line = lines.findLast((text) => text.startsWith(`| \`${key}\``));
      const fallback = /^\|[^|]*\| (?:–|`([^`]*)`) *\|/.exec(line ?? "")?.[1] ?? "";
      expect(line, key).to.be.a("string");
      for (const settings of [read, none])
        if (isSecret(key)) expect([settings.isSet(key), fallback], key).to.deep.equal([false, ""]);
        else expect(settings.text(key), key).to.equal(fallback);
    }
  });

  it("have values of their types by default, stored or not", async () => {
    for (const settings of [await world.services.settings.read(), new SettingsSnapshot(new Map())]) {
      expect(settings.get("general.locale")).to.equal("en");
      expect(settings.get("auth.registration")).to.equal(true);
      expect(settings.get("auth.password_require_symbols")).to.equal(false);
      expect(settings.get("auth.password_min_length")).to.equal(8);
      expect(settings.get("mail.host")).to.equal("");
    }
  });

  it("are strings in the database", async () => {
    await world.services.settings.write({ "auth.password_min_length": "12", "auth.registration": "0" });
    const rows = (await stored()) as { value: unknown }[];
    expect(rows.map(({ value }) => typeof value)).to.deep.equal(rows.map(() => "string"));
    const snapshot = await world.services.settings.read();
    expect(snapshot.get("auth.password_min_length")).to.equal(12);
    expect(snapshot.get("auth.registration")).to.equal(false);
  });

  it("change for every process immediately", async () => {
    const other = new Settings(world.services.knex, world.services.encryption);
    expect((await other.read()).get("auth.two_factor")).to.equal(true);
    await world.services.settings.write({ "auth.two_factor": "0" });
    expect((await other.read()).get("auth.two_factor")).to.equal(false);
  });

  it("don't change in an earlier snapshot", async () => {
    const snapshot = await world.services.settings.read();
    await world.services.settings.write({ "auth.two_factor": "0" });
    expect(snapshot.get("auth.two_factor")).to.equal(true);
  });

  it("keep their values when a change doesn't include them", async () => {
    await world.services.settings.write({ "auth.registration": "0", "general.app_name": "Mine" });
    await world.services.settings.write({ "auth.two_factor": "0" });
    await world.services.settings.write({});
    const snapshot = await world.services.settings.read();
    expect(snapshot.get("auth.registration")).to.equal(false);
    expect(snapshot.get("general.app_name")).to.equal("Mine");
  });

  it("use their default when an invalid value was written directly to the database", async () => {
    const garbage = ["", "yes", "true", " 1", "-1", "1e3", "99999999999", "9.5", "NaN"];
    const defaults = new SettingsSnapshot(new Map());
    for (const key of SETTING_KEYS.filter(isOfAccounts))
      for (const value of garbage) {
        await world.services.knex("settings").where({ key }).update({ value });
        expect((await world.services.settings.read()).get(key), `${key}=${value}`).to.equal(
          defaults.get(key),
        );
      }
  });

  it("accept the limits of their ranges", async () => {
    for (const [key, value] of [
      ["auth.password_min_length", "8"],
      ["auth.password_min_length", "64"],
      ["auth.password_expiry_days", "0"],
      ["auth.password_expiry_days", "3650"],
    ] as const) {
      await world.services.settings.write({ [key]: value });
      expect((await world.services.settings.read()).get(key)).to.equal(Number(value));
    }
  });

  describe("that are secret", () => {
    const key = "captcha.secret_key";
    const storedSecret = async (): Promise<string> =>
      ((await world.services.knex("settings").where({ key }).first("value")) as { value: string }).value;
    const origin = { ip: "cli", userAgent: null, traceId: "t" };

    it("include the mail server's password and the CAPTCHA secret key", () => {
      const secrets = SETTING_KEYS.filter(isSecret);
      expect(secrets).to.deep.equal(["mail.password", key]);
    });

    it("are stored encrypted, and are read only on explicit request", async () => {
      const { settings } = world.services;
      expect((await settings.read()).isSet(key)).to.equal(false);
      expect(await settings.readSecret(key)).to.equal("");
      await settings.write({ [key]: "the-secret" });
      expect(await storedSecret()).to.match(/^[0-9a-f]{8}:/);
      const snapshot = await settings.read();
      expect(snapshot.isSet(key)).to.equal(true);
      expect(JSON.stringify(await stored())).not.to.contain("the-secret");
      expect(await settings.readSecret(key)).to.equal("the-secret");
    });

    it("are kept when the field is blank", async () => {
      await world.services.settings.write({ [key]: "the-secret" });
      const before = await storedSecret();
      await world.services.settings.write({ [key]: "", "captcha.site_key": "x" });
      expect(await storedSecret()).to.equal(before);
    });

    it("can't be decrypted in another row", async () => {
      const { knex, encryption, settings } = world.services;
      const elsewhere = { table: "settings", column: "value", row: "mail.password" };
      await knex("settings")
        .where({ key })
        .update({ value: encryption.encrypt("moved", elsewhere) });
      const error: unknown = await settings.readSecret(key).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(Error);
    });

    it("are recorded in the audit log without their value", async () => {
      const { services } = world;
      const changes: SettingsChange[] = [
        { values: { [key]: "the-secret", "captcha.site_key": "public" } },
        { values: { [key]: "the-other", "captcha.site_key": "" } },
        { values: { [key]: "" } },
        { values: { "captcha.site_key": "" }, removed: [key] },
        { values: {}, removed: [key] },
      ];
      for (const change of changes) await changeSettings({ services, origin, actor: null }, change);
      expect(await recorded()).to.deep.equal([
        {
          before: { [key]: "not set", "captcha.site_key": "" },
          after: { [key]: "set", "captcha.site_key": "public" },
        },
        {
          before: { [key]: "set", "captcha.site_key": "public" },
          after: { [key]: "changed", "captcha.site_key": "" },
        },
        { before: { [key]: "set" }, after: { [key]: "removed" } },
      ]);
      expect(await services.settings.readSecret(key)).to.equal("");
    });

    it("are replaced when a form both replaces and removes them", async () => {
      const { services } = world;
      await changeSettings({ services, origin, actor: null }, { values: { [key]: "one" } });
      await changeSettings({ services, origin, actor: null }, { values: { [key]: "two" }, removed: [key] });
      expect(await services.settings.readSecret(key)).to.equal("two");
    });
  });

  describe("that change", () => {
    const origin = { ip: "cli", userAgent: null, traceId: "t" };
    const change = (values: Record<string, string>) =>
      changeSettings({ services: world.services, origin, actor: null }, { values });

    it("are only those whose value differs: the others are neither written nor recorded", async () => {
      const { knex } = world.services;
      await knex("settings").update({ updated_at: 1 });
      expect(await change({ "auth.registration": "1", "auth.two_factor": "0" })).to.deep.equal([
        "auth.two_factor",
      ]);
      expect(await knex("settings").whereNot({ updated_at: 1 }).pluck("key")).to.deep.equal([
        "auth.two_factor",
      ]);
      expect(await recorded()).to.deep.equal([
        { before: { "auth.two_factor": true }, after: { "auth.two_factor": false } },
      ]);
    });

    it("leave no trace when no value differs, in any notation", async () => {
      expect(
        await change({
          "auth.password_min_length": "008",
          "general.app_name": `  ${PRODUCT_NAME} `,
          "mail.host": "",
        }),
      ).to.deep.equal([]);
      expect(await recorded()).to.deep.equal([]);
    });

    it("are stored in one notation", async () => {
      await change({
        "auth.password_min_length": "012",
        "general.app_name": " Harbour  Office ",
        "mail.host": " [::1] ",
        "mail.from_address": " mail@example.test ",
        "branding.accent": " #0B7285 ",
        "branding.terms_url": " HTTPS://Example.test/terms ",
        "branding.sign_in_text": " One\r\nTwo ",
      });
      await change({ "mail.host": "SMTP.Example.TEST" });
      const rows = (await stored()) as { key: string; value: string }[];
      const valueOf = (key: string) => rows.find((row) => row.key === key)!.value;
      expect(valueOf("auth.password_min_length")).to.equal("12");
      expect(valueOf("general.app_name")).to.equal("Harbour  Office");
      expect(valueOf("mail.host")).to.equal("smtp.example.test");
      expect(valueOf("branding.accent")).to.equal("#0b7285");
      expect(valueOf("branding.terms_url")).to.equal("https://example.test/terms");
      expect(valueOf("branding.sign_in_text")).to.equal("One\nTwo");
      expect(valueOf("mail.from_address")).to.equal("mail@example.test");
      expect(((await recorded()) as { after: object }[])[0]!.after).to.include({ "mail.host": "::1" });
    });
  });

  describe("for the CAPTCHA", () => {
    const origin = { ip: "cli", userAgent: null, traceId: "t" };
    const change = async (values: Record<string, string>): Promise<string[]> => {
      const error: unknown = await changeSettings(
        { services: world.services, origin, actor: null },
        { values },
      ).catch((thrown: unknown) => thrown);
      if (Array.isArray(error)) return [];
      expect(error).to.be.instanceOf(ValidationFailed);
      return Object.keys((error as ValidationFailed).errors);
    };
    const keys = { "captcha.site_key": "site", "captcha.secret_key": "secret" };

    it("can't turn it on without its keys, because sign-in would be impossible", async () => {
      expect(await change({ "captcha.enabled": "1" })).to.deep.equal(["captcha.enabled"]);
      expect(await change({ "captcha.enabled": "1", "captcha.site_key": "site" })).to.deep.equal([
        "captcha.enabled",
      ]);
      expect((await world.services.settings.read()).get("captcha.enabled")).to.equal(false);
      expect(await change({ "captcha.enabled": "1", ...keys })).to.deep.equal([]);
      expect(await change({ "captcha.site_key": "" })).to.deep.equal(["captcha.site_key"]);
      expect(await change({ "captcha.enabled": "0", "captcha.site_key": "" })).to.deep.equal([]);
    });

    it("don't affect other settings", async () => {
      await world.services.settings.write({ "captcha.enabled": "1" });
      expect(await change({ "auth.registration": "0" })).to.deep.equal([]);
      expect(await change({ "captcha.enabled": "0" })).to.deep.equal([]);
    });
  });

  describe("reject", () => {
    for (const [key, value] of [
      ["auth.password_min_length", "7"],
      ["auth.password_min_length", "65"],
      ["auth.password_min_length", ""],
      ["auth.password_min_length", "8.5"],
      ["auth.password_min_length", "0x10"],
      ["auth.password_expiry_days", "-1"],
      ["auth.password_expiry_days", "3651"],
      ["auth.registration", "2"],
      ["auth.registration", "true"],
      ["auth.login_throttle", ""],
      ["captcha.provider", "nobody"],
      ["captcha.provider", "toString"],
      ["captcha.site_key", "two words"],
      ["captcha.secret_key", "x".repeat(256)],
      ["general.app_name", ""],
      ["general.app_name", "   "],
      ["general.app_name", "x".repeat(61)],
      ["general.app_name", "two\nlines"],
      ["general.app_name", "\u202eedocrevO"],
      ["general.app_name", "\ud800"],
      ["general.timezone", "Mars/Olympus"],
      ["general.locale", "xx"],
      ["mail.override", "on"],
      ["mail.host", "smtp://example.test"],
      ["mail.host", "example.test:25"],
      ["mail.host", "two words"],
      ["mail.host", "user@example.test"],
      ["mail.host", "-x.test"],
      ["mail.host", "1.2.3"],
      ["mail.host", "256.1.1.1"],
      ["mail.host", `${"a.".repeat(127)}test`],
      ["mail.port", "0"],
      ["mail.port", "65536"],
      ["mail.encryption", "ssl"],
      ["mail.username", "a\r\nRCPT TO:<x>"],
      ["mail.password", "a\u0000b"],
      ["mail.from_address", "nobody"],
      ["mail.from_address", "a@b.test\r\nBcc: c@d.test"],
      ["mail.from_address", "<a@b.test>"],
      ["mail.from_name", "a\r\nBcc: c@d.test"],
      ["branding.name", "two\nlines"],
      ["branding.logo_light", "../../etc/passwd"],
      ["branding.logo_dark", "picture.png"],
      ["branding.accent", "red"],
      ["branding.accent", "#fff"],
      ["branding.accent", "#12345g"],
      ["branding.accent", "#123456;}"],
      ["branding.support_email", "help"],
      ["branding.terms_url", "example.test/terms"],
      ["branding.terms_url", "javascript:alert(1)"],
      ["branding.terms_url", "https://user:secret@example.test"],
      ["branding.privacy_url", "https://"],
      ["branding.privacy_url", "https://example.test/two words"],
      ["branding.privacy_url", `https://example.test/${"x".repeat(500)}`],
      ["branding.sign_in_text", "x".repeat(501)],
      ["branding.sign_in_text", "\u202eedocrevO"],
    ] as const)
      it(`${key} = ${JSON.stringify(value)}`, async () => {
        expect(await rejection({ [key]: value })).to.deep.equal([key]);
      });

    it("an unknown key", async () => {
      for (const key of ["auth.unknown", "constructor", "toString", "AUTH.REGISTRATION", ""])
        expect(await rejection({ [key]: "1" })).to.deep.equal([key]);
      expect(await rejection(JSON.parse('{"__proto__":"1"}') as Record<string, string>)).to.deep.equal([
        "__proto__",
      ]);
    });

    it("all values when one is invalid", async () => {
      expect(await rejection({ "auth.registration": "0", "auth.two_factor": "2", x: "1" })).to.deep.equal([
        "auth.two_factor",
        "x",
      ]);
    });
  });
});
