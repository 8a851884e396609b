import { expect } from "chai";
import { HOUR, now } from "../../src/lib/clock.js";
import { generateToken, sha256 } from "../../src/lib/secrets.js";
import type { User } from "../../src/models/user.js";
import { countActiveCredentials, ofEach } from "../support/app/credentials.js";
import { PASSWORD } from "../support/app/factories.js";
import { IssuedCredentials } from "../support/app/issued-credentials.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  devicePoll,
  issueCode,
  issueDeviceCodes,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";
import { ROUNDS, together, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";

const NEW_PASSWORD = "another-horse-battery";

/** Prepared requests and the responses that are allowed. */
interface Armed {
  requests: (() => Promise<{ status: number }>)[];
  statuses: number[];
}

describeWith("MariaDB", "A ban on two processes", function () {
  this.timeout(30_000 + ROUNDS * 15_000);
  const fleet = useFleet(2);
  const origin = (n: number): string => fleet.servers[n % 2]!.api.origin;
  const visitor = (n: number): Visitor => new Visitor(origin(n));
  const signedIn = async (user: User, n: number): Promise<Visitor> => {
    const one = visitor(n);
    await one.signIn(user);
    return one;
  };
  const login = (user: User, n: number) =>
    fleet.api(n).post("/auth/login", { email: user.email, password: PASSWORD });

  /** The concurrent actions of the account. */
  const SCENES: Record<string, (user: User, issued: IssuedCredentials) => Promise<Armed>> = {
    "signs in on the web": async (user, issued) => {
      const browsers = await together(6, async (n) => {
        const one = issued.browser(visitor(n));
        await one.get("/login");
        return one;
      });
      return {
        requests: browsers.map(
          (one) => () => one.submit("/login", { email: user.email, password: PASSWORD }),
        ),
        statuses: [303, 422],
      };
    },

    "signs in on the API": (user, issued) =>
      Promise.resolve({
        requests: Array.from({ length: 6 }, (_, n) => async () => issued.collect(await login(user, n))),
        statuses: [200, 401],
      }),

    "refreshes, redeems and polls as a client": async (user, issued) => {
      const made = await makeClient(fleet);
      const { client } = made;
      const grants = await together(3, () => makeGrant(fleet, { user, client }));
      for (const { access, refresh } of grants)
        issued.collect({ body: { access_token: access, refresh_token: refresh } }, made);
      const codes = await together(3, () => issueCode(fleet.services, { user, client }));
      const devices = await together(3, () =>
        issueDeviceCodes(fleet.services, { user, client, decision: "approved" }),
      );
      const forms = [
        ...grants.map(({ refresh }) => renewal(refresh)),
        ...codes.map((code) => redemption(code)),
        ...devices.map(devicePoll),
      ];
      const send = (form: Record<string, string>, n: number) => async () =>
        issued.collect(await new OAuthApi(origin(n)).token(form, credentialsOf(made)), made);
      return { requests: forms.map(send), statuses: [200, 400] };
    },

    "confirms its second factor on both surfaces": async (user, issued) => {
      const { code, recoveryCodes } = await fleet.make.twoFactor(user);
      const challenges = await together(2, async (n) => (await login(user, n)).body.data.challenge as string);
      const browser = issued.browser(await signedIn(user, 1));
      await browser.get("/two-factor-challenge");
      const answer = (n: number, body: object) => async () =>
        issued.collect(await fleet.api(n).post("/auth/two-factor-challenge", body));
      return {
        requests: [
          answer(0, { challenge: challenges[0], code: await code() }),
          answer(1, { challenge: challenges[1], recovery_code: recoveryCodes[0] }),
          () => browser.submit("/two-factor-challenge", { recovery_code: recoveryCodes[1]! }),
        ],
        statuses: [200, 303, 401, 422],
      };
    },

    "creates a personal access token": async (user, issued) => {
      const browsers = await together(3, async (n) => issued.browser(await signedIn(user, n)));
      for (const one of browsers) await one.get("/user/tokens");
      return {
        requests: browsers.map(
          (one) => async () => issued.collect(await one.submit("/user/tokens", { name: "Mine" })),
        ),
        // the session is gone, before the request is handled or when it gets the lock
        statuses: [201, 303, 403, 419],
      };
    },

    "resets its password": async (user, issued) => {
      const browsers = await together(3, (n) => Promise.resolve(issued.browser(visitor(n))));
      const tokens = await together(3, () => resetToken(user));
      await Promise.all(browsers.map((one, n) => one.get(`/reset-password/${tokens[n]!}`)));
      const fields = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
      return {
        requests: browsers.map(
          (one, n) => () => one.submit("/reset-password", { token: tokens[n]!, ...fields }),
        ),
        statuses: [303, 403],
      };
    },

    "changes its password": async (user, issued) => {
      const browsers = await together(3, async (n) => issued.browser(await signedIn(user, n)));
      for (const one of browsers) await one.get("/profile");
      const fields = {
        current_password: PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      };
      return {
        requests: browsers.map((one) => () => one.put("/user/password", fields)),
        statuses: [303, 403, 419, 422],
      };
    },

    "confirms its password": async (user, issued) => {
      const browsers = await together(3, async (n) => issued.browser(await signedIn(user, n)));
      for (const one of browsers) await one.get("/user/confirm-password");
      return {
        requests: browsers.map(
          (one) => () => one.submit("/user/confirm-password", { current_password: PASSWORD }),
        ),
        statuses: [303, 403, 419],
      };
    },
  };

  async function resetToken({ id }: User): Promise<string> {
    const token = generateToken("");
    const times = { created_at: now(), expires_at: now() + HOUR };
    await fleet.services.knex("password_resets").insert({ token_hash: sha256(token), user_id: id, ...times });
    return token;
  }

  /** Ways to ban. The returned function bans the account and resolves after the response. */
  const BANS: Record<string, (n: number) => Promise<(user: User) => Promise<void>>> = {
    "a ban through the API": async (n) => {
      const { token } = await fleet.make.userWithToken({ role: "system_admin" });
      return async ({ id }) => {
        const { status } = await fleet.api(n).as(token).patch(`/users/${id}`, { status: "banned" });
        expect(status).to.equal(200);
      };
    },
    "a ban in the administration": async (n) => {
      const browser = await signedIn(await fleet.make.user({ role: "system_admin" }), n);
      return async ({ id }) => {
        const { status } = await browser.put(`/admin/users/${id}`, { status: "banned", _confirmed: "1" });
        expect(status).to.equal(303);
      };
    },
  };

  for (const [how, prepare] of Object.entries(BANS))
    for (const [what, arm] of Object.entries(SCENES))
      it(`C20: ${how} permanently ends the access of an account that ${what}`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const user = await fleet.make.user();
          const issued = new IssuedCredentials(fleet);
          const { requests, statuses } = await arm(user, issued);
          const ban = await prepare(round);
          const pending = requests.map((send) => send());
          // alternates between racing all requests and banning while some are finished
          if (round % 2 === 1) await Promise.race(pending);
          await ban(user);
          expect(await countActiveCredentials(fleet.services.knex, user)).to.deep.equal(ofEach(0));
          for (const { status } of await Promise.all(pending)) expect(status).to.be.oneOf(statuses);
          await issued.expectAllInvalid();
          await expectNoWayBack(user, requests);
        }
      });

  /** Checks that repeated requests and passwords give no access. */
  async function expectNoWayBack(user: User, requests: Armed["requests"]): Promise<void> {
    for (const send of requests) expect((await send()).status).not.to.be.oneOf([200, 201]);
    for (const n of [0, 1])
      for (const password of [PASSWORD, NEW_PASSWORD]) {
        expect((await fleet.api(n).post("/auth/login", { email: user.email, password })).status).to.equal(
          401,
        );
        expect((await visitor(n).signIn(user, { password })).status).to.equal(422);
      }
    const { status } = await fleet.services.knex("users").where({ id: user.id }).first("status");
    expect(status).to.equal("banned");
    expect(await countActiveCredentials(fleet.services.knex, user)).to.deep.equal(ofEach(0));
  }
});
