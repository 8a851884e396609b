import { expect } from "chai";
import { pathOf, settingsAdmin, settingsRecords } from "../../../support/app/settings.js";
import { textOf } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";
import { PRODUCT_NAME } from "../../../../src/config/product.js";

const PAGE = pathOf("general");
const BRANDING = pathOf("branding");

describe("General settings", () => {
  const world = useWorld();
  const settings = () => world.services.settings.read();

  it("are saved, confirmed, and recorded with their previous values", async () => {
    const { user, visitor } = await settingsAdmin(world);
    const change = {
      general_timezone: "Europe/Istanbul",
      general_locale: "en",
    };
    const answer = await visitor.put(PAGE, change);
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal(PAGE);
    expect(textOf(await visitor.get(PAGE))).to.contain("Settings saved.");
    expect(await settingsRecords(world)).to.deep.equal([
      {
        actor_id: user.id,
        before: { "general.timezone": "UTC" },
        after: { "general.timezone": "Europe/Istanbul" },
      },
    ]);
  });

  it("set the application name on every page immediately", async () => {
    const { visitor } = await settingsAdmin(world);
    await visitor.put(BRANDING, { general_app_name: " Harbour " });
    for (const page of [await visitor.get(PAGE), await world.visitor().get("/login")])
      expect(page.text).to.contain("· Harbour</title>").and.contain("<span>Harbour</span>");
  });

  it("set the language of visitors whose browser requests none", async () => {
    const { visitor } = await settingsAdmin(world);
    await visitor.put(PAGE, { general_locale: "tr" });
    expect((await world.visitor().get("/login")).text).to.contain('<html lang="tr"');
    expect((await world.visitor().get("/login", { "Accept-Language": "en" })).text).to.contain('lang="en"');
  });

  it("H39: show the application name as text on every page", async () => {
    const { visitor } = await settingsAdmin(world);
    for (const name of [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "</title></textarea></script><b>",
      "<%- 7*7 %>",
    ]) {
      expect((await visitor.put(BRANDING, { general_app_name: name })).status).to.equal(303);
      expect((await settings()).get("general.app_name")).to.equal(name);
      const pages = [
        await visitor.get(PAGE),
        await visitor.get("/profile"),
        await world.visitor().get("/login"),
      ];
      for (const page of [...pages, await visitor.get("/no-such-page")])
        expect(page.text).not.to.match(/<script>alert|<img src=x|<b>|· 49/);
    }
  });

  it("show the input again with a message for each field, in the reader's language", async () => {
    const { user, visitor } = await settingsAdmin(world);
    const tooLong = await visitor.put(BRANDING, { general_app_name: "x".repeat(61) });
    expect(tooLong.status).to.equal(422);
    expect(tooLong.text)
      .to.contain(`value="${"x".repeat(61)}"`)
      .and.contain('href="#general_app_name"');
    expect(textOf(tooLong)).to.contain("Name: Enter 1 to 60 characters on one line.");
    const wrong = {
      general_timezone: "Mars/Olympus",
      general_locale: "xx",
    };
    const answer = await visitor.put(PAGE, wrong);
    expect(answer.status).to.equal(422);
    expect(textOf(answer))
      .to.contain("Time zone: Choose a time zone, such as Europe/Istanbul.")
      .and.contain("Language: Choose one of: en, tr.");
    await world.services.knex("users").where({ id: user.id }).update({ locale: "tr" });
    expect(textOf(await visitor.put(PAGE, wrong))).to.contain("Dil: Şunlardan birini seçin: en, tr.");
    expect((await settings()).get("general.app_name")).to.equal(PRODUCT_NAME);
    expect(await settingsRecords(world)).to.deep.equal([]);
  });

  it("save nothing when one value is invalid", async () => {
    const { visitor } = await settingsAdmin(world);
    const answer = await visitor.put(PAGE, { general_setup_guide: "0", general_locale: "xx" });
    expect(answer.status).to.equal(422);
    expect((await settings()).get("general.setup_guide")).to.equal(true);
  });

  it("reject repeated fields", async () => {
    const { visitor } = await settingsAdmin(world);
    const answer = await visitor.put(BRANDING, { general_app_name: ["One", "Two"] });
    expect(answer.status).to.equal(303);
    expect((await settings()).get("general.app_name")).to.equal(PRODUCT_NAME);
  });
});
