import { expect } from "chai";
import { lockAccount } from "../../../src/domain/accounts/accounts.js";
import { chooseLocale } from "../../../src/domain/profile/own-profile.js";
import type { User } from "../../../src/models/user.js";
import { textOf } from "../../support/app/web.js";
import { callerOf } from "../../support/app/caller.js";
import { useWorld } from "../../support/app/world.js";

describe("Language and theme", () => {
  const world = useWorld();

  it("follow Accept-Language, the cookie and the profile, in increasing order of precedence", async () => {
    const visitor = world.visitor();
    const turkish = { "Accept-Language": "tr" };
    expect(textOf(await visitor.get("/login", turkish))).to.contain("Hesabınızda oturum açın");
    expect(textOf(await visitor.get("/login"))).to.contain("Sign in to your account");
    await visitor.submit("/preferences", { locale: "tr" });
    expect(textOf(await visitor.get("/login"))).to.contain("Hesabınızda oturum açın");
    await visitor.signIn(await world.make.user());
    expect(textOf(await visitor.get("/dashboard", turkish))).to.contain("Hello Ada");
  });

  it("are stored in the profile of a signed-in user", async () => {
    const { user, visitor } = await world.signedIn();
    await visitor.submit("/preferences", { locale: "tr", back: "/dashboard" });
    expect(await world.services.knex("users").where({ id: user.id }).first("locale")).to.deep.equal({
      locale: "tr",
    });
    const elsewhere = world.visitor();
    await elsewhere.signIn(user);
    expect((await elsewhere.get("/dashboard")).text).to.contain('<html lang="tr"');
  });

  it("don't revert a concurrent change", async () => {
    const { knex } = world.services;
    const user = await world.make.user();
    const call = await callerOf(world.services, user);
    const change = await knex.transaction();
    const locked = (await lockAccount(change, user.id))!;
    await locked.$query(change).patch({ first_name: "Grace" });
    const choosing = chooseLocale(call, "tr");
    for (let wait = 0; wait < 5; wait++) await change.raw("select 1");
    await change.commit();
    await choosing;
    const { locale, version, search_key } = (await knex("users").where({ id: user.id }).first()) as User;
    expect({ locale, version }).to.deep.equal({ locale: "tr", version: user.version + 2 });
    expect(search_key).to.contain("grace");
  });

  it("default to the service's language", async () => {
    await world.services.settings.write({ "general.locale": "tr" });
    expect(textOf(await world.visitor().get("/login"))).to.contain("Hesabınızda oturum açın");
    expect(textOf(await world.visitor().get("/login", { "Accept-Language": "fr" }))).to.contain(
      "Hesabınızda",
    );
  });

  it("redirect to the page on which they were changed", async () => {
    const visitor = world.visitor();
    await visitor.get("/login?next=%2Fprofile");
    const answer = await visitor.submit("/preferences", { theme: "dark", back: "/login?next=%2Fprofile" });
    expect(answer.headers["location"]).to.equal("/login?next=%2Fprofile");
    expect((await visitor.get("/login")).text).to.contain('data-bs-theme="dark"');
    await visitor.submit("/preferences", { theme: "auto" });
    expect((await visitor.get("/login")).text).not.to.contain("data-bs-theme");
  });

  it("redirect to the home page from an invalid path", async () => {
    const visitor = world.visitor();
    for (const back of ["/reset-password", "/logout", "/nothing", "/user/avatar"]) {
      await visitor.get("/login");
      const answer = await visitor.submit("/preferences", { theme: "dark", back });
      expect(answer.headers["location"]).to.equal("/");
    }
  });

  it("accept no other values", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    await visitor.submit("/preferences", { theme: "pink", locale: "xx" });
    expect([...visitor.cookies.keys()].sort()).to.deep.equal(["authdock_csrf"]);
    for (const name of ["theme", "locale"]) visitor.cookies.set(`authdock_${name}`, "constructor");
    const { text } = await visitor.get("/login");
    expect(text).to.contain('<html lang="en" data-theme="auto"');
  });
});
