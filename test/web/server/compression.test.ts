import { expect } from "chai";
import request, { type Response } from "supertest";
import { Assets } from "../../../src/web/server/assets/assets.js";
import { exchange, useListener } from "../../support/app/raw.js";
import type { Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const BROWSER = { "Accept-Encoding": "gzip, deflate, br, zstd" };

/** The encoding of a complete page, whose length must be that of the sent bytes. */
function encodingOf({ text, headers }: Response): string | undefined {
  expect(text).to.match(/^<!doctype html>[^]*<\/html>\s*$/i);
  expect(headers["vary"]).to.contain("Accept-Encoding");
  const { "content-encoding": encoding, "content-length": length } = headers as Record<string, string>;
  if (encoding === undefined) expect(Number(length)).to.equal(Buffer.byteLength(text));
  else expect(Number(length)).to.be.below(Buffer.byteLength(text) * 0.7);
  return encoding;
}

describe("Compression of pages", () => {
  const world = useWorld();
  const listener = useListener(world);
  const hidden = (html: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;

  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["identity", undefined],
    ["br;q=0, gzip;q=0", undefined],
    ["unknown", undefined],
  ] as const)
    it(`is ${encoding ?? "none"} for “${accepted}”, signed out, signed in and for errors`, async () => {
      const visitor = world.visitor();
      const accept = { "Accept-Encoding": accepted };
      expect(encodingOf(await visitor.get("/login", accept))).to.equal(encoding);
      await visitor.signIn(await world.make.user());
      expect(encodingOf(await visitor.get("/dashboard", accept))).to.equal(encoding);
      const missing = await visitor.get("/nothing", accept);
      expect(missing.status).to.equal(404);
      expect(encodingOf(missing)).to.equal(encoding);
    });

  it("is none for a client that names no encodings", async () => {
    const text = await exchange(listener.port, "GET /login HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(text)
      .to.match(/^vary: Accept-Encoding\r$/im)
      .and.match(/<\/html>\s*$/);
    expect(text).not.to.match(/^content-encoding:/im);
  });

  it("leaves the page and its form as they are", async () => {
    const { visitor } = await world.signedIn();
    await visitor.get("/user/tokens", BROWSER);
    expect((await visitor.submit("/preferences", { theme: "dark" }, BROWSER)).status).to.equal(303);
    const dark = await visitor.get("/user/tokens", BROWSER);
    expect(dark.text).to.contain('data-bs-theme="dark"');
  });

  it("has the same headers for HEAD as for GET, without a body", async () => {
    const length = ({ headers }: Response): number => Number(headers["content-length"]);
    const get = await world.visitor().get("/login", BROWSER);
    const head = await request(world.server).head("/login").set(BROWSER);
    expect(head.status).to.equal(200);
    for (const name of ["content-encoding", "content-type", "vary"])
      expect(head.headers[name], name).to.equal(get.headers[name]);
    expect(length(head)).to.be.closeTo(length(get), 60); // tokens are random
    expect(head.text ?? "").to.equal("");
  });

  for (const [accepted, encoding] of [
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
  ] as const)
    it(`of assets is ${encoding ?? "none"} for “${accepted}”, and a tag of its own gets 304`, async () => {
      const path = new Assets().path("authdock.css");
      const visitor = world.visitor();
      const { headers, text, status } = await visitor.get(path, { "Accept-Encoding": accepted });
      expect(status).to.equal(200);
      expect(text).to.contain(".app-bar");
      expect(headers["content-encoding"]).to.equal(encoding);
      expect(headers["vary"]).to.equal("Accept-Encoding");
      const tag = headers["etag"] as string;
      const known = await visitor.get(path, { "Accept-Encoding": accepted, "If-None-Match": tag });
      expect([known.status, known.headers["etag"], known.text]).to.deep.equal([304, tag, ""]);
      const other = accepted === "gzip" ? "br" : "gzip";
      const mixed = await visitor.get(path, { "Accept-Encoding": other, "If-None-Match": tag });
      expect([mixed.status, mixed.headers["content-encoding"]]).to.deep.equal([200, other]);
    });

  describe("isn't used", () => {
    const uncompressed = (answer: Response, secret: string | RegExp): void => {
      expect(encodingOf(answer)).to.equal(undefined);
      expect(answer.text).to.match(secret instanceof RegExp ? secret : new RegExp(secret));
    };
    const admin = async (): Promise<Visitor> =>
      (await world.signedIn(await world.make.user({ role: "system_admin" }))).visitor;

    it("on the page with a new access token", async () => {
      const visitor = await admin();
      const before = await visitor.get("/user/tokens", BROWSER);
      expect(encodingOf(before)).to.equal("br");
      const fields = { _form: hidden(before.text, "_form"), name: "backup" };
      uncompressed(await visitor.submit("/user/tokens", fields, BROWSER), /adk_pat_\w+/);
    });

    it("on the page with a new client secret", async () => {
      const visitor = await admin();
      const form = hidden((await visitor.get("/admin/api-clients/create")).text, "_form");
      const fields = {
        ...{ _form: form, name: "Calendar", type: "confidential", grant_types: "client_credentials" },
        may_introspect: "0",
      };
      uncompressed(await visitor.submit("/admin/api-clients", fields, BROWSER), /adk_cs_\w+/);
    });

    it("on pages with the key of an unfinished second factor", async () => {
      const { visitor } = await world.signedIn();
      await visitor.get("/profile");
      await visitor.submit("/user/two-factor-authentication");
      uncompressed(await visitor.get("/user/security", BROWSER), /data:image\/svg\+xml;base64,/);
      const rejected = { code: "000000" };
      uncompressed(
        await visitor.submit("/user/confirmed-two-factor-authentication", rejected, BROWSER),
        /data:image\/svg\+xml;base64,/,
      );
    });

    it("on the page with recovery codes, and for their file", async () => {
      const { user, visitor } = await world.signedIn();
      const { recoveryCodes } = await world.make.twoFactor(user);
      const path = "/user/two-factor-recovery-codes";
      uncompressed(await visitor.get(path, BROWSER), recoveryCodes[0]!);
      const file = await visitor.get(`${path}?format=text`, BROWSER);
      expect(file.headers).not.to.have.property("content-encoding");
    });

    it("on pages whose address contains a token", async () => {
      const answer = await world.visitor().get("/reset-password/some-token", BROWSER);
      expect(encodingOf(answer)).to.equal(undefined);
    });

    for (const site of ["cross-site", "same-site"])
      it(`for a signed-in reader on a ${site} request`, async () => {
        const headers = { ...BROWSER, "Sec-Fetch-Site": site };
        const { visitor } = await world.signedIn();
        expect(encodingOf(await visitor.get("/dashboard", headers))).to.equal(undefined);
        expect(
          encodingOf(await visitor.get("/dashboard", { ...headers, "Sec-Fetch-Site": "none" })),
        ).to.equal("br");
        expect(encodingOf(await world.visitor().get("/login", headers))).to.equal("br");
      });
  });
});
