import { expect } from "chai";
import type { Response } from "supertest";
import { revokeApplication } from "../../src/domain/oauth/grants/applications.js";
import { deleteClient, rotateClientSecret } from "../../src/domain/oauth/clients/clients.js";
import { resetPassword } from "../../src/domain/passwords/password-reset.js";
import { HOUR, now } from "../../src/lib/clock.js";
import { generateToken, sha256 } from "../../src/lib/secrets.js";
import type { User } from "../../src/models/user.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  devicePoll,
  issueCode,
  issueDeviceCodes,
  countActiveTokens,
  ORIGIN,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { ROUNDS, together, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import type { ActorCall } from "../../src/domain/context.js";
import { signedInCaller, callerOf } from "../support/app/caller.js";

type Form = Record<string, string>;
interface ClientAndUser {
  user: User;
  made: RegisteredClient;
}

describeWith("MariaDB", "OAuth2 clients on two processes", function () {
  this.timeout(30_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);
  const api = (n: number): OAuthApi => new OAuthApi(fleet.servers[n % 2]!.api.origin);
  const me = (n: number, token: string) => fleet.api(n).as(token).get("/auth/me");
  const clientAndUser = async (): Promise<ClientAndUser> => ({
    user: await fleet.make.user(),
    made: await makeClient(fleet),
  });
  const active = ({ user }: ClientAndUser) => countActiveTokens(fleet.services, { user_id: user.id });
  const NONE = { access: 0, refresh: 0 };

  /** Outcome → count. No expectation includes a 5xx. */
  function tally(answers: Response[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const said = status === 200 ? "200" : `${status} ${body.error}`;
      counts[said] = (counts[said] ?? 0) + 1;
    }
    return counts;
  }

  it("C01: with twenty redemptions of one code, succeed once, and the others revoke the tokens", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const both = await clientAndUser();
      const { user, made } = both;
      const form = redemption(await issueCode(fleet.services, { user, client: made.client }));
      const answers = await together(20, (n) => api(n).token(form, credentialsOf(made)));
      expect(tally(answers)).to.deep.equal({ 200: 1, "400 invalid_grant": 19 });
      expect(await active(both)).to.deep.equal(NONE);
      const { body } = answers.find(({ status }) => status === 200)!;
      expect((await me(round, body.access_token as string)).status).to.equal(401);
    }
  });

  it("C01: with one correct verifier among twenty redemptions, succeed once and keep the tokens", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const both = await clientAndUser();
      const { user, made } = both;
      const right = redemption(await issueCode(fleet.services, { user, client: made.client }));
      const wrong = { ...right, code_verifier: "x".repeat(43) };
      const answers = await together(20, (n) =>
        api(n).token(n === round % 20 ? right : wrong, credentialsOf(made)),
      );
      expect(tally(answers)).to.deep.equal({ 200: 1, "400 invalid_grant": 19 });
      expect(await active(both)).to.deep.equal({ access: 1, refresh: 1 });
    }
  });

  it("C02: with twenty uses of one refresh token, succeed once and keep the grant", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const both = await clientAndUser();
      const { user, made } = both;
      const { refresh } = await makeGrant(fleet, { user, client: made.client });
      const answers = await together(20, (n) => api(n).token(renewal(refresh), credentialsOf(made)));
      expect(tally(answers)).to.deep.equal({ 200: 1, "400 invalid_grant": 19 });
      expect(await active(both)).to.deep.equal({ access: 2, refresh: 1 });
      const { body } = answers.find(({ status }) => status === 200)!;
      const again = await api(round).token(renewal(body.refresh_token as string), credentialsOf(made));
      expect(again.status).to.equal(200);
    }
  });

  it("C05: revoke the grant with a rotated refresh token even during a refresh, and notify the owner once", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const both = await clientAndUser();
      const { user, made } = both;
      const { refresh } = await makeGrant(fleet, { user, client: made.client });
      const { body: next } = await api(round).token(renewal(refresh), credentialsOf(made));
      const rotated = fleet.services.knex("oauth_refresh_tokens").where({ token_hash: sha256(refresh) });
      await rotated.update({ rotated_at: now() - HOUR });
      const present = next.refresh_token as string;
      const answers = await together(20, (n) =>
        api(n >> 1).token(renewal(n % 2 === 0 ? refresh : present), credentialsOf(made)),
      );
      const { 200: renewed = 0, "400 invalid_grant": rejected = 0 } = tally(answers);
      expect(renewed + rejected, JSON.stringify(tally(answers))).to.equal(20);
      expect(renewed).to.be.at.most(1);
      expect(await active(both)).to.deep.equal(NONE);
      // of any status, because the processes deliver queued mails
      const mails = await fleet.services
        .knex("mails")
        .where({ kind: "refresh_token_reused", user_id: user.id });
      expect(mails).to.have.length(1);
    }
  });

  it("M05: with twenty polls of one device code, get tokens once", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const both = await clientAndUser();
      const { user, made } = both;
      const options = { user, client: made.client, decision: "approved" } as const;
      const form = devicePoll(await issueDeviceCodes(fleet.services, options));
      const answers = await together(20, (n) => api(n).token(form, credentialsOf(made)));
      const { 200: won, ...lost } = tally(answers);
      expect(won).to.equal(1);
      for (const said of Object.keys(lost)) expect(said).to.be.oneOf(["400 slow_down", "400 invalid_grant"]);
      expect(await active(both)).to.deep.equal({ access: 1, refresh: 1 });
    }
  });

  describe("while grants are refreshed and codes redeemed", () => {
    /** Requests to both processes that would each issue tokens, with their credentials and responses. */
    async function begin({ user, made }: ClientAndUser) {
      const { client } = made;
      const grants = await together(5, () => makeGrant(fleet, { user, client }));
      const codes = await together(3, () => issueCode(fleet.services, { user, client }));
      const devices = await together(2, () =>
        issueDeviceCodes(fleet.services, { user, client, decision: "approved" }),
      );
      const forms: Form[] = [
        ...grants.map(({ refresh }) => renewal(refresh)),
        ...codes.map((code) => redemption(code)),
        ...devices.map(devicePoll),
      ];
      const pending = forms.map((form, n) => api(n).token(form, credentialsOf(made)));
      return { forms, pending, access: grants.map(({ access }) => access) };
    }

    async function administrator(): Promise<ActorCall> {
      return signedInCaller(fleet.services, await fleet.make.user({ role: "system_admin" }));
    }
    async function byAdmin(
      act: (admin: ReturnType<typeof fleet.api>) => Promise<{ status: number }>,
      n: number,
    ) {
      const { token } = await fleet.make.userWithToken({ role: "system_admin" });
      return async () => expect((await act(fleet.api(n).as(token))).status).to.equal(200);
    }

    /** Prepares the action. The returned function revokes everything that the client holds for the account. */
    const ENDINGS: Record<string, (both: ClientAndUser, round: number) => Promise<() => Promise<unknown>>> = {
      "a ban": ({ user }, n) => byAdmin((admin) => admin.patch(`/users/${user.id}`, { status: "banned" }), n),
      "a deletion": ({ user }, n) => byAdmin((admin) => admin.delete(`/users/${user.id}`), n),
      "a password reset": async ({ user }) => {
        const token = generateToken("");
        const times = { created_at: now(), expires_at: now() + HOUR };
        await fleet.services
          .knex("password_resets")
          .insert({ token_hash: sha256(token), user_id: user.id, ...times });
        const password = "another-horse-battery";
        const change = { token, password, password_confirmation: password };
        return () => resetPassword({ services: fleet.services, origin: ORIGIN }, change);
      },
      "the removal of the application": async ({ user, made }) => {
        const call = await callerOf(fleet.services, user);
        return () => revokeApplication(call, made.client.id);
      },
      "the deletion of the client": async ({ made }) => {
        const owner = await administrator();
        return () => deleteClient(owner, made.client.id);
      },
    };

    for (const [name, prepare] of Object.entries(ENDINGS))
      it(`C20: ${name} leaves no valid credential, then or later`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const both = await clientAndUser();
          const bystander = await makeGrant(fleet, await strangers());
          const end = await prepare(both, round);
          const { forms, pending, access } = await begin(both);
          // alternates between racing all requests and revoking while some are finished
          if (round % 2 === 1) await Promise.race(pending);
          await end();
          expect(await active(both)).to.deep.equal(NONE);
          const answers = await Promise.all(pending);
          for (const said of Object.keys(tally(answers)))
            expect(said).to.be.oneOf(["200", "400 invalid_grant", "401 invalid_client", "400 slow_down"]);
          expect(await active(both)).to.deep.equal(NONE);
          await opensNothing(both, answers, access);
          for (const [n, form] of forms.entries())
            expect((await api(n + 1).token(form, credentialsOf(both.made))).status).to.be.oneOf([400, 401]);
          expect(await active(both)).to.deep.equal(NONE);
          expect((await me(round, bystander.access)).status).to.equal(200);
        }
      });

    const strangers = async () => {
      const { user, made } = await clientAndUser();
      return { user, client: made.client };
    };

    async function opensNothing(
      { made }: ClientAndUser,
      answers: Response[],
      before: string[],
    ): Promise<void> {
      const given = answers.filter(({ status }) => status === 200).map(({ body }) => body as Form);
      const tokens = [...before, ...given.map(({ access_token: token }) => token!)];
      for (const [n, token] of tokens.entries()) expect((await me(n, token)).status).to.equal(401);
      for (const [n, { refresh_token: token }] of given.entries())
        expect((await api(n).token(renewal(token!), credentialsOf(made))).status).to.be.oneOf([400, 401]);
    }

    it("M04: the revocation of a grant leaves no valid token during concurrent refreshes", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const both = await clientAndUser();
        const { user, made } = both;
        const { access, refresh } = await makeGrant(fleet, { user, client: made.client });
        const renewals = together(6, (n) => api(n).token(renewal(refresh), credentialsOf(made)));
        const revoked = await api(round).post("/oauth/revoke", { token: refresh }, credentialsOf(made));
        expect(revoked.status).to.equal(200);
        expect(await active(both)).to.deep.equal(NONE);
        const answers = await renewals;
        for (const said of Object.keys(tally(answers)))
          expect(said).to.be.oneOf(["200", "400 invalid_grant"]);
        expect(await active(both)).to.deep.equal(NONE);
        await opensNothing(both, answers, [access]);
      }
    });

    it("the deletion of the client leaves none of its own tokens valid", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { made } = await clientAndUser();
        const owner = await administrator();
        const pending = together(10, (n) =>
          api(n).token({ grant_type: "client_credentials" }, credentialsOf(made)),
        );
        await deleteClient(owner, made.client.id);
        const activeTokens = () => countActiveTokens(fleet.services, { client_id: made.client.id });
        expect(await activeTokens()).to.deep.equal(NONE);
        for (const said of Object.keys(tally(await pending)))
          expect(said).to.be.oneOf(["200", "401 invalid_client"]);
        expect(await activeTokens()).to.deep.equal(NONE);
      }
    });

    it("a new secret of the client invalidates the old one in both processes and keeps its grants", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const both = await clientAndUser();
        const { made } = both;
        const owner = await administrator();
        const { pending } = await begin(both);
        const { secret } = await rotateClientSecret(owner, made.client.id);
        const form = { grant_type: "client_credentials" };
        const late = await together(4, (n) => api(n).token(form, credentialsOf(made)));
        expect(tally(late)).to.deep.equal({ "401 invalid_client": 4 });
        const answers = await Promise.all(pending);
        for (const said of Object.keys(tally(answers)))
          expect(said).to.be.oneOf(["200", "401 invalid_client"]);
        const renewed = credentialsOf({ client: made.client, secret });
        for (const { status, body } of answers)
          if (status === 200)
            expect((await api(round).token(renewal(body.refresh_token as string), renewed)).status).to.equal(
              200,
            );
      }
    });
  });
});
