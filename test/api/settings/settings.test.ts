import { expect } from "chai";
import { isSecret, isUploaded, SETTING_KEYS } from "../../../src/domain/settings/settings-table.js";
import { shippedDocument } from "../../../src/contract/document.js";
import { confirmationIn, pathOf, settingsAdmin, settingsRecords } from "../../support/app/settings.js";
import type { ApiClient } from "../../support/app/client.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

type Values = Record<string, unknown>;

describe("The operations of the settings", () => {
  const world = useWorld();
  let api: ApiClient;
  beforeEach(async () => {
    api = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
  });
  const read = async (): Promise<Values> => (await api.get("/settings").expect(200)).body.data as Values;
  const change = async (values: Values): Promise<Values> =>
    (await api.patch("/settings", values).expect(200)).body.data as Values;
  const problems = async (values: Values): Promise<Record<string, string[]>> =>
    (
      (await api.patch("/settings", values).expect(422)).body as {
        data: { errors: Record<string, string[]> };
      }
    ).data.errors;
  const secret = (): Promise<string> => world.services.settings.readSecret("mail.password");

  it("have a field for every setting, and only a flag for a secret; files are uploaded", async () => {
    const keys = SETTING_KEYS;
    const shown = await read();
    expect(Object.keys(shown)).to.have.members(keys.map((key) => (isSecret(key) ? `${key}_is_set` : key)));
    const { properties } = shippedDocument().components["schemas"]!["UpdateSettingsRequest"] as {
      properties: object;
    };
    const typed = keys.filter((key) => !isUploaded(key));
    expect(Object.keys(properties)).to.have.members([...typed, "remove", "confirm"]);
    const settings = await world.services.settings.read();
    for (const key of keys)
      expect(shown[isSecret(key) ? `${key}_is_set` : key], key).to.equal(
        isSecret(key) ? settings.isSet(key) : settings.text(key),
      );
  });

  it("change what is sent and leave the rest alone", async () => {
    const before = await read();
    const sent = { "general.app_name": " Harbour ", "auth.password_min_length": "012", "mail.host": null };
    const changed = { "general.app_name": "Harbour", "auth.password_min_length": "12" };
    expect(await change(sent)).to.deep.equal({ ...before, ...changed });
    expect(await read()).to.deep.equal({ ...before, ...changed });
    expect(await change({})).to.deep.equal({ ...before, ...changed });
    expect(await settingsRecords(world)).to.have.length(1);
  });

  it("limit personal access tokens to their scopes, or not, from the next request on", async () => {
    const admin = await world.make.user({ role: "system_admin" });
    const token = await world.make.token(admin, { scopes: ["users.read"], selected: true });
    const asked = async (): Promise<number> => (await world.api.as(token).get("/roles")).status;
    const set = (value: string) =>
      change({ "oauth.enforce_scopes": value, confirm: ["oauth.enforce_scopes"] });
    expect(await asked()).to.equal(200);
    await set("1");
    expect(await asked()).to.equal(403);
    await set("0");
    expect(await asked()).to.equal(200);
  });

  it("keep a stored secret when it is blank, null or absent, and never return it", async () => {
    const stored = { "mail.username": "mailer", "mail.password": "hunter two" };
    const { text } = await api.patch("/settings", stored).expect(200);
    expect(text).not.to.include("hunter");
    expect(await secret()).to.equal("hunter two");
    for (const blank of ["", null]) await change({ "mail.password": blank, "mail.username": "other" });
    expect(await secret()).to.equal("hunter two");
    expect(await read())
      .to.include({ "mail.password_is_set": true })
      .and.not.have.property("mail.password");
    expect((await settingsRecords(world))[0]!.after).to.deep.equal({
      "mail.username": "mailer",
      "mail.password": "set",
    });
  });

  it("remove a secret when it is confirmed", async () => {
    await change({ "captcha.secret_key": "the-secret" });
    const remove = ["captcha.secret_key"];
    expect(await problems({ remove })).to.have.all.keys("confirm.captcha.secret_key");
    expect(await change({ remove, confirm: remove })).to.include({ "captcha.secret_key_is_set": false });
  });

  it("don't send a stored secret to another server", async () => {
    await change({ "mail.host": "smtp.example.test", "mail.password": "hunter two" });
    expect(await problems({ "mail.host": "evil.example.test" })).to.have.all.keys("mail.password");
    expect(await read()).to.include({ "mail.host": "smtp.example.test" });
  });

  it("ask for a confirmation of each warning before they change anything", async () => {
    const weaker = { "auth.login_throttle": "0", "auth.two_factor": "0", "general.app_name": "Harbour" };
    const before = await read();
    expect(await problems(weaker)).to.deep.equal({
      "confirm.auth.two_factor": (await problems({ "auth.two_factor": "0" }))["confirm.auth.two_factor"],
      "confirm.auth.login_throttle": ["Attackers can try three times as many passwords per minute."],
    });
    expect(await problems({ ...weaker, confirm: ["auth.two_factor"] })).to.include.keys(
      "confirm.auth.login_throttle",
    );
    expect(await read()).to.deep.equal(before);
    const confirm = ["auth.two_factor", "auth.login_throttle", "auth.registration"];
    expect(await change({ ...weaker, confirm })).to.include(weaker);
  });

  it("name the setting of every invalid value", async () => {
    const invalid = {
      "general.timezone": "Mars/Olympus",
      "general.locale": "xx",
      "mail.host": "not a host",
      "mail.from_address": "x",
      "auth.password_min_length": "7",
    };
    expect(await problems(invalid)).to.have.all.keys(...Object.keys(invalid));
    expect(await problems({ "auth.registration": "yes" })).to.have.all.keys("auth.registration");
    expect(await problems({ "auth.secret": "1" })).to.have.all.keys("auth.secret");
    expect(await problems({ "captcha.enabled": "1", confirm: ["captcha.enabled"] })).to.have.all.keys(
      "captcha.enabled",
    );
    expect(await problems({ remove: ["mail.host"] })).to.have.all.keys("remove.0");
    expect(await settingsRecords(world)).to.deep.equal([]);
  });

  it("take effect on the next request", async () => {
    await change({ "auth.registration": "0" });
    expect((await world.api.post("/auth/register", REGISTRATION).expect(403)).body.data.code).to.equal(
      "registration_disabled",
    );
  });

  it("warn and record like the screen", async () => {
    const { user, visitor } = await settingsAdmin(world);
    const asUser = world.api.as(await world.make.token(user));
    const form = { auth_two_factor: "0", auth_password_expiry_days: "0" };
    const body = { "auth.two_factor": "0", "auth.password_expiry_days": "0" };
    const reset = () =>
      world.services.settings.write({ "auth.two_factor": "1", "auth.password_expiry_days": "30" });
    await reset();
    const asked = await visitor.put(pathOf("security"), form);
    const warned = await asUser.patch("/settings", body).expect(422);
    const sentences = Object.values(
      (warned.body as { data: { errors: Record<string, string[]> } }).data.errors,
    );
    expect(sentences).to.have.length(2);
    for (const [sentence] of sentences) expect(textOf(asked)).to.contain(sentence);
    await visitor.put(pathOf("security"), { _confirmed: confirmationIn(asked.text) });
    await reset();
    await asUser.patch("/settings", { ...body, confirm: Object.keys(body) }).expect(200);
    const [screen, operation, ...others] = await settingsRecords(world);
    expect(others).to.deep.equal([]);
    expect(operation).to.deep.equal(screen);
  });
});

