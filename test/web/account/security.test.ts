import { expect } from "chai";
import { HOUR, now } from "../../../src/lib/clock.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const SECURITY = "/user/security";

describe("The security page", () => {
  const world = useWorld();

  it("has password, passkeys, second factor and links to sessions and tokens with their numbers", async () => {
    const { user, visitor } = await world.signedIn();
    for (const name of ["one", "two"]) await world.make.token(user, { name, expiresAt: now() + HOUR });
    const answer = await visitor.get(SECURITY);
    const headings = [...answer.text.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, heading]) => heading);
    expect(headings.slice(0, 4)).to.deep.equal([
      "Password",
      "Passkeys",
      "Two-factor authentication",
      "Sessions, tokens and log",
    ]);
    expect(textOf(answer)).to.contain("Sessions 1 Access tokens 2");
    for (const link of ["/browser-sessions", "/user/tokens"])
      expect(answer.text).to.contain(`<a href="${link}"`);
  });

  it("is the current part of the account on each of its pages", async () => {
    const { visitor } = await world.signedIn();
    for (const page of ["/browser-sessions", "/user/tokens", "/user/security-log"])
      expect((await visitor.get(page)).text, page).to.contain(`<a href="${SECURITY}" aria-current="true">`);
  });

  it("shows the form of the password again when it is rejected", async () => {
    const { visitor } = await world.signedIn();
    await visitor.get(SECURITY);
    const answer = await visitor.put("/user/password", { current_password: "wrong" });
    expect(answer.status).to.equal(422);
    expect(answer.text).to.contain('id="password-current_password"');
  });

  it("redirects guests to sign in", async () => {
    expect((await world.visitor().get(SECURITY)).headers["location"]).to.equal(
      "/login?next=%2Fuser%2Fsecurity",
    );
  });
});
