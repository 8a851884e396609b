import { expect } from "chai";
import { createApp, type App } from "../../src/app.js";
import type { Services } from "../../src/domain/services.js";
import { MINUTE, now, setClock } from "../../src/lib/clock.js";
import type { CounterStore } from "../../src/lib/counters/counters.js";
import { ApiClient, freshIp, neighbourOf, type Response, type Test } from "../support/app/client.js";
import { PASSWORD, registration } from "../support/app/factories.js";
import { queriesDuring } from "../support/app/queries.js";
import { useWorld, type World } from "../support/app/world.js";

const statuses = (answers: Response[]): number[] => answers.map(({ status }) => status);
async function inTurn(times: number, send: (index: number) => PromiseLike<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  for (let index = 0; index < times; index++) answers.push(await send(index));
  return answers;
}
/** Additional apps for one test. */
function useApps(world: World): (services?: Partial<Services>) => Promise<ApiClient> {
  const apps: App[] = [];
  afterEach(() => {
    for (const app of apps.splice(0)) app.close();
  });
  return async (services = {}) => {
    const app = await createApp({ ...world.services, ...services });
    apps.push(app);
    return new ApiClient(app.listener);
  };
}

describe("throttle:5,1 on register, login and two-factor-challenge", () => {
  const world = useWorld();
  const anotherApp = useApps(world);
  const operations: Record<string, () => object> = {
    "/auth/register": () => registration(),
    "/auth/login": () => ({ email: "nobody@example.test", password: PASSWORD }),
    "/auth/two-factor-challenge": () => ({ challenge: "x", code: "123456" }),
  };
  const login = (ip: string, email = "nobody@example.test", api = world.api): Test =>
    api.post("/auth/login", { email, password: "wrong-password" }).set("X-Forwarded-For", ip);

  for (const [path, body] of Object.entries(operations))
    it(`rejects the sixth request of an address within a minute: ${path}`, async () => {
      const ip = freshIp();
      const send = (): Test => world.api.post(path, body()).set("X-Forwarded-For", ip);
      const answers = await inTurn(5, send);
      expect(statuses(answers)).not.to.include(429);
      const { body: rejection, headers } = await send().expect(429);
      expect(rejection.data.code).to.equal("throttled");
      expect(Number(headers["retry-after"])).to.be.within(1, 60);
    });

  it("accepts requests again after the minute", async () => {
    world.freezeTime();
    const ip = freshIp();
    await inTurn(6, () => login(ip));
    world.advance(MINUTE - 1);
    expect((await login(ip).expect(429)).headers["retry-after"]).to.equal("1");
    world.advance(1);
    await login(ip).expect(401);
  });

  it("counts each operation separately", async () => {
    const ip = freshIp();
    await inTurn(6, () => login(ip));
    for (const [path, body] of Object.entries(operations)) {
      const { status } = await world.api.post(path, body()).set("X-Forwarded-For", ip);
      expect(status === 429, path).to.equal(path === "/auth/login");
    }
  });

  it("counts successes and invalid requests too", async () => {
    const { email } = await world.make.user();
    const ip = freshIp();
    const send = (password: string): Test =>
      world.api.post("/auth/login", { email, password }).set("X-Forwarded-For", ip);
    expect(statuses(await inTurn(3, () => send(PASSWORD)))).to.deep.equal([200, 200, 200]);
    expect(statuses(await inTurn(2, () => send("")))).to.deep.equal([422, 422]);
    await send(PASSWORD).expect(429);
  });

  it("counts before the body is validated: a non-string email gives 422, then 429", async () => {
    const ip = freshIp();
    const answers = await inTurn(6, () =>
      world.api.post("/auth/login", { email: ["a"], password: {} }).set("X-Forwarded-For", ip),
    );
    expect(statuses(answers)).to.deep.equal([422, 422, 422, 422, 422, 429]);
    await world.api.post("/auth/login", "{broken").set("X-Forwarded-For", ip).expect(429);
  });

  it("reports the remaining requests on every response", async () => {
    const ip = freshIp();
    const { headers } = await login(ip).expect(401);
    expect(headers["ratelimit"]).to.match(
      /^"throttle:5,1"; r=4; t=\d+, "throttle:5,1-network"; r=19; t=\d+, "throttle:api"; r=\d+; t=\d+$/,
    );
    expect(headers["ratelimit-policy"]).to.match(
      /^"throttle:5,1"; q=5; w=60, "throttle:5,1-network"; q=20; w=60, "throttle:api"; q=\d+; w=60$/,
    );
    const rejection = (await inTurn(5, () => login(ip))).at(-1)!;
    expect(rejection.status).to.equal(429);
    expect(rejection.headers["ratelimit"]).to.match(/^"throttle:5,1"; r=0; t=\d+$/);
  });

  it("allows four times the limit for one network, and distinguishes networks", async () => {
    const ip = freshIp();
    const from = (host: number): Promise<Response[]> =>
      inTurn(5, (index) => login(neighbourOf(ip, host), `nobody${host}-${index}@example.test`));
    for (const host of [1, 2, 3, 4]) expect(statuses(await from(host))).not.to.include(429);
    expect(statuses(await from(5))).to.deep.equal(Array<number>(5).fill(429));
    expect(statuses(await inTurn(5, () => login(freshIp())))).not.to.include(429);
    const inSlash48 = (subnet: number): string => `2001:db8:99:${subnet.toString(16).padStart(2, "0")}00::1`;
    for (const subnet of [1, 2, 3, 4])
      await inTurn(5, (index) => login(inSlash48(subnet), `nobody${subnet}-${index}@example.test`));
    await login(inSlash48(5)).expect(429);
    await login("2001:db8:9a:100::1").expect(401);
  });

  it("charges a network at most the limit of each address", async () => {
    const ip = freshIp();
    await inTurn(30, (index) => login(ip, `nobody${index}@example.test`));
    await login(neighbourOf(ip, 2), "another@example.test").expect(401);
  });

  for (const [written, meant] of [
    ["198.51.100.7:5678", "198.51.100.7"],
    ["[2001:db8:77::1]:80", "2001:db8:77::1"],
    ["[2001:db8:78::1]", "2001:DB8:78:0::1"],
    ["::ffff:198.51.100.8", "198.51.100.8"],
    ["::ffff:c633:6409", "198.51.100.9"],
  ] as const)
    it(`treats ${meant} as the same address when a proxy writes it as ${written}`, async () => {
      await inTurn(5, (index) => login(`${written}`, `nobody${index}@example.test`));
      await login(meant).expect(429);
    });

  it("uses the peer's address when the header has none", async () => {
    const odd = ["unknown", "_hidden", "1.2.3", "1.2.3.4:port", "[::1", "example.test"];
    const answers = await inTurn(6, (index) => login(odd[index]!, `nobody${index}@example.test`));
    expect(statuses(answers)).to.deep.equal([401, 401, 401, 401, 401, 429]);
    const rows = await world.services.knex("activity_log").where({ event: "login_failed" });
    for (const { ip_address } of rows) expect(ip_address).to.equal("127.0.0.1");
  });

  it("doesn't depend on the setting for the sign-in page", async () => {
    await world.services.settings.write({ "auth.login_throttle": "0" });
    const ip = freshIp();
    expect(statuses(await inTurn(6, () => login(ip))).at(-1)).to.equal(429);
  });

  it("H29: allows at most 5 of 50 concurrent requests over two apps", async () => {
    const other = await anotherApp();
    const ip = freshIp();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        login(ip, `user${index}@example.test`, index % 2 === 0 ? world.api : other),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).to.have.length(5);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(45);
  });

  it("H29: still counts an address after a restart", async () => {
    const ip = freshIp();
    await inTurn(5, () => login(ip));
    await login(ip, undefined, await anotherApp()).expect(429);
  });

  it("H29: ignores forwarding headers beyond the configured number of proxies", async () => {
    const ip = freshIp();
    const answers = await inTurn(6, (index) => login(`198.51.100.${index}, ${ip}`));
    expect(statuses(answers).at(-1)).to.equal(429);
  });

  it("H29: counts IPv6 addresses of one /56 together, and different ones separately", async () => {
    await inTurn(5, (index) => login(`2001:db8:7:11${index}${index}:${index}::9`));
    await login("2001:DB8:7:11aa::1").expect(429);
    await login("2001:db8:7:1200::1").expect(401);
    await login("2001:db8:7:10ff::1").expect(401);
  });

  it("H29: counts an IPv4 address once in any notation, and different ones separately", async () => {
    await inTurn(5, () => login("::ffff:192.0.2.10"));
    await login("192.0.2.10").expect(429);
    await login("::FFFF:192.0.2.10").expect(429);
    await login("::ffff:c000:20a").expect(429);
    await login("::ffff:192.0.2.11").expect(401);
    await login("::ffff:c000:20c").expect(401);
  });

  describe("Rate limits while the store fails", () => {
    const broken: CounterStore = {
      add: () => Promise.reject(new Error("connect ECONNREFUSED")),
      addAll: () => Promise.reject(new Error("connect ECONNREFUSED")),
      reset: () => Promise.reject(new Error("connect ECONNREFUSED")),
      prune: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };

    it("reject all sign-in requests with 503", async () => {
      const api = await anotherApp({ counters: broken });
      for (const [path, body] of Object.entries(operations)) {
        const { body: rejection, headers } = await api.post(path, body()).expect(503);
        expect(rejection.data.code).to.equal("unavailable");
        expect(rejection.message).to.equal("A server error occurred.");
        expect(Number(headers["retry-after"])).to.be.at.least(1);
      }
      expect(await world.services.knex("users")).to.be.empty;
    });

    it("reject a password that can't be counted with 503", async () => {
      const { email } = await world.make.user();
      const { counters } = world.services;
      const add: CounterStore["add"] = (key, hits, windowMs) =>
        key.startsWith("password:") ? broken.add(key, hits, windowMs) : counters.add(key, hits, windowMs);
      const api = await anotherApp({ counters: { ...broken, add } });
      await api.post("/auth/login", { email, password: PASSWORD }).expect(503);
      expect(await world.services.knex("personal_access_tokens")).to.be.empty;
    });

    it("let throttle:api count in each process", async () => {
      const api = await anotherApp({ counters: broken });
      const { token } = await world.make.userWithToken();
      await api.as(token).get("/auth/me").expect(200);
    });
  });
});

