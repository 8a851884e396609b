import { expect } from "chai";
import { connectionRefused, whileQueriesFail } from "./support/faults.js";
import { useWorld } from "./support/world.js";

const METRICS_TOKEN = "metrics-token-of-this-test";

describe("health", () => {
  const world = useWorld({ METRICS_TOKEN });
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  it("/up answers while the process lives, without the database", async () => {
    const { body } = await whileQueriesFail(world.services.knex, connectionRefused, () =>
      world.api.get("//up").expect(200),
    );
    expect(body).to.deep.equal({ status: "up" });
  });

  it("/ready answers when the database is there and every migration has run", async () => {
    const { body, headers } = await world.api.get("//ready").expect(200);
    expect(body).to.deep.equal({ status: "ready" });
    expect(headers["cache-control"]).to.equal("no-store");
    expect(headers["x-request-id"]).to.match(/^[0-9a-f-]{36}$/);
  });

  it("/metrics gives figures to the holder of the token", async () => {
    await world.api.get("/nowhere").expect(404);
    await world.api.get("/auth/me").expect(401);
    const { text } = await world.api.get("//metrics").set(bearer(METRICS_TOKEN)).expect(200);
    expect(text).to.match(/^authdock_api_responses_total\{operation="auth.me",status="401"\} [1-9]/m);
    expect(text).to.include("authdock_contract_violations_total");
  });

  it("/ready says no while a migration waits", async () => {
    const { knex } = world.services;
    const last = (await knex("migrations").orderBy("id", "desc").first()) as { id: number };
    await knex("migrations").where({ id: last.id }).del();
    try {
      const { body } = await world.api.get("//ready").expect(503);
      expect(body).to.deep.equal({ status: "migrations pending" });
    } finally {
      await knex("migrations").insert(last);
    }
    await world.api.get("//ready").expect(200);
  });

  it("/ready says no while the database is gone, and why only in the log", async () => {
    const { body } = await whileQueriesFail(world.services.knex, connectionRefused, () =>
      world.api.get("//ready").expect(503),
    );
    expect(body).to.deep.equal({ status: "database unavailable" });
    expect(JSON.stringify(world.logs)).to.include("ECONNREFUSED");
    await world.api.get("//ready").expect(200);
  });

  it("/metrics does not exist for anybody else", async () => {
    await world.api.get("//metrics").expect(404);
    await world.api.get("//metrics").set(bearer("wrong")).expect(404);
    await world.api.get(`//metrics?token=${METRICS_TOKEN}`).expect(404);
  });
});

describe("health without METRICS_TOKEN", () => {
  const world = useWorld();

  it("has no /metrics at all", async () => {
    for (const value of ["Bearer ", "Bearer undefined", "Bearer null"])
      await world.api.get("//metrics").set("Authorization", value).expect(404);
  });
});
