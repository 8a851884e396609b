import { rm, writeFile } from "node:fs/promises";
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request, { type Response } from "supertest";
import { localMailKey, localMailLink } from "../../../src/domain/mail/local-mail-key.js";
import { createMailer } from "../../../src/lib/mail/mailer.js";
import { decode, textOf } from "../../support/app/web.js";
import { useWorld, type World } from "../../support/app/world.js";

const FOLDER = mkdtempSync(join(tmpdir(), "authdock-dev-mail-"));
const LOCAL = {
  APP_ENV: "local",
  APP_URL: "http://localhost:3000",
  MAIL_URL: `file:${join(FOLDER, "mail")}`,
};

const KEY = localMailKey(join(FOLDER, "mail"));

describe("The local mailbox", () => {
  const world = useWorld({ ...LOCAL, TRUST_PROXY: "" });
  /** A request from this machine, without a proxy. */
  const get = async (
    path: string,
    headers: Record<string, string> = {},
    at: World = world,
  ): Promise<Response> =>
    request(at.app.listener)
      .get(path)
      .set({ Accept: "text/html", Cookie: `authdock_dev_mail=${KEY}`, ...headers });
  const send = (message: { to?: string; subject?: string; text?: string; html?: string }): Promise<void> =>
    createMailer(
      LOCAL.MAIL_URL,
      "Authdock <no-reply@example.test>",
    )({
      to: "ada@example.test",
      subject: "Hello",
      text: "Hello",
      ...message,
    });
  const linksIn = ({ text }: Response): string[] =>
    [...text.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, link]) => link!);
  afterEach(() => rm(join(FOLDER, "mail"), { recursive: true, force: true }));
  after(() => rm(FOLDER, { recursive: true, force: true }));

  it("says so when it is empty", async () => {
    const page = await get("/dev/mail");
    expect(page.status).to.equal(200);
    expect(textOf(page)).to.contain("No emails yet. They appear here a few seconds after they're queued.");
    expect(page.text).to.contain('href="/forgot-password"');
  });

  it("lists mails with recipient and subject, latest first", async () => {
    await send({ subject: "First", to: "ada@example.test" });
    await send({ subject: "Second <b>ş</b>", to: "grace@example.test" });
    const page = await get("/dev/mail");
    const said = textOf(page);
    expect(said).to.match(/Second <b>ş<\/b> grace@example\.test .*First ada@example\.test/);
    expect(page.text).not.to.contain("<b>ş</b>");
    expect(linksIn(page)).to.have.length(2);
  });

  it("shows a mail as text, with links to this service only", async () => {
    const text = [
      "Open http://localhost:3000/reset-password/abc?x=1&y=2 now",
      "not http://localhost:3000.evil.test/x, http://localhost:3001/, https://evil.test/ or javascript:alert(1)",
      "<script>alert(1)</script>",
    ].join("\n");
    await send({ text, html: '<p onclick="x()">html</p>' });
    const [link] = linksIn(await get("/dev/mail"));
    const page = await get(`${link}?as=text`);
    expect(page.status).to.equal(200);
    const targets = [...page.text.matchAll(/<a href="(https?:[^"]+|javascript[^"]*)"/g)].map(
      ([, target]) => target,
    );
    expect(targets).to.deep.equal(["http://localhost:3000/reset-password/abc?x=1&amp;y=2"]);
    expect(page.text)
      .to.contain("&lt;script&gt;")
      .and.not.contain("<script>alert")
      .and.not.contain("onclick");
    expect(page.headers["referrer-policy"]).to.equal("no-referrer");
  });

  it("downloads the file of a mail", async () => {
    await send({ html: "<p>Hello</p>" });
    const [link] = linksIn(await get("/dev/mail"));
    const file = await request(world.server)
      .get(`${link}?as=eml`)
      .set("Cookie", `authdock_dev_mail=${KEY}`)
      .responseType("blob");
    expect(file.headers["content-type"]).to.contain("message/rfc822");
    expect(file.headers["content-disposition"]).to.equal('attachment; filename="mail.eml"');
    expect((file.body as Buffer).toString()).to.contain("Subject: Hello");
  });

  it("shows the latest fifty", async () => {
    for (let count = 0; count < 51; count++) await send({ subject: `Mail ${count}` });
    const page = await get("/dev/mail");
    expect(linksIn(page)).to.have.length(50);
    expect(textOf(page))
      .to.contain("Only the latest 50 are shown.")
      .and.not.match(/Mail 0 /);
  });

  it("shows a file that isn't a valid mail", async () => {
    await send({});
    await writeFile(join(FOLDER, "mail", "broken.eml"), Buffer.from([0, 255, 13, 10, 58, 58]));
    const page = await get("/dev/mail");
    expect(page.status).to.equal(200);
    expect((await get("/dev/mail/broken")).status).to.equal(200);
  });

  it("finds only names in its folder", async () => {
    await send({});
    await writeFile(join(FOLDER, "secret.eml"), "Subject: outside\r\n\r\nsecret");
    await writeFile(join(FOLDER, "mail", "notes.txt"), "secret");
    for (const id of [
      "..%2fsecret",
      "%2e%2e%2fsecret",
      "..%5csecret",
      "notes",
      "notes.txt",
      "%00",
      "constructor",
      "",
    ]) {
      const answer = await get(`/dev/mail/${id}`);
      expect(answer.status, id).to.be.oneOf([400, 404]);
      expect(answer.text).not.to.contain("secret");
    }
  });

  it("opens with the link that is printed at the start, and stores its key in a cookie", async () => {
    const link = localMailLink(world.services.config.env)!;
    expect(link).to.equal(`http://localhost:3000/dev/mail?key=${KEY}`);
    const answer = await get(link.slice("http://localhost:3000".length), { Cookie: "" });
    expect(answer.status).to.equal(302);
    expect(answer.headers["location"]).to.equal("/dev/mail");
    const [cookie] = answer.headers["set-cookie"] as unknown as string[];
    expect(cookie)
      .to.match(/^authdock_dev_mail=/)
      .and.match(/; Path=\/dev\/mail;/);
    expect(cookie)
      .to.match(/; HttpOnly/)
      .and.match(/; SameSite=Strict/);
    expect((await get("/dev/mail", { Cookie: cookie!.split(";")[0]! })).status).to.equal(200);
    expect(JSON.stringify(world.logs)).to.not.contain(KEY);
  });

  it("stores the key in a file that only its owner can read", () => {
    expect(statSync(join(FOLDER, "dev-mail.key")).mode & 0o777).to.equal(0o600);
    expect(KEY).to.match(/^[\w-]{43}$/);
  });

  it("shows the HTML of a mail in a frame that runs and loads nothing", async () => {
    await send({ html: "<p>Hello <script>alert(1)</script></p>" });
    const [link] = linksIn(await get("/dev/mail"));
    const shown = await get(link!);
    expect(shown.text).to.match(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"\s+src="\/dev\/mail\/[^"/]+\/html"/,
    );
    expect(shown.headers["content-security-policy"]).to.match(/frame-src 'self';/);
    const framed = await get(`${link}/html`);
    expect(framed.text).to.contain("<p>Hello");
    expect(framed.headers["content-security-policy"]).to.equal(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
    expect(framed.headers["x-frame-options"]).to.equal("SAMEORIGIN");
    expect(framed.headers["referrer-policy"]).to.equal("no-referrer");
  });

  it("opens links in the HTML of a mail in a new tab", async () => {
    for (const html of [
      "<p>Hello</p>",
      "<!doctype html><html lang='en'><head><title>Hello</title></head><body></body></html>",
    ]) {
      await rm(join(FOLDER, "mail"), { recursive: true, force: true });
      await send({ html });
      const [link] = linksIn(await get("/dev/mail"));
      const { text } = await get(`${link}/html`);
      expect(text).to.match(/^(<!doctype html><html lang='en'><head>)?<base target="_blank">/);
      expect(text.replace('<base target="_blank">', "").trim()).to.equal(html);
    }
  });

  it("switches between the HTML and the text of a mail", async () => {
    await send({ html: "<p>Hello</p>", text: "Plain hello" });
    const [link] = linksIn(await get("/dev/mail"));
    const [shown, plain] = [await get(link!), await get(`${link}?as=text`)];
    expect(shown.text).to.contain("<iframe").and.contain(`${link}?as=text`).and.not.contain("Plain hello");
    expect(plain.text).to.contain("Plain hello").and.contain(`href="${link}"`).and.not.contain("<iframe");
    expect(plain.headers["content-security-policy"]).to.contain("frame-src 'none'");
  });

  it("shows a mail without HTML as text", async () => {
    await send({ text: "Plain hello" });
    const [link] = linksIn(await get("/dev/mail"));
    expect((await get(link!)).text)
      .to.contain("Plain hello")
      .and.not.contain("<iframe");
    expect((await get(`${link}/html`)).status).to.equal(404);
  });

  it("is linked from pages that announce a mail, in a browser that has the key", async () => {
    const user = await world.make.user();
    const announced = async (Cookie: string, headers: Record<string, string> = {}): Promise<string> => {
      const form = await get("/forgot-password", { Cookie, ...headers });
      const cookies = ((form.headers["set-cookie"] ?? []) as unknown as string[]).map(
        (one) => one.split(";")[0],
      );
      const answer = await request(world.server)
        .post("/forgot-password")
        .type("form")
        .set({ Accept: "text/html", Cookie: [Cookie, ...cookies].join("; "), ...headers })
        .send({ email: user.email, _csrf: decode(/name="_csrf" value="([^"]+)"/.exec(form.text)![1]!) });
      expect(answer.status).to.equal(200);
      return textOf(answer);
    };
    const opened = await get(`/dev/mail?key=${KEY}`, { Cookie: "" });
    const has = (opened.headers["set-cookie"] as unknown as string[])
      .map((one) => one.split(";")[0]!)
      .find((one) => one.startsWith("authdock_has_dev_mail="))!;
    expect(await announced(has)).to.contain("Open the local mailbox");
    expect(await announced("")).to.not.contain("Open the local mailbox");
    expect(await announced(has, { "X-Forwarded-For": "127.0.0.1" })).to.not.contain("Open the local mailbox");
  });

  it("returns 404 without the key", async () => {
    await send({ html: "<p>Hello</p>" });
    const [link] = linksIn(await get("/dev/mail"));
    for (const path of ["/dev/mail", link!, `${link}?as=eml`, `${link}?as=text`, `${link}/html`])
      for (const Cookie of [
        "",
        "authdock_dev_mail=",
        `authdock_dev_mail=${KEY.slice(1)}`,
        `authdock_dev_mail=${KEY}x`,
      ]) {
        const answer = await get(path, { Cookie });
        expect(answer.status).to.equal(404);
        expect(answer.headers).to.not.have.property("set-cookie");
      }
    for (const query of ["?key=", "?key=wrong", `?key=${KEY}&key=${KEY}`, "?key[]=x"])
      expect((await get(`/dev/mail${query}`, { Cookie: "" })).status, query).to.equal(404);
  });

  it("returns 404 behind a proxy, or by another host name", async () => {
    await send({});
    const [link] = linksIn(await get("/dev/mail"));
    const headers = [
      { "X-Forwarded-For": "127.0.0.1" },
      { "X-Forwarded-Host": "localhost" },
      { "X-Forwarded-Proto": "http" },
      { Forwarded: "for=127.0.0.1" },
      { Via: "1.1 proxy" },
      { "X-Real-IP": "127.0.0.1" },
      { "True-Client-IP": "127.0.0.1" },
      { "CF-Connecting-IP": "127.0.0.1" },
      { "X-Original-Forwarded-For": "127.0.0.1" },
      { Host: "evil.test" },
      { Host: "localhost.evil.test:3000" },
      { Host: "127.0.0.1.evil.test" },
    ];
    for (const header of headers)
      for (const path of ["/dev/mail", link!])
        expect((await get(path, header as Record<string, string>)).status, JSON.stringify(header)).to.equal(
          404,
        );
    for (const Host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"])
      expect((await get("/dev/mail", { Host })).status, Host).to.equal(200);
  });

  describe("in another environment", () => {
    const testing = useWorld({ ...LOCAL, APP_ENV: "test" });
    const remote = useWorld({ ...LOCAL, APP_ENV: "test", APP_URL: "https://auth.example.test" });
    const sending = useWorld({ ...LOCAL, MAIL_URL: "smtp://127.0.0.1:1" });
    it("doesn't exist", async () => {
      for (const at of [testing, remote, sending])
        for (const path of ["/dev/mail", "/dev/mail/x"])
          expect((await get(path, {}, at)).status).to.equal(404);
    });
  });
});
