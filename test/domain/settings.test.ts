import { expect } from "chai";
import { Settings, SETTINGS, SettingsSnapshot, type SettingKey } from "../../src/domain/settings.js";
import { ValidationFailed } from "../../src/lib/failures.js";
import { useWorld } from "../support/world.js";

const DEFAULTS: Partial<Record<SettingKey, unknown>> = {
  "general.app_name": "Authdock",
  "general.timezone": "UTC",
  "general.locale": "en",
  "auth.registration": true,
  "auth.email_verification": false,
  "auth.password_reset": true,
  "auth.two_factor": true,
  "auth.login_throttle": true,
  "auth.password_min_length": 8,
  "auth.password_require_mixed_case": false,
  "auth.password_require_numbers": false,
  "auth.password_require_symbols": false,
  "auth.password_blocklist": false,
  "auth.password_expiry_days": 0,
  "auth.password_confirm_minutes": 15,
};

describe("settings", () => {
  const world = useWorld();
  const stored = () => world.services.knex("settings").orderBy("key").select("key", "value");
  const refusal = async (values: Record<string, string>): Promise<string[]> => {
    const before: unknown = await stored();
    const error: unknown = await world.services.settings.write(values).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ValidationFailed);
    expect(await stored()).to.deep.equal(before);
    return Object.keys((error as ValidationFailed).errors);
  };

  for (const [key, value] of Object.entries(DEFAULTS))
    it(`${key} is ${JSON.stringify(value)} by default, stored or not`, async () => {
      const snapshot = await world.services.settings.read();
      expect(snapshot.get(key as SettingKey)).to.equal(value);
      expect(new SettingsSnapshot(new Map()).get(key as SettingKey)).to.equal(value);
    });

  it("are strings in the database", async () => {
    await world.services.settings.write({ "auth.password_min_length": "12", "auth.registration": "0" });
    const rows = (await stored()) as { value: unknown }[];
    expect(rows.map(({ value }) => typeof value)).to.deep.equal(rows.map(() => "string"));
    const snapshot = await world.services.settings.read();
    expect(snapshot.get("auth.password_min_length")).to.equal(12);
    expect(snapshot.get("auth.registration")).to.equal(false);
  });

  it("change at once for every process", async () => {
    const other = new Settings(world.services.knex);
    expect((await other.read()).get("auth.two_factor")).to.equal(true);
    await world.services.settings.write({ "auth.two_factor": "0" });
    expect((await other.read()).get("auth.two_factor")).to.equal(false);
  });

  it("stay as they were in a snapshot that was taken before", async () => {
    const snapshot = await world.services.settings.read();
    await world.services.settings.write({ "auth.two_factor": "0" });
    expect(snapshot.get("auth.two_factor")).to.equal(true);
  });

  it("that are not named stay as they are", async () => {
    await world.services.settings.write({ "auth.registration": "0", "general.app_name": "Mine" });
    await world.services.settings.write({ "auth.two_factor": "0" });
    await world.services.settings.write({});
    const snapshot = await world.services.settings.read();
    expect(snapshot.get("auth.registration")).to.equal(false);
    expect(snapshot.get("general.app_name")).to.equal("Mine");
  });

  it("count as their default when something else was written past the service", async () => {
    const garbage = ["", "yes", "true", " 1", "-1", "1e3", "99999999999", "9.5", "NaN"];
    for (const key of Object.keys(SETTINGS).filter((name) => name.startsWith("auth.")))
      for (const value of garbage) {
        await world.services.knex("settings").where({ key }).update({ value });
        expect((await world.services.settings.read()).get(key as SettingKey), `${key}=${value}`).to.equal(
          DEFAULTS[key as SettingKey],
        );
      }
  });

  it("take the ends of their ranges", async () => {
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

  describe("refuse", () => {
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
    ] as const)
      it(`${key} = ${JSON.stringify(value)}`, async () => {
        expect(await refusal({ [key]: value })).to.deep.equal([key]);
      });

    it("a key that there is not", async () => {
      for (const key of ["auth.unknown", "constructor", "toString", "AUTH.REGISTRATION", ""])
        expect(await refusal({ [key]: "1" })).to.deep.equal([key]);
      expect(await refusal(JSON.parse('{"__proto__":"1"}') as Record<string, string>)).to.deep.equal([
        "__proto__",
      ]);
    });

    it("everything when one value is wrong", async () => {
      expect(await refusal({ "auth.registration": "0", "auth.two_factor": "2", x: "1" })).to.deep.equal([
        "auth.two_factor",
        "x",
      ]);
    });
  });
});
