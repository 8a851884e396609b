import bcrypt from "bcryptjs";
import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";
import { textOf } from "../../support/app/web.js";
import { PASSWORD } from "../../support/app/factories.js";

describe("Signing in with a browser", () => {
  const world = useWorld();

  it("opens a session and shows the dashboard", async () => {
    const user = await world.make.user();
    const visitor = world.visitor();
    await visitor.get("/login");
    const answer = await visitor.submit("/login", { email: user.email, password: PASSWORD });
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal("/dashboard");
    const dashboard = await visitor.get("/dashboard");
    expect(dashboard.status).to.equal(200);
    expect(textOf(dashboard)).to.contain("Hello Ada Lovelace");
  });

  it("redirects to the page that was requested", async () => {
    const user = await world.make.user();
    const visitor = world.visitor();
    const rejected = await visitor.get("/dashboard?tab=1");
    expect(rejected.headers["location"]).to.equal("/login?next=%2Fdashboard%3Ftab%3D1");
    const login = await visitor.get(rejected.headers["location"]!);
    expect(login.text).to.contain('name="next" value="/dashboard?tab=1"');
    const answer = await visitor.submit("/login", {
      email: user.email,
      password: PASSWORD,
      next: "/dashboard?tab=1",
    });
    expect(answer.headers["location"]).to.equal("/dashboard?tab=1");
  });

  it("creates no session row for a guest", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    await visitor.submit("/login", { email: "nobody@example.test", password: "wrong" });
    expect(await world.services.knex("sessions")).to.have.length(0);
    expect(visitor.sessionCookie).to.equal(undefined);
  });

  it("signs out: the row is deleted, and the old cookie is invalid", async () => {
    const { visitor } = await world.signedIn();
    const old = visitor.sessionCookie!;
    const answer = await visitor.submit("/logout");
    expect(answer.headers["location"]).to.equal("/login");
    expect(await world.services.knex("sessions")).to.have.length(0);
    expect(textOf(await visitor.get("/login"))).to.contain("You've signed out.");
    visitor.cookies.set("authdock_session", old);
    expect((await visitor.get("/dashboard")).headers["location"]).to.match(/^\/login/);
  });

  it("H25: opens a session for each of three parallel attempts that renew an imported hash", async () => {
    const user = await world.make.user();
    const password = await bcrypt.hash(PASSWORD, 5);
    await world.services.knex("users").where({ id: user.id }).update({ password });
    const visitors = [world.visitor(), world.visitor(), world.visitor()];
    for (const visitor of visitors) await visitor.get("/login");
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.submit("/login", { email: user.email, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([303, 303, 303]);
  });

  it("shows the form again with the address, but not the password, after a wrong password", async () => {
    const user = await world.make.user();
    const visitor = world.visitor();
    await visitor.get("/login");
    const answer = await visitor.submit("/login", { email: user.email, password: "wrong-password" });
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain("These credentials do not match our records.");
    expect(answer.text).to.contain(`value="${user.email}"`).and.not.contain("wrong-password");
  });
});
