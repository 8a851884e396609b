import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Response } from "supertest";
import { ConfigurationError, readEnvironment } from "../../../src/config/env.js";
import { readStarterKit } from "../../../src/config/starter-kit.js";
import { postForm } from "../../../src/lib/mail/post-form.js";
import { lookupPublic } from "../../../src/lib/network/send-request.js";
import { useVerifier } from "../../support/app/captcha-verifier.js";
import { TEST_VARIABLES } from "../../support/app/config.js";
import { PASSWORD, registration } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Fields } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("The CAPTCHA", () => {
  const { verifier, captcha } = useVerifier();
  const world = useWorld({}, { captcha });
  beforeEach(() => switchOn());

  const switchOn = (provider = "turnstile"): Promise<void> =>
    world.services.settings.write({
      "captcha.enabled": "1",
      "captcha.provider": provider,
      "captcha.site_key": "the-site-key",
      "captcha.secret_key": "the-secret-key",
    });

  const FORMS: { page: string; fields: () => Fields }[] = [
    { page: "/login", fields: () => ({ email: "nobody@example.test", password: "wrong-password" }) },
    { page: "/register", fields: () => registration() as Fields },
    { page: "/forgot-password", fields: () => ({ email: "nobody@example.test" }) },
  ];
  async function submit(page: string, fields: Fields, visitor = world.visitor()): Promise<Response> {
    await visitor.get(page);
    return visitor.submit(page, fields);
  }

  for (const { page, fields } of FORMS)
    describe(`on ${page}`, () => {
      it("is shown, and the page's policy allows its provider", async () => {
        const shown = await world.visitor().get(page);
        expect(shown.text).to.contain('src="https://challenges.cloudflare.com/turnstile/v0/api.js');
        expect(shown.text).to.contain('data-sitekey="the-site-key"').and.contain("<noscript>");
        expect(shown.text).not.to.contain("the-secret-key");
        const policy = shown.headers["content-security-policy"]!;
        expect(policy).to.match(/script-src 'self' https:\/\/challenges\.cloudflare\.com;/);
        expect(policy).to.match(/frame-src https:\/\/challenges\.cloudflare\.com;/);
        expect(policy).not.to.contain("form-action");
      });

      it("is required before the form is validated", async () => {
        const answer = await submit(page, {});
        expect(answer.status).to.equal(422);
        expect(textOf(answer)).to.contain("Complete the verification check.");
        expect(textOf(answer)).not.to.contain("Enter a");
        expect(verifier.asked).to.deep.equal([]);
      });

      it("is verified once, with the secret and the user's address", async () => {
        const visitor = world.visitor();
        await submit(page, { ...fields(), captcha_response: "from the widget" }, visitor);
        expect(verifier.asked).to.deep.equal([
          {
            secret: "the-secret-key",
            response: "from the widget",
            remoteip: visitor.ip,
            sitekey: "the-site-key",
          },
        ]);
      });

      it("is never verified before the rate limit", async () => {
        const visitor = world.visitor();
        const sent = { ...fields(), captcha_response: "x" };
        const statuses: number[] = [];
        await visitor.get("/login");
        verifier.answer = { status: 200, body: '{"success":false}' };
        for (let n = 0; n < 12; n++) statuses.push((await visitor.submit(page, sent)).status);
        const passed = statuses.filter((status) => status !== 429).length;
        expect(passed).to.be.within(5, 6);
        expect(verifier.asked).to.have.length(passed);
      });

      it("rejects an unsolved form", async () => {
        verifier.answer = { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' };
        const answer = await submit(page, { ...fields(), captcha_response: "spent" });
        expect(answer.status).to.equal(422);
        expect(textOf(answer)).to.contain("The verification check failed. Try again.");
      });

      it("is removed from page and policy immediately when it is turned off", async () => {
        await world.services.settings.write({ "captcha.enabled": "0" });
        const shown = await world.visitor().get(page);
        expect(shown.text).not.to.contain("cloudflare");
        expect(shown.headers["content-security-policy"]).not.to.contain("cloudflare");
        const answer = await submit(page, fields());
        expect(textOf(answer)).not.to.contain("robots");
        expect(verifier.asked).to.deep.equal([]);
      });
    });

  it("accepts a solved form", async () => {
    const user = await world.make.user();
    const signedIn = await submit("/login", {
      email: user.email,
      password: PASSWORD,
      captcha_response: "solved",
    });
    expect(signedIn.headers["location"]).to.equal("/dashboard");
    const registered = await submit("/register", {
      ...(registration() as Fields),
      captcha_response: "solved",
    });
    expect(registered.headers["location"]).to.equal("/dashboard");
    const forgot = await submit("/forgot-password", { email: user.email, captcha_response: "solved" });
    expect(forgot.status).to.equal(200);
    expect(await queuedMails(world.services)).to.have.length(1);
  });

  for (const [provider, field, script] of [
    ["turnstile", "cf-turnstile-response", "https://challenges.cloudflare.com/turnstile/v0/api.js"],
    ["hcaptcha", "h-captcha-response", "https://js.hcaptcha.com/1/api.js"],
    ["recaptcha", "g-recaptcha-response", "https://www.google.com/recaptcha/api.js"],
  ] as const)
    it(`can be that of ${provider}`, async () => {
      await switchOn(provider);
      const visitor = world.visitor();
      const shown = await visitor.get("/forgot-password");
      expect(shown.text).to.contain(`src="${script}?hl=en"`);
      await visitor.submit("/forgot-password", { email: "a@example.test", [field]: "from the widget" });
      expect(verifier.asked.map(({ response }) => response)).to.deep.equal(["from the widget"]);
      await visitor.submit("/forgot-password", { captcha_response: "own field", [field]: "widget" });
      expect(verifier.asked.at(-1)!["response"]).to.equal("own field");
    });

  it("changes the policy of no other page", async () => {
    const visitor = world.visitor();
    for (const path of ["/reset-password/x", "/nothing", "/email/verify/1/2"])
      expect((await visitor.get(path)).headers["content-security-policy"], path).not.to.contain("cloudflare");
  });

  it("doesn't affect other forms, or the API", async () => {
    const user = await world.make.user();
    await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(200);
    const visitor = world.visitor();
    await submit("/login", { email: user.email, password: PASSWORD, captcha_response: "x" }, visitor);
    await visitor.get("/dashboard");
    expect((await visitor.submit("/logout")).status).to.equal(303);
    expect(verifier.asked).to.have.length(1);
  });

  describe("rejects all forms", function () {
    const closed = async (): Promise<void> => {
      const before = verifier.asked.length;
      const answer = await submit("/register", {
        ...(registration() as Fields),
        captcha_response: "solved",
      });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(
        "The verification check isn't available right now, so your form wasn't sent. Try again in a moment.",
      );
      expect(answer.text).to.contain('value="Grace"');
      expect(await world.services.knex("users")).to.have.length(0);
      expect(verifier.asked.length - before).to.be.at.most(1);
      const line = world.logs.find(({ msg }) => msg === "could not verify the captcha");
      expect(line).to.have.property("trace_id", answer.headers["x-request-id"]);
      expect(JSON.stringify(world.logs)).not.to.contain("the-secret-key");
    };

    for (const [what, answer] of [
      ["responds with an error", { status: 500, body: '{"success":true}' }],
      ["redirects", { status: 302, body: '{"success":true}', headers: { Location: "/verify" } }],
      ["sends an unreadable response", { status: 200, body: "<html>" }],
      ["sends the result as text", { status: 200, body: '{"success":"true"}' }],
      ["sends null", { status: 200, body: "null" }],
      ["sends too much", { status: 200, body: `{"success":true,"x":"${"x".repeat(70_000)}"}` }],
      ["closes the connection", "hang up"],
    ] as const)
      it(`when the provider ${what}`, async () => {
        verifier.answer = answer;
        await closed();
      });

    it("when the provider doesn't respond within five seconds", async () => {
      verifier.answer = "silence";
      const started = performance.now();
      await closed();
      expect(performance.now() - started).to.be.within(4900, 8000);
    });

    it("when the provider can't be reached", async () => {
      captcha.verify_url = "http://127.0.0.1:9/";
      try {
        await closed();
      } finally {
        captcha.verify_url = verifier.url;
      }
    });

    it("when its secret can't be decrypted", async () => {
      await world.services
        .knex("settings")
        .where({ key: "captcha.secret_key" })
        .update({ value: "00000000:AAAA" });
      await closed();
    });

    it("with an invalid response: empty, a list, too long", async () => {
      for (const captcha_response of ["", ["a", "b"], "x".repeat(10_001)])
        expect(
          (await submit("/forgot-password", { email: "a@example.test", captcha_response })).status,
        ).to.equal(422);
      expect(verifier.asked).to.deep.equal([]);
    });
  });

  describe("is verified at an address", () => {
    const folder = mkdtempSync(join(tmpdir(), "authdock-captcha-"));
    after(() => rmSync(folder, { recursive: true }));
    const read = (verify_url: unknown, production: boolean): unknown => {
      const file = join(folder, "starter-kit.json");
      writeFileSync(file, JSON.stringify({ captcha: { verify_url } }));
      const env = readEnvironment({ ...TEST_VARIABLES, STARTER_KIT_CONFIG: file });
      try {
        return readStarterKit({ ...env, APP_ENV: production ? "production" : "test" }).captcha.verify_url;
      } catch (error) {
        return error;
      }
    };

    it("of the configuration file", () => {
      expect(read("http://127.0.0.1:8080/v", false)).to.equal("http://127.0.0.1:8080/v");
      expect(read("https://captcha.example/v", true)).to.equal("https://captcha.example/v");
    });

    it("that is https and public in production, or the service doesn't start", () => {
      for (const url of [
        "http://captcha.example/v",
        "https://127.0.0.1/v",
        "https://localhost/v",
        "https://a.localhost./v",
        "https://10.1.2.3/v",
        "https://192.168.1.1/v",
        "https://172.31.0.1/v",
        "https://169.254.169.254/v",
        "https://[::1]/v",
        "https://[fd00::1]/v",
        "https://[::ffff:10.0.0.1]/v",
        "https://[::10.0.0.1]/v",
        "https://[64:ff9b::10.0.0.1]/v",
        "https://[64:ff9b:1::1]/v",
        "https://[2002:a00:1::1]/v",
        "https://[2001:0:a00:1::1]/v",
        "https://[fe80::1]/v",
        "https://[fec0::1]/v",
        "https://[ff02::1]/v",
        "https://2130706433/v",
      ])
        expect(read(url, true), url).to.be.instanceOf(ConfigurationError);
    });

    it("that is valid", () => {
      for (const url of ["nothing", "ftp://captcha.example/", "file:///etc/passwd", 1])
        expect(read(url, false), String(url)).to.be.instanceOf(ConfigurationError);
    });

    it("that is public after DNS resolution too", async () => {
      const options = { timeoutMs: 1000, publicOnly: true };
      const rejection = await postForm(new URL(verifier.url), {}, options).catch((error: unknown) => error);
      expect(String(rejected(rejection))).to.contain("is a private address");
      const looked = await new Promise((resolve) => lookupPublic("localhost", { all: true }, resolve));
      expect(String(rejected(looked))).to.contain("is a private address");
      expect(verifier.asked).to.deep.equal([]);
    });
  });
});

function rejected(error: unknown): unknown {
  expect(error).to.be.instanceOf(Error);
  return error;
}
