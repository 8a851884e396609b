import { expect } from "chai";
import { MINUTE } from "../../../src/lib/clock.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const CODES = "/user/two-factor-recovery-codes";

describe("Confirming the password", () => {
  const world = useWorld();

  /** A user whose password confirmation has expired. */
  const visitorOfLongAgo = async () => {
    world.freezeTime();
    const user = await world.make.user();
    await world.make.twoFactor(user);
    const visitor = world.visitor();
    await world.services.settings.write({ "auth.two_factor": "0" });
    await visitor.signIn(user);
    await world.services.settings.write({ "auth.two_factor": "1" });
    world.advance(15 * MINUTE + 1);
    return { user, visitor };
  };

  it("is required before sensitive pages, and redirects back to them", async () => {
    const { visitor } = await visitorOfLongAgo();
    const asked = await visitor.get(CODES);
    expect(asked.headers["location"]).to.equal(`/user/confirm-password?next=${encodeURIComponent(CODES)}`);
    const page = await visitor.get(asked.headers["location"]!);
    expect(page.status).to.equal(200);
    expect(page.text).to.contain(`name="next" value="${CODES}"`);
    const answer = await visitor.submit("/user/confirm-password", {
      current_password: PASSWORD,
      next: CODES,
    });
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal(CODES);
    expect(textOf(await visitor.get(CODES))).to.contain("aaaaa-bbbbb-ccccc");
  });

  it("doesn't redirect back to a path that only accepts forms", async () => {
    const { visitor } = await visitorOfLongAgo();
    await visitor.get("/profile");
    const from = (path: string) =>
      visitor.submit(CODES, {}, { Referer: new URL(path, world.services.config.env.APP_URL).href });
    expect((await from("/user/profile-information")).headers["location"]).to.equal("/user/confirm-password");
    expect((await from("/profile")).headers["location"]).to.equal("/user/confirm-password?next=%2Fprofile");
  });

  it("is valid for the minutes of the setting, to the millisecond", async () => {
    await world.services.settings.write({ "auth.password_confirm_minutes": "2" });
    const { visitor } = await visitorOfLongAgo();
    await visitor.get("/user/confirm-password");
    await visitor.submit("/user/confirm-password", { current_password: PASSWORD });
    world.advance(2 * MINUTE);
    expect((await visitor.get(CODES)).status).to.equal(200);
    world.advance(1);
    expect((await visitor.get(CODES)).status).to.equal(302);
  });

  it("accepts the field name `password` too, and redirects to the dashboard by default", async () => {
    const { visitor } = await visitorOfLongAgo();
    await visitor.get("/user/confirm-password");
    const answer = await visitor.submit("/user/confirm-password", { password: PASSWORD });
    expect(answer.headers["location"]).to.equal("/dashboard");
  });

  it("doesn't check today's password policy", async () => {
    await world.services.settings.write({ "auth.password_min_length": "64" });
    const { visitor } = await visitorOfLongAgo();
    await visitor.get("/user/confirm-password");
    const answer = await visitor.submit("/user/confirm-password", { current_password: PASSWORD });
    expect(answer.headers["location"]).to.equal("/dashboard");
  });

  it("C17: gives the session a new id, and the old one is invalid", async () => {
    const { visitor } = await visitorOfLongAgo();
    await visitor.get("/user/confirm-password");
    const old = visitor.sessionCookie!;
    await visitor.submit("/user/confirm-password", { current_password: PASSWORD });
    expect(visitor.sessionCookie).not.to.equal(old);
    expect(await world.services.knex("sessions")).to.have.length(1);
    const thief = world.visitor();
    thief.cookies.set("authdock_session", old);
    expect((await thief.get("/dashboard")).headers["location"]).to.match(/^\/login/);
  });

  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)"])
    it(`H40: doesn't redirect to ${next}`, async () => {
      const { visitor } = await visitorOfLongAgo();
      const page = await visitor.get(`/user/confirm-password?next=${encodeURIComponent(next)}`);
      expect(page.text).not.to.contain('name="next"');
      const answer = await visitor.submit("/user/confirm-password", { current_password: PASSWORD, next });
      expect(answer.headers["location"]).to.equal("/dashboard");
    });

  it("rejects a wrong password", async () => {
    const { visitor } = await visitorOfLongAgo();
    await visitor.get("/user/confirm-password");
    for (const fields of [{ current_password: "wrong-password" }, { password: "wrong-password" }]) {
      const answer = await visitor.submit("/user/confirm-password", { ...fields, next: CODES });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("This isn't your current password.");
      expect(answer.text).to.contain(`name="next" value="${CODES}"`).and.not.contain("wrong-password");
    }
    expect((await visitor.get(CODES)).status).to.equal(302);
  });

  it("asks for the password if it is blank", async () => {
    const { visitor } = await visitorOfLongAgo();
    await visitor.get("/user/confirm-password");
    for (const fields of [{ current_password: "" }, {}]) {
      const answer = await visitor.submit("/user/confirm-password", { ...fields, next: CODES });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("Enter your current password.");
    }
  });

  for (const field of ["current_password", "password"])
    it(`accepts six attempts a minute, sent as ${field}`, async () => {
      const { visitor } = await visitorOfLongAgo();
      await visitor.get("/user/confirm-password");
      for (let attempt = 0; attempt < 6; attempt++)
        expect((await visitor.submit("/user/confirm-password", { [field]: "wrong" })).status).to.equal(422);
      const answer = await visitor.submit("/user/confirm-password", { [field]: PASSWORD });
      expect(answer.status).to.equal(429);
      expect(answer.headers["retry-after"]).to.match(/^\d+$/);
      expect((await visitor.get(CODES)).status).to.equal(302);
    });

  it("requires a sign-in", async () => {
    expect((await world.visitor().get("/user/confirm-password")).headers["location"]).to.match(/^\/login/);
  });
});
