import { expect } from "chai";
import type { Response } from "supertest";
import { ROUTES } from "../../../src/web/routes.js";
import { PASSWORD } from "../../support/app/factories.js";
import { sendRaw, useListener } from "../../support/app/raw.js";
import type { Fields, Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const SQL = [
  "' or '1'='1",
  "'; drop table users; --",
  "\\' or 1=1 #",
  '" or ""="',
  "1 union select password from users",
  "'||(select sleep(5))||'",
  "%' and randomblob(1000000000) --",
];
const ODD = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202eadmin",
  "\u200b",
  "a\r\nb",
  "\u001b[31m",
  "{{7*7}}",
  "<%= 7*7 %>",
  "x".repeat(5000),
];

/** The rows of every table that a hostile form could change. */
const TABLES = ["users", "role_user", "sessions", "personal_access_tokens", "password_resets", "settings"];

describe("Hostile forms", () => {
  const world = useWorld();
  let user: { id: string; email: string };
  let visitor: Visitor;
  beforeEach(async () => {
    user = await world.make.user();
    visitor = world.visitor();
    await visitor.get("/login");
  });
  const counts = async (): Promise<number[]> =>
    Promise.all(TABLES.map(async (name) => ((await world.services.knex(name)) as unknown[]).length));
  /** A new browser for each form, so that no rate limit applies. */
  const fresh = async (signedIn = false): Promise<Visitor> => {
    const one = world.visitor();
    if (signedIn) await one.signIn(user);
    else await one.get("/login");
    return one;
  };
  const isRejection = (answer: Response): void => {
    expect(answer.status, answer.text.slice(0, 200)).to.be.within(200, 499);
  };

  for (const text of [...SQL, ...ODD]) {
    const shown = JSON.stringify(text.slice(0, 24));
    it(`C24, H22: with ${shown} by guests neither sign in nor break anything`, async () => {
      const before = await counts();
      const forms: [path: string, fields: Fields][] = [
        ["/login", { email: text, password: PASSWORD }],
        ["/login", { email: user.email, password: text }],
        ["/login", { email: user.email, password: "wrong", next: text, remember: text }],
        ["/forgot-password", { email: text }],
        ["/reset-password", { token: text, password: text, password_confirmation: text }],
        ["/two-factor-challenge", { code: text, recovery_code: text }],
        ["/email/verification-notification", { email: text }],
        ["/preferences", { theme: text, locale: text, back: text }],
      ];
      for (const [path, fields] of forms) {
        const one = await fresh();
        const started = Date.now();
        isRejection(await one.submit(path, fields));
        expect(Date.now() - started).to.be.below(4000); // some of the attacks sleep for five seconds
        expect(one.sessionCookie).to.equal(undefined);
      }
      expect(await counts()).to.deep.equal(before);
    });

    it(`C24, H22: and ${shown} in the query and in cookies do no harm`, async () => {
      const encoded = encodeURIComponent(text.toWellFormed());
      for (const path of [
        `/login?next=${encoded}`,
        `/dashboard?${encoded}=${encoded}`,
        `/reset-password/${encoded}`,
      ])
        isRejection(await visitor.get(path.slice(0, 4000)));
      for (const cookie of ["session", "csrf", "flash", "challenge", "device", "locale", "theme"]) {
        const one = world.visitor();
        one.cookies.set(`authdock_${cookie}`, encoded.slice(0, 2000));
        for (const path of ["/login", "/dashboard", "/two-factor-challenge"])
          isRejection(await one.get(path));
      }
    });
  }

  it("M12: with fields named like object properties are harmless", async () => {
    const names = [
      "__proto__",
      "constructor",
      "prototype",
      "__proto__[polluted]",
      "constructor[prototype][polluted]",
      "toString",
    ];
    const polluting = Object.fromEntries(names.map((name) => [name, "polluted"]));
    for (const path of ["/login", "/register", "/forgot-password", "/preferences"]) {
      const one = await fresh();
      isRejection(await one.submit(path, { ...polluting, email: user.email, password: PASSWORD }));
    }
    isRejection(
      await visitor.get("/login?__proto__[polluted]=1&constructor[prototype][polluted]=1&next[__proto__]=1"),
    );
    expect(({} as Record<string, unknown>)["polluted"]).to.equal(undefined);
  });

  it("C14: with lists instead of text are rejected", async () => {
    const one = await fresh();
    const answer = await one.submit("/login", { email: [user.email, user.email], password: PASSWORD });
    expect(answer.status).to.equal(422);
    const other = await fresh();
    const nested = await other.submit("/login", { "email[$ne]": "x", "password[$ne]": "x" });
    expect(nested.status).to.equal(422);
  });

  it("C21: with additional account fields change nothing", async () => {
    const foreign = {
      status: "banned",
      role: "system_admin",
      "roles[]": "system_admin",
      id: "019c0000-0000-7000-8000-000000000000",
      email_verified_at: "1",
      password_changed_at: "1",
      two_factor_secret: "x",
      two_factor_confirmed_at: "1",
      created_at: "1",
      version: "99",
      deleted_at: "1",
      user_id: "someone",
    };
    const person = {
      first_name: "Ada",
      last_name: "Byron",
      email: user.email,
      locale: "en",
      timezone: "UTC",
    };
    const one = await fresh(true);
    const read = () => world.services.knex("users").where({ id: user.id }).first();
    const before = (await read()) as Record<string, unknown>;
    isRejection(await one.put("/user/profile-information", { ...person, ...foreign }));
    isRejection(await one.put("/user/password", { current_password: "wrong", ...foreign }));
    const after = (await read()) as Record<string, unknown>;
    for (const column of Object.keys(foreign)) {
      if (column in before && column !== "version")
        expect(after[column], column).to.deep.equal(before[column]);
    }
    const roles = (await world.services.knex("role_user").where({ user_id: user.id })) as unknown[];
    expect(roles).to.have.length(1);
  });

  it("M15: never get the client's request id in the response", async () => {
    for (const sent of ["abc", "x".repeat(129), "ü", "a b"]) {
      const { headers } = await visitor.get("/login", { "X-Request-ID": encodeURI(sent) });
      expect(headers["x-request-id"])
        .to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
        .and.not.equal(sent);
    }
  });

  it("M16: add no log lines of their own, and no URL with a token", async () => {
    await visitor.get("/reset-password/super-secret-token?x=super-secret-query");
    await visitor.get("/email/verify/id/super-secret-hash?signature=super-secret-signature");
    await visitor.submit("/login", {
      email: 'a"\r\n{"level":"fatal"}@example.test',
      password: "super-secret-password",
    });
    const lines = JSON.stringify(world.logs);
    expect(lines).not.to.contain("super-secret");
    for (const line of world.logs) expect(line["level"]).not.to.equal("fatal");
  });
});

