import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { logoFiles } from "../../../src/domain/administration/logo-files.js";
import { AVATAR_DIR } from "../../support/app/config.js";
import { useWorld } from "../../support/app/world.js";

describe("The icons of the service", () => {
  const world = useWorld();
  after(() => rmSync(join(AVATAR_DIR, "logos"), { recursive: true, force: true }));

  /** A red logo, twice as wide as high. */
  const withLogo = async (): Promise<string> => {
    const red = sharp({ create: { width: 200, height: 100, channels: 3, background: "#ff0000" } });
    const name = await logoFiles(world.services).store(await red.png().toBuffer());
    await world.services.settings.write({ "branding.logo_light": name });
    return name;
  };
  const bytesOf = async (path: string): Promise<Buffer> => {
    const answer = await world.visitor().send((agent) =>
      agent
        .get(path)
        .buffer(true)
        .parse(asBytes as never),
    );
    expect(answer.status, path).to.equal(200);
    return answer.body as Buffer;
  };
  const asBytes = (
    response: NodeJS.ReadableStream,
    done: (error: Error | null, body: Buffer) => void,
  ): void => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part));
    response.on("end", () => done(null, Buffer.concat(parts)));
  };
  const pixel = async (png: Buffer, left: number, top: number): Promise<number[]> => [
    ...(await sharp(png).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ];

  const SIDES = { "/icon-192.png": 192, "/icon-512.png": 512, "/apple-touch-icon.png": 180 };
  for (const [path, side] of Object.entries(SIDES))
    it(`are squares of ${side} pixels at ${path}, as shipped and from the logo`, async () => {
      const shipped = await bytesOf(path);
      await withLogo();
      const own = await bytesOf(path);
      expect(own.equals(shipped)).to.equal(false);
      for (const png of [shipped, own]) {
        const { format, width, height } = await sharp(png).metadata();
        expect({ format, width, height }).to.deep.equal({ format: "png", width: side, height: side });
      }
      expect(await pixel(own, side / 2, side / 2)).to.deep.equal([255, 0, 0, 255]);
      const corner = path === "/apple-touch-icon.png" ? [255, 255, 255, 255] : [0, 0, 0, 0];
      expect(await pixel(own, 2, 2)).to.deep.equal(corner);
    });

  it("have an icon file with a PNG of 32 pixels at /favicon.ico", async () => {
    await withLogo();
    const ico = await bytesOf("/favicon.ico");
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6)]).to.deep.equal([1, 1, 32]);
    const png = ico.subarray(ico.readUInt32LE(18));
    expect(png.length).to.equal(ico.readUInt32LE(14));
    expect((await sharp(png).metadata()).width).to.equal(32);
    const { headers } = await world.visitor().get("/favicon.ico");
    expect(headers["content-type"]).to.equal("image/x-icon");
  });

  it("are named by the manifest, with the name and the colours", async () => {
    const name = await withLogo();
    await world.services.settings.write({ "branding.name": "Harbour", "branding.accent": "#0b7285" });
    const answer = await world.visitor().get("/manifest.webmanifest");
    expect(answer.headers["content-type"]).to.equal("application/manifest+json");
    const manifest = JSON.parse((await bytesOf("/manifest.webmanifest")).toString()) as Record<
      string,
      unknown
    >;
    expect(manifest).to.deep.include({ name: "Harbour", theme_color: "#0b7285", start_url: "/" });
    const version = name.slice(0, 16);
    expect(manifest["icons"]).to.deep.equal(
      [192, 512].map((side) => ({
        src: `/icon-${side}.png?v=${version}`,
        sizes: `${side}x${side}`,
        type: "image/png",
      })),
    );
  });

  it("are linked by every page, and change their address with the logo", async () => {
    const links = async (): Promise<string[]> =>
      [
        ...(await world.visitor().get("/login")).text.matchAll(
          /<link rel="(?:icon|apple-touch-icon)"\s+href="([^"]+)"/g,
        ),
      ].map((match) => match[1]!);
    const shipped = await links();
    await withLogo();
    const own = await links();
    for (const path of [...shipped, ...own]) await bytesOf(path);
    expect(own.filter((path) => shipped.includes(path))).to.deep.equal([]);
    const page = await world.visitor().get("/login");
    expect(page.text).to.contain('<link rel="manifest" href="/manifest.webmanifest">');
    expect(page.headers["content-security-policy"]).to.contain("manifest-src 'self'");
  });

  it("have the first letter of the service's own name while there is no logo", async () => {
    await world.services.settings.write({ "branding.name": "<i>land" });
    const page = await world.visitor().get("/login");
    const path = /href="(\/icon\.svg[^"]+)" type="image\/svg\+xml"/.exec(page.text)![1]!;
    const svg = (await bytesOf(path)).toString();
    expect(svg).to.match(/^<svg [^<]+<rect [^<]+<text [^>]+>&#60;<\/text><\/svg>$/);
    await withLogo();
    expect((await world.visitor().get("/login")).text).not.to.contain("/icon.svg");
  });

  it("are cached permanently under the current version, and otherwise for an hour", async () => {
    const version = (await withLogo()).slice(0, 16);
    const cached = async (path: string) => (await world.visitor().get(path)).headers["cache-control"];
    expect(await cached(`/icon-192.png?v=${version}`)).to.equal("public, max-age=31536000, immutable");
    for (const path of ["/icon-192.png", "/icon-192.png?v=other", "/favicon.ico", "/manifest.webmanifest"])
      expect(await cached(path), path).to.equal("public, max-age=3600");
    const { headers } = await world.visitor().get("/icon-192.png");
    const again = await world.visitor().get("/icon-192.png", { "If-None-Match": headers["etag"]! });
    expect(again.status).to.equal(304);
    expect(headers).not.to.have.property("set-cookie");
  });

  it("are as shipped while the file of the logo is missing", async () => {
    const shipped = await bytesOf("/icon-192.png");
    await world.services.settings.write({ "branding.logo_dark": "00112233445566778899aabbccddeeff.png" });
    expect((await bytesOf("/icon-192.png")).equals(shipped)).to.equal(true);
  });
});
