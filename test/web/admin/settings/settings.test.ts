import { expect } from "chai";
import { createApp } from "../../../../src/app.js";
import { changeSettings } from "../../../../src/domain/administration/settings-changes.js";
import {
  isUploaded,
  SETTING_KEYS,
  settingOf,
  type SettingKey,
} from "../../../../src/domain/settings/settings-table.js";
import { ActionForbidden } from "../../../../src/lib/failures.js";
import { HOUR, MINUTE } from "../../../../src/lib/clock.js";
import { AREAS, fieldNameOf, keysOf } from "../../../../src/web/screens/admin/settings/settings-areas.js";
import { PASSWORD } from "../../../support/app/factories.js";
import {
  AREA_NAMES,
  confirmationIn,
  formOf,
  pathOf,
  settingsAdmin,
  settingsRecords,
} from "../../../support/app/settings.js";
import { textOf, Visitor, type Fields } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";
import { signedInCaller } from "../../../support/app/caller.js";
import { PRODUCT_NAME } from "../../../../src/config/product.js";

/** Values that no rule derives; saving none of them requires a confirmation. */
const CHOSEN: Partial<Record<SettingKey, string>> = {
  "general.app_name": "Harbour",
  "general.timezone": "Europe/Istanbul",
  "general.locale": "tr",
  "organisations.create": "nobody",
  "auth.two_factor_required": "administrators",
  "auth.two_factor_grace_days": "30",
  "auth.password_min_length": "12",
  "auth.password_blocklist": "1",
  "auth.password_expiry_days": "365",
  "auth.password_confirm_minutes": "20",
  "oauth.client_id_documents": "domains",
  "oauth.client_id_document_domains": "agent.example.test",
  "mail.host": "smtp.example.test",
  "mail.port": "2525",
  "mail.encryption": "tls",
  "mail.username": "mailer",
  "mail.password": "the-mail-password",
  "mail.from_address": "harbour@example.test",
  "mail.from_name": "Harbour office",
  "branding.name": "Harbour accounts",
  "branding.logo_light": "00112233445566778899aabbccddeeff.png",
  "branding.logo_dark": "ffeeddccbbaa99887766554433221100.png",
  "branding.accent": "#0b7285",
  "branding.support_email": "help@example.test",
  "branding.terms_url": "https://example.test/terms",
  "branding.privacy_url": "https://example.test/privacy",
  "branding.sign_in_text": "Accounts of the harbour office.",
  "captcha.provider": "hcaptcha",
  "captcha.site_key": "the-site-key",
  "captcha.secret_key": "the-secret-key",
};

/** A value other than the default: a switch is turned over, anything else is chosen. */
const otherValueOf = (key: SettingKey): string =>
  CHOSEN[key] ?? ({ "0": "1", "1": "0" } as Record<string, string>)[settingOf(key).fallback]!;
const OTHER = Object.fromEntries(SETTING_KEYS.map((key) => [key, otherValueOf(key)])) as Record<
  SettingKey,
  string
>;

