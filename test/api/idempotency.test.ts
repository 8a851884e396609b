import { expect } from "chai";
import { answered } from "../support/app/queries.js";
import { connectionRejected, whileQueriesFail } from "../support/database/faults.js";
import { DAY, SECOND } from "../../src/lib/clock.js";
import { useWorld } from "../support/app/world.js";

const PASSWORD = { password: "correct-horse-battery", password_confirmation: "correct-horse-battery" };
const ada = (email = "ada@example.test") => ({
  first_name: "Ada",
  last_name: "Lovelace",
  email,
  ...PASSWORD,
});

describe("A request with an Idempotency-Key", () => {
  const world = useWorld();
  let token: string;
  beforeEach(async () => {
    world.freezeTime();
    ({ token } = await world.make.userWithToken({ role: "admin" }));
  });
  const create = (body: object = ada(), key = "one", caller = token) =>
    world.api.as(caller).post("/users", body).set("Idempotency-Key", key);
  const accounts = async (email = "ada@example.test"): Promise<number> =>
    ((await world.services.knex("users").where({ email }).pluck("id")) as string[]).length;
  const STORE_ANSWER = /update .?idempotency_keys.? set .*answer/i;

  it("is done once, and its answer is repeated with all headers", async () => {
    const first = await create().expect(201);
    expect(first.headers).not.to.have.property("idempotent-replayed");
    const again = await create().expect(201);
    expect(again.body.data).to.deep.equal(first.body.data);
    expect(again.headers).to.include({
      "idempotent-replayed": "true",
      etag: first.headers["etag"]!,
      location: first.headers["location"]!,
    });
    expect(again.body.trace_id).not.to.equal(first.body.trace_id);
    expect(await accounts()).to.equal(1);
  });

  it("repeats a failure of the request itself", async () => {
    await world.make.user({ email: "ada@example.test" });
    const first = await create().expect(422);
    await world.services
      .knex("users")
      .where({ email: "ada@example.test" })
      .update({ email: "x@example.test" });
    const again = await create().expect(422);
    expect(again.body.data).to.deep.equal(first.body.data);
    expect(again.headers["idempotent-replayed"]).to.equal("true");
    await create(ada(), "two").expect(201);
  });

  it("belongs to its caller", async () => {
    const other = await world.make.userWithToken({ role: "admin" });
    await create().expect(201);
    await create(ada("bob@example.test"), "one", other.token).expect(201);
  });

  it("is forgotten after 24 hours", async () => {
    const { user, token: first } = await world.make.userWithToken({ role: "admin" });
    await create(ada(), "one", first).expect(201);
    world.advance(DAY + 1);
    token = await world.make.token(user);
    await create(ada("bob@example.test")).expect(201);
  });

  it("is stored encrypted", async () => {
    await create().expect(201);
    const row = JSON.stringify(await world.services.knex("idempotency_keys").first());
    expect(row).not.to.match(/ada@example|Lovelace|"one"/);
  });

  it("is done once when several arrive together, and the others are told to wait", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    const [running, others] = [
      answers.filter(({ status }) => status === 409),
      answers.filter(({ status }) => status !== 409),
    ];
    for (const { body, headers } of running) {
      expect(body.data.code).to.equal("idempotency_in_progress");
      expect(headers["retry-after"]).to.equal("1");
    }
    expect(others.map(({ status }) => status))
      .to.include(201)
      .and.not.include(422);
    expect(await accounts()).to.equal(1);
  });

  describe("after its process was killed", () => {
    it("between work and answer: shows what was created", async () => {
      const failed = await whileQueriesFail(
        world.services.knex,
        (sql) => (STORE_ANSWER.test(sql) ? connectionRejected() : null),
        () => create(),
      );
      expect(failed.status).to.equal(503);
      expect(await accounts()).to.equal(1);
      const { body, headers } = await create().expect(201);
      expect(body.data.email).to.equal("ada@example.test");
      expect(headers["idempotent-replayed"]).to.equal("true");
      expect(await accounts()).to.equal(1);
      expect((await create().expect(201)).body.data).to.deep.equal(body.data);
    });

    it("before the work was committed: is done", async () => {
      await create().expect(201);
      await world.services.knex("users").where({ email: "ada@example.test" }).del();
      await world.services.knex("idempotency_keys").update({ state: "running", result: null, answer: null });
      await create().expect(409);
      world.advance(16 * SECOND);
      const { headers } = await create().expect(201);
      expect(headers).not.to.have.property("idempotent-replayed");
      expect(await accounts()).to.equal(1);
    });
  });

  it("is rolled back when another request has taken its key over", async () => {
    const { knex } = world.services;
    const claimed = answered(knex, /insert into .?idempotency_keys/i);
    const pending = create().then((response) => response);
    await claimed;
    await knex("idempotency_keys").update({ owner: "018f6c2e-4b7a-7c1d-9e53-2a7f0b6d8c41" });
    const { status, body } = await pending;
    expect([status, body.data.code]).to.deep.equal([409, "idempotency_in_progress"]);
    expect(await accounts()).to.equal(0);
  });

  it("isn't kept after a server error", async () => {
    const failed = await whileQueriesFail(
      world.services.knex,
      (sql) => (/insert into .?users/i.test(sql) ? connectionRejected() : null),
      () => create(),
    );
    expect(failed.status).to.equal(503);
    await create().expect(201);
  });

  describe("is rejected", () => {
    it("with 422 when the key was used for another request", async () => {
      await create().expect(201);
      const { body } = await create(ada("bob@example.test")).expect(422);
      expect(body.data.code).to.equal("idempotency_key_reused");
    });

    it("with 403 when the permission has gone since the first request", async () => {
      await create().expect(201);
      await world.services.knex("role_user").where("user_id", "!=", "x").del();
      await world.services.knex("users").increment("version", 1);
      await create().expect(403);
    });

    it("with 422 for an empty key or one of more than 255 characters", async () => {
      for (const key of ["", "x".repeat(256)])
        expect((await create(ada(), key).expect(422)).body.data.code).to.equal("validation_failed");
    });
  });
});
