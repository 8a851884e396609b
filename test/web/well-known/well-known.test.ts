import { expect } from "chai";
import { now } from "../../../src/lib/clock.js";
import { addPasskey, signInWith } from "../../support/passkeys/passkeys.js";
import { operations } from "../../support/contract/operations.js";
import { useWorld } from "../../support/app/world.js";

describe("/.well-known", () => {
  const world = useWorld({ SECURITY_CONTACT: "mailto:security@example.test" });
  const plain = useWorld();
  const related = useWorld({ WEBAUTHN_RELATED_ORIGINS: "https://app.example.test" });

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

  it("api-catalog lists the APIs with their documents, to GET and HEAD (RFC 9727)", async () => {
    const { visitor } = await plain.signedIn(await plain.make.user({ role: "admin" }));
    const { body, headers } = await visitor.get("/.well-known/api-catalog");
    expect(headers["content-type"]).to.equal(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    const { linkset } = body as { linkset: Record<string, unknown>[] };
    expect(linkset.map(({ anchor }) => anchor)).to.deep.equal([
      "http://localhost:3000/api/v1",
      "http://localhost:3000/",
    ]);
    const targets = linkset.flatMap(({ anchor: _anchor, ...links }) => Object.values(links).flat());
    expect(targets).to.have.length(10);
    for (const { href, type } of targets as { href: string; type: string }[]) {
      const { pathname, search } = new URL(href);
      const found = await visitor.get(pathname + search);
      const [foundType] = found.headers["content-type"]!.split(";");
      expect({ href, status: found.status, type: foundType }).to.deep.equal({
        href,
        status: 200,
        type,
      });
    }
    const head = await plain.visitor().send((agent) => agent.head("/.well-known/api-catalog"));
    expect(head.status).to.equal(200);
    for (const name of ["content-type", "content-length", "link"])
      expect(head.headers[name], name).to.equal(headers[name]);
    expect(headers["link"]).to.equal('</.well-known/api-catalog>; rel="api-catalog"');
  });

  it("llms.txt leads to the documents, and to the endpoint for agents where there is one", async () => {
    const read = async () => (await plain.visitor().get("/llms.txt")).text;
    const closed = await read();
    expect(closed).to.match(/^# \S/).and.contain("http://localhost:3000/api-dock/openapi.json?part=brief");
    expect(closed).not.to.contain("/mcp");
    for (const { id } of operations) expect(closed, id).not.to.contain(id);
    await plain.services.settings.write({ "agents.enabled": "1" });
    expect(await read()).to.contain("http://localhost:3000/mcp");
  });

  it("webauthn lists the origins that can use the passkeys", async () => {
    const answer = await related.visitor().get("/.well-known/webauthn");
    expect(answer.headers["content-type"]).to.match(/^application\/json/);
    expect(answer.body).to.deep.equal({ origins: ["http://localhost:3000", "https://app.example.test"] });
    expect((await plain.visitor().get("/.well-known/webauthn")).body.origins).to.have.length(1);
  });

  it("passkey-endpoints lead to pages that create and manage passkeys", async () => {
    const { body } = await plain.visitor().get("/.well-known/passkey-endpoints");
    expect(body).to.deep.equal({
      enroll: "http://localhost:3000/user/passkeys/create",
      manage: "http://localhost:3000/user/passkeys",
    });
    const { visitor } = await plain.signedIn();
    expect((await visitor.get("/user/passkeys/create")).status).to.equal(200);
    expect((await visitor.get("/user/passkeys")).headers["location"]).to.equal("/user/security#passkeys");
  });

  it("passkey documents don't exist while passkeys are turned off", async () => {
    await plain.services.settings.write({ "auth.passkeys": "0" });
    for (const name of ["webauthn", "passkey-endpoints"])
      expect((await plain.visitor().get(`/.well-known/${name}`)).status).to.equal(404);
  });

  it("a related origin can use the passkeys, and another can't", async () => {
    const user = await related.make.user();
    const { device } = await addPasskey(related, user);
    expect((await signInWith(related, device, { origin: "https://app.example.test" })).status).to.equal(200);
    expect((await signInWith(related, device, { origin: "https://app.example.test:8443" })).status).to.equal(
      401,
    );
  });
});
