import { expect } from "chai";
import type { Response } from "supertest";
import { registration } from "../../support/app/factories.js";
import { tableNames } from "../../support/database/database.js";
import { useWorld } from "../../support/app/world.js";

const CORPUS = [
  "'",
  "''",
  '"',
  "`",
  "\\",
  "\\'",
  "' OR '1'='1",
  "' OR 1=1 --",
  "'; DROP TABLE users; --",
  "1; DELETE FROM users",
  "' UNION SELECT password FROM users --",
  "') OR ('1'='1",
  "admin'/*",
  "*/ OR 1=1 /*",
  "1 AND SLEEP(5)",
  "' AND (SELECT 1 FROM (SELECT SLEEP(5))x) --",
  "' || randomblob(1000000000) || '",
  "1' AND BENCHMARK(100000000,MD5(1)) --",
  "${7*7}{{7*7}}#{7*7}",
  "id`,(select sleep(5))",
  "?",
  "??",
  ":name",
  "$1",
  "%27%20OR%201=1",
  "\u02bc OR 1=1",
  "0x27",
  "null",
  "[object Object]",
];

describe("Hostile input", () => {
  const world = useWorld();
  let token: string;
  let id: string;
  beforeEach(async () => {
    ({ token } = await world.make.userWithToken({ role: "system_admin" }));
    id = (await world.make.user()).id;
  });

  const counts = async (): Promise<Record<string, number>> => {
    const entries: [string, number][] = [];
    for (const table of await tableNames(world.services.knex))
      if (!["rate_limits", "activity_log", "events", "migrations", "migrations_lock"].includes(table))
        entries.push([table, ((await world.services.knex(table).select()) as unknown[]).length]);
    return Object.fromEntries(entries);
  };
  const users = () => world.services.knex("users").orderBy("id");
  /** Checks that the answer is in the contract, and that no attack made the database sleep for its five seconds. */
  const harmless = async (send: () => PromiseLike<Response>, what: string): Promise<void> => {
    const started = performance.now();
    const { status } = await send();
    expect(status, what).to.be.oneOf([200, 400, 401, 404, 412, 422]);
    expect(performance.now() - started, what).to.be.below(4000);
  };
  const unchanged = async (attack: () => Promise<void>): Promise<void> => {
    const before = [await counts(), await users()];
    await attack();
    expect([await counts(), await users()]).to.deep.equal(before);
  };

  for (const name of [
    "filter[search]",
    "filter[status]",
    "filter[role]",
    "filter[created_from]",
    "filter[created_to]",
    "sort",
    "page",
    "per_page",
  ])
    it(`C24: SQL in ${name} is treated as a value`, async () => {
      await unchanged(async () => {
        for (const attack of CORPUS) {
          await harmless(
            () =>
              world.api
                .as(token)
                .get("/users")
                .query({ [name]: attack }),
            attack,
          );
          await harmless(
            () =>
              world.api
                .as(token)
                .get("/users")
                .query({ [name]: `ada${attack}` }),
            attack,
          );
        }
      });
    });

  it("C24: SQL in a filter returns no additional rows", async () => {
    for (const attack of CORPUS)
      for (const filter of ["search", "status", "role"]) {
        const { body } = await world.api
          .as(token)
          .get("/users")
          .query({ [`filter[${filter}]`]: attack });
        expect(body.data.items ?? [], attack).to.deep.equal([]); // or rejected as too long
      }
  });

  it("C24: SQL in parameter and filter names is rejected", async () => {
    await unchanged(async () => {
      for (const attack of CORPUS) {
        const encoded = encodeURIComponent(attack);
        for (const query of [
          `${encoded}=1`,
          `filter[${encoded}]=1`,
          `filter${encoded}=1`,
          `sort[${encoded}]=id`,
        ])
          await harmless(() => world.api.as(token).get(`/users?${query}`), query);
      }
    });
  });

  it("C24: SQL in a path is an invalid id", async () => {
    await unchanged(async () => {
      for (const attack of CORPUS)
        for (const path of [attack, id + attack, `${id}' OR '1'='1`].map(encodeURIComponent)) {
          await harmless(() => world.api.as(token).get(`/users/${path}`), path);
          await harmless(() => world.api.as(token).patch(`/users/${path}`, { first_name: "X" }), path);
          await harmless(() => world.api.as(token).delete(`/users/${path}`), path);
        }
    });
  });

  it("C24: SQL in headers is treated as text", async () => {
    await unchanged(async () => {
      for (const attack of CORPUS.filter((text) => /^[\x20-\x7e]*$/.test(text))) {
        for (const header of ["If-Match", "X-Request-ID", "User-Agent", "Accept-Language", "Cookie"])
          await harmless(
            () => world.api.as(token).patch(`/users/${id}`, {}).set(header, attack),
            `${header}: ${attack}`,
          );
        await harmless(() => world.api.get("/users").set("Authorization", `Bearer ${attack}`), attack);
        await harmless(() => world.api.get("/users").set("Authorization", attack), attack);
      }
    });
  });

  it("C24: SQL in the keys of a body is rejected", async () => {
    await unchanged(async () => {
      for (const attack of CORPUS) {
        const body = { [attack]: "x", [`first_name${attack}`]: "x", [`users.${attack}`]: "x" };
        for (const answer of [
          await world.api.as(token).patch(`/users/${id}`, body),
          await world.api.as(token).post("/users", registration(body)),
          await world.api.post("/auth/register", registration(body)),
        ])
          expect(answer.status, attack).to.equal(422);
      }
    });
  });

  it("C24: SQL in the values of a body is stored unchanged or rejected", async () => {
    const before = await counts();
    for (const attack of CORPUS) {
      const { body } = await world.api.as(token).patch(`/users/${id}`, { first_name: attack }).expect(200);
      expect(body.data.first_name).to.equal(attack);
      for (const field of ["status", "role", "email"])
        await world.api
          .as(token)
          .patch(`/users/${id}`, { [field]: attack })
          .expect(422);
    }
    // the words of the last name that was stored
    expect({ ...(await counts()), search_words: 0 }).to.deep.equal({ ...before, search_words: 0 });
  });

  describe("C21: mass assignment", () => {
    const FOREIGN: Record<string, unknown> = {
      id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e",
      roles: ["system_admin"],
      role_ids: ["1"],
      role_id: "1",
      permissions: ["users.delete"],
      is_admin: true,
      email_key: "x",
      email_verified_at: "2026-01-01T00:00:00Z",
      pending_email: "x@example.test",
      password_changed_at: 0,
      two_factor_secret: "x",
      two_factor_recovery_codes: "[]",
      two_factor_confirmed_at: 1,
      two_factor_last_step: 1,
      last_login_at: 1,
      last_login_ip: "x",
      version: 99,
      search_key: "x",
      avatar: "x",
      avatar_url: "x",
      timezone: "Europe/Rome",
      locale: "it",
      full_name: "X",
      initials: "X",
      created_at: 1,
      updated_at: 1,
      deleted_at: 1,
      user_id: "x",
    };
    const field = (name: string, value: unknown) => `{${JSON.stringify(name)}:${JSON.stringify(value)}}`;

    for (const [name, value] of Object.entries(FOREIGN))
      it(`C21: ${name} is rejected by PUT, PATCH, store and register`, async () => {
        await unchanged(async () => {
          for (const answer of [
            await world.api.as(token).put(`/users/${id}`, field(name, value)).expect(422),
            await world.api.as(token).patch(`/users/${id}`, field(name, value)).expect(422),
            await world.api
              .as(token)
              .post("/users", registration({ [name]: value }))
              .expect(422),
            await world.api.post("/auth/register", registration({ [name]: value })).expect(422),
          ])
            expect(Object.keys(answer.body.data.errors as object)).to.deep.equal([name]);
        });
      });

    for (const [name, value] of Object.entries({ status: "inactive", role: "admin" }))
      it(`C21: ${name} is rejected by register, because only administrators can set it`, async () => {
        const { body } = await world.api.post("/auth/register", registration({ [name]: value })).expect(422);
        expect(Object.keys(body.data.errors as object)).to.deep.equal([name]);
      });
  });

  describe("M12: prototype pollution", () => {
    const clean = () => {
      expect(({} as Record<string, unknown>)["polluted"]).to.equal(undefined);
      expect(([] as unknown as Record<string, unknown>)["polluted"]).to.equal(undefined);
    };
    const BODIES = [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"prototype":{"polluted":1}}',
      '{"__proto__":null}',
      '{"hasOwnProperty":1}',
      '{"toString":"x","valueOf":"x"}',
      '{"toJSON":1}',
      '{"first_name":{"__proto__":{"polluted":1}}}',
    ];
    for (const body of BODIES)
      it(`M12: the body ${body} is rejected`, async () => {
        await unchanged(async () => {
          await world.api.as(token).patch(`/users/${id}`, body).expect(422);
          await world.api.as(token).post("/users", body).expect(422);
          await world.api.post("/auth/register", body).expect(422);
        });
        clean();
      });

    for (const query of [
      "__proto__[polluted]=1",
      "__proto__.polluted=1",
      "constructor[prototype][polluted]=1",
      "filter[__proto__][polluted]=1",
      "filter[constructor][prototype][polluted]=1",
      "filter[hasOwnProperty]=1",
      "filter[toString]=1",
      "sort[__proto__]=1",
      "page[__proto__][polluted]=1",
      "filter[search][__proto__][polluted]=1",
      "filter%5B__proto__%5D%5Bpolluted%5D=1",
    ])
      it(`M12: the query ${query} is rejected or ignored`, async () => {
        const { status } = await world.api.as(token).get(`/users?${query}`);
        expect(status).to.be.oneOf([200, 422]);
        clean();
      });

    it("M12: ids, roles and statuses named like object properties aren't found", async () => {
      for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
        await world.api.as(token).get(`/users/${name}`).expect(422);
        await world.api.as(token).patch(`/users/${id}`, { role: name }).expect(422);
        await world.api.as(token).patch(`/users/${id}`, { status: name }).expect(422);
        const { body } = await world.api.as(token).get(`/definitions?keys=${name}`).expect(200);
        expect(body.data).to.deep.equal({});
      }
      clean();
    });
  });
});