describe("The settings pages", () => {
  const world = useWorld();
  const stored = () => world.services.knex("settings").orderBy("key").select("key", "value");
  const SECRETS = /the-mail-password|the-secret-key/;

  /** Signs in before anything is changed, because the settings put a CAPTCHA on the form. */
  async function withOtherValues() {
    const made = await settingsAdmin(world);
    await world.services.knex("users").update({ email_verified_at: 1 });
    await world.services.settings.write(OTHER);
    return made;
  }

  it("start with the general settings", async () => {
    const { visitor } = await settingsAdmin(world);
    const answer = await visitor.get("/admin/settings");
    expect(answer.status).to.equal(302);
    expect(answer.headers["location"]).to.equal("/admin/settings/general");
    const page = await visitor.get("/admin/settings/general");
    for (const name of AREA_NAMES) expect(page.text).to.contain(`href="${pathOf(name)}"`);
    expect(page.text).to.match(/href="\/admin\/settings\/general" aria-current="page"/);
  });

  it("contain every setting on exactly one page, under its own name; files have uploads", () => {
    const shown = Object.values(AREAS).flatMap((area) => keysOf(area));
    // the field of general.app_name is the one for both names
    const typed = SETTING_KEYS.filter((key) => !isUploaded(key) && key !== "branding.name");
    expect([...shown].sort()).to.deep.equal(typed.sort());
    expect(new Set(shown.map(fieldNameOf)).size).to.equal(shown.length);
  });

  for (const name of AREA_NAMES)
    describe(name, () => {
      const keys = keysOf(AREAS[name]);

      it("changes nothing when the form is submitted unchanged", async () => {
        const { visitor } = await withOtherValues();
        const before = await stored();
        const page = await visitor.get(pathOf(name));
        expect(page.text).not.to.match(SECRETS);
        const answer = await visitor.submit(pathOf(name), formOf(page.text));
        expect(answer.status).to.equal(303);
        expect(await stored()).to.deep.equal(before);
        expect(await settingsRecords(world)).to.deep.equal([]);
        expect(textOf(await visitor.get(pathOf(name)))).to.match(/Nothing has changed|Hiçbir şey değişmedi/);
      });

      it("doesn't change settings that the form omits, one by one and all together", async () => {
        const { visitor } = await withOtherValues();
        const before = await stored();
        const whole = formOf((await visitor.get(pathOf(name))).text);
        const forms = [{}, ...keys.map((key) => ({ ...whole, [fieldNameOf(key)]: [] }))];
        for (const form of forms) {
          expect((await visitor.put(pathOf(name), form)).status).to.equal(303);
          expect(await stored()).to.deep.equal(before);
        }
      });

      it("ignores settings of other pages and unknown names", async () => {
        const { visitor } = await settingsAdmin(world);
        const before = await stored();
        const foreign: Fields = { "auth.nothing": "1", __proto__x: "1" };
        for (const [key, value] of Object.entries(OTHER))
          if (!keys.includes(key as SettingKey))
            Object.assign(foreign, { [key]: value, [fieldNameOf(key as SettingKey)]: value });
        expect((await visitor.put(pathOf(name), foreign)).status).to.equal(303);
        expect(await stored()).to.deep.equal(before);
      });

      it("M12: ignores object properties as names", async () => {
        const { visitor } = await settingsAdmin(world);
        const before = await stored();
        await visitor.get(pathOf(name));
        for (const field of [
          "__proto__",
          "__proto__[auth_registration]",
          "constructor[prototype][polluted]",
          "constructor",
          "auth[registration]",
          `${fieldNameOf(keys[0]!)}[]`,
          `${fieldNameOf(keys[0]!)}[__proto__]`,
        ])
          expect((await visitor.put(pathOf(name), { [field]: "0" })).status, field).to.be.below(500);
        expect(({} as Record<string, unknown>)["polluted"]).to.equal(undefined);
        expect(await stored()).to.deep.equal(before);
      });

      it("is readable with the read permission: every value as text, no secret, no form", async () => {
        const reader = await signedInReader();
        await world.services.settings.write(OTHER);
        const page = await reader.get(pathOf(name));
        expect(page.status).to.equal(200);
        expect(page.text)
          .not.to.match(SECRETS)
          .and.not.contain(`action="${pathOf(name)}`)
          .and.not.contain('type="checkbox"');
        for (const key of keys) {
          const shown = { "mail.password": "Set", "captcha.secret_key": "Set" }[key as string];
          const value = shown ?? OTHER[key];
          if (!/^[01]$|^(tr|tls|hcaptcha|administrators|nobody|Europe)/.test(value))
            expect(textOf(page), key).to.contain(value);
        }
      });

      it("returns 403 without the read permission, and to changes without the update permission", async () => {
        const before = await stored();
        const nobody = (await settingsAdmin(world, [])).visitor;
        expect((await nobody.get(pathOf(name))).status).to.equal(403);
        const only = (await settingsAdmin(world, ["settings.update"])).visitor;
        const reader = (await settingsAdmin(world, ["settings.read"])).visitor;
        for (const visitor of [nobody, only, reader]) {
          const change = { [fieldNameOf(keys[0]!)]: OTHER[keys[0]!] };
          const answer = await visitor.put(pathOf(name), change);
          expect(answer.status).to.equal(403);
        }
        expect(await stored()).to.deep.equal(before);
      });

      it("rejects a form without a CSRF token, and redirects guests to the sign-in page", async () => {
        const { visitor } = await settingsAdmin(world);
        const answer = await visitor.put(pathOf(name), { _csrf: "forged" });
        expect(answer.status).to.equal(419);
        const guest = world.visitor();
        expect((await guest.get(pathOf(name))).headers["location"]).to.match(/^\/login/);
      });
    });

  async function signedInReader(): Promise<Visitor> {
    const { user, visitor } = await settingsAdmin(world, ["settings.read"]);
    await world.services.knex("users").where({ id: user.id }).update({ locale: "en" });
    return visitor;
  }

  it("ask for the password when it wasn't confirmed recently, and keep the input", async () => {
    const { visitor } = await settingsAdmin(world);
    world.advance(16 * MINUTE);
    const change = { general_app_name: "Harbour" };
    expect((await visitor.put(pathOf("branding"), change)).headers["location"]).to.match(
      /^\/user\/confirm-password/,
    );
    const page = await visitor.get(pathOf("branding"));
    expect(textOf(page)).to.contain("Enter your password again to continue.");
    const wrong = await visitor.put(pathOf("branding"), { ...change, current_password: "wrong" });
    expect(wrong.status).to.equal(422);
    expect(wrong.text).to.contain('value="Harbour"');
    expect((await world.services.settings.read()).get("general.app_name")).to.equal(PRODUCT_NAME);
    const right = await visitor.put(pathOf("branding"), { ...change, current_password: PASSWORD });
    expect(right.status).to.equal(303);
    expect((await world.services.settings.read()).get("general.app_name")).to.equal("Harbour");
  });

  it("take effect in the next request of every process", async () => {
    const { visitor } = await settingsAdmin(world);
    const other = await createApp(world.services);
    try {
      const elsewhere = new Visitor(other.listener);
      expect((await elsewhere.get("/register")).status).to.equal(200);
      await visitor.put(pathOf("security"), { auth_registration: "0" });
      await visitor.put(pathOf("branding"), { general_app_name: "Harbour" });
      expect((await elsewhere.get("/register")).status).to.equal(403);
      expect((await elsewhere.get("/login")).text).to.contain("· Harbour</title>");
    } finally {
      other.close();
    }
  });

  it("record concurrent changes of two administrators correctly", async () => {
    const [one, two] = [await settingsAdmin(world), await settingsAdmin(world)];
    const [page, other] = [
      await one.visitor.get(pathOf("branding")),
      await two.visitor.get(pathOf("branding")),
    ];
    await one.visitor.submit(pathOf("branding"), { ...formOf(page.text), general_app_name: "One" });
    // the second page shows the name that the first one replaced
    await two.visitor.submit(pathOf("branding"), { ...formOf(other.text), general_app_name: "Two" });
    const name = "general.app_name";
    expect(await settingsRecords(world)).to.deep.equal([
      { actor_id: one.user.id, before: { [name]: PRODUCT_NAME }, after: { [name]: "One" } },
      { actor_id: two.user.id, before: { [name]: "One" }, after: { [name]: "Two" } },
    ]);
  });

  it("can't be changed by a user who has since lost the permission, the session or the account", async () => {
    const { services } = world;
    const endings: ((user: { id: string }) => Promise<unknown>)[] = [
      ({ id }) => world.make.withoutRoles({ id }),
      ({ id }) => services.knex("sessions").where({ user_id: id }).del(),
      ({ id }) => services.knex("users").where({ id }).update({ status: "banned" }),
    ];
    for (const end of endings) {
      const { user } = await settingsAdmin(world);
      const call = await signedInCaller(services, user);
      await end(user);
      const values = { "general.app_name": "Mine" };
      const error: unknown = await changeSettings(call, { values }).catch((e: unknown) => e);
      expect(error).to.be.instanceOf(ActionForbidden);
    }
    expect((await services.settings.read()).get("general.app_name")).to.equal(PRODUCT_NAME);
    expect(await settingsRecords(world)).to.deep.equal([]);
  });

  describe("ask for confirmation before a less secure change", () => {
    const weaken = { auth_two_factor: "0", auth_password_confirm_minutes: "30" };

    it("and save exactly that change on confirmation", async () => {
      const { user, visitor } = await settingsAdmin(world);
      const before = await stored();
      const asked = await visitor.put(pathOf("security"), weaken);
      expect(asked.status).to.equal(422);
      expect(textOf(asked))
        .to.contain("Nothing has been saved yet.")
        .and.contain("Only a password protects each account, including accounts with a second factor.")
        .and.contain("possible for 30 minutes instead of 15");
      expect(formOf(asked.text)).to.include({ auth_two_factor: "0", auth_password_confirm_minutes: "30" });
      expect(await stored()).to.deep.equal(before);
      const saved = await visitor.put(pathOf("security"), {
        _confirmed: confirmationIn(asked.text),
        auth_registration: "0", // additional fields are ignored
      });
      expect(saved.status).to.equal(303);
      expect(await settingsRecords(world)).to.deep.equal([
        {
          actor_id: user.id,
          before: { "auth.two_factor": true, "auth.password_confirm_minutes": 15 },
          after: { "auth.two_factor": false, "auth.password_confirm_minutes": 30 },
        },
      ]);
    });

    it("again when the form is submitted again, but not when it is no longer less secure", async () => {
      const { visitor } = await settingsAdmin(world);
      const asked = await visitor.put(pathOf("security"), weaken);
      const form = formOf(asked.text);
      expect((await visitor.submit(pathOf("security"), form)).status).to.equal(422);
      const mended = { ...form, auth_two_factor: ["0", "1"], auth_password_confirm_minutes: "10" };
      expect((await visitor.submit(pathOf("security"), mended)).status).to.equal(303);
      const settings = await world.services.settings.read();
      expect(settings.get("auth.two_factor")).to.equal(true);
      expect(settings.get("auth.password_confirm_minutes")).to.equal(10);
    });

    it("again when the change has a different effect by then", async () => {
      const { visitor } = await settingsAdmin(world);
      await world.services.settings.write({ "auth.password_min_length": "12" });
      const asked = await visitor.put(pathOf("security"), { auth_password_min_length: "10" });
      await world.services.settings.write({ "auth.password_min_length": "16" });
      const again = await visitor.put(pathOf("security"), { _confirmed: confirmationIn(asked.text) });
      expect(again.status).to.equal(422);
      expect(textOf(again)).to.contain("10 instead of 16 characters");
      expect((await world.services.settings.read()).get("auth.password_min_length")).to.equal(16);
      const saved = await visitor.put(pathOf("security"), { _confirmed: confirmationIn(again.text) });
      expect(saved.status).to.equal(303);
    });

    it("and reject a confirmation of another administrator or page, an altered one, and one older than an hour", async () => {
      const { visitor } = await settingsAdmin(world);
      const other = (await settingsAdmin(world)).visitor;
      world.freezeTime();
      const before = await stored();
      const sealed = confirmationIn((await visitor.put(pathOf("security"), weaken)).text);
      const tries: [Visitor, "security" | "general", string][] = [
        [other, "security", sealed],
        [visitor, "general", sealed],
        [visitor, "security", sealed.replace(/.{4}$/, "AAAA")],
        [visitor, "security", ""],
        [visitor, "security", "1"],
      ];
      for (const [who, area, _confirmed] of tries) {
        const answer = await who.put(pathOf(area), { _confirmed });
        expect(answer.status).to.equal(303);
        expect(textOf(await who.get(pathOf(area)))).to.contain("nothing was saved");
      }
      world.advance(HOUR);
      await visitor.put(pathOf("security"), { _confirmed: sealed, current_password: PASSWORD });
      expect(await stored()).to.deep.equal(before);
    });
  });
});
