import { expect } from "chai";
import { now } from "../../../src/lib/clock.js";
import { useWorld } from "../../support/app/world.js";

describe("/.well-known", () => {
  const world = useWorld({ SECURITY_CONTACT: "mailto:security@example.test" });
  const plain = useWorld();

  it("change-password redirects to the password card of the profile", async () => {
    const answer = await world.visitor().get("/.well-known/change-password");
    expect(answer.status).to.equal(302);
    expect(answer.headers["location"]).to.equal("/user/security#password");
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    expect((await visitor.get("/user/security")).text).to.contain('id="password"');
  });

  it("security.txt names a contact, and is valid for less than a year", async () => {
    const answer = await world.visitor().get("/.well-known/security.txt");
    expect(answer.status).to.equal(200);
    expect(answer.headers["content-type"]).to.equal("text/plain; charset=utf-8");
    const fields = new Map(
      answer.text
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/s) as [string, string]),
    );
    expect([...fields.keys()]).to.deep.equal(["Contact", "Expires", "Preferred-Languages", "Canonical"]);
    expect(fields.get("Contact")).to.equal("mailto:security@example.test");
    expect(fields.get("Preferred-Languages")).to.equal("en, tr");
    expect(fields.get("Canonical")).to.equal("http://localhost:3000/.well-known/security.txt");
    const validFor = Date.parse(fields.get("Expires")!) - now();
    expect(validFor)
      .to.be.greaterThan(0)
      .and.lessThan(365 * 86_400_000);
  });

  it("security.txt names the service itself without another contact", async () => {
    const answer = await plain.visitor().get("/.well-known/security.txt");
    expect(answer.text).to.match(/^Contact: http:\/\/localhost:3000\n/);
  });
});