describe("H17: Oversized bodies on the pages", () => {
  const world = useWorld();
  const listener = useListener(world);

  const post = (path: string, type: string, body: Buffer | string) =>
    sendRaw(
      listener.port,
      [
        `POST ${path} HTTP/1.1`,
        "Host: localhost",
        "Connection: close",
        `Content-Type: ${type}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        "",
        "",
      ].join("\r\n"),
      body,
    );

  it("are rejected before they are processed", async () => {
    const form = "application/x-www-form-urlencoded";
    const large = Buffer.alloc(10 * 1024 * 1024, "a");
    for (const { path, method } of ROUTES.filter(({ method }) => method === "POST").slice(0, 8)) {
      expect(method).to.equal("POST");
      const answer = await post(path.replaceAll(/:\w+/g, "x"), form, large);
      expect(answer.status, path).to.equal(413);
      expect(answer.headers["x-request-id"]).to.match(/^[0-9a-f-]{36}$/);
    }
    expect((await post("/login", "application/json", large)).status).to.equal(419);
    expect((await post("/login", "multipart/form-data; boundary=x", large)).status).to.equal(419);
    expect((await post("/user/avatar", "multipart/form-data; boundary=x", large)).status).to.equal(419);
    const keys = Array.from({ length: 50_000 }, (_, index) => `k${index}=1`).join("&");
    expect((await post("/login", form, keys)).status).to.equal(413);
    expect((await post("/login", form, "email=%zz&password=%")).status).to.be.within(400, 419);
  });
});