const REGISTRATION = {
  first_name: "Grace",
  last_name: "Hopper",
  email: "grace@example.test",
  password: "correct-horse-battery",
  password_confirmation: "correct-horse-battery",
};

describe("A setting that the operator's file sets", () => {
  const world = useWorld({}, { oauth: { enforce_scopes: true } });
  const SETTING = "oauth.enforce_scopes";
  const page = "/admin/settings/security";
  const administrator = () => world.make.userWithToken({ role: "system_admin" });

  it("is shown with that value, also over a stored one, without a field to change it", async () => {
    await world.services.knex("settings").where({ key: SETTING }).update({ value: "0" });
    const { user, token } = await administrator();
    const { body } = await world.api.as(token).get("/settings").expect(200);
    expect((body.data as Values)[SETTING]).to.equal("1");
    const { visitor } = await world.signedIn(user);
    const shown = await visitor.get(page);
    expect(textOf(shown)).to.contain(
      "Set in the configuration of the server, and can only be changed there.",
    );
    expect(shown.text).not.to.contain('name="oauth_enforce_scopes"');
  });

  it("accepts its own value and rejects another, on the API and in a form", async () => {
    const { user, token } = await administrator();
    const api = world.api.as(token);
    await api.patch("/settings", { [SETTING]: "1" }).expect(200);
    const { body } = await api.patch("/settings", { [SETTING]: "0", confirm: [SETTING] }).expect(422);
    const message = `The configuration of the server sets ${SETTING}. Change it there.`;
    expect((body.data as { errors: object }).errors).to.deep.equal({ [SETTING]: [message] });
    const { visitor } = await world.signedIn(user);
    await visitor.get(page);
    const answer = await visitor.submit(page, { _method: "PUT", oauth_enforce_scopes: "0" });
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain(message);
  });
});
