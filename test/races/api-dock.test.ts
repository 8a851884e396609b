import { expect } from "chai";
import { now } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import { MAILS_STAY, ROUNDS, together, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";

interface Reader {
  user: User;
  /** One session at each process. */
  browsers: Visitor[];
}
let serial = 0;

describeWith("MariaDB", "API documentation tokens on two processes", function () {
  this.timeout(30_000 + ROUNDS * 10_000);
  const fleet = useFleet(2, MAILS_STAY);

  async function prepare(): Promise<Reader> {
    const role = await fleet.make.role(`reader_${++serial}`, 4, ["api-docs.read"]);
    const user = await fleet.make.user({ role: role.name });
    const browsers = await together(2, async (n) => {
      const browser = new Visitor(fleet.servers[n]!.api.origin);
      await browser.signIn(user);
      await browser.get("/profile");
      return browser;
    });
    return { user, browsers };
  }
  const ask = ({ browsers }: Reader, n: number) =>
    browsers[n % 2]!.submit("/api-dock/token", {}, { Accept: "application/json" });
  const activeTokensOf = async ({ user }: Reader): Promise<string[]> =>
    (await fleet.services
      .knex("personal_access_tokens")
      .where({ user_id: user.id })
      .whereNull("revoked_at")
      .where("expires_at", ">", now())
      .pluck("id")) as string[];

  it("are limited to the latest three, however many are requested", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const reader = await prepare();
      for (let n = 0; n < 3; n++) expect((await ask(reader, n)).status).to.equal(201);
      const before = await activeTokensOf(reader);
      const answers = await together(6, (n) => ask(reader, n));
      for (const { status, text } of answers) expect(status, text).to.equal(201);
      const active = await activeTokensOf(reader);
      expect(active).to.have.length(3);
      expect(active.some((id) => before.includes(id))).to.equal(false);
      const values = answers.map(({ body }) => body.data.token as string);
      const worked = await Promise.all(
        values.map(async (value, n) => (await fleet.api(n).as(value).get("/auth/me")).status === 200),
      );
      expect(worked.filter(Boolean)).to.have.length(3);
    }
  });

  /** Prepared before the race. The returned function removes the rights and resolves after the response. */
  const ENDS: Record<string, (reader: Reader, n: number) => Promise<() => Promise<unknown>>> = {
    "the account is banned": async ({ user }, n) => {
      const { token } = await fleet.make.userWithToken({ role: "system_admin" });
      return async () => {
        const { status } = await fleet.api(n).as(token).patch(`/users/${user.id}`, { status: "banned" });
        expect(status).to.equal(200);
      };
    },
    "the account is deleted": async ({ user }, n) => {
      const { token } = await fleet.make.userWithToken({ role: "system_admin" });
      return async () => {
        const { status } = await fleet.api(n).as(token).delete(`/users/${user.id}`);
        expect(status).to.equal(200);
      };
    },
    "the role is removed": async ({ user }, n) => {
      const { token } = await fleet.make.userWithToken({ role: "system_admin" });
      return async () => {
        const { status } = await fleet.api(n).as(token).patch(`/users/${user.id}`, { role: "user" });
        expect(status).to.equal(200);
      };
    },
  };

  for (const what of ["the account is banned", "the account is deleted"])
    it(`are all revoked, earlier and later ones, after ${what}`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const reader = await prepare();
        const end = await ENDS[what]!(reader, round);
        const asking = together(6, (n) => ask(reader, n));
        await end();
        for (const { status } of await asking) expect(status).to.be.oneOf([201, 401, 403, 419]);
        expect(await activeTokensOf(reader)).to.have.length(0);
        for (const n of [0, 1]) expect((await ask(reader, n)).status).to.be.oneOf([401, 403, 419]);
      }
    });

  it("aren't issued after the permission was removed", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const reader = await prepare();
      const end = await ENDS["the role is removed"]!(reader, round);
      const asking = together(6, (n) => ask(reader, n));
      await end();
      const active = await activeTokensOf(reader);
      for (const { status } of await asking) expect(status).to.be.oneOf([201, 401, 403, 419]);
      expect(await activeTokensOf(reader)).to.deep.equal(active);
      for (const n of [0, 1]) expect((await ask(reader, n)).status).to.be.oneOf([401, 403, 419]);
    }
  });
});
