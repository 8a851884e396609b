import { existsSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import type { User } from "../../../src/models/user.js";
import { isErrorLine } from "../../support/app/log.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const OUTER = join(tmpdir(), `authdock-uploads-${process.pid}`);
const FOLDER = join(OUTER, "inner");
const BOUNDARY = "----authdock";

interface Part {
  disposition: string;
  body: Buffer | string;
}

const multipart = (parts: Part[], end = `--${BOUNDARY}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ disposition, body }) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(end),
  ]);

describe("An upload", () => {
  const world = useWorld({ AVATAR_DIR: FOLDER });
  let user: User;
  let visitor: Visitor;
  let picture: Buffer;
  before(async () => {
    picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
  });
  beforeEach(async () => {
    rmSync(OUTER, { recursive: true, force: true });
    ({ user, visitor } = await world.signedIn());
  });
  after(() => rmSync(OUTER, { recursive: true, force: true }));

  const avatar = async (): Promise<string | null> =>
    ((await world.services.knex("users").where({ id: user.id }).first()) as User).avatar;
  const written = (): string[] =>
    existsSync(OUTER) ? readdirSync(OUTER, { recursive: true }).map(String).sort() : [];
  const send = (body: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
    visitor.send((agent) =>
      agent
        .post("/user/avatar")
        .set("Content-Type", type)
        .set("X-CSRF-Token", visitor.csrfToken)
        .serialize((data: unknown) => data as string)
        .send(body as never),
    );
  const file = (name: string, field = "avatar"): Part => ({
    disposition: `name="${field}"; filename="${name}"`,
    body: picture,
  });

  for (const [what, name] of [
    ["with ..", "../../../escaped.png"],
    ["with .. as on Windows", "..\\..\\escaped.png"],
    ["with a NUL", "a\u0000.png"],
    ["with an escaped line break", "a%0D%0ASet-Cookie: x=1.png"],
    ["that is absolute", "/etc/escaped.png"],
    ["that is very long", `${"x".repeat(5000)}.png`],
  ] as const)
    it(`H43: ignores a name ${what}`, async () => {
      const answer = await send(multipart([file(name)]));
      expect(answer.status).to.be.oneOf([303, 422]);
      if (answer.status === 422)
        expect(textOf(answer)).to.contain("We couldn't read the picture. Choose it again.");
      const stored = await avatar();
      expect(written()).to.deep.equal(stored === null ? [] : ["inner", `inner/${stored}`]);
      if (stored !== null) expect(stored).to.match(/^[0-9a-f]{32}\.webp$/);
      expect(answer.headers["set-cookie"]?.toString() ?? "").not.to.contain("x=1");
    });

  const rejected: Record<string, () => Buffer> = {
    "two files": () => multipart([file("a.png"), file("b.png")]),
    "a file in another field": () => multipart([file("a.png", "document")]),
    "a file without a field": () => multipart([{ disposition: 'filename="a.png"', body: picture }]),
    "a nested field": () => multipart([{ disposition: 'name="a[b]"', body: "x" }, file("a.png")]),
    "a name with 3000 levels": () =>
      multipart([{ disposition: `name="a${"[b]".repeat(3000)}"`, body: "x" }, file("a.png")]),
    "3000 fields": () =>
      multipart([
        ...Array.from({ length: 3000 }, (_, index) => ({ disposition: `name="a${index}"`, body: "x" })),
        file("a.png"),
      ]),
    "a field of 100 kB": () =>
      multipart([{ disposition: 'name="a"', body: "x".repeat(100_000) }, file("a.png")]),
    "an index that creates a large array": () =>
      multipart([{ disposition: 'name="a[4000000000]"', body: "x" }, file("a.png")]),
    "a body that ends too early": () => multipart([file("a.png")], ""),
    "a body without parts": () => Buffer.from(""),
    rubbish: () => Buffer.from("x".repeat(1000)),
  };
  for (const [what, body] of Object.entries(rejected))
    it(`H43: rejects ${what} and shows the form`, async () => {
      const answer = await send(body());
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.match(/We couldn't read the picture|Choose a picture/);
      expect(await avatar()).to.equal(null);
      expect(written()).to.deep.equal([]);
    });

  it("H43: is rejected without a boundary, and with another media type", async () => {
    for (const type of ["multipart/form-data", "multipart/mixed; boundary=x", "image/png"]) {
      const answer = await send(multipart([file("a.png")]), type);
      expect([type, answer.status]).to.deep.equal([type, 422]);
    }
    expect(await avatar()).to.equal(null);
  });

  it("H43: ignores fields named like object properties", async () => {
    const parts = ["__proto__", "constructor", "toString"].map((name) => ({
      disposition: `name="${name}"`,
      body: "x",
    }));
    expect((await send(multipart([...parts, file("a.png")]))).status).to.equal(303);
    expect(({} as Record<string, unknown>)["x"]).to.equal(undefined);
  });

  it("runs the guards before it validates the file", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    const outstanding = await send(multipart([file("a.png"), file("b.png")]));
    expect(outstanding.headers["location"]).to.equal("/email/verify");
  });

  describe("over a connection", () => {
    let server: Server;
    before(async () => {
      server = createServer(world.app.listener).listen(0, "127.0.0.1");
      await once(server, "listening");
    });
    after(() => {
      server.closeAllConnections();
      server.close();
    });

    const open = async (length: number) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      await once(socket, "connect");
      const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      socket.write(
        [
          "POST /user/avatar HTTP/1.1",
          "Host: localhost",
          `Cookie: ${cookies}`,
          `X-CSRF-Token: ${visitor.csrfToken}`,
          `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
          `Content-Length: ${length}`,
          "",
          "",
        ].join("\r\n"),
      );
      return socket;
    };
    const beginning = (): Buffer => multipart([file("a.png")], "").subarray(0, -2);

    it("H43: changes nothing when the browser aborts it", async () => {
      const socket = await open(1_000_000);
      socket.write(beginning());
      socket.destroy();
      await once(socket, "close");
      expect((await visitor.get("/profile")).status).to.equal(200);
      expect(await avatar()).to.equal(null);
      expect(written()).to.deep.equal([]);
      expect(world.logs.filter(isErrorLine)).to.deep.equal([]);
    });

    it("H43: is disconnected when the body has no end", async () => {
      const socket = await open(1_000_000_000);
      let answer = "";
      socket.on("data", (data: Buffer) => (answer += data.toString("latin1")));
      socket.on("error", () => undefined); // the server resets the connection while the client still writes
      socket.write(beginning());
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      const block = Buffer.alloc(1 << 20);
      for (let sent = 0; sent < 64 && !socket.destroyed; sent++)
        await Promise.race([closed, new Promise<void>((resolve) => socket.write(block, () => resolve()))]);
      socket.destroy();
      await closed;
      expect(answer === "" || answer.startsWith("HTTP/1.1 413")).to.equal(true);
      expect(socket.bytesWritten).to.be.lessThan(64 * 2 ** 20);
      expect(world.logs.filter(isErrorLine)).to.deep.equal([]);
      expect(await avatar()).to.equal(null);
    });
  });
});
