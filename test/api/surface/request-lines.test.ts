import { expect } from "chai";
import { sendRaw, useListener } from "../../support/app/raw.js";
import { useWorld } from "../../support/app/world.js";

/** One path of each surface. */
const PATHS = ["/login", "/api/v1/definitions", "/oauth/token", "/up", "/assets/x", "/nowhere"];
const SENTENCE = "The request is malformed.";

describe("Request lines and hosts", () => {
  const world = useWorld();
  const listener = useListener(world);
  const send = (target: string, hosts = ["localhost"]) =>
    sendRaw(
      listener.port,
      [`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), "Connection: close", "", ""].join(
        "\r\n",
      ),
    );

  it("can have a target with scheme and host, as clients of a proxy send it", async () => {
    expect((await send("http://localhost/up")).status).to.equal(200);
    expect((await send("http://elsewhere.example/login?a=1")).status).to.equal(200);
    expect((await send("http://localhost/api/v1/auth/me")).status).to.equal(401);
  });

  for (const path of PATHS) {
    it(`are rejected with an invalid target on ${path}`, async () => {
      for (const origin of ["http://[::1", "http://", "http://a b".replace(" ", "%"), "ftp://localhost"]) {
        const { status, body } = await send(origin + path);
        expect(status, origin).to.equal(400);
        expect(JSON.parse(body)).to.deep.include({ status: 400, message: SENTENCE });
      }
    });

    it(`are rejected with two Host headers on ${path}`, async () => {
      for (const hosts of [
        ["localhost", "elsewhere.example"],
        ["localhost", "localhost"],
      ])
        expect((await send(path, hosts)).status).to.equal(400);
    });
  }

  it("get the usual response headers when Node's parser rejects them", async () => {
    for (const [head, status, message] of [
      ["GET / HTTP/9.9\r\n\r\n", 400, SENTENCE],
      [
        `GET / HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
        431,
        "The headers of the request are too large.",
      ],
    ] as const) {
      const answer = await sendRaw(listener.port, head);
      expect(answer.status).to.equal(status);
      expect(JSON.parse(answer.body)).to.deep.include({ message });
      expect(answer.headers).to.include({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none';frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
      });
    }
  });
});
