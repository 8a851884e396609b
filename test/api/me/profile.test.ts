import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";

describe("PATCH /auth/me", () => {
  const world = useWorld();
  const row = ({ id }: { id: string }) => world.services.knex("users").where({ id }).first();
  const activities = () => world.services.knex("activity_log").where({ event: "profile_updated" });

  it("changes the fields that are sent and answers the account with its new version", async () => {
    const { user, token } = await world.make.userWithToken();
    const { body, headers } = await world.api
      .as(token)
      .patch("/auth/me", { first_name: "Augusta", timezone: "Europe/Istanbul", locale: "tr" })
      .expect(200);
    expect(body.data).to.include({ id: user.id, full_name: "Augusta Lovelace", timezone: "Europe/Istanbul" });
    expect(headers["etag"]).to.equal('"2"');
    expect(await row(user)).to.include({ first_name: "Augusta", last_name: "Lovelace", locale: "tr" });
  });

  it("records the change like the screen", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.api.as(token).patch("/auth/me", { last_name: "Byron" }).expect(200);
    const [activity] = await activities();
    expect(activity).to.include({ actor_id: user.id, subject_id: user.id });
    expect(JSON.parse(activity.changes as string)).to.deep.equal({
      before: { last_name: "Lovelace" },
      after: { last_name: "Byron" },
    });
  });

  it("changes and records nothing without a difference", async () => {
    const { token } = await world.make.userWithToken();
    for (const body of [{}, { first_name: "Ada", locale: "en" }]) {
      const { headers } = await world.api.as(token).patch("/auth/me", body).expect(200);
      expect(headers["etag"]).to.equal('"1"');
    }
    expect(await activities()).to.deep.equal([]);
  });

  it("accepts the current version as If-Match", async () => {
    const { token } = await world.make.userWithToken();
    const change = { first_name: "Augusta" };
    await world.api.as(token).patch("/auth/me", change).set("If-Match", '"1"').expect(200);
    const { body } = await world.api
      .as(token)
      .patch("/auth/me", { first_name: "Ada" })
      .set("If-Match", '"1"')
      .expect(412);
    expect(body.data.code).to.equal("stale");
  });

  it("keeps a time zone that this runtime doesn't know, and rejects another one", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.services.knex("users").where({ id: user.id }).update({ timezone: "Mars/Olympus" });
    await world.api.as(token).patch("/auth/me", { timezone: "Mars/Olympus", first_name: "A" }).expect(200);
    const { body } = await world.api.as(token).patch("/auth/me", { timezone: "Mars/Hellas" }).expect(422);
    expect(body.data.errors).to.have.all.keys("timezone");
    expect((await row(user)).timezone).to.equal("Mars/Olympus");
  });

  it("rejects other languages and the fields of other operations", async () => {
    const { token } = await world.make.userWithToken();
    for (const [field, value] of Object.entries({
      locale: "xx",
      email: "other@example.test",
      password: "another-horse-battery",
      role: "system_admin",
      status: "banned",
    })) {
      const { body } = await world.api
        .as(token)
        .patch("/auth/me", { [field]: value })
        .expect(422);
      expect(body.data.errors).to.have.all.keys(field);
    }
  });

  it("rejects tokens that weren't issued at sign-in", async () => {
    const user = await world.make.user();
    const personal = await world.make.token(user, { name: "deploy" });
    const { body } = await world.api.as(personal).patch("/auth/me", { first_name: "Eve" }).expect(403);
    expect(body.data.code).to.equal("first_party_only");
  });
});
