import { expect } from "chai";
import { useVerifier } from "../../../support/app/captcha-verifier.js";
import { confirmationIn, pathOf, settingsAdmin, settingsRecords } from "../../../support/app/settings.js";
import { textOf, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const PAGE = pathOf("captcha");
const KEYS = { captcha_site_key: "the-site-key", captcha_secret_key: "the-secret-key" };

describe("CAPTCHA settings", () => {
  const { verifier, captcha } = useVerifier();
  const world = useWorld({}, { captcha });

  const admin = async (): Promise<Visitor> => (await settingsAdmin(world)).visitor;
  const withKeys = async (): Promise<Visitor> => {
    const visitor = await admin();
    expect((await visitor.put(PAGE, KEYS)).status).to.equal(303);
    return visitor;
  };
  const isOn = async (): Promise<boolean> => (await world.services.settings.read()).get("captcha.enabled");

  it("store the secret key encrypted and never show it", async () => {
    const visitor = await withKeys();
    const page = await visitor.get(PAGE);
    expect(page.text).to.contain('value="the-site-key"').and.not.contain("the-secret-key");
    expect(textOf(page)).to.contain("Already set. Leave blank to keep it.");
    expect(JSON.stringify(await world.services.knex("settings"))).not.to.contain("the-secret-key");
    expect((await settingsRecords(world))[0]!.after).to.deep.equal({
      "captcha.site_key": "the-site-key",
      "captcha.secret_key": "set",
    });
    await visitor.put(PAGE, { captcha_secret_key: "", captcha_site_key: "another" });
    expect(await world.services.settings.readSecret("captcha.secret_key")).to.equal("the-secret-key");
  });

  it("are turned on and off after a warning, immediately for all users", async () => {
    const visitor = await withKeys();
    const asked = await visitor.put(PAGE, { captcha_enabled: ["0", "1"] });
    expect(textOf(asked)).to.contain(
      "If the keys are wrong, nobody can sign in any more, including you. Test the captcha first.",
    );
    expect(await isOn()).to.equal(false);
    await visitor.put(PAGE, { _confirmed: confirmationIn(asked.text) });
    expect((await world.visitor().get("/login")).text).to.contain('data-sitekey="the-site-key"');
    const back = await visitor.put(PAGE, { captcha_enabled: "0" });
    expect(textOf(back)).to.contain("Bots can use the forms for sign-in, registration and password reset.");
    await visitor.put(PAGE, { _confirmed: confirmationIn(back.text) });
    expect((await world.visitor().get("/login")).text).not.to.contain("data-sitekey");
  });

  it("carry a new secret key through the confirmation without showing it", async () => {
    const visitor = await admin();
    const asked = await visitor.put(PAGE, { ...KEYS, captcha_enabled: ["0", "1"] });
    expect(asked.status).to.equal(422);
    const sealed = confirmationIn(asked.text);
    for (const text of [asked.text, Buffer.from(sealed.split(":")[1]!, "base64").toString("latin1")])
      expect(text).not.to.contain("the-secret");
    expect((await world.services.settings.read()).isSet("captcha.secret_key")).to.equal(false);
    await visitor.put(PAGE, { _confirmed: sealed });
    expect(await world.services.settings.readSecret("captcha.secret_key")).to.equal("the-secret-key");
  });

  it("delete the secret key on request and confirmation, while the CAPTCHA is off", async () => {
    const visitor = await withKeys();
    const asked = await visitor.put(PAGE, { captcha_secret_key_remove: "1" });
    expect(textOf(asked)).to.contain("The stored secret key is deleted.");
    await visitor.put(PAGE, { _confirmed: confirmationIn(asked.text) });
    expect((await world.services.settings.read()).isSet("captcha.secret_key")).to.equal(false);
    expect((await settingsRecords(world))[1]).to.deep.include({
      before: { "captcha.secret_key": "set" },
      after: { "captcha.secret_key": "removed" },
    });
  });

  describe("are tested before they are turned on", () => {
    const TEST = `${PAGE}/test`;

    it("only on this page, with its policy, and on request", async () => {
      const visitor = await withKeys();
      const plain = await visitor.get(PAGE);
      expect(plain.text).to.contain(`href="${PAGE}?try=1#try"`).and.not.contain("cloudflare.com");
      expect(plain.headers["content-security-policy"]).not.to.contain("cloudflare");
      const trial = await visitor.get(`${PAGE}?try=1`);
      expect(trial.text).to.contain('data-sitekey="the-site-key"').and.not.contain("the-secret-key");
      expect(trial.headers["content-security-policy"]).to.match(
        /script-src 'self' https:\/\/challenges\.cloudflare\.com;/,
      );
      expect(await isOn()).to.equal(false);
    });

    it("with the saved provider", async () => {
      const visitor = await withKeys();
      await visitor.put(PAGE, { ...KEYS, captcha_provider: "hcaptcha" });
      const trial = await visitor.get(`${PAGE}?try=1`);
      expect(trial.text).to.contain("https://js.hcaptcha.com/1/api.js").and.contain('class="h-captcha"');
      await visitor.submit(TEST, { "h-captcha-response": "solved" });
      expect(verifier.asked).to.have.length(1);
      expect(verifier.asked[0]).to.include({
        response: "solved",
        secret: "the-secret-key",
        sitekey: "the-site-key",
      });
    });

    it("successfully", async () => {
      const visitor = await withKeys();
      const answer = await visitor.submit(TEST, { captcha_response: "solved" });
      expect(answer.headers["location"]).to.equal(PAGE);
      expect(textOf(await visitor.get(PAGE))).to.contain("The captcha works with the saved keys.");
      expect(await isOn()).to.equal(false);
    });

    for (const [what, answer, response, sentence] of [
      [
        "the CAPTCHA wasn't solved",
        null,
        "",
        "The widget gave no answer. If it shows an error, check the site key and its list of domains.",
      ],
      [
        "the response is rejected",
        { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' },
        "spent",
        "The provider rejected the answer. Try again.",
      ],
      [
        "the secret key is wrong",
        { status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' },
        "solved",
        "The provider rejected the secret key, or it doesn't belong to this site key.",
      ],
      [
        "the keys don't match",
        { status: 200, body: '{"success":false,"error-codes":["sitekey-secret-mismatch"]}' },
        "solved",
        "The provider rejected the secret key, or it doesn't belong to this site key.",
      ],
      [
        "the provider's response can't be parsed",
        { status: 200, body: '{"success":false,"error-codes":{"secret":1}}' },
        "solved",
        "The provider rejected the answer. Try again.",
      ],
      [
        "the provider fails",
        { status: 500, body: "the-secret-key" },
        "solved",
        "The provider can't be reached from this server. The log has the details.",
      ],
      [
        "the provider closes the connection",
        "hang up",
        "solved",
        "The provider can't be reached from this server. The log has the details.",
      ],
    ] as const)
      it(`with an error when ${what}, with the widget again and no secret`, async () => {
        const visitor = await withKeys();
        if (answer) verifier.answer = answer;
        const page = await visitor.submit(TEST, { captcha_response: response });
        expect(page.status).to.equal(422);
        expect(textOf(page)).to.contain(sentence);
        expect(page.text).to.contain('data-sitekey="the-site-key"').and.not.contain("the-secret-key");
        expect(page.headers["content-security-policy"]).to.contain("cloudflare");
        expect(JSON.stringify(world.logs)).not.to.contain("the-secret-key");
      });

    it("only with keys", async () => {
      const visitor = await admin();
      expect(textOf(await visitor.get(`${PAGE}?try=1`))).to.contain("Save both keys first.");
      const answer = await visitor.submit(TEST, { captcha_response: "solved" });
      expect(answer.status).to.equal(422);
      expect(verifier.asked).to.deep.equal([]);
    });

    it("only with the permission, and six times a minute at most", async () => {
      const visitor = await withKeys();
      world.freezeTime();
      const reader = (await settingsAdmin(world, ["settings.read"])).visitor;
      expect((await reader.submit(TEST, { captcha_response: "x" })).status).to.equal(403);
      expect((await reader.get(`${PAGE}?try=1`)).text).not.to.contain("data-sitekey");
      for (let n = 0; n < 6; n++) await visitor.submit(TEST, { captcha_response: "x" });
      expect((await visitor.submit(TEST, { captcha_response: "x" })).status).to.equal(429);
      expect(verifier.asked).to.have.length(6);
    });
  });

  describe("reject", () => {
    it("turning it on without both keys, because sign-in would be impossible", async () => {
      const visitor = await admin();
      const answer = await visitor.put(PAGE, { captcha_enabled: ["0", "1"], captcha_site_key: "x" });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(
        "Use the verification check: Enter both the site key and the secret key.",
      );
      expect(answer.text).to.match(/id="captcha_enabled"[^>]* checked/);
      expect(await isOn()).to.equal(false);
    });

    it("deleting a key while it is on", async () => {
      const visitor = await withKeys();
      await world.services.settings.write({ "captcha.enabled": "1" });
      for (const change of [{ captcha_site_key: "" }, { captcha_secret_key_remove: "1" }])
        expect((await visitor.put(PAGE, change)).status).to.equal(422);
      expect((await world.services.settings.read()).isSet("captcha.secret_key")).to.equal(true);
    });

    it("sending the stored secret key to another provider", async () => {
      const visitor = await withKeys();
      const answer = await visitor.put(PAGE, { captcha_provider: "recaptcha" });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(
        "The stored value belongs to the previous server, encryption or provider. Enter it again, or remove it.",
      );
      expect((await world.services.settings.read()).get("captcha.provider")).to.equal("turnstile");
    });

    it("invalid keys and an unknown provider", async () => {
      const visitor = await admin();
      const answer = await visitor.put(PAGE, {
        captcha_provider: "nobody",
        captcha_site_key: "two words",
        captcha_secret_key: "secret words",
      });
      expect(answer.status).to.equal(422);
      expect(textOf(answer))
        .to.contain("Service: Choose one of: turnstile, hcaptcha, recaptcha.")
        .and.contain("Site key: Enter at most 255 characters without spaces.")
        .and.contain("Secret key: Enter at most 255 characters without spaces.");
      expect(answer.text).to.contain('value="two words"').and.not.contain("secret words");
    });
  });
});
