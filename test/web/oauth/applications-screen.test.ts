import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { DAY, HOUR, MINUTE, now } from "../../../src/lib/clock.js";
import { generateToken, ACCESS_TOKEN, sha256 } from "../../../src/lib/secrets.js";
import { oauthClient } from "../../support/app/credentials.js";
import { textOf, textWithTooltipsOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("Connected applications", () => {
  const world = useWorld();
  const secret = (): Buffer => sha256(generateToken(""));
  const table = (name: string) => world.services.knex(`oauth_${name}`);

  async function client(name: string): Promise<string> {
    const id = await oauthClient(world.services.knex);
    await table("clients").where({ id }).update({ name });
    return id;
  }

  /** Inserts a grant of the authorization-code flow. @returns its access token in clear */
  async function grant(
    user: { id: string },
    client_id: string,
    {
      scopes = ["users.read"],
      ...columns
    }: { scopes?: string[]; expires_at?: number; created_at?: number } = {},
  ): Promise<{ token: string; family_id: string }> {
    const token = generateToken(ACCESS_TOKEN);
    const family_id = uuidv7();
    const issued = {
      client_id,
      user_id: user.id,
      family_id,
      scopes: JSON.stringify(scopes),
      created_at: now(),
      expires_at: now() + HOUR,
      ...columns,
    };
    await table("access_tokens").insert({ id: uuidv7(), token_hash: sha256(token), ...issued });
    await table("refresh_tokens").insert({
      id: uuidv7(),
      token_hash: secret(),
      family_expires_at: now() + 90 * DAY,
      ...issued,
    });
    return { token, family_id };
  }

  async function code(user: { id: string }, client_id: string): Promise<void> {
    const common = {
      client_id,
      user_id: user.id,
      scopes: "[]",
      created_at: now(),
      expires_at: now() + MINUTE,
    };
    await table("authorization_codes").insert({
      ...common,
      id: uuidv7(),
      family_id: uuidv7(),
      code_hash: secret(),
      redirect_uri: "https://client.example.test/callback",
      code_challenge: "x".repeat(43),
    });
    await table("device_codes").insert({
      ...common,
      id: uuidv7(),
      device_code_hash: secret(),
      user_code_hash: secret(),
      interval_seconds: 5,
    });
  }

  const active = async (name: string, where: object): Promise<number> =>
    ((await table(name).where(where).whereNull("revoked_at")) as unknown[]).length;

  beforeEach(() => world.freezeTime());

  it("are listed with a message when there are none", async () => {
    const { visitor } = await world.signedIn();
    expect(textOf(await visitor.get("/user/applications"))).to.contain("No connected applications");
  });

  it("are listed once each, with all their scopes and the times of connection and last use", async () => {
    const { user, visitor } = await world.signedIn();
    const harbour = await client("Harbour <i>");
    await grant(user, harbour, { scopes: ["users.read"], created_at: Date.UTC(2026, 0, 5) });
    const { token } = await grant(user, harbour, { scopes: ["files.read", "users.read"] });
    await grant(user, await client("Alpha"));
    await table("access_tokens")
      .where({ token_hash: sha256(token) })
      .update({ last_used_at: Date.UTC(2026, 1, 6) });
    const page = await visitor.get("/user/applications");
    const said = textWithTooltipsOf(page);
    expect(page.text).to.contain("Harbour &lt;i&gt;").and.not.contain("Harbour <i>");
    expect(page.text.match(/name="client"/g)).to.have.length(2);
    expect(said).to.match(/Alpha .*last used: never|Alpha .*Last used: never/);
    expect(said).to.match(
      /Harbour <i> Scopes: files\.read users\.read Connected: .* ago \(5 Jan 2026.* Last used: .* ago \(6 Feb 2026/,
    );
    expect(said.indexOf("Alpha")).to.be.below(said.indexOf("Harbour"));
  });

  it("stay listed while only a refresh token is active, with the time of the first token", async () => {
    const { user, visitor } = await world.signedIn();
    const harbour = await client("Harbour");
    const { family_id } = await grant(user, harbour, { created_at: Date.UTC(2026, 0, 5) });
    await table("access_tokens").update({ expires_at: now() - 1 });
    await table("refresh_tokens").where({ family_id }).update({ rotated_at: now() });
    await table("refresh_tokens").insert({
      id: uuidv7(),
      client_id: harbour,
      user_id: user.id,
      family_id,
      token_hash: secret(),
      scopes: "[]",
      family_expires_at: now() + DAY,
      expires_at: now() + DAY,
      created_at: now(),
    });
    expect(textWithTooltipsOf(await visitor.get("/user/applications"))).to.match(
      /Connected: .* ago \(5 Jan 2026/,
    );
    await table("refresh_tokens").update({ family_expires_at: now() });
    expect(textOf(await visitor.get("/user/applications"))).to.contain("No connected applications");
  });

  it("lose all access when they are revoked, without affecting other applications", async () => {
    const { user, visitor } = await world.signedIn();
    const [harbour, other] = [await client("Harbour"), await client("Other")];
    const { token } = await grant(user, harbour);
    await grant(user, harbour);
    await code(user, harbour);
    await grant(user, other);
    await code(user, other);
    const otherUser = await world.make.user();
    await grant(otherUser, harbour);
    await world.api.as(token).get("/auth/me").expect(200);
    await visitor.get("/user/applications");
    const answer = await visitor.delete("/user/applications", { client: harbour });
    expect(answer.status).to.equal(303);
    await world.api.as(token).get("/auth/me").expect(401);
    for (const name of ["access_tokens", "refresh_tokens", "authorization_codes", "device_codes"]) {
      expect(await active(name, { user_id: user.id, client_id: harbour }), name).to.equal(0);
      expect(await active(name, { user_id: user.id, client_id: other }), name).to.equal(1);
    }
    expect(await active("access_tokens", { user_id: otherUser.id })).to.equal(1);
    const after = textOf(await visitor.get("/user/applications"));
    expect(after).to.contain("Access revoked.").and.not.contain("Harbour");
    const activity = await world.services.knex("activity_log").where({ event: "application_revoked" });
    expect(activity).to.have.length(1);
    expect(activity[0]).to.include({ actor_id: user.id, subject_type: "oauth_client", subject_id: harbour });
  });

  it("can be revoked a second time without effect", async () => {
    const { user, visitor } = await world.signedIn();
    const harbour = await client("Harbour");
    await grant(user, harbour);
    for (let time = 1; time <= 2; time++) {
      await visitor.get("/user/applications");
      expect((await visitor.delete("/user/applications", { client: harbour })).status).to.equal(303);
    }
    expect(await world.services.knex("activity_log").where({ event: "application_revoked" })).to.have.length(
      1,
    );
  });

  it("aren't listed when only another user allowed them, or their client was revoked", async () => {
    const { user, visitor } = await world.signedIn();
    const [harbour, gone] = [await client("Harbour"), await client("Gone")];
    const otherUser = await world.make.user();
    await grant(otherUser, harbour);
    await grant(user, gone);
    await table("clients").where({ id: gone }).update({ revoked_at: now() });
    expect(textOf(await visitor.get("/user/applications"))).to.contain("No connected applications");
    for (const id of [harbour, "", "nothing", uuidv7(), "ş' or 1=1"])
      expect((await visitor.delete("/user/applications", { client: id })).status, id).to.equal(404);
    expect(await active("access_tokens", { user_id: otherUser.id })).to.equal(1);
  });

  it("aren't revoked without a CSRF token, nor by a guest", async () => {
    const { user, visitor } = await world.signedIn();
    const harbour = await client("Harbour");
    await grant(user, harbour);
    await visitor.get("/user/applications");
    const forged = await visitor.delete("/user/applications", { client: harbour, _csrf: "wrong" });
    expect(forged.status).to.equal(419);
    const guest = world.visitor();
    await guest.get("/login");
    const answer = await guest.delete("/user/applications", { client: harbour });
    expect(answer.headers["location"]).to.match(/^\/login/);
    expect(await active("access_tokens", { user_id: user.id })).to.equal(1);
  });
});
