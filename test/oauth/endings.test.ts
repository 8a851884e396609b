import { expect } from "chai";
import type { Response } from "supertest";
import { revokeApplication } from "../../src/domain/oauth/grants/applications.js";
import { deleteClient, rotateClientSecret } from "../../src/domain/oauth/clients/clients.js";
import { SECOND } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import { PASSWORD } from "../support/app/factories.js";
import { queuedMails } from "../support/app/mails.js";
import { OAuthApi, type ClientCredentials } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  devicePoll,
  issueCode,
  issueDeviceCodes,
  redemption,
  renewal,
  type IssuedCode,
} from "../support/oauth/oauth-grants.js";
import { makeClient, type RegisteredClient } from "../support/oauth/oauth.js";
import { useWorld, type World } from "../support/app/world.js";
import type { ActorCall } from "../../src/domain/context.js";
import { signedInCaller, callerOf } from "../support/app/caller.js";

interface Tokens {
  access: string;
  refresh: string;
}

/** Two accounts with two clients each, with every kind of client credential. */
class Fixture {
  ada!: User;
  bob!: User;
  calendar!: RegisteredClient;
  mail!: RegisteredClient;
  /** The client's credentials; rotating the secret replaces them. */
  secrets!: Record<"calendar" | "mail", ClientCredentials>;
  /** The redeemed code of the grant "a code gave". */
  spentCode!: IssuedCode;
  /** The rotated refresh token of that grant. */
  spentRefresh!: string;
  grants: Record<string, { by: "calendar" | "mail" } & Tokens> = {};
  pending: Record<string, { by: "calendar" | "mail"; form: Record<string, string> }> = {};
  ownToken!: string;
  personal!: string;

  constructor(private readonly world: World) {}

  get api(): OAuthApi {
    return new OAuthApi(this.world.server);
  }

  async build(): Promise<this> {
    const { world } = this;
    [this.ada, this.bob] = [await world.make.user(), await world.make.user()];
    this.calendar = await makeClient(world, { name: "Calendar" });
    this.mail = await makeClient(world, { name: "Mail", may_introspect: true });
    this.secrets = { calendar: credentialsOf(this.calendar), mail: credentialsOf(this.mail) };
    await this.grant("a code gave", this.ada, "calendar", true);
    await this.grant("another grant", this.ada, "calendar");
    await this.grant("another client", this.ada, "mail");
    await this.grant("another account", this.bob, "calendar");
    await this.codes("her codes", this.ada, "calendar");
    await this.codes("her codes for another client", this.ada, "mail");
    await this.codes("his codes", this.bob, "calendar");
    const own = await this.api.token({ grant_type: "client_credentials" }, this.secrets.calendar);
    this.ownToken = own.body.access_token as string;
    this.personal = await world.make.token(this.ada);
    return this;
  }

  private async grant(name: string, user: User, by: "calendar" | "mail", isRenewed = false): Promise<void> {
    const given = await issueCode(this.world.services, { user, client: this[by].client });
    const { body } = await this.api.token(redemption(given), this.secrets[by]);
    let tokens = { access: body.access_token as string, refresh: body.refresh_token as string };
    if (isRenewed) {
      [this.spentCode, this.spentRefresh] = [given, tokens.refresh];
      const { body: renewed } = await this.api.token(renewal(tokens.refresh), this.secrets[by]);
      tokens = { ...tokens, refresh: renewed.refresh_token as string };
    }
    this.grants[name] = { by, ...tokens };
  }

  private async codes(name: string, user: User, by: "calendar" | "mail"): Promise<void> {
    const { client } = this[by];
    const given = await issueCode(this.world.services, { user, client });
    const device = await issueDeviceCodes(this.world.services, { user, client, decision: "approved" });
    this.pending[name] = { by, form: redemption(given) };
    this.pending[`${name} of a device`] = { by, form: devicePoll(device) };
  }

  /** The names of all credentials that still work, found by using them. */
  async active(): Promise<string[]> {
    const names: string[] = [];
    const note = (name: string, { status }: Response): void => void (status === 200 && names.push(name));
    for (const [name, { access }] of Object.entries(this.grants))
      note(`${name}: access`, await this.world.api.as(access).get("/auth/me"));
    note("her personal token", await this.world.api.as(this.personal).get("/auth/me"));
    const facts = await this.api.post("/oauth/introspect", { token: this.ownToken }, this.secrets.mail);
    if (facts.body.active) names.push("the client's own token");
    for (const [name, { by, refresh }] of Object.entries(this.grants))
      note(`${name}: refresh`, await this.api.token(renewal(refresh), this.secrets[by]));
    for (const [name, { by, form }] of Object.entries(this.pending))
      note(name, await this.api.token(form, this.secrets[by]));
    return names.sort();
  }
}

const both = (...names: string[]): string[] =>
  names.flatMap((name) => [`${name}: access`, `${name}: refresh`]);
const codes = (...names: string[]): string[] => names.flatMap((name) => [name, `${name} of a device`]);
const FAMILY = both("a code gave");
const HERS_AND_CALENDARS = [...FAMILY, ...both("another grant"), ...codes("her codes")];
const HERS = [
  ...HERS_AND_CALENDARS,
  ...both("another client"),
  ...codes("her codes for another client"),
  "her personal token",
];
const CALENDARS = [
  ...HERS_AND_CALENDARS,
  ...both("another account"),
  ...codes("his codes"),
  "the client's own token",
];
const EVERYTHING = [...new Set([...HERS, ...CALENDARS])].sort();

