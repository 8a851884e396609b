import { expect } from "chai";
import { maskToken, unmaskToken } from "../../../src/web/server/csrf-mask.js";
import { ROUTES } from "../../../src/web/routes.js";
import { PASSWORD } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

/** A path that matches the route. */
const pathOf = (pattern: string): string => pattern.replaceAll(/:(\w+)/g, "none");

describe("H03: CSRF protection", () => {
  const world = useWorld();
  const changing = ROUTES.filter(({ method }) => method !== "GET");

  const bytesOf = (token: string): number => Buffer.from(token, "base64url").length;

  for (const reader of ["a guest", "a signed-in user"])
    it(`gives ${reader} another masked token on every page, and all of them work`, async () => {
      const visitor = world.visitor();
      if (reader === "a signed-in user") await visitor.signIn(await world.make.user());
      const masked: string[] = [];
      for (let visit = 0; visit < 4; visit++) {
        await visitor.get(reader === "a guest" ? "/login" : "/user/tokens");
        masked.push(visitor.csrfToken);
      }
      expect(new Set(masked)).to.have.length(4);
      expect(new Set(masked.map(unmaskToken))).to.have.length(1);
      expect(new Set(masked.map(bytesOf))).to.have.length(1);
      for (const _csrf of masked)
        expect((await visitor.submit("/preferences", { _csrf, theme: "dark" })).status).to.equal(303);
    });

  it("never sends the stored token in a page", async () => {
    const visitor = world.visitor();
    for (const path of ["/login", "/user/tokens"]) {
      if (path === "/user/tokens") await visitor.signIn(await world.make.user());
      const { text } = await visitor.get(path);
      const token = unmaskToken(visitor.csrfToken)!;
      expect(token).to.have.length.above(40);
      expect(text).not.to.contain(token);
    }
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
        expect(answer.status).to.equal(419);
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
    expect(unmaskToken(asUser)).not.to.equal(unmaskToken(asGuest));
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

  it("rejects a token that isn't masked, is cut, or is combined with another pad", async () => {
    const { visitor } = await world.signedIn();
    const masked = visitor.csrfToken;
    const [pad, rest] = [masked.slice(0, masked.length / 2), masked.slice(masked.length / 2)];
    const bytes = Buffer.from(masked, "base64url");
    const odd = bytes.subarray(1).toString("base64url");
    const swapped = Buffer.concat([bytes.subarray(0, 1), bytes]).toString("base64url");
    const padded = `${masked}==`;
    const other = maskToken("x".repeat(bytes.length / 2));
    for (const _csrf of [unmaskToken(masked)!, pad, rest, odd, swapped, padded, other, maskToken("")])
      expect((await visitor.submit("/preferences", { _csrf, theme: "dark" })).status, _csrf).to.equal(419);
    const guest = world.visitor();
    await guest.get("/login");
    const unmasked = unmaskToken(guest.csrfToken)!;
    expect(unmasked).to.equal(decodeURIComponent(guest.cookies.get("authdock_csrf")!));
    expect((await guest.submit("/login", { _csrf: unmasked })).status).to.equal(419);
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
