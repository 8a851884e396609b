import { expect } from "chai";
import { DAY, HOUR, MINUTE } from "../../src/lib/clock.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { Signer } from "../../src/lib/signatures.js";
import type { User } from "../../src/models/user.js";
import { freshIp, neighbourOf, type Test } from "../support/app/client.js";
import { PASSWORD } from "../support/app/factories.js";
import type { Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

const EMAIL = "ada@example.test";

describe("Failed passwords of one account", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  const login = (ip: string, password: string, email = EMAIL): Test =>
    world.api.post("/auth/login", { email, password }).set("X-Forwarded-For", ip);

  /** Sends wrong passwords from one network, within the limit of each address. */
  async function failFrom(network: string, times: number, email = EMAIL): Promise<number[]> {
    const statuses: number[] = [];
    for (let count = 0; count < times; count++)
      statuses.push(
        (await login(neighbourOf(network, 1 + Math.floor(count / 4)), "wrong-password", email)).status,
      );
    return statuses;
  }
  /** Uses up the account's limit for all networks. */
  async function attack(email = EMAIL): Promise<void> {
    for (let network = 0; network < 10; network++)
      expect(new Set(await failFrom(freshIp(), 10, email))).to.deep.equal(new Set([401]));
  }
  async function owner(): Promise<{ user: User; visitor: Visitor }> {
    const { user, visitor } = await world.signedIn(await world.make.user({ email: EMAIL }));
    await visitor.submit("/logout");
    return { user, visitor };
  }
  /** Tries to sign in with the form, from the visitor's own address. */
  async function submit(visitor: Visitor, password: string): Promise<number> {
    await visitor.get("/login");
    return (await visitor.submit("/login", { email: EMAIL, password })).status;
  }

  describe("from one network", () => {
    it("are limited to ten an hour across all its addresses", async () => {
      await world.make.user({ email: EMAIL });
      const network = freshIp();
      expect(await failFrom(network, 10)).to.deep.equal(Array<number>(10).fill(401));
      world.advance(HOUR - MINUTE);
      const { body, headers } = await login(neighbourOf(network, 200), PASSWORD).expect(429);
      expect(body.data.code).to.equal("throttled");
      expect(headers["retry-after"]).to.equal("60");
      expect(headers["ratelimit"]).to.match(/, "password-network"; r=0; t=60$/);
      expect(headers["ratelimit-policy"]).to.match(/, "password-network"; q=10; w=3600$/);
      world.advance(MINUTE);
      await login(network, PASSWORD).expect(200);
    });

    it("are counted by /48 of IPv6", async () => {
      await world.make.user({ email: EMAIL });
      for (let subnet = 0; subnet < 10; subnet++)
        await login(`2001:db8:5:${subnet}00::1`, "wrong-password").expect(401);
      await login("2001:db8:5:ffff::1", PASSWORD).expect(429);
      await login("2001:db8:6::1", PASSWORD).expect(200);
    });

    it("are counted for both surfaces together", async () => {
      await world.make.user({ email: EMAIL });
      const visitor = world.visitor();
      await failFrom(visitor.ip, 9);
      expect(await submit(visitor, "wrong-password")).to.equal(422);
      expect(await submit(visitor, PASSWORD)).to.equal(429);
    });

    it("are counted for an address without an account too", async () => {
      const network = freshIp();
      const statuses = await failFrom(network, 11, "nobody@example.test");
      expect(statuses).to.deep.equal([...Array<number>(10).fill(401), 429]);
    });

    it("are counted for one address in any case, with surrounding spaces, in NFC or NFD", async () => {
      await world.make.user({ email: "zo\u00eb@example.test" });
      const network = freshIp();
      const forms = ["zo\u00eb@example.test", " ZO\u00cb@example.test ", "Zoe\u0308@Example.Test"];
      for (let count = 0; count < 10; count++)
        await login(neighbourOf(network, count + 1), "wrong-password", forms[count % 3]).expect(401);
      await login(neighbourOf(network, 99), PASSWORD, forms[0]).expect(429);
    });

    it("are reset by a success", async () => {
      await world.make.user({ email: EMAIL });
      const network = freshIp();
      await failFrom(network, 9);
      await login(neighbourOf(network, 100), PASSWORD).expect(200);
      world.advance(MINUTE);
      expect(await failFrom(network, 10)).not.to.include(429);
      await login(neighbourOf(network, 100), PASSWORD).expect(429);
    });

    it("don't affect other networks and other accounts", async () => {
      await world.make.user({ email: EMAIL });
      const network = freshIp();
      await failFrom(network, 10, "other@example.test");
      await login(neighbourOf(network, 100), PASSWORD).expect(200);
      await failFrom(network, 10);
      await login(freshIp(), PASSWORD).expect(200);
    });

    it("can't exceed the limit in parallel", async () => {
      await world.make.user({ email: EMAIL });
      const network = freshIp();
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, host) => login(neighbourOf(network, host + 1), "wrong-password")),
      );
      expect(answers.filter(({ status }) => status === 401)).to.have.length(10);
      expect(answers.filter(({ status }) => status === 429)).to.have.length(5);
    });
  });

  describe("from all networks", () => {
    it("are limited to a hundred an hour for networks that the account doesn't know", async () => {
      await world.make.user({ email: EMAIL });
      await attack();
      const { headers } = await login(freshIp(), PASSWORD).expect(429);
      expect(headers["ratelimit-policy"]).to.match(/, "password-account"; q=100; w=3600$/);
      world.advance(HOUR);
      await login(freshIp(), PASSWORD).expect(200);
    });

    it("are limited for an address without an account too", async () => {
      await attack("nobody@example.test");
      await login(freshIp(), "wrong-password", "nobody@example.test").expect(429);
    });

    it("don't include successes", async () => {
      await world.make.user({ email: EMAIL });
      for (let count = 0; count < 5; count++) await login(freshIp(), PASSWORD).expect(200);
      await attack();
      await login(freshIp(), PASSWORD).expect(429);
    });

    it("don't lock the owner out of a network used in the last 30 days, on either surface", async () => {
      const { visitor } = await owner();
      const api = freshIp();
      await login(api, PASSWORD).expect(200);
      await login(freshIp(), PASSWORD).expect(200); // the account row itself stores only the last one
      world.advance(30 * DAY - HOUR);
      await attack();
      await login(neighbourOf(api, 7), PASSWORD).expect(200);
      const stranger = world.visitor();
      stranger.ip = neighbourOf(visitor.ip, 8);
      expect(await submit(stranger, PASSWORD)).to.equal(303);
    });

    it("are limited to ten for such a network", async () => {
      const { visitor } = await owner();
      await attack();
      const statuses = await failFrom(visitor.ip, 11);
      expect(statuses).to.deep.equal([...Array<number>(10).fill(401), 429]);
    });

    it("recognise a network from an earlier release, which stored only the last sign-in", async () => {
      const { visitor } = await owner();
      await world.services.knex("sign_in_networks").del();
      await attack();
      await login(neighbourOf(visitor.ip, 9), PASSWORD).expect(200);
    });

    it("no longer recognise a network after 30 days, and the prune command removes it", async () => {
      const { visitor } = await owner();
      world.advance(30 * DAY);
      await attack();
      await login(neighbourOf(visitor.ip, 9), PASSWORD).expect(429);
      world.advance(1);
      expect((await prune(world.services))["sign_in_networks"]).to.equal(1);
      expect(await world.services.knex("sign_in_networks")).to.be.empty;
    });
  });

  describe("from a browser that has signed in before", () => {
    /** A network from which no user has signed in. */
    const elsewhere = (visitor: Visitor): Visitor => {
      visitor.ip = freshIp();
      return visitor;
    };

    it("are counted separately, so that others can't lock the owner out", async () => {
      const { visitor } = await owner();
      await attack();
      expect(await submit(elsewhere(visitor), PASSWORD)).to.equal(303);
    });

    it("are limited to ten an hour from any network, without affecting other browsers", async () => {
      const { visitor } = await owner();
      for (let count = 0; count < 10; count++)
        expect(await submit(elsewhere(visitor), "wrong-password")).to.equal(422);
      expect(await submit(elsewhere(visitor), PASSWORD)).to.equal(429);
      expect(await submit(world.visitor(), PASSWORD)).to.equal(303);
      world.advance(HOUR);
      expect(await submit(elsewhere(visitor), PASSWORD)).to.equal(303);
    });

    it("are reset by a success", async () => {
      const { visitor } = await owner();
      for (let count = 0; count < 9; count++) await submit(elsewhere(visitor), "wrong-password");
      expect(await submit(elsewhere(visitor), PASSWORD)).to.equal(303);
      await visitor.get("/dashboard");
      await visitor.submit("/logout");
      for (let count = 0; count < 10; count++)
        expect(await submit(elsewhere(visitor), "wrong-password")).to.equal(422);
    });

    it("count as an unknown browser's after a new password", async () => {
      const { user, visitor } = await owner();
      world.advance(MINUTE);
      await user.$query(world.services.knex).patch({ password: user.password });
      await attack();
      expect(await submit(elsewhere(visitor), PASSWORD)).to.equal(429);
    });

    it("are still counted separately after the browser changed the password itself", async () => {
      const { user, visitor } = await owner();
      await visitor.signIn(user);
      await visitor.get("/profile");
      const password = "another-password-1";
      const change = { current_password: PASSWORD, password, password_confirmation: password };
      expect((await visitor.put("/user/password", change)).status).to.equal(303);
      await visitor.get("/profile");
      await visitor.submit("/logout");
      await attack();
      expect(await submit(elsewhere(visitor), password)).to.equal(303);
    });

    it("count as an unknown browser's with a cookie of another account, a forged one, or one of an earlier release", async () => {
      await owner();
      const other = await world.signedIn();
      await other.visitor.submit("/logout");
      const account = await world.services.knex("users").where({ email: EMAIL }).first("id");
      const forged = world.visitor();
      const entry = [{ userId: account.id, device: "x", passwordSetAt: 1 }];
      forged.cookies.set("authdock_device", `${Buffer.from(JSON.stringify(entry)).toString("base64url")}.x`);
      const earlier = world.visitor();
      const signer = new Signer(world.services.encryption, "known-device");
      earlier.cookies.set("authdock_device", signer.seal([account.id]));
      await attack();
      for (const visitor of [other.visitor, forged, earlier])
        expect(await submit(elsewhere(visitor), PASSWORD)).to.equal(429);
    });
  });
});
