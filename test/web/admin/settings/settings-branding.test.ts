import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import type { Response } from "supertest";
import { removeOrphanedLogos } from "../../../../src/domain/administration/logo-files.js";
import { MINUTE } from "../../../../src/lib/clock.js";
import { LOGO_FOLDER, ageLogos, useLogoFolder } from "../../../support/app/logos.js";
import { pathOf, settingsAdmin, settingsRecords } from "../../../support/app/settings.js";
import { textOf, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const PAGE = pathOf("branding");
const NAME = /^[0-9a-f]{32}\.png$/;

describe("The branding settings", () => {
  const world = useWorld();
  const files = useLogoFolder();
  let visitor: Visitor;
  beforeEach(async () => {
    ({ visitor } = await settingsAdmin(world));
  });

  const drawn = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 4, background: "#36c8" } })
      .webp()
      .toBuffer();
  const upload = async (bytes: Buffer, scheme = "light"): Promise<Response> => {
    await visitor.get(PAGE);
    return visitor.send((agent) =>
      agent
        .post(`${PAGE}/logos/${scheme}`)
        .field("_csrf", visitor.csrfToken)
        .attach("logo", bytes, "logo.png"),
    );
  };
  const logo = async (scheme: "light" | "dark" = "light"): Promise<string> =>
    (await world.services.settings.read()).get(`branding.logo_${scheme}`);

  it("are saved and recorded", async () => {
    const answer = await visitor.put(PAGE, {
      general_app_name: "Harbour",
      branding_accent: "#0B7285",
      branding_support_email: "help@example.test",
      branding_terms_url: "https://example.test/terms",
      branding_privacy_url: "http://example.test/privacy",
      branding_sign_in_text: "First line\r\nSecond line",
    });
    expect(answer.status).to.equal(303);
    const page = await visitor.get(PAGE);
    expect(page.text).to.contain('value="#0b7285"').and.contain("First line\nSecond line</textarea>");
    expect((await settingsRecords(world))[0]!.after).to.include({ "branding.accent": "#0b7285" });
  });

  it("preview the saved branding without JavaScript, and say how the accent is adjusted", async () => {
    const shipped = await visitor.get(PAGE);
    expect(textOf(shipped)).to.contain("Preview").and.not.contain("so that buttons can be seen");
    await world.services.settings.write({ "branding.name": "Harbour", "branding.accent": "#ffd43b" });
    const page = await visitor.get(PAGE);
    expect(page.text).to.match(/\/branding\/[0-9a-f]{16}\/preview-ffd43b\.css/);
    expect(page.text).to.match(/<span data-name>Harbour<\/span>/);
    expect(textOf(page)).to.match(/Shown as #[0-9a-f]{6}, so that buttons can be seen/);
  });

  it("have one field for the name, which replaces both names", async () => {
    await world.services.settings.write({ "branding.name": "Former" });
    const page = await visitor.get(PAGE);
    expect(page.text.match(/value="Former"/g)).to.have.length(1);
    expect((await visitor.get(pathOf("general"))).text).not.to.contain('Former"');
    await visitor.put(PAGE, { general_app_name: "Harbour" });
    for (const { text } of [await visitor.get("/profile"), await world.visitor().get("/login")])
      expect(text).to.contain(" · Harbour</title>").and.not.contain("Former");
    expect((await world.services.settings.read()).get("branding.name")).to.equal("");
  });

  it("choose the accent with a colour field, and keep the shipped colour blank", async () => {
    expect((await visitor.get(PAGE)).text).to.match(/type="color"\s+value="#066fd1"/);
    await visitor.put(PAGE, { branding_accent: "#066fd1" });
    expect((await world.services.settings.read()).get("branding.accent")).to.equal("");
    await visitor.put(PAGE, { branding_accent: "#0b7285" });
    await visitor.put(PAGE, { branding_accent: "#066FD1" });
    expect((await world.services.settings.read()).get("branding.accent")).to.equal("");
  });

  it("store a logo as PNG of at most 512 pixels in its own proportions, under a generated name", async () => {
    const answer = await upload(await drawn(2000, 500));
    expect(answer.headers["location"]).to.equal(PAGE);
    const name = await logo();
    expect(name).to.match(NAME);
    expect(files()).to.deep.equal([name]);
    const { format, width, height } = await sharp(readFileSync(join(LOGO_FOLDER, name))).metadata();
    expect({ format, width, height }).to.deep.equal({ format: "png", width: 512, height: 128 });
    expect((await settingsRecords(world))[0]!.after).to.deep.equal({ "branding.logo_light": name });
    const page = await visitor.get(PAGE);
    expect(textOf(page)).to.contain("Logo changed.");
    expect(page.text).to.contain(`src="/branding/${name}"`);
  });

  it("don't enlarge a small logo", async () => {
    await upload(await drawn(40, 20), "dark");
    const { width, height } = await sharp(readFileSync(join(LOGO_FOLDER, await logo("dark")))).metadata();
    expect([width, height]).to.deep.equal([40, 20]);
    expect(await logo("light")).to.equal("");
  });

  it("serve a logo to everyone, only as an image and cached permanently", async () => {
    await upload(await drawn(40, 20));
    const address = `/branding/${await logo()}`;
    const answer = await world.visitor().get(address);
    expect(answer.status).to.equal(200);
    expect(answer.headers).to.include({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(answer.headers).not.to.have.property("set-cookie");
  });

  it("give a new logo another address and delete the former file", async () => {
    await upload(await drawn(40, 20));
    const former = await logo();
    await upload(await drawn(40, 20));
    expect(await logo())
      .to.match(NAME)
      .and.not.equal(former);
    expect(files()).to.deep.equal([await logo()]);
    expect((await world.visitor().get(`/branding/${former}`)).status).to.equal(404);
  });

  it("remove a logo with its file", async () => {
    await upload(await drawn(40, 20), "dark");
    await visitor.get(PAGE);
    const answer = await visitor.delete(`${PAGE}/logos/dark`);
    expect(answer.headers["location"]).to.equal(PAGE);
    expect(await logo("dark")).to.equal("");
    expect(files()).to.deep.equal([]);
    expect((await visitor.delete(`${PAGE}/logos/dark`)).status).to.equal(303);
  });

  it("leave no file behind that no setting names, after a day", async () => {
    await upload(await drawn(40, 20));
    await upload(await drawn(40, 20), "dark");
    await world.services.settings.write({ "branding.logo_dark": "" });
    expect(await removeOrphanedLogos(world.services)).to.equal(0);
    ageLogos(files());
    expect(await removeOrphanedLogos(world.services)).to.equal(1);
    expect(files()).to.deep.equal([await logo()]);
  });

  it("show a rejected logo's error at its own form", async () => {
    const answer = await upload(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "dark");
    expect(answer.status).to.equal(422);
    expect(answer.text).to.contain('id="dark-logo-error"').and.not.contain('id="light-logo-error"');
    expect(textOf(answer)).to.contain("Choose a JPEG, PNG or WebP picture.");
    expect(files()).to.deep.equal([]);
  });

  it("reject a form without a file, and a scheme that doesn't exist", async () => {
    await visitor.get(PAGE);
    const empty = await visitor.send((agent) =>
      agent.post(`${PAGE}/logos/light`).field("_csrf", visitor.csrfToken).field("other", "1"),
    );
    expect(empty.status).to.equal(422);
    expect(textOf(empty)).to.contain("Choose a picture.");
    expect((await upload(await drawn(40, 20), "sepia")).status).to.equal(404);
    expect(files()).to.deep.equal([]);
  });

  it("ask for the password to change a logo when it was entered a while ago", async () => {
    const bytes = await drawn(40, 20);
    world.advance(16 * MINUTE);
    expect((await upload(bytes)).headers["location"]).to.match(/^\/user\/confirm-password/);
    expect(files()).to.deep.equal([]);
  });

  it("reject wrong values at their fields, and keep what was entered", async () => {
    const answer = await visitor.put(PAGE, {
      branding_accent: "red",
      branding_terms_url: "javascript:alert(1)",
      branding_sign_in_text: "x".repeat(501),
    });
    expect(answer.status).to.equal(422);
    for (const name of ["accent", "terms_url", "sign_in_text"])
      expect(answer.text).to.contain(`href="#branding_${name}"`);
    expect(answer.text).to.contain('value="red"');
  });

  it("can't be changed by a reader", async () => {
    ({ visitor } = await settingsAdmin(world, ["settings.read"]));
    expect((await upload(await drawn(40, 20))).status).to.equal(403);
    expect((await visitor.delete(`${PAGE}/logos/light`)).status).to.equal(403);
    expect(files()).to.deep.equal([]);
  });
});
