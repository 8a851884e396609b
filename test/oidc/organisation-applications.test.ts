import { expect } from "chai";
import type { Organisation } from "../../src/models/organisations/organisation.js";
import type { User } from "../../src/models/user.js";
import { redirectParameters } from "../support/oauth/authorization-request.js";
import { RelyingParty, useRelyingParty } from "../support/oauth/relying-party.js";
import { makeOrganisation } from "../support/organisations/organisations.js";
import { textOf } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

const SCOPE = "openid organisation";

describe("An application of an organisation", () => {
  const { world, rp } = useRelyingParty();
  let founder: User;
  let acme: Organisation;
  beforeEach(async () => {
    await world.services.knex("organisations").del();
    founder = await world.make.user();
    acme = await makeOrganisation(world, founder);
    await rp.begin({ organisation_id: acme.id });
  });
  const join = (organisation: Organisation) =>
    world.services
      .knex("memberships")
      .insert({ organisation_id: organisation.id, user_id: rp.user.id, role: "member", created_at: 0 });
  const refusal = async (changes: Record<string, string>): Promise<string | undefined> =>
    redirectParameters(await rp.open(changes))["error"];

  it("acts for its own, whatever else its user is a member of", async () => {
    await join(acme);
    await makeOrganisation(world, rp.user, {}, { name: "Bolts", slug: "bolts" });
    for (const named of [{}, { organisation: "ACME" }, { organisation: acme.id }]) {
      const tokens = await rp.signIn({ scope: SCOPE, prompt: "consent", ...named });
      expect((await rp.claims(tokens.id_token))["org_slug"]).to.equal("acme");
    }
    const asked = await rp.signIn({ scope: SCOPE, prompt: "select_organisation consent" });
    expect((await rp.claims(asked.id_token))["org_slug"]).to.equal("acme");
  });

  it("names its organisation on the consent page, and signs in those who aren't members", async () => {
    const page = await rp.open({ scope: "openid" });
    expect(textOf(page)).to.contain("It belongs to the organisation Acme.");
    const { code } = await rp.answer(page);
    expect(await rp.claims((await rp.redeem(code!)).id_token)).not.to.have.property("org_id");
  });

  it("gets no scope that opens the administration, even from an administrator", async () => {
    const { user, visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    Object.assign(rp, { user, visitor });
    await join(acme);
    const { scope } = await rp.signIn({
      scope: "openid admin users.read users.write files.read organisation organisation.write",
    });
    expect(scope.split(" ")).to.have.members(["openid", "files.read", "organisation", "organisation.write"]);
  });

  it("is denied another organisation, and its own for those who aren't members", async () => {
    await makeOrganisation(world, rp.user, {}, { name: "Bolts", slug: "bolts" });
    for (const organisation of ["bolts", "acme", acme.id])
      expect(await refusal({ scope: SCOPE, organisation })).to.equal("access_denied");
    expect(await refusal({ scope: SCOPE })).to.equal("access_denied");
    await join(acme);
    expect(await refusal({ scope: SCOPE, organisation: "bolts" })).to.equal("access_denied");
  });
});

describe("An application of an organisation, where no scopes exist", () => {
  const world = useWorld({}, { oauth: { scopes: [] } });
  const rp = new RelyingParty(world);

  it("signs in, and can't ask for everything that its user can do", async () => {
    world.freezeTime();
    const acme = await makeOrganisation(world, await world.make.user());
    await rp.begin({ organisation_id: acme.id });
    expect(redirectParameters(await rp.open({ scope: undefined }))["error"]).to.equal("invalid_scope");
    expect(await rp.signIn({ scope: "openid" })).to.have.property("id_token");
  });
});
