import { expect } from "chai";
import { endOtherSessions } from "../../../src/domain/sessions/own-sessions.js";
import { HOUR, MINUTE } from "../../../src/lib/clock.js";
import { sha256 } from "../../../src/lib/secrets.js";
import type { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { callerOf } from "../../support/app/caller.js";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

describe("The list of browser sessions", () => {
  const world = useWorld();
  let user: User;
  let laptop: Visitor;
  let phone: Visitor;
  beforeEach(async () => {
    user = await world.make.user();
    phone = world.visitor();
    phone.userAgent = PHONE;
    await phone.signIn(user);
    laptop = world.visitor();
    await laptop.signIn(user);
    await laptop.get("/browser-sessions");
  });

  const rows = (of = user) => world.services.knex("sessions").where({ user_id: of.id });
  const publicId = async (visitor: Visitor): Promise<string> =>
    (await rows().where({ ip_address: visitor.ip }).first()).public_id;
  const isSignedIn = async (visitor: Visitor) => (await visitor.get("/profile")).status === 200;

  it("shows device, address and times, and marks the current browser", async () => {
    const page = await laptop.get("/browser-sessions");
    const items = [...page.text.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item]) => item!);
    expect(items).to.have.length(2);
    expect(items[0]).to.contain("Chrome on Linux").and.contain(laptop.ip).and.contain("this browser");
    expect(items[1]).to.contain("Safari on iOS").and.contain(phone.ip).and.not.contain("this browser");
    expect(textOf(page)).to.contain("This doesn't affect access tokens. Revoke access tokens");
  });

  it("excludes expired sessions", async () => {
    world.advance(HOUR + 59 * MINUTE);
    expect(await isSignedIn(laptop)).to.equal(true);
    world.advance(2 * MINUTE);
    const page = await laptop.get("/browser-sessions");
    expect(page.text.match(/<li>/g)).to.have.length(1);
    expect(textOf(page)).to.contain("No other active sessions");
  });

  it("ends one session", async () => {
    const answer = await laptop.delete("/browser-sessions", { session: await publicId(phone) });
    expect(answer.headers["location"]).to.equal("/browser-sessions");
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).to.deep.equal([true, false]);
    expect(await rows()).to.have.length(1);
  });

  it("ends all others, with or without the confirmation field", async () => {
    for (const fields of [{ session: "others" }, {}] as Record<string, string>[]) {
      const answer = await laptop.delete("/browser-sessions", fields);
      expect(answer.headers["location"]).to.equal("/browser-sessions");
      expect([await isSignedIn(laptop), await isSignedIn(phone)]).to.deep.equal([true, false]);
      phone = world.visitor();
      await phone.signIn(user);
      await laptop.get("/browser-sessions");
    }
  });

  it("keeps tokens, and says so", async () => {
    const token = await world.make.token(user);
    await laptop.delete("/browser-sessions");
    expect(textOf(await laptop.get("/browser-sessions"))).to.contain(
      "1 other session ended. Access tokens still work.",
    );
    await world.api.as(token).get("/auth/me").expect(200);
  });

  it("signs out when the current session is ended", async () => {
    const answer = await laptop.delete("/browser-sessions", { session: await publicId(laptop) });
    expect(answer.headers["location"]).to.equal("/login");
    expect(laptop.sessionCookie).to.equal(undefined);
    expect(textOf(await laptop.get("/login"))).to.contain("You've signed out.");
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).to.deep.equal([false, true]);
  });

  it("records the number of ended sessions", async () => {
    await laptop.delete("/browser-sessions");
    await laptop.get("/browser-sessions");
    await laptop.delete("/browser-sessions"); // there is nothing left to report
    const activities = await world.services.knex("activity_log").where({ event: "sessions_ended" });
    expect(activities).to.have.length(1);
    expect(activities[0]).to.include({ actor_id: user.id, subject_id: user.id });
    expect(JSON.parse(activities[0].changes)).to.deep.equal({ count: 1 });
  });

  it("H34: contains no session id, neither in clear nor hashed", async () => {
    const page = await laptop.get("/browser-sessions");
    for (const visitor of [laptop, phone]) {
      const id = decodeURIComponent(visitor.sessionCookie!).slice("s:".length).split(".")[0]!;
      const hash = sha256(id);
      expect(await rows().where({ id: hash })).to.have.length(1);
      for (const form of [id, hash.toString("hex"), hash.toString("base64"), hash.toString("base64url")])
        expect(page.text).not.to.contain(form);
    }
  });

  it("H39: shows a hostile browser name and address as text", async () => {
    await rows()
      .where({ ip_address: phone.ip })
      .update({ user_agent: "<img src=x onerror=alert(1)>", ip_address: "<b>" });
    const page = await laptop.get("/browser-sessions");
    expect(page.text).not.to.contain("<img src=x").and.not.to.contain("Address <b>");
    expect(textOf(page)).to.contain("Unknown device");
  });

  it("H34: asks for the password when it wasn't confirmed recently", async () => {
    world.advance(16 * MINUTE);
    const page = await laptop.get("/browser-sessions");
    expect(page.text).to.contain('name="current_password"');
    const away = await laptop.submit(
      "/browser-sessions",
      { _method: "DELETE", session: await publicId(phone) },
      { Referer: "http://localhost:3000/browser-sessions" },
    );
    expect(away.headers["location"]).to.equal("/user/confirm-password?next=%2Fbrowser-sessions");
    const wrong = await laptop.delete("/browser-sessions", { session: "others", current_password: "wrong" });
    expect(wrong.status).to.equal(422);
    expect(textOf(wrong)).to.contain("This isn't your current password.");
    expect(await rows()).to.have.length(2);
    await laptop.delete("/browser-sessions", { session: "others", current_password: PASSWORD });
    expect(await rows()).to.have.length(1);
    expect(await isSignedIn(laptop)).to.equal(true);
  });

  it("C17: keeps this browser signed in when the password was right and the session is unknown", async () => {
    world.advance(16 * MINUTE);
    await laptop.get("/browser-sessions");
    const answer = await laptop.delete("/browser-sessions", { session: "x", current_password: PASSWORD });
    expect(answer.status).to.equal(404);
    expect(await isSignedIn(laptop)).to.equal(true);
    expect(await rows()).to.have.length(2);
  });

  it("counts attempts with the password", async () => {
    world.advance(16 * MINUTE);
    await laptop.get("/browser-sessions");
    for (let time = 1; time <= 6; time++)
      expect((await laptop.delete("/browser-sessions", { current_password: "wrong" })).status).to.equal(422);
    const answer = await laptop.delete("/browser-sessions", { current_password: PASSWORD });
    expect(answer.status).to.equal(429);
    expect(await rows()).to.have.length(2);
  });

  it("H34: finds no session of another account, no ended one, and none by its hash", async () => {
    const other = await world.make.user();
    await world.visitor().signIn(other);
    const foreign = (await rows(other).first()).public_id as string;
    const ended = await publicId(phone);
    const hash = ((await rows().where({ public_id: ended }).first()).id as Buffer).toString("hex");
    await phone.submit("/logout");
    for (const session of [foreign, ended, hash, "", "x", "%", "' or 1=1", "ş"])
      expect((await laptop.delete("/browser-sessions", { session })).status).to.equal(404);
    expect(await rows(other)).to.have.length(1);
    expect(await rows()).to.have.length(1);
  });

  it("rejects two sessions instead of ending all", async () => {
    const answer = await laptop.delete("/browser-sessions", { session: ["x", "y"] });
    expect(answer.status).to.equal(404);
    expect(await rows()).to.have.length(2);
  });

  it("requires a sign-in and a CSRF token", async () => {
    expect((await world.visitor().get("/browser-sessions")).headers["location"]).to.match(/^\/login/);
    expect((await laptop.delete("/browser-sessions", { _csrf: "x" })).status).to.equal(419);
    expect(await rows()).to.have.length(2);
  });

  it("ends nothing for a browser that has been signed out: one of two stays", async () => {
    const [own, other] = [await publicId(laptop), await publicId(phone)];
    const call = await callerOf(world.services, user);
    const outcomes = await Promise.allSettled([endOtherSessions(call, own), endOtherSessions(call, other)]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(["fulfilled", "rejected"]);
    expect(await rows()).to.have.length(1);
  });
});
