import { expect } from "chai";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

const LIGHT = "00112233445566778899aabbccddeeff.png";
const DARK = "ffeeddccbbaa99887766554433221100.png";

describe("The branding on pages", () => {
  const world = useWorld();
  const brand = (values: Record<string, string>) =>
    world.services.settings.write(
      Object.fromEntries(Object.entries(values).map(([key, value]) => [`branding.${key}`, value])),
    );
  const ALL = {
    name: "Harbour",
    logo_light: LIGHT,
    logo_dark: DARK,
    accent: "#0b7285",
    support_email: "help@example.test",
    terms_url: "https://example.test/terms",
    privacy_url: "https://example.test/privacy",
    sign_in_text: "Accounts of the <harbour> office.",
  };

  it("is on pages for guests, for users and of errors", async () => {
    await brand(ALL);
    const { visitor } = await world.signedIn();
    const pages = [
      await world.visitor().get("/login"),
      await visitor.get("/dashboard"),
      await world.visitor().get("/nothing"),
    ];
    for (const { text } of pages) {
      expect(text).to.contain("<span>Harbour</span>").and.contain(" · Harbour</title>");
      expect(text).to.contain(`src="/branding/${LIGHT}"`).and.contain(`src="/branding/${DARK}"`);
      expect(text).to.match(/<link rel="stylesheet" href="\/branding\/[0-9a-f]{16}\/accent-0b7285\.css">/);
      expect(text).to.contain('href="mailto:help@example.test"');
      expect(text).to.contain('href="https://example.test/terms"');
      expect(text).to.contain('href="https://example.test/privacy"');
      expect(text).not.to.match(/ style="/);
    }
  });

  it("uses the only logo on both backgrounds", async () => {
    await brand({ logo_dark: DARK });
    const { text } = await world.visitor().get("/login");
    expect(text.split(`src="/branding/${DARK}"`)).to.have.length(2);
    expect(text).not.to.contain("only-light");
  });

  it("has a text on the sign-in page, which is never HTML", async () => {
    await brand({ sign_in_text: "One\nTwo <b>three</b>" });
    const { text } = await world.visitor().get("/login");
    expect(text).to.contain("One\nTwo &lt;b&gt;three&lt;/b&gt;");
  });

  it("leaves the shipped look alone when nothing is configured", async () => {
    const page = await world.visitor().get("/login");
    expect(page.text).to.contain(`<span>${PRODUCT_NAME}</span>`).and.contain("favicon.svg");
    expect(page.text).not.to.contain("brand-mark");
    expect(page.text).not.to.contain("/branding/").and.not.to.contain("brand-links");
    expect(textOf(page)).not.to.contain("Support:");
  });

  it("takes the application name while it has no name of its own", async () => {
    await world.services.settings.write({ "general.app_name": "Office" });
    expect((await world.visitor().get("/login")).text)
      .to.contain("<span>Office</span>")
      .and.match(/brand-mark" aria-hidden="true">O</);
  });

  it("serves the style sheet of the accent without a session, cached permanently", async () => {
    await brand({ accent: "#ffd43b" });
    const [sheet] = /\/branding\/[^"]+\.css/.exec((await world.visitor().get("/login")).text)!;
    const answer = await world.visitor().get(sheet);
    expect(answer.status).to.equal(200);
    expect(answer.headers).to.include({
      "content-type": "text/css; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(answer.headers).not.to.have.property("set-cookie");
    expect(answer.text).to.match(
      /^\.btn-primary, \.brand-mark \{\n {2}--tblr-primary: light-dark\(#[0-9a-f]{6}, #ffd43b\);/,
    );
    expect(answer.text).not.to.contain("link"); // only buttons
    const again = await world.visitor().get(sheet, { "If-None-Match": answer.headers["etag"]! });
    expect(again.status).to.equal(304);
  });

  it("serves nothing else below its path", async () => {
    const version = /\/branding\/([0-9a-f]{16})/;
    await brand({ accent: "#ffd43b" });
    const [, current] = version.exec((await world.visitor().get("/login")).text)!;
    for (const path of [
      `/branding/${current}/accent-ffd43.css`,
      `/branding/${current}/accent-red;}.css`,
      "/branding/0000000000000000/accent-ffd43b.css",
      `/branding/${LIGHT}`,
      "/branding/..%2f..%2fapp.sqlite",
      "/branding/",
    ])
      expect((await world.visitor().get(path)).status, path).to.equal(404);
  });
});
