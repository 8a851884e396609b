import { expect } from "chai";
import type { Knex } from "knex";
import { tableNames } from "../support/database/database.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  decide,
  devicePoll,
  issueCode,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

/** Every cell of the database as text; binary values in each common encoding. */
async function everythingStored(knex: Knex): Promise<string> {
  const cells: string[] = [];
  for (const table of await tableNames(knex))
    for (const row of (await knex(table)) as object[])
      for (const value of Object.values(row) as unknown[])
        if (Buffer.isBuffer(value))
          cells.push(value.toString("latin1"), value.toString("hex"), value.toString("base64"));
        else cells.push(typeof value === "string" ? value : JSON.stringify(value));
  return cells.join("\n");
}

describe("Issued tokens, codes and secrets", () => {
  const world = useWorld();

  it("are neither stored nor logged in clear, nor are the clients' credentials", async () => {
    const [user, made] = [await world.make.user(), await makeClient(world, { may_introspect: true })];
    const api = new OAuthApi(world.server);
    const post = async (path: string, form: Record<string, string>): Promise<Record<string, string>> =>
      (await api.post(path, form, credentialsOf(made))).body as Record<string, string>;

    const given = await issueCode(world.services, { user, client: made.client });
    const tokens = await post("/oauth/token", redemption(given));
    const renewed = await post("/oauth/token", renewal(tokens["refresh_token"]!));
    const own = await post("/oauth/token", { grant_type: "client_credentials" });
    const codes = await post("/oauth/device/code", {});
    await decide(world.services, user, codes["user_code"]!, "approved");
    const deviceCode = codes["device_code"]!;
    const device = await post("/oauth/token", devicePoll({ deviceCode }));
    for (const token of [tokens["access_token"]!, renewed["refresh_token"]!]) {
      await post("/oauth/introspect", { token });
      await post("/oauth/revoke", { token });
    }
    await post("/oauth/token", redemption(given)); // a replay is recorded
    await post("/oauth/token", { ...redemption(given), code_verifier: "wrong" });
    await post("/oauth/token", {
      grant_type: "refresh_token",
      refresh_token: `${renewed["refresh_token"]}x`,
    });

    const issued = [tokens, renewed, own, device].flatMap((one) => [
      one["access_token"],
      one["refresh_token"],
    ]);
    const values = [...issued, deviceCode, codes["user_code"], given.code, given.verifier, made.secret];
    const secrets = values
      .filter((value) => value !== undefined)
      .map((value) => value.replace(/^adk_[a-z]+_/, ""));
    expect(secrets).to.have.length(12);
    secrets.push(
      codes["user_code"]!.replace("-", ""),
      Buffer.from(`${made.client.id}:${made.secret}`).toString("base64"),
    );
    const written = (await everythingStored(world.services.knex)) + JSON.stringify(world.logs);
    expect(written).to.contain(made.client.id);
    for (const secret of secrets) expect(written.includes(secret), secret).to.equal(false);
  });

  it("aren't in log lines, which contain the route and the client's address but no URL", async () => {
    const made = await makeClient(world);
    await new OAuthApi(world.server).post(
      "/oauth/token?refresh_token=leaked",
      { grant_type: "client_credentials" },
      credentialsOf(made),
      { "X-Forwarded-For": "203.0.113.77" },
    );
    const line = world.logs.find(({ status }) => status === 200);
    expect(line).to.include({ route: "oauth.token", method: "POST", ip: "203.0.113.77" });
    expect(JSON.stringify(world.logs)).not.to.contain("leaked");
  });
});
