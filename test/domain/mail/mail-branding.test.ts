import { expect } from "chai";
import { composeNotice } from "../../../src/domain/mail/notices.js";
import { useWorld } from "../../support/app/world.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

const LOGO = "00112233445566778899aabbccddeeff.png";

describe("The branding in mails", () => {
  const world = useWorld();
  const reader = {
    id: "0196c2d4",
    email: "ada@example.test",
    first_name: "Ada",
    locale: "en",
    timezone: "UTC",
  };
  const compose = async (values: Record<string, string> = {}) => {
    await world.services.settings.write(values);
    const settings = await world.services.settings.read();
    const url = `${world.services.config.env.APP_URL.origin}/reset-password/x`;
    return composeNotice(world.services, settings, reader, { kind: "reset_password", url });
  };

  it("is the name, the logo, the accent of the button and the support address", async () => {
    const mail = await compose({
      "branding.name": "Harbour",
      "branding.logo_light": LOGO,
      "branding.accent": "#ffd43b",
      "branding.support_email": "help@example.test",
    });
    expect(mail.subject).to.contain("Harbour");
    expect(mail.text).to.contain("Harbour: http").and.contain("Questions? Write to help@example.test");
    const { origin } = world.services.config.env.APP_URL;
    expect(mail.html).to.contain(`src="${origin}/branding/${LOGO}"`);
    expect(mail.html).to.contain("Questions? Write to help@example.test");
    expect(mail.html)
      .to.match(/bgcolor="#[0-9a-f]{6}"/)
      .and.not.contain("#0b5ed7");
  });

  it("is the shipped look when nothing is configured", async () => {
    const mail = await compose();
    expect(mail.text).to.contain(`${PRODUCT_NAME}: http`).and.not.contain("Questions?");
    expect(mail.html).to.contain('bgcolor="#0b5ed7"').and.not.contain("<img");
  });
});
