import { expect } from "chai";
import { ROUNDS, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, issueCode, redemption, renewal } from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";
import { makeOrganisation } from "../support/organisations/organisations.js";

describeWith("MariaDB", "A token for an organisation on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);

  /** @param isOwned whether the application belongs to the organisation, and its tokens are for none */
  async function prepare(serial: string, isOwned = false) {
    const owner = await fleet.make.userWithToken();
    const member = await fleet.make.userWithToken();
    const organisation = await makeOrganisation(fleet, owner.user, { member: member.user }, { slug: serial });
    const made = await makeClient(fleet, isOwned ? { organisation_id: organisation.id } : {});
    const grant = {
      user: member.user,
      client: made.client,
      ...(isOwned ? { scopes: ["profile"] } : { scopes: ["organisation"], organisation }),
    };
    return { owner, member, organisation, made, grant };
  }
  type Prepared = Awaited<ReturnType<typeof prepare>>;

  /** What a client exchanges for tokens. */
  const EXCHANGES: Record<string, (prepared: Prepared) => Promise<Record<string, string>>> = {
    "a refresh token": async ({ grant }) => renewal((await makeGrant(fleet, grant)).refresh),
    "a code": async ({ grant }) => redemption(await issueCode(fleet.services, grant)),
  };
  /** How the membership ends. */
  const ENDINGS: Record<string, (prepared: Prepared) => Promise<{ status: number }>> = {
    "its user is removed": ({ owner, member, organisation }) =>
      fleet.api(1).as(owner.token).delete(`/organisations/${organisation.id}/members/${member.user.id}`),
    "its user leaves": ({ member, organisation }) =>
      fleet.api(1).as(member.token).delete(`/auth/me/organisations/${organisation.id}`),
    "the organisation is deleted": ({ owner, organisation }) =>
      fleet.api(1).as(owner.token).delete(`/organisations/${organisation.id}`),
  };

  for (const [what, present] of Object.entries(EXCHANGES))
    for (const [index, [how, end]] of Object.entries(ENDINGS).entries())
      it(`isn't left over when ${what} is exchanged while ${how}`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const prepared = await prepare(`${what.replaceAll(" ", "-")}-${index}-${round}`);
          const form = await present(prepared);
          const oauth = new OAuthApi(fleet.servers[0]!.api.origin);
          const [exchanged, ended] = await Promise.all([
            oauth.token(form, credentialsOf(prepared.made)),
            end(prepared),
          ]);
          expect(ended.status).to.equal(200);
          expect(exchanged.status).to.be.oneOf([200, 400]);
          await expectNoneLeft(prepared, exchanged.status);
        }
      });

  for (const [what, present] of Object.entries(EXCHANGES))
    it(`of an application of an organisation isn't left over when ${what} is exchanged while this is deleted`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const prepared = await prepare(`owned-${what.replaceAll(" ", "-")}-${round}`, true);
        const form = await present(prepared);
        const oauth = new OAuthApi(fleet.servers[0]!.api.origin);
        const [exchanged, ended] = await Promise.all([
          oauth.token(form, credentialsOf(prepared.made)),
          ENDINGS["the organisation is deleted"]!(prepared),
        ]);
        expect(ended.status).to.equal(200);
        expect(exchanged.status).to.be.oneOf([200, 400, 401]);
        await expectNoneLeft(prepared, exchanged.status);
      }
    });

  it("of an application that acts for itself isn't left over when it is issued while the organisation is deleted", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { owner, organisation } = await prepare(`own-${round}`);
      const columns = { organisation_id: organisation.id, organisation_role: "member" };
      const made = await makeClient(fleet, columns);
      const oauth = new OAuthApi(fleet.servers[0]!.api.origin);
      const [issued, ended] = await Promise.all([
        oauth.token({ grant_type: "client_credentials", scope: "organisation" }, credentialsOf(made)),
        fleet.api(1).as(owner.token).delete(`/organisations/${organisation.id}`),
      ]);
      expect(ended.status).to.equal(200);
      expect(issued.status).to.be.oneOf([200, 400, 401]);
      const left = fleet.services.knex("oauth_access_tokens").where({ client_id: made.client.id });
      expect(await left.whereNull("revoked_at").select("id"), String(issued.status)).to.deep.equal([]);
    }
  });

  async function expectNoneLeft({ member }: Prepared, status: number): Promise<void> {
    for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"]) {
      const left = fleet.services.knex(table).where({ user_id: member.user.id }).whereNull("revoked_at");
      if (table === "oauth_refresh_tokens") void left.whereNull("rotated_at");
      expect(await left.select("id"), `${table}: ${status}`).to.deep.equal([]);
    }
  }
});
