import { expect } from "chai";
import type { Role } from "../../src/models/role.js";
import type { User } from "../../src/models/user.js";
import { registration } from "../support/app/factories.js";
import { ROUNDS, together, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";

const ACTS_ON = ["users", "roles", "settings", "api-clients", "api-tokens"];
const MANY = [
  "dashboard.read",
  ...ACTS_ON.flatMap((name) => ["read", "create", "update", "delete"].map((act) => `${name}.${act}`)),
].filter((name) => !["settings.create", "settings.delete", "api-tokens.update"].includes(name));

/** An administrator with two browsers and a token, and accounts that they can change. */
interface Fixture {
  user: User;
  role: Role;
  browsers: Visitor[];
  token: string;
  others: User[];
}
type Send = (fixture: Fixture, n: number) => Promise<{ status: number }>;

/** 419: the session ended with the rights, and so did its CSRF token. */
const REJECTED = [302, 303, 401, 403, 404, 419];
let serial = 0;
const fresh = (): Record<string, string> => registration() as Record<string, string>;

describeWith("MariaDB", "Removing an administrator's rights on two processes", function () {
  this.timeout(30_000 + ROUNDS * 15_000);
  const fleet = useFleet(2);
  const origin = (n: number): string => fleet.servers[n % 2]!.api.origin;
  const signedIn = async (user: User, n: number): Promise<Visitor> => {
    const one = new Visitor(origin(n));
    await one.signIn(user);
    return one;
  };

  const api = (fixture: Fixture, n: number) => fleet.api(n).as(fixture.token);
  const idOf = ({ others }: Fixture, n: number): string => others[n % others.length]!.id;

  /** The action that is repeated while the rights end. */
  const ACTS: Record<string, Send> = {
    "edit accounts in forms": (fixture, n) =>
      fixture.browsers[n % 2]!.put(`/admin/users/${idOf(fixture, n)}`, { first_name: `Name ${++serial}` }),
    "edit accounts through the API": (fixture, n) =>
      api(fixture, n).patch(`/users/${idOf(fixture, n)}`, { first_name: `Name ${++serial}` }),
    "ban accounts in the bulk form": (fixture, n) =>
      fixture.browsers[n % 2]!.put("/admin/users/bulk", { users: [idOf(fixture, n)], act: "status:banned" }),
    "create accounts in forms": (fixture, n) =>
      fixture.browsers[n % 2]!.submit("/admin/users", {
        ...{ ...fresh(), role: "user", status: "active" },
        first_password: "set",
      }),
    "create accounts through the API": (fixture, n) => api(fixture, n).post("/users", fresh()),
    "delete accounts through the API": (fixture, n) => api(fixture, n).delete(`/users/${idOf(fixture, n)}`),
    "delete accounts in forms": (fixture, n) =>
      fixture.browsers[n % 2]!.delete(`/admin/users/${idOf(fixture, n)}`),
    "revoke the access of accounts": (fixture, n) =>
      fixture.browsers[n % 2]!.delete(`/admin/users/${idOf(fixture, n)}/access`),
    "create roles": (fixture, n) =>
      fixture.browsers[n % 2]!.submit("/admin/roles", { name: `role_${++serial}`, label: "R", rank: "9" }),
    "change settings": (fixture, n) =>
      fixture.browsers[n % 2]!.put("/admin/settings/branding", { general_app_name: `Mine ${++serial}` }),
    "register clients": (fixture, n) =>
      fixture.browsers[n % 2]!.submit("/admin/api-clients", {
        name: `Client ${++serial}`,
        type: "confidential",
        grant_types: ["client_credentials"],
        redirect_uris: "",
      }),
    "create tokens through the API": (fixture, n) => api(fixture, n).post("/api-tokens", { name: "Mine" }),
  };

  /** Prepared through the n-th process. The returned function removes the rights and resolves after the response. */
  const ENDS: Record<string, (fixture: Fixture, n: number) => Promise<() => Promise<void>>> = {
    "the role is removed through the API": async ({ user }, n) => {
      const { token } = await fleet.make.userWithToken({ role: "system_admin" });
      return async () => {
        const { status } = await fleet.api(n).as(token).patch(`/users/${user.id}`, { role: "user" });
        expect(status).to.equal(200);
      };
    },
    "the role is removed in a form": async ({ user }, n) => {
      const browser = await signedIn(await fleet.make.user({ role: "system_admin" }), n);
      return async () => {
        const { status } = await browser.put(`/admin/users/${user.id}`, { role: "user" });
        expect(status).to.equal(303);
      };
    },
    "the role loses its permissions": async ({ role }, n) => {
      const browser = await signedIn(await fleet.make.user({ role: "system_admin" }), n);
      const page = await browser.get(`/admin/roles/${role.id}`);
      const stamp = /name="_stamp" value="([^"]+)"/.exec(page.text)![1]!;
      const fields = {
        label: role.label,
        rank: String(role.sort_order),
        permissions: ["", "dashboard.read"],
      };
      return async () => {
        const { status } = await browser.put(`/admin/roles/${role.id}`, { _stamp: stamp, ...fields });
        expect(status).to.equal(303);
      };
    },
    "the account is banned": async ({ user }, n) => {
      const { token } = await fleet.make.userWithToken({ role: "system_admin" });
      return async () => {
        const { status } = await fleet.api(n).as(token).patch(`/users/${user.id}`, { status: "banned" });
        expect(status).to.equal(200);
      };
    },
  };

  async function prepare(): Promise<Fixture> {
    const role = await fleet.make.role(`desk_${++serial}`, 2, MANY);
    const user = await fleet.make.user({ role: role.name });
    const browsers = await together(2, (n) => signedIn(user, n));
    const others = (await together(4, () => fleet.make.userWithToken())).map((other) => other.user);
    return { user, role, browsers, token: await fleet.make.token(user), others };
  }
  /**
   * The log entries of actions on others, which are written in the same transaction. Revocations are left out,
   * because a ban that was committed in time is completed afterwards.
   */
  const actsOf = async ({ user }: Fixture): Promise<string[]> =>
    (await fleet.services
      .knex("activity_log")
      .where({ actor_id: user.id })
      .whereNotIn("event", ["login", "logout", "account_cut_off"])
      .pluck("id")) as string[];

  for (const [what, act] of Object.entries(ACTS))
    it(`prevents further requests to ${what}`, async () => {
      const ends = Object.entries(ENDS);
      for (let round = 0; round < Math.max(ROUNDS, ends.length); round++) {
        const [how, arm] = ends[round % ends.length]!;
        const fixture = await prepare();
        const end = await arm(fixture, round);
        const pending = together(6, (n) => act(fixture, n));
        await end();
        const done = await actsOf(fixture);
        for (const { status } of await pending) expect(status, how).to.be.below(500);
        expect(await actsOf(fixture), `${how}, then they could still ${what}`).to.deep.equal(done);
        for (const n of [0, 1]) expect((await act(fixture, n)).status, how).to.be.oneOf(REJECTED);
        expect(await actsOf(fixture), `${how}, and later they could still ${what}`).to.deep.equal(done);
      }
    });

  it("is tested with requests that succeed before", async () => {
    for (const [what, act] of Object.entries(ACTS)) {
      const fixture = await prepare();
      expect((await act(fixture, 0)).status, what).to.be.oneOf([200, 201, 303]);
      expect(await actsOf(fixture), what).not.to.have.length(0);
    }
  });
});
