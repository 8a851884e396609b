import { expect } from "chai";
import type { Response } from "supertest";
import { MINUTE } from "../../../src/lib/clock.js";
import { bcryptWork } from "../../support/app/bcrypt-work.js";
import { neighbourOf } from "../../support/app/client.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const statuses = (answers: Response[]): number[] => answers.map(({ status }) => status);

describe("The rate limits of signing in with a browser", () => {
  const world = useWorld();

  /** Tries a wrong password repeatedly, one request after the other. */
  async function tries(
    visitor: Visitor,
    times: number,
    email: (index: number) => string,
    password = "wrong-password",
  ): Promise<Response[]> {
    const answers: Response[] = [];
    await visitor.get("/login");
    for (let index = 0; index < times; index++)
      answers.push(await visitor.submit("/login", { email: email(index), password }));
    return answers;
  }
  const nobody = (index: number): string => `nobody${index}@example.test`;
  const ada = (): string => "ada@example.test";
  const relax = (): Promise<void> => world.services.settings.write({ "auth.login_throttle": "0" });

  it("are five a minute for an email and an IP address, and ten for an IP address", async () => {
    expect(statuses(await tries(world.visitor(), 6, ada))).to.deep.equal([422, 422, 422, 422, 422, 429]);
    const spread = statuses(await tries(world.visitor(), 11, nobody));
    expect(spread).to.deep.equal([...Array<number>(10).fill(422), 429]);
  });

  it("are relaxed by the setting immediately, but never removed", async () => {
    await relax();
    // an empty password isn't compared, so only the page's own limits apply
    expect(statuses(await tries(world.visitor(), 16, ada, ""))).to.deep.equal([
      ...Array<number>(15).fill(422),
      429,
    ]);
    const spread = statuses(await tries(world.visitor(), 31, nobody));
    expect(spread).to.deep.equal([...Array<number>(30).fill(422), 429]);
  });

  it("are sent on every response", async () => {
    const [answer] = await tries(world.visitor(), 1, ada);
    expect(answer!.headers["ratelimit-policy"]).to.equal(
      '"login-ip"; q=10; w=60, "login-ip-network"; q=40; w=60, "login-email"; q=5; w=60',
    );
    expect(answer!.headers["ratelimit"]).to.match(
      /^"login-ip"; r=9; t=\d+, "login-ip-network"; r=39; t=\d+, "login-email"; r=4; t=\d+$/,
    );
  });

  it("reset after a minute", async () => {
    world.freezeTime();
    const visitor = world.visitor();
    await tries(visitor, 6, ada);
    world.advance(MINUTE);
    expect(statuses(await tries(visitor, 1, ada))).to.deep.equal([422]);
  });

  it("H29: count an email in any notation, and IPv6 by /56", async () => {
    const written = [
      "ada@example.test",
      "ADA@EXAMPLE.TEST",
      " ada@example.test",
      "Ada@Example.test ",
      "aDa@example.test",
    ];
    const answers = await tries(world.visitor(), 6, (index) => written[index % written.length]!);
    expect(statuses(answers).at(-1)).to.equal(429);
    const spread: Response[] = [];
    for (let index = 0; index < 6; index++) {
      const visitor = world.visitor();
      visitor.ip = `2001:db8:0:${index.toString(16).padStart(2, "0")}::${index + 1}`;
      spread.push(...(await tries(visitor, 1, ada)));
    }
    expect(statuses(spread).at(-1)).to.equal(429);
  });

  it("H29: allow five of fifty parallel requests", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        visitor.submit("/login", { email: ada(), password: "wrong-password" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 422)).to.have.length(5);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(45);
  });

  it("C14: count invalid emails too, without errors", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    const answers: Response[] = [];
    for (const email of [["a@x.test", "b@x.test"], "", "\u0000", "x".repeat(300), ["", ""], "__proto__"])
      answers.push(await visitor.submit("/login", { email, password: PASSWORD }));
    for (const { status } of answers) expect(status).to.be.oneOf([422, 429]);
  });

  it("are four times as high for a network", async () => {
    const spread: Response[] = [];
    const { ip } = world.visitor();
    for (let host = 1; host <= 5; host++) {
      const visitor = world.visitor();
      visitor.ip = neighbourOf(ip, host);
      spread.push(...(await tries(visitor, 10, (index) => `nobody${host}-${index}@example.test`)));
    }
    expect(statuses(spread)).to.deep.equal([...Array<number>(40).fill(422), ...Array<number>(10).fill(429)]);
  });

  it("reject all requests while they can't count", async () => {
    const { counters } = world.services;
    const add = counters.add.bind(counters);
    const user = await world.make.user();
    const visitor = world.visitor();
    await visitor.get("/login");
    counters.add = () => Promise.reject(new Error("the shared store is gone"));
    try {
      const answer = await visitor.submit("/login", { email: user.email, password: PASSWORD });
      expect(answer.status).to.equal(503);
      expect(answer.headers["retry-after"]).to.equal("1");
    } finally {
      counters.add = add;
    }
    expect(await world.services.knex("sessions")).to.have.length(0);
  });
});

describe("H26: The response to a failed sign-in", () => {
  const world = useWorld();

  it("is the same for unknown, unverified, inactive, banned and two-factor accounts", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    const withTwoFactor = await world.make.user();
    await world.make.twoFactor(withTwoFactor);
    const emails = [
      "nobody@example.test",
      (await world.make.user()).email,
      (await world.make.user({ email_verified_at: 1 })).email,
      (await world.make.user({ status: "inactive" })).email,
      (await world.make.user({ status: "banned" })).email,
      withTwoFactor.email,
    ];
    const seen = new Set<string>();
    for (const email of emails) {
      const visitor = world.visitor();
      await visitor.get("/login");
      const answer = await visitor.submit("/login", { email, password: "wrong-password" });
      const cookies = ((answer.headers["set-cookie"] ?? []) as unknown as string[]).map(
        (line) => line.split("=")[0],
      );
      const body = answer.text.replaceAll(email, "EMAIL").replaceAll(visitor.csrfToken, "TOKEN");
      const {
        date: _date,
        "x-request-id": _id,
        "set-cookie": _set,
        "content-length": _length,
        ratelimit: _left,
        ...headers
      } = answer.headers as Record<string, string>;
      seen.add(JSON.stringify([answer.status, headers, cookies, body]));
      expect(textOf(answer)).to.contain("These credentials do not match our records.");
    }
    expect(seen.size).to.equal(1);
  });

  it("H27: takes the same work, whether or not the account exists", async () => {
    const { email } = await world.make.user();
    const { email: banned } = await world.make.user({ status: "banned" });
    const visitor = world.visitor();
    await visitor.get("/login");
    const work = (address: string): Promise<number> =>
      bcryptWork(() => visitor.submit("/login", { email: address, password: "wrong-password" }));
    const known = await work(email);
    expect(known).to.equal(2 ** world.services.config.env.BCRYPT_COST);
    expect(await work("nobody@example.test")).to.equal(known);
    expect(await work(banned)).to.equal(known);
  });
});
