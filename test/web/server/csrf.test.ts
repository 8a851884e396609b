import { expect } from "chai";
import { ROUTES } from "../../../src/web/routes.js";
import { PASSWORD } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

/** A path that matches the route. */
const pathOf = (pattern: string): string => pattern.replaceAll(/:(\w+)/g, "none");

describe("H03: CSRF protection", () => {
  const world = useWorld();
  const changing = ROUTES.filter(({ method }) => method !== "GET");

  for (const reader of ["a guest", "a signed-in user"])
    it(`gives ${reader} one token on every page, which forms can use again`, async () => {
      const visitor = world.visitor();
      if (reader === "a signed-in user") await visitor.signIn(await world.make.user());
      const tokens = new Set<string>();
      for (let visit = 0; visit < 3; visit++) {
        await visitor.get(reader === "a guest" ? "/login" : "/user/tokens");
        tokens.add(visitor.csrfToken);
      }
      expect(tokens).to.have.length(1);
      for (let time = 0; time < 2; time++)
        expect((await visitor.submit("/preferences", { theme: "dark" })).status).to.equal(303);
    });

  it("accepts the token in the header X-CSRF-Token too", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    const token = visitor.csrfToken;
    const answer = await visitor.send((agent) => agent.post("/logout").set("X-CSRF-Token", token));
    expect(answer.status).to.equal(303);
  });

  for (const { method, path, name } of changing) {
    it(`rejects ${name} without a token, signed out and signed in`, async () => {
      const user = await world.make.user();
      for (const visitor of [world.visitor(), world.visitor()]) {
        const before = await world.services.knex("users").where({ id: user.id }).first();
        visitor.csrfToken = "";
        const answer = await visitor.submit(pathOf(path), { _method: method, email: user.email });
        // who may send a large file is asked before it arrives, and its token comes with it
        expect(answer.status).to.be.oneOf(name === "admin.users.imports.store" ? [303, 403] : [419]);
        expect(await world.services.knex("users").where({ id: user.id }).first()).to.deep.equal(before);
        await visitor.signIn(user);
      }
    });
  }

  it("rejects another browser's token", async () => {
    const [ada, eve] = [world.visitor(), world.visitor()];
    await ada.signIn(await world.make.user());
    await eve.signIn(await world.make.user());
    const answer = await ada.submit("/logout", { _csrf: eve.csrfToken });
    expect(answer.status).to.equal(419);
    expect((await ada.get("/dashboard")).status).to.equal(200);
  });

  it("rejects a guest's token after signing in, and a session's token after signing out", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    const asGuest = visitor.csrfToken;
    await visitor.signIn(await world.make.user());
    const asUser = visitor.csrfToken;
    expect(asUser).not.to.equal(asGuest);
    expect((await visitor.submit("/logout", { _csrf: asGuest })).status).to.equal(419);
    expect((await visitor.submit("/logout", { _csrf: asUser })).status).to.equal(303);
    expect((await visitor.submit("/preferences", { _csrf: asUser, theme: "dark" })).status).to.equal(419);
  });

  it("reads no token from the query, from JSON or from plain text", async () => {
    const { visitor } = await world.signedIn();
    const token = visitor.csrfToken;
    const answers = [
      await visitor.send((agent) => agent.post(`/logout?_csrf=${token}`)),
      await visitor.send((agent) => agent.post("/logout").send({ _csrf: token })),
      await visitor.send((agent) => agent.post("/logout").type("text/plain").send(`_csrf=${token}`)),
      await visitor.send((agent) => agent.post("/logout").field("_csrf", token)),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([419, 419, 419, 419]);
    expect((await visitor.get("/dashboard")).status).to.equal(200);
  });

  it("rejects a token that is a list, empty, or of the wrong secret", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    const token = visitor.csrfToken;
    for (const _csrf of [[token, token], "", `${token}x`, "a.b"]) {
      const answer = await visitor.submit("/login", { _csrf, email: "a@example.test", password: PASSWORD });
      expect(answer.status).to.equal(419);
    }
    visitor.cookies.set("authdock_csrf", "forged.value");
    expect((await visitor.submit("/login", { _csrf: "forged.value" })).status).to.equal(419);
  });

  it("rejects a whole pair of token and cookie of another account or of a guest", async () => {
    const { visitor } = await world.signedIn();
    const guest = world.visitor();
    await guest.get("/login");
    const eve = (await world.signedIn()).visitor;
    await eve.get("/user/tokens");
    for (const other of [guest, eve]) {
      visitor.cookies.set("authdock_csrf", other.cookies.get("authdock_csrf")!);
      expect((await visitor.submit("/logout", { _csrf: other.csrfToken })).status).to.equal(419);
    }
    expect((await visitor.get("/dashboard")).status).to.equal(200);
  });

  it("ignores _method in the query of GET and HEAD", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    const token = visitor.csrfToken;
    for (const verb of ["get", "head"] as const) {
      const answer = await visitor.send((agent) => agent[verb](`/logout?_method=POST&_csrf=${token}`));
      expect(answer.status).to.equal(405);
      expect(answer.headers["allow"]).to.equal("POST");
    }
    expect((await visitor.get("/dashboard")).status).to.equal(200);
  });

  it("overrides the method of a POST only with PUT, PATCH and DELETE", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    expect((await visitor.submit("/logout", { _method: "DELETE" })).status).to.equal(405);
    expect((await visitor.submit("/dashboard", { _method: "GET" })).status).to.equal(405);
    expect((await visitor.submit("/logout", { _method: "constructor" })).status).to.equal(303);
  });
});
