import { expect } from "chai";
import { ownOrigin } from "../../../src/domain/audit/origin.js";
import { anonymiseDeletedAccounts } from "../../../src/domain/upkeep/anonymise.js";
import { idForDocument } from "../../../src/domain/oauth/clients/client-ids.js";
import { liftEndedStatuses } from "../../../src/domain/users/ended-status.js";
import { DAY } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { ApiClient } from "../../support/app/client.js";
import { runCli } from "../../support/app/command-line.js";
import { eventLog } from "../../support/app/events.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";
import { DECLARED_TYPES, type Event } from "../../support/contract/event-check.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { decide, issueDeviceCodes } from "../../support/oauth/oauth-grants.js";
import { addPasskey, authenticator, optionsFrom } from "../../support/passkeys/passkeys.js";

const NEW_PASSWORD = { password: "staple-battery-horse", password_confirmation: "staple-battery-horse" };

describe("Each type of event", () => {
  const world = useWorld();
  const log = eventLog(world);
  const seen = new Set<string>();
  let root: User;
  let api: ApiClient;
  beforeEach(async () => {
    root = await world.make.user({ role: "system_admin", first_name: "Root", last_name: "Admin" });
    api = world.api.as(await world.make.token(root));
  });

  async function during(work: () => Promise<unknown>): Promise<Event[]> {
    const events = await log.during(work);
    for (const { type } of events) seen.add(type);
    return events;
  }
  const types = (events: Event[]): string[] => events.map(({ type }) => type);
  const shown = async (path: string): Promise<unknown> => (await api.get(path).expect(200)).body.data;
  const withAda = async () => {
    const { user, token } = await world.make.userWithToken({ first_name: "Ada", email: "ada@example.test" });
    return { ada: user, own: world.api.as(token), path: `/users/${user.id}` };
  };

  it("of an account's life is produced, with the account as the API shows it", async () => {
    world.freezeTime();
    const email = "ada@example.test";
    const invited = await during(() =>
      api.post("/users", { first_name: "Ada", last_name: "Lovelace", email }).expect(201),
    );
    expect(types(invited)).to.deep.equal(["user.created", "invitation.sent"]);
    const path = `/users/${invited[0]!.subject.id}`;
    expect(invited[1]!.data).to.deep.equal(await shown(path));
    const [mail] = await queuedMails(world.services, "invitation");
    const token = /\/reset-password\/([\w-]+)/.exec(mail!.text)![1]!;
    const accepted = await during(() =>
      world.api.post("/auth/reset-password", { token, ...NEW_PASSWORD }).expect(200),
    );
    expect(types(accepted)).to.deep.equal([
      "user.email_verified",
      "user.password_changed",
      "invitation.accepted",
    ]);
    for (const { data } of accepted) expect(data).to.deep.equal(await shown(path));
    const changed = await during(() => api.patch(path, { first_name: "Augusta" }).expect(200));
    expect(changed[0]).to.deep.include({
      type: "user.updated",
      previous: { first_name: "Ada" },
      data: await shown(path),
    });
    const until = new Date(Date.now() + DAY).toISOString();
    const banned = await during(() => api.put(`${path}/status`, { status: "banned", until }).expect(200));
    expect(banned[0]).to.deep.include({ type: "user.status_changed", data: await shown(path) });
    world.advance(2 * DAY);
    api = world.api.as(await world.make.token(root));
    const lifted = await during(() => liftEndedStatuses(world.services, ownOrigin()));
    expect(lifted[0]).to.deep.include({
      ...{ type: "user.status_changed", actor: null },
      ...{ previous: { status: "banned" }, data: await shown(path) },
    });
    expect(types(await during(() => api.delete(path).expect(200)))).to.deep.equal(["user.deleted"]);
    expect(types(await during(() => api.post(`${path}/restore`).expect(200)))).to.deep.equal([
      "user.restored",
    ]);
    await api.delete(path).expect(200);
    world.advance(31 * DAY);
    api = world.api.as(await world.make.token(root));
    const [anonymised, ...others] = await during(() => anonymiseDeletedAccounts(world.services));
    expect(others).to.deep.equal([]);
    expect(anonymised).to.deep.include({ type: "user.anonymised", actor: null });
    expect(anonymised!.data).to.include({
      full_name: "Deleted User",
      email: `${anonymised!.subject.id}@deleted.invalid`,
    });
    const stored = JSON.stringify(await world.services.knex("events").select());
    for (const word of ["Augusta", "Lovelace", email]) expect(stored).not.to.contain(word);
  });

  it("of sign-ins says how, and whether the browser is new", async () => {
    const { ada, path } = await withAda();
    const login = () => world.api.post("/auth/login", { email: ada.email, password: PASSWORD });
    const [byApi] = await during(() => login().expect(200));
    const user = await shown(path);
    expect(byApi).to.deep.include({ type: "session.created", subject: { type: "user", id: ada.id } });
    expect(byApi!.data).to.deep.include({ user, method: "password", is_new_device: null });
    const [long] = await during(() => login().set("User-Agent", "x".repeat(600)).expect(200));
    expect(long!.data).to.deep.include({ user_agent: "x".repeat(512) });
    const [first] = await during(() => world.visitor().signIn(ada));
    expect(first!.data).to.deep.include({ user, method: "password", is_new_device: true });
  });

  it("of second factors and passkeys says which", async () => {
    const { ada, own, path } = await withAda();
    await world.make.twoFactor(ada);
    const [off] = await during(() => api.delete(`${path}/two-factor`).expect(200));
    expect(off).to.deep.include({
      type: "user.two_factor_changed",
      data: { user: await shown(path), is_enabled: false },
    });
    const added = await during(async () => {
      const options = await optionsFrom(own, "/auth/me/passkeys/options");
      const credential = authenticator(world, { isSynced: true }).create(options);
      await own.post("/auth/me/passkeys", { credential }).expect(201);
    });
    const { items } = (await shown(`${path}/passkeys`)) as { items: { id: string }[] };
    const data = { user: await shown(path), passkey: items[0] };
    expect(added[0]).to.deep.include({ type: "user.passkey_added", data });
    const [removed] = await during(() => api.delete(`${path}/passkeys/${items[0]!.id}`).expect(200));
    expect(removed).to.deep.include({ type: "user.passkey_removed", data });
    await addPasskey(world, ada);
  });

  it("of consents names the application", async () => {
    const { ada, own, path } = await withAda();
    const { client } = await makeClient(world, { name: "Team calendar" });
    const application = { id: client.id, name: "Team calendar" };
    const codes = await issueDeviceCodes(world.services, { client });
    const granted = await during(() => decide(world.services, ada, codes.userCode, "approved"));
    expect(granted[0]).to.deep.include({ type: "consent.granted", subject: { type: "user", id: ada.id } });
    expect(granted[0]!.data).to.deep.include({ user: await shown(path), application });
    await makeGrant(world, { user: ada, client });
    const [revoked] = await during(() => own.delete(`/auth/me/applications/${client.id}`).expect(200));
    expect(revoked).to.deep.include({
      type: "consent.revoked",
      data: { user: await shown(path), application },
    });
  });

  it("of roles has the role, also after its end", async () => {
    const body = { name: "support", label: "Support", rank: 500, permissions: ["users.read"] };
    const [created] = await during(() => api.post("/roles", body).expect(201));
    const path = `/roles/${created!.subject.id}`;
    const role = await shown(path);
    expect(created).to.deep.include({ type: "role.created", data: role });
    const [updated] = await during(() => api.put(path, { label: "Help", permissions: [] }).expect(200));
    expect(updated).to.deep.include({
      ...{ type: "role.updated", data: await shown(path) },
      previous: { label: "Support", permissions: ["users.read"] },
    });
    const last = await shown(path);
    const [deleted] = await during(() => api.delete(path).expect(200));
    expect(deleted).to.deep.include({ type: "role.deleted", data: last });
  });

  it("of clients has what the API shows, and no secret", async () => {
    const body = { name: "Calendar", type: "confidential", redirect_uris: ["https://a.example.test/cb"] };
    const [created] = await during(() =>
      api.post("/api-clients", { ...body, grant_types: ["authorization_code"] }).expect(201),
    );
    const path = `/api-clients/${created!.subject.id}`;
    expect(created).to.deep.include({ type: "client.created", data: await shown(path) });
    const [updated] = await during(() =>
      api.patch(path, { name: "Team calendar", role: "admin" }).expect(200),
    );
    expect(updated).to.deep.include({
      ...{ type: "client.updated", data: await shown(path) },
      previous: { name: "Calendar", role: null },
    });
    const [rotated] = await during(() => api.post(`${path}/secret`).expect(201));
    expect(rotated).to.deep.include({ type: "client.secret_rotated", data: await shown(path) });
    const [deleted] = await during(() => api.delete(path).expect(200));
    expect(deleted).to.deep.include({ type: "client.deleted" });
    expect(JSON.stringify([created, updated, rotated, deleted])).not.to.match(/adk_|secret_hash/);
  });

  it("of a client with a document tells that it was allowed again", async () => {
    const document_url = "https://agent.example.test/client.json";
    const id = idForDocument(document_url);
    await makeClient(world, { id, type: "public", document_url, name: "Example agent" });
    await api.delete(`/api-clients/${id}`).expect(200);
    const [restored] = await during(() => runCli(world.services, ["client", "restore", document_url]));
    expect(restored).to.deep.include({
      ...{ type: "client.restored", subject: { type: "client", id }, actor: null },
      data: await shown(`/api-clients/${id}`),
    });
  });

  it("of personal access tokens has the token without its value", async () => {
    const [created] = await during(() => api.post("/auth/me/tokens", { name: "Backup" }).expect(201));
    const { items } = (await shown("/api-tokens?filter[search]=Backup")) as { items: { id: string }[] };
    expect(created).to.deep.include({ type: "token.created", data: items[0] });
    const [revoked] = await during(() => api.delete(`/api-tokens/${items[0]!.id}`).expect(200));
    expect(revoked).to.deep.include({ type: "token.revoked", data: items[0] });
  });

  it("of settings has all of them, and of secrets only whether they are set", async () => {
    const body = { "general.app_name": "Accounts", "mail.password": "correct horse" };
    const [changed, ...others] = await during(() => api.patch("/settings", body).expect(200));
    expect(others).to.deep.equal([]);
    expect(changed).to.deep.include({ type: "settings.changed", data: await shown("/settings") });
    expect(changed!.previous).to.deep.equal({
      "general.app_name": "Authdock",
      "mail.password_is_set": false,
    });
    expect(JSON.stringify(await world.services.knex("events").select())).not.to.contain("correct horse");
  });

  after("has been seen", () => {
    expect(DECLARED_TYPES.filter((type) => !seen.has(type))).to.deep.equal([]);
  });
});
