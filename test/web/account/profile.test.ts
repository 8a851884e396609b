import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { profileFields } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("The profile page", () => {
  const world = useWorld();
  let user: User;
  let visitor: Visitor;
  beforeEach(async () => {
    ({ user, visitor } = await world.signedIn());
  });

  const row = async () => (await world.services.knex("users").where({ id: user.id }).first()) as User;
  const fields = (changes: object = {}) => profileFields(user, changes);
  const save = (changes: object = {}) => visitor.put("/user/profile-information", fields(changes));

  it("consists of cards and has the account menu", async () => {
    const answer = await visitor.get("/profile");
    expect(answer.status).to.equal(200);
    const headings = [...answer.text.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, heading]) => heading);
    expect(headings).to.deep.equal(["About you", "Picture", "Delete account"]);
    expect(answer.text).to.match(/<a href="\/profile" aria-current="page">/);
    for (const link of ["/user/security", "/user/applications"])
      expect(answer.text).to.contain(`<a href="${link}"`);
  });

  it("saves name, language and time zone, and confirms it in the new language", async () => {
    const answer = await save({
      first_name: "  Augusta ",
      last_name: "King",
      locale: "tr",
      timezone: "Europe/Istanbul",
    });
    expect(answer.headers["location"]).to.equal("/profile");
    expect(await row()).to.include({
      first_name: "Augusta",
      last_name: "King",
      locale: "tr",
      timezone: "Europe/Istanbul",
      email: user.email,
      pending_email: null,
    });
    const page = await visitor.get("/profile");
    expect(textOf(page)).to.contain("Profil kaydedildi.").and.contain("Augusta King");
    expect(page.text).to.match(/<option value="Europe\/Istanbul" selected>/);
  });

  it("records the old and new values, and nothing when nothing changed", async () => {
    await save({ last_name: "King" });
    await save({ last_name: "King" });
    const activities = await world.services.knex("activity_log").where({ event: "profile_updated" });
    expect(activities).to.have.length(1);
    expect(activities[0]).to.include({ actor_id: user.id, subject_id: user.id });
    expect(JSON.parse(activities[0].changes)).to.deep.equal({
      before: { last_name: "Lovelace" },
      after: { last_name: "King" },
    });
  });

  it("keeps a time zone that this runtime doesn't list", async () => {
    await world.services.knex("users").where({ id: user.id }).update({ timezone: "US/Pacific" });
    expect((await save({ timezone: "US/Pacific", last_name: "King" })).status).to.equal(303);
    expect((await row()).last_name).to.equal("King");
  });

  it("shows times in UTC when this runtime doesn't know the time zone", async () => {
    await world.services.knex("users").where({ id: user.id }).update({ timezone: "Mars/Olympus" });
    for (const path of ["/profile", "/dashboard", "/browser-sessions"])
      expect((await visitor.get(path)).status, path).to.equal(200);
  });

  it("C21: changes only its own fields, whatever else the form contains", async () => {
    const before = await row();
    await save({
      id: "0",
      status: "banned",
      role: "system_admin",
      roles: "system_admin",
      permissions: "users.delete",
      email_verified_at: "1",
      pending_email: "x@example.test",
      password: "another-password-1",
      password_changed_at: "0",
      two_factor_secret: "x",
      two_factor_confirmed_at: "1",
      avatar: "x.webp",
      created_at: "0",
      version: "77",
      first_name: "Augusta",
    });
    const after = await row();
    const changed = Object.keys(before).filter(
      (name) => after[name as keyof User] !== before[name as keyof User],
    );
    expect(changed.sort()).to.deep.equal(["first_name", "search_key", "updated_at", "version"].sort());
    expect(after.version).to.equal(before.version + 1);
    const roles = await world.services.knex("role_user").where({ user_id: user.id });
    expect(roles).to.have.length(1);
  });

  it("H39: shows a name as text", async () => {
    await save({ first_name: `"><script>alert(1)</script>` });
    const page = await visitor.get("/profile");
    expect(page.text).not.to.contain("<script>alert");
    expect(textOf(page)).to.contain(`"><script>alert(1)</script>`);
  });

  for (const [what, wrong, sentence] of [
    ["an empty name", { first_name: " " }, "Enter a first name."],
    ["a name that is too long", { last_name: "x".repeat(256) }, "Use at most 255 characters."],
    ["a control character", { first_name: "A\u0000da" }, "This contains characters that aren't allowed."],
    ["an invalid address", { email: "ada" }, "Enter a valid email address."],
    ["an unknown language", { locale: "xx" }, "Choose one of the options."],
    ["an unknown time zone", { timezone: "Europe/Atlantis" }, "Choose one of the options."],
    ["a repeated name", { first_name: ["a", "b"] }, "Enter a first name."],
  ] as const)
    it(`rejects ${what} and shows the form again with its input`, async () => {
      const before = await row();
      const answer = await save({ last_name: "Typed", ...wrong });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(sentence);
      if (!("last_name" in wrong)) expect(answer.text).to.contain('value="Typed"');
      expect(await row()).to.deep.equal(before);
    });

  it("requires a sign-in and a CSRF token", async () => {
    const guest = world.visitor();
    expect((await guest.get("/profile")).headers["location"]).to.equal("/login?next=%2Fprofile");
    await guest.get("/login");
    expect((await guest.put("/user/profile-information", fields())).headers["location"]).to.equal("/login");
    const forged = await save({ _csrf: "x", first_name: "Mallory" });
    expect(forged.status).to.equal(419);
    expect((await row()).first_name).to.equal("Ada");
  });
});
