import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation, verifyDomain } from "../../support/organisations/organisations.js";
import { FIRST, makeProvider } from "../../support/providers/providers.js";

describe("Signing in with an address of an organisation's domain", () => {
  const world = useWorld();
  let person: User;
  beforeEach(async () => {
    person = await world.make.user({ email: "ada@acme.example", email_verified_at: 1 });
    const organisation = await makeOrganisation(world, await world.make.user());
    await verifyDomain(world, organisation, "acme.example");
    await makeProvider(world, { name: "Acme SSO" });
    await world.services.knex("organisations").update({ provider_id: FIRST });
  });
  const submit = async (form: Record<string, string>) => {
    const visitor = world.visitor();
    await visitor.get("/login?next=/organisations");
    const answer = await visitor.submit("/login", { next: "/organisations", ...form });
    const to = answer.headers["location"] as string | undefined;
    return { to, page: await visitor.get(to ?? "/login") };
  };

  it("leads to the provider that it requires, also without an account or a right password", async () => {
    for (const email of [person.email, "Nobody@Acme.Example"]) {
      const { to, page } = await submit({ email, password: "wrong" });
      expect(to).to.equal("/login?next=%2Forganisations");
      expect(textOf(page)).to.contain("People with an address at acme.example sign in with Acme SSO.");
      expect(page.text).to.contain(`href="/auth/providers/${FIRST}?next=%2Forganisations"`);
    }
  });

  it("still takes the password of an account here, when it is sent again", async () => {
    const { page } = await submit({ email: person.email, password: PASSWORD });
    expect(page.text).to.contain('name="password_here" value="1"').and.contain(`value="${person.email}"`);
    const signedIn = await submit({ email: person.email, password: PASSWORD, password_here: "1" });
    expect(signedIn.to).to.equal("/organisations");
    const wrong = await submit({ email: person.email, password: "wrong", password_here: "1" });
    expect(wrong.to).to.equal(undefined);
  });

  it("goes on here for other domains, a suspended organisation or a provider that is off", async () => {
    const other = await world.make.user({ email: "ada@mail.acme.example", email_verified_at: 1 });
    expect((await submit({ email: other.email, password: PASSWORD })).to).to.equal("/organisations");
    await world.services.knex("organisations").update({ status: "suspended" });
    expect((await submit({ email: person.email, password: PASSWORD })).to).to.equal("/organisations");
    await world.services.knex("organisations").update({ status: "active" });
    await world.services.knex("sign_in_providers").update({ is_enabled: false });
    expect((await submit({ email: person.email, password: PASSWORD })).to).to.equal("/organisations");
  });
});
