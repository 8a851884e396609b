import { expect } from "chai";
import type { Knex } from "knex";
import type { Response } from "supertest";
import { CLIENT_CREDENTIAL_TABLES } from "../../src/models/credential-kinds.js";
import { endCredentials } from "../../src/models/revoke-credentials.js";
import { now } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import {
  answer,
  authorizePath,
  redirectParameters,
  VERIFIER,
} from "../support/oauth/authorization-request.js";
import { countActiveCredentials, ofEach } from "../support/app/credentials.js";
import { lockWaits } from "../support/database/lock-waits.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  devicePoll,
  issueCode,
  issueDeviceCodes,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { until, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";

interface ClientAndUser {
  user: User;
  made: RegisteredClient;
}

describeWith("MariaDB", "OAuth2 clients that wait for another transaction", function () {
  this.timeout(60_000);
  const fleet = useFleet(2);
  const api = (n: number): OAuthApi => new OAuthApi(fleet.servers[n % 2]!.api.origin);

  const waits = (): Promise<number> => lockWaits(fleet.services.knex);

  /** Locks the row until requests wait for it, then runs the work and commits. */
  async function whileWaitedFor(
    table: "users" | "oauth_clients",
    id: string,
    begin: () => Promise<unknown>[],
    work: (trx: Knex.Transaction) => Promise<unknown>,
  ): Promise<void> {
    await fleet.services.knex.transaction(async (trx) => {
      await trx(table).where({ id }).forUpdate();
      const { length } = begin();
      await until("all of them wait", async () => (await waits()) >= length);
      await work(trx);
    });
  }

  const revoke = (trx: Knex.Transaction, { user, made }: ClientAndUser) =>
    endCredentials(trx, CLIENT_CREDENTIAL_TABLES, { user_id: user.id, client_id: made.client.id });
  const LOCKS: Record<string, (both: ClientAndUser, begin: () => Promise<unknown>[]) => Promise<void>> = {
    "the account and it is banned": ({ user }, begin) =>
      whileWaitedFor("users", user.id, begin, (trx) =>
        trx("users").where({ id: user.id }).update({ status: "banned" }),
      ),
    "the account and the application is revoked": (both, begin) =>
      whileWaitedFor("users", both.user.id, begin, (trx) => revoke(trx, both)),
    "the client and it is deleted": (both, begin) =>
      whileWaitedFor("oauth_clients", both.made.client.id, begin, async (trx) => {
        await trx("oauth_clients").where({ id: both.made.client.id }).update({ revoked_at: now() });
        await revoke(trx, both);
      }),
  };
  for (const [name, hold] of Object.entries(LOCKS))
    it(`C20: get no tokens when they wait for ${name}`, async () => {
      const both = { user: await fleet.make.user(), made: await makeClient(fleet) };
      const { user, made } = both;
      const { client } = made;
      const forms = [
        renewal((await makeGrant(fleet, { user, client })).refresh),
        redemption(await issueCode(fleet.services, { user, client })),
        devicePoll(await issueDeviceCodes(fleet.services, { user, client, decision: "approved" })),
        // waits for no account, because its tokens belong to none
        ...(name.startsWith("the client") ? [{ grant_type: "client_credentials" }] : []),
      ];
      let pending: Promise<Response>[] = [];
      await hold(both, () => (pending = forms.map((form, n) => api(n).token(form, credentialsOf(made)))));
      for (const { status, body } of await Promise.all(pending))
        expect(`${status} ${body.error}`).to.be.oneOf(["400 invalid_grant", "401 invalid_client"]);
      const issued = await fleet.services.knex("oauth_access_tokens").where({ client_id: client.id });
      expect(issued).to.have.length(1); // the refresh token of the grant
    });

  it("C20: get no usable code when the account is banned during consent", async () => {
    const { user, made } = { user: await fleet.make.user(), made: await makeClient(fleet) };
    const { token: admin } = await fleet.make.userWithToken({ role: "system_admin" });
    const setStatus = (status: string) => fleet.api(1).as(admin).patch(`/users/${user.id}`, { status });
    const browser = new Visitor(fleet.servers[0]!.api.origin);
    await browser.signIn(user);
    const question = await browser.get(authorizePath(made.client));
    const consent = { given: Promise.resolve() as Promise<unknown> };
    const ban = { isAnswered: false, answer: Promise.resolve(0) };
    // the consent has locked the account and waits for the client; it hasn't written its code yet
    await whileWaitedFor(
      "oauth_clients",
      made.client.id,
      () => [(consent.given = answer(browser, question, "allow"))],
      async () => {
        ban.answer = setStatus("banned").then(({ status }) => {
          ban.isAnswered = true;
          return status;
        });
        await until(
          "the ban waits for the consent, or is over",
          async () => ban.isAnswered || (await waits()) >= 2,
        );
      },
    );
    expect(await ban.answer).to.equal(200);
    const given = (await consent.given) as Response;
    expect(await countActiveCredentials(fleet.services.knex, user)).to.deep.equal(ofEach(0));
    expect((await setStatus("active")).status).to.equal(200);
    const code = redirectParameters(given)["code"];
    expect(code, "the consent was first").to.be.a("string");
    const { status, body } = await api(1).token(
      redemption({ code: code!, verifier: VERIFIER }),
      credentialsOf(made),
    );
    expect(`${status} ${body.error}`).to.equal("400 invalid_grant");
  });
});
