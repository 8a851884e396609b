import { expect } from "chai";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("The pages of 403 and 404", () => {
  const world = useWorld();

  it("keep the menu of a signed-in user and lead back to the dashboard", async () => {
    const { visitor } = await world.signedIn();
    for (const path of ["/nothing", "/admin/users", "/admin/users/nobody"]) {
      const answer = await visitor.get(path);
      expect(answer.status, path).to.equal(path === "/nothing" ? 404 : 403);
      expect(answer.text, path).to.contain('class="app-nav"').and.contain('action="/logout"');
      expect(answer.text).to.match(/<a class="btn btn-primary" href="\/dashboard">/);
      expect(textOf(answer)).to.contain(answer.headers["x-request-id"]!);
    }
    expect((await visitor.get("/dashboard")).status).to.equal(200);
  });

  it("name the permission that the account lacks", async () => {
    const { visitor } = await world.signedIn();
    const answer = await visitor.get("/admin/users");
    expect(textOf(answer)).to.contain("Your account doesn't have the permission users.read");
  });

  it("lead to the account without the permission for the dashboard", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user({ role: null }));
    const answer = await visitor.get("/dashboard");
    expect(answer.text).to.contain('<a class="btn btn-primary" href="/profile">');
  });

  it("name the support address", async () => {
    await world.services.settings.write({ "branding.support_email": "help@example.test" });
    const { visitor } = await world.signedIn();
    const { text } = await visitor.get("/admin/users");
    expect(text).to.contain("Need access? Ask the administrator:").and.contain("mailto:help@example.test");
  });

  it("say a missing row the same way", async () => {
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    const answer = await visitor.get("/admin/users/0196c2d4-0000-7000-8000-000000000000");
    expect(answer.status).to.equal(404);
    expect(answer.text).to.contain('href="/admin/users"').and.contain("app-nav");
  });

  it("offer guests to sign in", async () => {
    const answer = await world.visitor().get("/nothing");
    expect(answer.text).to.contain('href="/login">Sign in</a>').and.contain('href="/"');
    expect(answer.text).not.to.contain("app-nav");
    expect(answer.headers).not.to.have.property("set-cookie");
  });

  it("are replaced by the envelope for scripts", async () => {
    const { visitor } = await world.signedIn();
    const answer = await visitor.get("/admin/users", { Accept: "application/json" });
    expect(answer.status).to.equal(403);
    expect(answer.body).to.deep.include({ data: { code: "forbidden" } });
  });

  it("are plain for a denied account", async () => {
    const { visitor, user } = await world.signedIn();
    await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
    const answer = await visitor.get("/nothing");
    expect(answer.status).to.equal(404);
    expect(answer.text).not.to.contain("app-nav");
  });

  it("are plain while the database doesn't respond", async () => {
    const { visitor } = await world.signedIn();
    const { settings } = world.services;
    settings.read = () => Promise.reject(new Error("connection lost"));
    try {
      const answer = await visitor.get("/nothing");
      expect(answer.status).to.equal(404);
      expect(textOf(answer)).to.contain("Page not found");
    } finally {
      delete (settings as Partial<typeof settings>).read;
    }
  });
});
