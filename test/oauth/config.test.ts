import { expect } from "chai";
import type { Variables } from "../../src/config/env.js";
import type { StarterKit } from "../../src/config/starter-kit.js";
import { DAY, MINUTE, SECOND } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import { grant, me, own, refresh, useSignedInClient } from "../support/oauth/signed-in-client.js";

interface Lifetimes {
  access: number;
  refresh: number;
  personal: number;
}

const SHIPPED: Lifetimes = { access: 60 * MINUTE, refresh: 14 * DAY, personal: 30 * DAY };
const CONFIGURATIONS: [name: string, Variables, StarterKit["oauth"] | undefined, Lifetimes][] = [
  ["as shipped", {}, undefined, SHIPPED],
  [
    "by variables",
    { OAUTH_TOKEN_MINUTES: "5", OAUTH_REFRESH_TOKEN_DAYS: "3", OAUTH_PERSONAL_TOKEN_DAYS: "2" },
    undefined,
    { access: 5 * MINUTE, refresh: 3 * DAY, personal: 2 * DAY },
  ],
  [
    "by the operator's file",
    {},
    { access_token_minutes: 7, refresh_token_days: 4, personal_token_days: 6 },
    { access: 7 * MINUTE, refresh: 4 * DAY, personal: 6 * DAY },
  ],
  [
    "by the operator's file, whose block overrides the variables",
    { OAUTH_TOKEN_MINUTES: "5", OAUTH_TOKEN_DAYS: "3", OAUTH_REFRESH_TOKEN_DAYS: "2" },
    { personal_token_days: 6 },
    { ...SHIPPED, personal: 6 * DAY },
  ],
  [
    "by the legacy variables, which come first",
    {
      OAUTH_TOKEN_MINUTES: "5",
      OAUTH_TOKEN_DAYS: "2",
      OAUTH_PERSONAL_TOKEN_DAYS: "2",
      OAUTH_PERSONAL_TOKEN_MONTHS: "3",
    },
    undefined,
    { access: 2 * 24 * 60 * MINUTE, refresh: 14 * DAY, personal: 3 * 30 * DAY },
  ],
  [
    "by the legacy keys of the operator's file, which come first",
    {},
    { access_token_minutes: 7, access_token_days: 1, personal_token_days: 6, personal_token_months: 2 },
    { access: DAY, refresh: 14 * DAY, personal: 60 * DAY },
  ],
  [
    "with legacy variables that are empty",
    { OAUTH_TOKEN_DAYS: "", OAUTH_PERSONAL_TOKEN_MONTHS: "" },
    undefined,
    SHIPPED,
  ],
  [
    "with legacy keys that are null",
    {},
    { access_token_minutes: 7, access_token_days: null, personal_token_days: 6, personal_token_months: null },
    { access: 7 * MINUTE, refresh: 14 * DAY, personal: 6 * DAY },
  ],
];

describe("M07: Lifetimes", () => {
  for (const [name, variables, oauth, lifetimes] of CONFIGURATIONS)
    describe(name, () => {
      const world = useSignedInClient(variables, oauth && { oauth });

      it(`M07: an access token expires after exactly ${lifetimes.access / MINUTE} minutes`, async () => {
        const { access_token, expires_in } = await grant(world);
        expect(expires_in).to.equal(lifetimes.access / SECOND);
        expect((await own(world)).body.expires_in).to.equal(lifetimes.access / SECOND);
        world.advance(lifetimes.access - 1);
        await me(world, access_token!).expect(200);
        world.advance(1);
        const { body } = await me(world, access_token!).expect(401);
        expect(body.data.code).to.equal("token_expired");
      });

      it(`M07: a refresh token expires after ${lifetimes.refresh / DAY} days, and so does each new one`, async () => {
        const first = await grant(world);
        world.advance(lifetimes.refresh - 1);
        const second = await refresh(world, first["refresh_token"]!);
        expect(second.status).to.equal(200);
        world.advance(lifetimes.refresh);
        const { status, body } = await refresh(world, second.body.refresh_token as string);
        expect([status, body.error]).to.deep.equal([400, "invalid_grant"]);
      });

      it(`M07: a personal access token expires after ${lifetimes.personal / DAY} days`, async () => {
        const { email } = await world.make.user();
        const { body } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
        world.advance(lifetimes.personal - 1);
        await me(world, body.data.token as string).expect(200);
        world.advance(1);
        await me(world, body.data.token as string).expect(401);
      });
    });
});

describe("M07: The end of a grant", () => {
  const CAP = 90 * DAY;

  describe("with longer-lived access tokens", () => {
    const world = useSignedInClient({ OAUTH_TOKEN_DAYS: "120", OAUTH_REFRESH_TOKEN_DAYS: "365" });

    it("M07: ends their validity", async () => {
      const { expires_in, refresh_token } = await grant(world);
      expect(expires_in).to.equal(CAP / SECOND);
      world.advance(CAP);
      expect((await refresh(world, refresh_token!)).body.error).to.equal("invalid_grant");
    });

    it("M07: doesn't affect a client's own tokens, which are never refreshed", async () => {
      expect((await own(world)).body.expires_in).to.equal((120 * DAY) / SECOND);
    });
  });
});

describe("The grace period for a refresh token that is sent twice", () => {
  for (const [name, oauth, seconds] of [
    ["10 seconds by default", { refresh_token_days: 3 }, 10],
    ["as configured by refresh_reuse_grace_seconds", { refresh_reuse_grace_seconds: 30 }, 30],
    ["none with 0", { refresh_reuse_grace_seconds: 0 }, 0],
  ] as const)
    describe(name, () => {
      const world = useSignedInClient({}, { oauth });
      /** Uses a token now and again after this time. @returns the status of the second use */
      async function usedTwice(ms: number): Promise<Record<string, string>> {
        const { refresh_token } = await grant(world);
        const { body } = await refresh(world, refresh_token!);
        world.advance(ms);
        const again = await refresh(world, refresh_token!);
        expect([again.status, again.body.error]).to.deep.equal([400, "invalid_grant"]);
        return body as Record<string, string>;
      }

      it("keeps the grant active", async () => {
        const { access_token, refresh_token } = await usedTwice(seconds * SECOND);
        await me(world, access_token!).expect(200);
        expect((await refresh(world, refresh_token!)).status).to.equal(200);
      });

      it("C02: ends a millisecond later", async () => {
        const { access_token, refresh_token } = await usedTwice(seconds * SECOND + 1);
        await me(world, access_token!).expect(401);
        expect((await refresh(world, refresh_token!)).status).to.equal(400);
      });
    });
});

describe("Access tokens of a grant", () => {
  const web = { driver: "session", provider: "staff" } as const;
  const providers = { users: { model: "users" }, staff: { model: "users" } } as const;

  for (const [name, published] of Object.entries({
    "with the provider of oauth.provider": {
      auth: { guards: { web }, providers },
      oauth: { provider: "staff" },
    },
    "that the operator has defined": {
      auth: { guards: { web, api: { driver: "token", provider: "staff" } }, providers },
    },
  } satisfies Record<string, Partial<StarterKit>>))
    describe(`with an api guard ${name}`, () => {
      const world = useSignedInClient({}, published);

      it("are accepted by the API", async () => {
        const { access_token } = await grant(world);
        await me(world, access_token!).expect(200);
      });
    });

  describe("with an api guard for sessions that the operator has defined", () => {
    const world = useSignedInClient({}, { auth: { guards: { web, api: web }, providers } });

    it("are rejected: the operator's guard is never overridden", async () => {
      const { access_token } = await grant(world);
      await me(world, access_token!).expect(401);
    });
  });
});
