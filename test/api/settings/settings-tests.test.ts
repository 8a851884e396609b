import { expect } from "chai";
import PostalMime from "postal-mime";
import { useVerifier } from "../../support/app/captcha-verifier.js";
import { MailServer } from "../../support/app/smtp.js";
import { pathOf, settingsAdmin } from "../../support/app/settings.js";
import { useWorld } from "../../support/app/world.js";

describe("POST /settings/mail/test", () => {
  const world = useWorld({ MAIL_URL: "file:var/never-written" });
  let server: MailServer;
  beforeEach(async () => void (server = await MailServer.start()));
  afterEach(() => server.stop());
  const useServer = (port: string) =>
    world.services.settings.write({
      "mail.override": "1",
      "mail.host": "127.0.0.1",
      "mail.port": port,
      "mail.encryption": "none",
      "mail.from_address": "harbour@example.test",
    });

  it("sends a mail to the caller with the stored settings", async () => {
    await useServer(new URL(server.url()).port);
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    const { body } = await world.api.as(token).post("/settings/mail/test").expect(200);
    expect(body.data).to.deep.equal({ result: "sent" });
    expect(server.taken).to.have.length(1);
    expect((await PostalMime.parse(server.taken[0]!)).to).to.deep.include({ address: user.email, name: "" });
  });

  it("says why the server didn't take it", async () => {
    await useServer("1");
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const { body } = await world.api.as(token).post("/settings/mail/test").expect(200);
    expect(body.data).to.deep.equal({ result: "unreachable" });
  });

  it("shares its limit of six a minute with the screen", async () => {
    await useServer(new URL(server.url()).port);
    const { user, visitor } = await settingsAdmin(world);
    const api = world.api.as(await world.make.token(user));
    for (let sent = 0; sent < 5; sent++) await api.post("/settings/mail/test").expect(200);
    expect((await visitor.submit(`${pathOf("mail")}/test`, {})).status).to.equal(303);
    const { headers } = await api.post("/settings/mail/test").expect(429);
    expect(headers["ratelimit"]).to.include('"settings-test"; r=0');
    expect(server.taken).to.have.length(6);
  });
});

describe("POST /settings/captcha/test", () => {
  const { verifier, captcha } = useVerifier();
  const world = useWorld({}, { captcha });
  const test = async (response: string): Promise<string> => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const { body } = await world.api.as(token).post("/settings/captcha/test", { response }).expect(200);
    return (body as { data: { result: string } }).data.result;
  };
  const storeKeys = () =>
    world.services.settings.write({ "captcha.site_key": "the-site-key", "captcha.secret_key": "the-secret" });

  it("asks the provider with the stored keys", async () => {
    await storeKeys();
    expect(await test("solved")).to.equal("passed");
    expect(verifier.asked.at(-1)).to.include({
      response: "solved",
      secret: "the-secret",
      sitekey: "the-site-key",
    });
    expect(await test("")).to.equal("missing");
  });

  it("says that keys are missing", async () => {
    expect(await test("solved")).to.equal("wrong_keys");
  });
});