describe("TRUST_PROXY as a list of networks", () => {
  const world = useWorld({ TRUST_PROXY: "127.0.0.0/8,10.9.0.0/16" });

  for (const [forwarded, meant] of [
    ["203.0.113.5:1234, 10.9.0.1:443", "203.0.113.5"],
    ["203.0.113.5, 10.9.0.1", "203.0.113.5"],
    ["203.0.113.5, 198.51.100.1:443, 10.9.0.1:443", "198.51.100.1"],
    ["203.0.113.5, unknown, 10.9.0.1:443", "127.0.0.1"],
  ] as const)
    it(`finds the client behind proxies that add a port: ${forwarded}`, async () => {
      await world.api
        .post("/auth/login", { email: "nobody@example.test", password: PASSWORD })
        .set("X-Forwarded-For", forwarded)
        .expect(401);
      const { ip_address } = await world.services.knex("activity_log").first("ip_address");
      expect(ip_address).to.equal(meant);
    });
});

describe("throttle:api", () => {
  const LIMIT = 5;
  const world = useWorld({ API_RATE_PER_MINUTE: String(LIMIT) });
  const anotherApp = useApps(world);
  const me = (token: string, ip = freshIp(), api = world.api): Test =>
    api.as(token).get("/auth/me").set("X-Forwarded-For", ip);

  it("counts requests by account, across its tokens and addresses", async () => {
    const { user, token } = await world.make.userWithToken();
    const second = await world.make.token(user);
    expect(statuses(await inTurn(LIMIT, () => me(token)))).not.to.include(429);
    const { body, headers } = await me(second).expect(429);
    expect(body.data.code).to.equal("throttled");
    expect(Number(headers["retry-after"])).to.be.within(1, 60);
    expect(headers["ratelimit"]).to.match(/^"throttle:api"; r=0; t=\d+$/);
  });

  it("counts two accounts with the same address separately", async () => {
    const [ada, grace] = [await world.make.userWithToken(), await world.make.userWithToken()];
    const ip = freshIp();
    await inTurn(LIMIT + 1, () => me(ada.token, ip));
    await me(grace.token, ip).expect(200);
  });

  it("accepts the account's requests again after the minute", async () => {
    world.freezeTime();
    const { token } = await world.make.userWithToken();
    await inTurn(LIMIT + 1, () => me(token));
    world.advance(MINUTE);
    await me(token).expect(200);
  });

  it("counts requests for unknown routes and methods by address", async () => {
    const ip = freshIp();
    await inTurn(LIMIT, (index) =>
      world.api[index % 2 === 0 ? "get" : "patch"](index % 2 === 0 ? "/nowhere" : "/auth/me").set(
        "X-Forwarded-For",
        ip,
      ),
    );
    await world.api.get("/nowhere").set("X-Forwarded-For", ip).expect(429);
    await world.api.patch("/auth/me").set("X-Forwarded-For", ip).expect(429);
  });

  describe("charges failed authentication to the address", () => {
    const lookUps = async (work: () => PromiseLike<unknown>): Promise<string[]> =>
      (await queriesDuring(world.services.knex, work)).filter((sql) => /_tokens/.test(sql));
    const exhaust = async (ip: string): Promise<void> => {
      const answers = await inTurn(LIMIT, () => me(unknown, ip));
      expect(new Set(statuses(answers))).to.deep.equal(new Set([401]));
    };
    // well-formed, so that the guard has to look it up
    const unknown = "adk_pat_cvuLs9Nhtn3lzo60ASeaBM5sZNQmrXPjIqwwOmQ1Zdj3ImuGk";

    it("and rejects it over the limit before the token is looked up", async () => {
      const ip = freshIp();
      const { token } = await world.make.userWithToken();
      expect(await lookUps(() => me(unknown, ip))).not.to.be.empty;
      await inTurn(LIMIT - 1, () => me(unknown, ip));
      expect(await lookUps(() => me(unknown, ip).expect(429))).to.be.empty;
      expect(await lookUps(() => me(token, ip).expect(429))).to.be.empty;
      await me(token).expect(200);
    });

    it("including requests without a token", async () => {
      const ip = freshIp();
      const send = (): Test => world.api.get("/auth/me").set("X-Forwarded-For", ip);
      expect(statuses(await inTurn(LIMIT + 1, send)).at(-1)).to.equal(429);
    });

    it("but not successful authentication", async () => {
      const ip = freshIp();
      const { token } = await world.make.userWithToken();
      await inTurn(LIMIT, () => me(token, ip));
      await me(unknown, ip).expect(401);
    });

    it("and lets no request through while the minute ends", async () => {
      world.freezeTime();
      const ip = freshIp();
      await exhaust(ip);
      const [before, after] = [now(), now() + MINUTE];
      let asked = 0;
      setClock(() => (asked++ === 0 ? before : after));
      await world.api.get("/definitions").set("X-Forwarded-For", ip).expect(401);
    });
  });

  it("combines the counts of two apps that share a database", async () => {
    const { counters } = world.services;
    let told: (hits: number) => void = () => undefined;
    const observed: CounterStore = {
      add: (key, hits, windowMs) => counters.add(key, hits, windowMs),
      addAll: async (hits, windowMs) => {
        const counts = await counters.addAll(hits, windowMs);
        for (const count of counts.values()) told(count.hits);
        return counts;
      },
      reset: (key) => counters.reset(key),
      prune: () => counters.prune(),
      close: () => Promise.resolve(),
    };
    const [one, two] = [await anotherApp({ counters: observed }), await anotherApp({ counters: observed })];
    const { token } = await world.make.userWithToken();
    /** Runs the work and waits until the shared store has counted that many hits. */
    const shared = async (expected: number, work: () => Promise<unknown>): Promise<void> => {
      const reached = new Promise<void>((resolve) => (told = (hits) => hits === expected && resolve()));
      await work();
      await reached;
    };
    await shared(LIMIT, () => inTurn(LIMIT, () => me(token, undefined, one)));
    await shared(LIMIT + 1, async () => void (await me(token, undefined, two).expect(200)));
    await me(token, undefined, two).expect(429);
  });
});
