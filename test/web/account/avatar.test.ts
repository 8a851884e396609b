import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { expect } from "chai";
import sharp from "sharp";
import type { Response } from "supertest";
import { avatarPicture } from "../../../src/domain/profile/avatar-picture.js";
import { changeAvatar, removeOrphanedAvatars } from "../../../src/domain/profile/avatars.js";
import { DAY } from "../../../src/lib/clock.js";
import { ServiceBusy } from "../../../src/lib/failures.js";
import type { User } from "../../../src/models/user.js";
import { AVATAR_DIR } from "../../support/app/config.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { callerOf } from "../../support/app/caller.js";

const NAME = /^[0-9a-f]{32}\.webp$/;

const plain = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } });

/** A PNG with one bit per pixel, written by hand because libraries reject this size. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 });
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("The avatar", () => {
  const world = useWorld();
  let user: User;
  let visitor: Visitor;
  beforeEach(async () => {
    rmSync(AVATAR_DIR, { recursive: true, force: true });
    ({ user, visitor } = await world.signedIn());
  });
  after(() => rmSync(AVATAR_DIR, { recursive: true, force: true }));

  const avatar = async (): Promise<string | null> =>
    ((await world.services.knex("users").where({ id: user.id }).first()) as User).avatar;
  const files = (): string[] => (existsSync(AVATAR_DIR) ? readdirSync(AVATAR_DIR) : []);
  const upload = (bytes: Buffer, name = "me.png"): Promise<Response> =>
    visitor.send((agent) =>
      agent.post("/user/avatar").field("_csrf", visitor.csrfToken).attach("avatar", bytes, name),
    );
  const expectRejection = async (answer: Response, sentence: string): Promise<void> => {
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain(sentence);
    expect(await avatar()).to.equal(null);
    expect(files()).to.deep.equal([]);
  };

  it("is stored as 256 × 256 webp under a generated name, and shown on every page", async () => {
    const answer = await upload(await plain().jpeg().toBuffer());
    expect(answer.headers["location"]).to.equal("/profile");
    const name = (await avatar())!;
    expect(name).to.match(NAME);
    expect(files()).to.deep.equal([name]);
    const { format, width, height } = await sharp(readFileSync(join(AVATAR_DIR, name))).metadata();
    expect({ format, width, height }).to.deep.equal({ format: "webp", width: 256, height: 256 });
    const page = await visitor.get("/profile");
    expect(page.text).to.contain(`src="/avatars/${name}"`);
    expect(textOf(page)).to.contain("Picture changed.");
    const { body } = await world.api
      .as(await world.make.token(user))
      .get("/auth/me")
      .expect(200);
    expect(body.data.avatar_url).to.match(new RegExp(`/avatars/${name}$`));
  });

  for (const [format, make] of [
    ["png", () => plain().png().toBuffer()],
    ["webp", () => plain().webp().toBuffer()],
    ["jpeg in another colour space", () => plain().toColourspace("cmyk").jpeg().toBuffer()],
    ["image of one pixel", () => plain(1, 1).png().toBuffer()],
    ["image of 4096 × 4096", () => plain(4096, 4096).png().toBuffer()],
  ] as const)
    it(`can be a ${format}`, async () => {
      expect((await upload(await make())).status).to.equal(303);
      expect(await avatar()).to.match(NAME);
    });

  it("has another URL after every upload, and the old file is deleted", async () => {
    await upload(await plain().png().toBuffer());
    const first = await avatar();
    await visitor.get("/profile");
    await upload(await plain().png().toBuffer());
    const second = await avatar();
    expect(second).to.match(NAME).and.not.equal(first);
    expect(files()).to.deep.equal([second]);
  });

  it("can be removed with its row, file and URL", async () => {
    await upload(await plain().png().toBuffer());
    const name = await avatar();
    await visitor.get("/profile");
    const answer = await visitor.delete("/user/avatar");
    expect(answer.headers["location"]).to.equal("/profile");
    expect(await avatar()).to.equal(null);
    expect(files()).to.deep.equal([]);
    expect((await world.visitor().get(`/avatars/${name}`)).status).to.equal(404);
    expect((await visitor.delete("/user/avatar")).status).to.equal(303);
  });

  it("is recorded in the audit log", async () => {
    await upload(await plain().png().toBuffer());
    await visitor.get("/profile");
    await visitor.delete("/user/avatar");
    const events = await world.services.knex("activity_log").where({ subject_id: user.id }).pluck("event");
    expect(events).to.include.members(["avatar_changed", "avatar_removed"]);
  });

  it("is public at its URL, served only as an image and cached permanently", async () => {
    await upload(await plain().png().toBuffer());
    const address = `/avatars/${await avatar()}`;
    const guest = world.visitor();
    const answer = await guest.get(address);
    expect(answer.status).to.equal(200);
    expect(answer.headers).to.include({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(answer.headers).not.to.have.property("set-cookie");
    expect((await guest.send((agent) => agent.head(address))).headers["content-length"]).to.equal(
      answer.headers["content-length"],
    );
    expect((await guest.send((agent) => agent.post(address))).status).to.equal(404);
  });

  it("H41: loses its location data and is rotated upright", async () => {
    const exif = { IFD0: { Copyright: "Secret Person" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } };
    const left = plain(200, 400).composite([
      {
        input: await sharp({ create: { width: 200, height: 200, channels: 3, background: "red" } })
          .png()
          .toBuffer(),
        top: 0,
        left: 0,
      },
    ]);
    const photo = await sharp(await left.png().toBuffer())
      .withExif(exif)
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).to.be.instanceOf(Buffer);
    await upload(photo, "photo.jpg");
    const kept = readFileSync(join(AVATAR_DIR, (await avatar())!));
    const { exif: left_, xmp, icc, orientation } = await sharp(kept).metadata();
    expect([left_, xmp, icc, orientation]).to.deep.equal([undefined, undefined, undefined, undefined]);
    expect(kept.includes("Secret")).to.equal(false);
    const bottom = await sharp(kept).extract({ left: 100, top: 220, width: 1, height: 1 }).raw().toBuffer();
    expect([...bottom.subarray(0, 1)][0]).to.be.greaterThan(200); // the red half was on top before the rotation
  });

  it("H41: contains no data hidden behind or inside the image", async () => {
    const polyglot = Buffer.concat([
      await plain().jpeg().toBuffer(),
      Buffer.from("<script>alert(1)</script><?php system('id') ?>"),
    ]);
    await upload(polyglot, "x.php.jpg");
    const kept = readFileSync(join(AVATAR_DIR, (await avatar())!));
    expect(kept.includes("script") || kept.includes("php")).to.equal(false);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  for (const [what, bytes] of [
    ["SVG", Buffer.from(svg)],
    ["HTML with the name of a PNG", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a GIF that is also a script", Buffer.from("GIF89a/*\u0000\u0000*/=1;alert(1)")],
    ["PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj")],
    ["a wrong first byte", Buffer.from("\u0000PNG\r\n\u001a\n")],
    ["a RIFF file that isn't webp", Buffer.from("RIFF\u0024\u0000\u0000\u0000WAVEfmt ")],
  ] as const)
    it(`H41: can't be ${what}`, async () =>
      expectRejection(await upload(bytes), "Choose a JPEG, PNG or WebP picture."));

  it("H41: can't be a GIF or a TIFF, although the library could read them", async () => {
    for (const bytes of [await plain(9, 9).gif().toBuffer(), await plain(9, 9).tiff().toBuffer()])
      await expectRejection(await upload(bytes), "Choose a JPEG, PNG or WebP picture.");
  });

  it("H42: is rejected quickly and without much memory with 30000 × 30000 pixels in a small file", async () => {
    const bomb = hugePng(30_000);
    expect(bomb.length).to.be.lessThan(200_000);
    await upload(await plain().png().toBuffer()); // loads the library first
    await visitor.get("/profile");
    await visitor.delete("/user/avatar");
    await visitor.get("/profile");
    const [began, before] = [Date.now(), process.memoryUsage().rss];
    const answer = await upload(bomb);
    expect(Date.now() - began).to.be.lessThan(2000);
    expect(process.memoryUsage().rss - before).to.be.lessThan(150 * 2 ** 20);
    await expectRejection(answer, "Choose a picture of at most 4096 × 4096 pixels.");
  });

  it("H42: is rejected when one side is too long", async () =>
    expectRejection(await upload(await plain(4097, 1).png().toBuffer()), "at most 4096 × 4096 pixels"));

  it("H42: is rejected when the file is truncated", async () => {
    const noise = sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 128, sigma: 50 },
      },
    });
    for (const bytes of [
      await noise.clone().png().toBuffer(),
      await noise.clone().jpeg().toBuffer(),
      await noise.clone().webp().toBuffer(),
    ])
      for (const length of [12, Math.floor(bytes.length / 2)])
        await expectRejection(
          await upload(bytes.subarray(0, length)),
          "This picture is damaged or incomplete.",
        );
  });

  it("H42: is queued with at most 32 others", async () => {
    const picture = await plain(40, 40).png().toBuffer();
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => avatarPicture(picture)));
    const rejected = results.filter((result) => result.status === "rejected");
    expect(rejected).to.have.length(8);
    for (const { reason } of rejected) expect(reason).to.be.instanceOf(ServiceBusy);
    expect((await avatarPicture(picture)).length).to.be.greaterThan(0);
  });

  it("H42: can't be an animation", async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
    const moving = await sharp([await frame("red"), await frame("blue")], { join: { animated: true } })
      .webp()
      .toBuffer();
    await expectRejection(await upload(moving), "Choose a picture that isn't animated.");
  });

  it("is rejected above 2 MiB, and when the form has no file", async () => {
    await expectRejection(
      await upload(Buffer.alloc(2 * 1024 * 1024 + 1, 0xff)),
      "The file must not be larger than 2 MiB.",
    );
    await expectRejection(await upload(Buffer.alloc(0)), "Choose a picture.");
    await expectRejection(await visitor.submit("/user/avatar"), "Choose a picture.");
  });

  it("H43: is replaced only after the new one is stored, row and file", async () => {
    await upload(await plain().png().toBuffer());
    const first = await avatar();
    const knex = { client: { acquireConnection: () => Promise.reject(new Error("no database")) } };
    const broken = { ...world.services, knex: knex as never };
    const failed = await changeAvatar(
      { ...(await callerOf(world.services, user)), services: broken },
      await plain().jpeg().toBuffer(),
    ).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error).with.property("message", "no database");
    expect(await avatar()).to.equal(first);
    expect(files()).to.deep.equal([first]);
  });

  it("H43: is the one of the row after two parallel uploads, and the other is deleted", async () => {
    const bytes = await plain().png().toBuffer();
    const answers = await Promise.all([upload(bytes), upload(bytes), upload(bytes)]);
    expect(answers.map(({ status }) => status)).to.deep.equal([303, 303, 303]);
    expect(files()).to.deep.equal([await avatar()]);
  });

  it("is deleted with the account, and the prune command deletes files without an account", async () => {
    await upload(await plain().png().toBuffer());
    const kept = await world.make.user();
    await changeAvatar(await callerOf(world.services, kept), await plain().png().toBuffer());
    await changeAvatar(await callerOf(world.services, user), await plain().png().toBuffer());
    const admin = await world.make.userWithToken({ role: "system_admin" });
    await world.api.as(admin.token).delete(`/users/${user.id}`).expect(200);
    expect(await avatar()).to.equal(null);
    expect(files()).to.have.length(1);

    await changeAvatar(await callerOf(world.services, kept), await plain().png().toBuffer());
    const [name] = files();
    await world.services.knex("users").where({ id: kept.id }).update({ avatar: null });
    expect(await removeOrphanedAvatars(world.services)).to.equal(0); // it can be an upload in progress
    world.advance(DAY + 60_000);
    await world.services.knex("users").where({ id: kept.id }).update({ avatar: name });
    expect(await removeOrphanedAvatars(world.services)).to.equal(0);
    await world.services.knex("users").where({ id: kept.id }).update({ avatar: null });
    expect(await removeOrphanedAvatars(world.services)).to.equal(1);
    expect(files()).to.deep.equal([]);
  });

  it("H43: is never served from outside its folder", async () => {
    await upload(await plain().png().toBuffer());
    const name = (await avatar())!;
    for (const path of [
      "/avatars/",
      "/avatars/../package.json",
      "/avatars/..%2f..%2fpackage.json",
      "/avatars/%2e%2e/%2e%2e/package.json",
      `/avatars/x/../${name}%00`,
      `/avatars/${name.toUpperCase()}`,
      `/avatars/${name}.part`,
      `/avatars/./${name}`,
      `/avatars//${name}`,
      `/avatars/${"0".repeat(32)}.webp`,
    ]) {
      const answer = await world.visitor().get(path);
      expect([path, answer.status >= 400 && answer.status < 500]).to.deep.equal([path, true]);
    }
  });

  it("can't be changed without a session or a CSRF token", async () => {
    const bytes = await plain().png().toBuffer();
    const forged = await visitor.send((agent) =>
      agent.post("/user/avatar").field("_csrf", "x").attach("avatar", bytes, "me.png"),
    );
    expect(forged.status).to.equal(419);
    const guest = world.visitor();
    const answer = await guest.send((agent) => agent.post("/user/avatar").attach("avatar", bytes, "me.png"));
    expect(answer.status).to.equal(419);
    expect(files()).to.deep.equal([]);
  });

  it("isn't served from a link, a folder or a pipe, and neither is a logo", async () => {
    const name = (digit: string, extension: string): string => `${digit.repeat(32)}.${extension}`;
    const logos = join(AVATAR_DIR, "logos");
    mkdirSync(logos, { recursive: true });
    writeFileSync(join(AVATAR_DIR, "file"), "a file of this machine");
    for (const [folder, path, extension] of [
      [AVATAR_DIR, "/avatars/", "webp"],
      [logos, "/branding/", "png"],
    ] as const) {
      symlinkSync(join(AVATAR_DIR, "file"), join(folder, name("a", extension)));
      mkdirSync(join(folder, name("b", extension)));
      execFileSync("mkfifo", [join(folder, name("c", extension))]);
      writeFileSync(join(folder, name("d", extension)), "picture");
      for (const digit of ["a", "b", "c"])
        expect((await visitor.get(path + name(digit, extension))).status, path + digit).to.equal(404);
      expect((await visitor.get(path + name("d", extension))).status, path).to.equal(200);
    }
  });
});
