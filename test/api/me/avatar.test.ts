import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { HOUR } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { picture, PIXEL, Upload } from "../../support/app/upload.js";
import { useWorld } from "../../support/app/world.js";

describe("The pictures on the API", () => {
  const world = useWorld();
  const drawn = (format: "png" | "jpeg" | "webp", width = 40, height = 30): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: "#369" } })
      .toFormat(format)
      .toBuffer();
  const row = ({ id }: User) => world.services.knex("users").where({ id }).first();
  const file = (name: string): string => join(world.services.config.env.AVATAR_DIR, name);
  const recorded = async (): Promise<unknown[]> =>
    (
      await world.services
        .knex("activity_log")
        .whereIn("event", ["avatar_changed", "avatar_removed"])
        .orderBy("id")
    ).map(({ event, actor_id, subject_id }) => [event, actor_id, subject_id]);

  /** One's own picture, and an administrator's change of another account's. */
  const SURFACES = {
    "/auth/me/avatar": async () => {
      const { user, token } = await world.make.userWithToken();
      return { api: world.api.as(token), path: "/auth/me/avatar", user, actor: user };
    },
    "/users/{user}/avatar": async () => {
      const { user: actor, token } = await world.make.userWithToken({ role: "admin" });
      const user = await world.make.user();
      return { api: world.api.as(token), path: `/users/${user.id}/avatar`, user, actor };
    },
  };

  for (const [name, open] of Object.entries(SURFACES))
    describe(name, () => {
      let at: Awaited<ReturnType<typeof open>>;
      beforeEach(async () => {
        at = await open();
      });
      const put = (body: Upload) => at.api.put(at.path, body);
      const sentenceFor = async (bytes: Buffer): Promise<string> => {
        const { body } = await put(picture(bytes)).expect(422);
        expect(body.data.errors).to.have.all.keys("avatar");
        return body.data.errors.avatar[0] as string;
      };

      for (const format of ["png", "jpeg", "webp"] as const)
        it(`stores a ${format} as a webp of 256 × 256 pixels, and records it`, async () => {
          const { body, headers } = await put(picture(await drawn(format))).expect(200);
          const { avatar, version } = await row(at.user);
          expect(body.data.id).to.equal(at.user.id);
          expect(body.data.avatar_url).to.equal(
            `${world.services.config.env.APP_URL.origin}/avatars/${avatar}`,
          );
          expect(headers["etag"]).to.equal(`"${version}"`);
          const {
            format: kept,
            width,
            height,
          } = await sharp(readFileSync(file(avatar as string))).metadata();
          expect([kept, width, height]).to.deep.equal(["webp", 256, 256]);
          const served = await world.visitor().get(`/avatars/${avatar}`);
          expect(served.headers["content-type"]).to.equal("image/webp");
          expect(await recorded()).to.deep.equal([["avatar_changed", at.actor.id, at.user.id]]);
        });

      it("replaces the former one under a new address, and deletes its file", async () => {
        await put(picture()).expect(200);
        const { avatar: former } = await row(at.user);
        await put(picture()).expect(200);
        const { avatar } = await row(at.user);
        expect(avatar).not.to.equal(former);
        expect([existsSync(file(former as string)), existsSync(file(avatar as string))]).to.deep.equal([
          false,
          true,
        ]);
      });

      it("goes by the bytes, not by the name and the declared type", async () => {
        const named = new Upload([
          { field: "avatar", bytes: PIXEL, name: "../../evil.svg", type: "text/html" },
        ]);
        await put(named).expect(200);
        expect((await row(at.user)).avatar).to.match(/^[0-9a-f]{32}\.webp$/);
      });

      it("is sent with a media type in any case", async () => {
        const part = 'Content-Disposition: form-data; name="avatar"; filename="a.png"';
        const body = Buffer.concat([
          Buffer.from(`--X\r\n${part}\r\n\r\n`),
          PIXEL,
          Buffer.from("\r\n--X--\r\n"),
        ]);
        await at.api
          .put(at.path)
          .set("Content-Type", "Multipart/Form-Data; boundary=X")
          .send(body)
          .expect(200);
      });

      it("is removed, once", async () => {
        await put(picture()).expect(200);
        const { avatar } = await row(at.user);
        for (let time = 0; time < 2; time++) {
          const { body } = await at.api.delete(at.path).expect(200);
          expect(body.data).to.deep.equal({});
        }
        expect((await row(at.user)).avatar).to.equal(null);
        expect(existsSync(file(avatar as string))).to.equal(false);
        expect((await recorded()).map((entry) => (entry as string[])[0])).to.deep.equal([
          "avatar_changed",
          "avatar_removed",
        ]);
      });

      it("keeps the former one when the new one is rejected", async () => {
        await put(picture()).expect(200);
        const { avatar } = await row(at.user);
        await sentenceFor(Buffer.from("no picture"));
        expect((await row(at.user)).avatar).to.equal(avatar);
        expect(existsSync(file(avatar as string))).to.equal(true);
      });

      it("rejects other files, with the sentence of the screen", async () => {
        const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
        const gif = await sharp(PIXEL).gif().toBuffer();
        const type = "Choose a JPEG, PNG or WebP picture.";
        for (const bytes of [Buffer.from(svg), gif, Buffer.from("%PDF-1.7"), Buffer.from("\u0000")])
          expect(await sentenceFor(bytes)).to.equal(type);
        expect(await sentenceFor(Buffer.alloc(0))).to.equal("Choose a picture.");
      });

      it("rejects a broken picture, a polyglot's rest, and too many pixels", async () => {
        const whole = await drawn("jpeg", 400, 300);
        const damaged = "This picture is damaged or incomplete.";
        expect(await sentenceFor(whole.subarray(0, whole.length / 2))).to.equal(damaged);
        // the signature of a PNG in front of something else
        const signature = PIXEL.subarray(0, 8);
        expect(
          await sentenceFor(Buffer.concat([signature, Buffer.from("<script>alert(1)</script>")])),
        ).to.equal(damaged);
        expect(await sentenceFor(await drawn("png", 4097, 1))).to.equal(
          "Choose a picture of at most 4096 × 4096 pixels.",
        );
      });

      it("keeps nothing of a polyglot but the pixels", async () => {
        const script = Buffer.from("<script>alert(1)</script>");
        await put(picture(Buffer.concat([PIXEL, script]))).expect(200);
        const { avatar } = await row(at.user);
        expect(readFileSync(file(avatar as string)).includes(script)).to.equal(false);
      });

      it("takes ten an hour, together with the screen, and counts rejected ones", async () => {
        world.freezeTime();
        const { visitor } = await world.signedIn(at.actor);
        await visitor.get("/profile");
        const bytes = await drawn("png");
        await visitor.send((agent) =>
          agent.post("/user/avatar").field("_csrf", visitor.csrfToken).attach("avatar", bytes, "a.png"),
        );
        for (let n = 0; n < 9; n++) await put(picture(Buffer.from("x"))).expect(422);
        const { headers } = await put(picture()).expect(429);
        expect(Number(headers["retry-after"])).to.be.within(1, 3600);
        world.advance(HOUR);
        const again = world.api.as(await world.make.token(at.actor));
        await again.put(at.path, picture()).expect(200);
      });
    });

  it("needs a token from signing in for one's own", async () => {
    const { user } = await world.make.userWithToken();
    const personal = world.api.as(await world.make.token(user, { name: "deployment" }));
    for (const answer of [
      await personal.put("/auth/me/avatar", picture()),
      await personal.delete("/auth/me/avatar"),
    ])
      expect([answer.status, answer.body.data.code]).to.deep.equal([403, "first_party_only"]);
  });

  it("of an account above one's rank aren't found, and of others need users.update", async () => {
    const { token } = await world.make.userWithToken({ role: "admin" });
    const root = await world.make.user({ role: "system_admin" });
    await world.api.as(token).put(`/users/${root.id}/avatar`, picture()).expect(404);
    await world.api.as(token).delete(`/users/${root.id}/avatar`).expect(404);
    await world.make.role("reader", 3, ["users.read", "dashboard.read"]);
    const reader = world.api.as((await world.make.userWithToken({ role: "reader" })).token);
    const user = await world.make.user();
    await reader.put(`/users/${user.id}/avatar`, picture()).expect(403);
    await reader.delete(`/users/${user.id}/avatar`).expect(403);
    expect((await row(user)).avatar).to.equal(null);
  });
});