describe("Ending a grant", () => {
  const world = useWorld();
  let fixture: Fixture;
  beforeEach(async () => {
    world.freezeTime();
    fixture = await new Fixture(world).build();
  });

  const admin = async () => world.make.userWithToken({ role: "system_admin" });
  async function administrator(): Promise<ActorCall> {
    const { user } = await admin();
    return signedInCaller(world.services, user);
  }
  async function resetPassword(): Promise<void> {
    const visitor = world.visitor();
    await visitor.get("/forgot-password");
    await visitor.submit("/forgot-password", { email: fixture.ada.email });
    const { link } = (await queuedMails(world.services, "reset_password"))[0]!;
    await visitor.get(link);
    const [token, password] = [link.split("/").at(-1)!, "another-horse-battery"];
    const answer = await visitor.submit("/reset-password", {
      token,
      password,
      password_confirmation: password,
    });
    expect(answer.headers["location"]).to.equal("/login");
  }
  const patch = async (changes: object) =>
    world.api
      .as((await admin()).token)
      .patch(`/users/${fixture.ada.id}`, changes)
      .expect(200);
  const send = (path: string, form: Record<string, string>) =>
    fixture.api.post(path, form, fixture.secrets.calendar);

  const ENDINGS: Record<string, { act: () => PromiseLike<unknown>; ends: string[] }> = {
    "a ban": { act: () => patch({ status: "banned" }), ends: HERS },
    "a deletion": {
      act: async () =>
        world.api
          .as((await admin()).token)
          .delete(`/users/${fixture.ada.id}`)
          .expect(200),
      ends: HERS,
    },
    "a password reset": { act: resetPassword, ends: HERS },
    "a password that an administrator set": {
      act: () => patch({ password: "another-horse-battery", password_confirmation: "another-horse-battery" }),
      ends: HERS,
    },
    "the deletion of the client": {
      act: async () => deleteClient(await administrator(), fixture.calendar.client.id),
      ends: CALENDARS,
    },
    "revoking the application": {
      act: async () =>
        revokeApplication(await callerOf(world.services, fixture.ada), fixture.calendar.client.id),
      ends: HERS_AND_CALENDARS,
    },
    "the replay of a code": { act: () => send("/oauth/token", redemption(fixture.spentCode)), ends: FAMILY },
    "the reuse of a refresh token": {
      act: () => {
        world.advance(11 * SECOND);
        return send("/oauth/token", renewal(fixture.spentRefresh));
      },
      ends: FAMILY,
    },
    "the revocation of a refresh token": {
      act: () => send("/oauth/revoke", { token: fixture.grants["a code gave"]!.refresh }),
      ends: FAMILY,
    },
    "the revocation of an access token": {
      act: () => send("/oauth/revoke", { token: fixture.grants["a code gave"]!.access }),
      ends: ["a code gave: access"],
    },
    "a new client secret": {
      act: async () => {
        const { id } = fixture.calendar.client;
        const { secret } = await rotateClientSecret(await administrator(), id);
        expect((await send("/oauth/revoke", { token: fixture.ownToken })).status).to.equal(401);
        fixture.secrets.calendar = { id, secret };
      },
      ends: [],
    },
    "a password that the owner changed": {
      act: async () => {
        const { visitor } = await world.signedIn(fixture.ada);
        await visitor.get("/profile");
        const password = "another-horse-battery";
        const fields = { current_password: PASSWORD, password, password_confirmation: password };
        expect((await visitor.put("/user/password", fields)).status).to.equal(303);
      },
      ends: [],
    },
    "another name": { act: () => patch({ first_name: "Augusta" }), ends: [] },
    "a logout": {
      act: () => world.api.as(fixture.personal).post("/auth/logout").expect(200),
      ends: ["her personal token"],
    },
  };

  for (const [name, { act, ends }] of Object.entries(ENDINGS))
    it(`C20: by ${name} ends exactly the right credentials`, async () => {
      await act();
      expect(await fixture.active()).to.deep.equal(EVERYTHING.filter((one) => !ends.includes(one)));
    });

  it("C20: by a ban isn't reverted when the ban is lifted", async () => {
    await patch({ status: "banned" });
    await patch({ status: "active" });
    expect(await fixture.active()).to.deep.equal(EVERYTHING.filter((one) => !HERS.includes(one)));
  });

  it("C20: happens on the transition to a denied status, not when an account with one is edited", async () => {
    await world.services.knex("users").where({ id: fixture.ada.id }).update({ status: "banned" });
    await patch({ first_name: "Augusta" });
    await patch({ status: "inactive" });
    await world.services.knex("users").where({ id: fixture.ada.id }).update({ status: "active" });
    expect(await fixture.active()).to.deep.equal(EVERYTHING);
  });
});

describe("A ban while denied statuses aren't enforced", () => {
  const world = useWorld({}, { security: { enforce_active_status: false } });

  it("C20: revokes nothing, but nothing more is issued to the account", async () => {
    const fixture = await new Fixture(world).build();
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    await world.api.as(token).patch(`/users/${fixture.ada.id}`, { status: "banned" }).expect(200);
    const active = await fixture.active();
    expect(active).to.include.members([
      "a code gave: access",
      "another client: access",
      "her personal token",
    ]);
    expect(active).not.to.include.members(["a code gave: refresh"]);
    expect(active).not.to.include.members(["her codes"]);
    await world.api.as(token).patch(`/users/${fixture.ada.id}`, { status: "active" }).expect(200);
    expect(await fixture.active()).to.include.members(["a code gave: refresh", "her codes"]);
  });
});
