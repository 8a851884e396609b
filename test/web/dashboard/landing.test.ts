import { expect } from "chai";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("The start page", () => {
  const world = useWorld();

  it("says what the service is, and leads guests to sign-in and registration", async () => {
    await world.services.settings.write({ "branding.name": "Harbour" });
    const page = await world.visitor().get("/");
    expect(page.status).to.equal(200);
    expect(textOf(page)).to.contain("Welcome to Harbour").and.contain("Sign in");
    expect(page.text).to.contain('href="/login"').and.contain('href="/register"');
  });

  it("doesn't offer registration while it is off", async () => {
    await world.services.settings.write({ "auth.registration": "0" });
    expect((await world.visitor().get("/")).text).not.to.contain('href="/register"');
  });

  it("shows the operator's text", async () => {
    await world.services.settings.write({ "branding.sign_in_text": "For members <only>." });
    expect((await world.visitor().get("/")).text).to.contain("For members &lt;only&gt;.");
  });

  it("links to the API docs where everyone who signs in may read them", async () => {
    expect((await world.visitor().get("/")).text).not.to.contain('href="/api-dock"');
    const { knex } = world.services;
    const [role] = (await knex("roles").where({ name: "user" }).pluck("id")) as string[];
    const [permission] = (await knex("permissions").where({ name: "api-docs.read" }).pluck("id")) as string[];
    await knex("permission_role").insert({ role_id: role, permission_id: permission });
    await knex("cache_versions").where({ name: "authority" }).increment("version", 1);
    expect((await world.visitor().get("/")).text).to.contain('href="/api-dock"');
  });

  it("leads users to their dashboard, or to their account without the permission for it", async () => {
    const { visitor } = await world.signedIn();
    expect((await visitor.get("/")).headers["location"]).to.equal("/dashboard");
    const other = world.visitor();
    await other.signIn(await world.make.user({ role: null }));
    expect((await other.get("/")).headers["location"]).to.equal("/profile");
  });
});
