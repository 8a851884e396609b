import { expect } from "chai";
import { MAX_APPLICATIONS } from "../../../src/models/organisations/applications.js";
import type { User } from "../../../src/models/user.js";
import type { ApiClient } from "../../support/app/client.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const PLACE = "/organisations/acme/applications";
const CALENDAR = {
  ...{ name: "Team calendar", type: "confidential", grant_types: ["authorization_code", "refresh_token"] },
  redirect_uris: ["https://client.example.test/callback"],
};

describe("An application of an organisation", () => {
  const world = useWorld();
  let owner: User;
  let asOwner: ApiClient;
  let acme: { id: string };
  beforeEach(async () => {
    await world.services.knex("organisations").del();
    await world.services.knex("oauth_clients").del();
    owner = await world.make.user();
    asOwner = world.api.as(await world.make.token(owner));
    acme = await makeOrganisation(world, owner);
  });
  const create = async (changes: object = {}): Promise<{ id: string; secret: string | null }> => {
    const { body } = await asOwner.post(PLACE, { ...CALENDAR, ...changes }).expect(201);
    return body.data as { id: string; secret: string | null };
  };
  const administrator = async (): Promise<ApiClient> =>
    world.api.as(await world.make.token(await world.make.user({ role: "system_admin" })));

  it("is created, listed, changed, given another secret, and deleted", async () => {
    const { id, secret } = await create();
    expect(secret).to.match(/^adk_cs_/);
    const [mail] = await queuedMails(world.services, "client_created");
    expect(mail!.link).to.contain(PLACE);
    expect((await create({ type: "public", name: "Desk" })).secret).to.equal(null);
    const listed = await asOwner.get(`${PLACE}?filter[search]=calendar&sort=-created_at`).expect(200);
    expect((listed.body.data as { items: object[] }).items).to.have.length(1);
    const changed = await asOwner.patch(`${PLACE}/${id}`, { name: "Intranet" }).expect(200);
    expect(changed.body.data).to.include({ id, name: "Intranet" });
    const { body } = await asOwner.post(`${PLACE}/${id}/secret`).expect(201);
    expect((body.data as { secret: string }).secret)
      .to.match(/^adk_cs_/)
      .and.not.equal(secret);
    const { access } = await makeGrant(world, { user: owner, client: { id } });
    const shown = await asOwner.get(`${PLACE}/${id}`).expect(200);
    expect(shown.body.data)
      .to.include({ name: "Intranet", active_tokens: 2 })
      .and.not.have.property("secret");
    await asOwner.delete(`${PLACE}/${id}`).expect(200);
    await asOwner.get(`${PLACE}/${id}`).expect(404);
    await world.api.as(access).get("/auth/me").expect(401);
    const events = await world.services.knex("activity_log").where({ subject_id: id }).orderBy("id");
    expect(events.map(({ event }: { event: string }) => event)).to.deep.equal([
      "client_created",
      "client_updated",
      "client_secret_rotated",
      "client_deleted",
    ]);
    expect(JSON.parse((events[0] as { changes: string }).changes)).to.include({ organisation_id: acme.id });
  });

  it("is changed by a role that can't see it", async () => {
    const { id } = await create();
    const clerk = await world.make.user();
    const changer = { name: "changer", label: "Changer", rights: ["applications.update"] };
    await asOwner.post("/organisations/acme/roles", changer).expect(201);
    const row = { organisation_id: acme.id, user_id: clerk.id, role: "changer", created_at: 0 };
    await world.services.knex("memberships").insert(row);
    const asClerk = world.api.as(await world.make.token(clerk));
    await asClerk.patch(`${PLACE}/${id}`, { name: "Intranet" }).expect(200);
    await asClerk.get(`${PLACE}/${id}`).expect(403);
    await asClerk.delete(`${PLACE}/${id}`).expect(403);
  });

  it("ends with the organisation, as its tokens do", async () => {
    const { id } = await create();
    const { access } = await makeGrant(world, { user: owner, client: { id }, scopes: ["openid"] });
    const { client: other } = await makeClient(world);
    await asOwner.delete("/organisations/acme").expect(200);
    await world.api.as(access).get("/auth/me").expect(401);
    const left = await world.services.knex("oauth_clients").whereNull("revoked_at").select("id");
    expect(left).to.deep.equal([{ id: other.id }]);
    const events = await world.services.knex("events").where({ type: "client.deleted" });
    expect(events.map(({ subject_id }: { subject_id: string }) => subject_id)).to.deep.equal([id]);
  });

  it("is seen with its organisation by administrators of the service, who can only delete it", async () => {
    const { id } = await create();
    const api = await administrator();
    const { body } = await api.get(`/api-clients/${id}`).expect(200);
    expect(body.data).to.include({ name: "Team calendar", organisation_id: acme.id });
    await api.patch(`/api-clients/${id}`, { role: "admin" }).expect(403);
    await api.patch(`/api-clients/${id}`, { may_introspect: true }).expect(403);
    await api.post(`/api-clients/${id}/secret`).expect(403);
    await api.delete(`/api-clients/${id}`).expect(200);
    await asOwner.get(`${PLACE}/${id}`).expect(404);
  });

  it("is managed by holders of the permissions for clients, who aren't members", async () => {
    const api = await administrator();
    const { body } = await api.post(PLACE, CALENDAR).expect(201);
    const { id } = body.data as { id: string };
    await asOwner.get(`${PLACE}/${id}`).expect(200);
    await api.patch(`${PLACE}/${id}`, { name: "Intranet" }).expect(200);
  });

  it("isn't one of another organisation, or of the service", async () => {
    const { id } = await create();
    await makeOrganisation(world, owner, {}, { name: "Bolts", slug: "bolts" });
    const { client } = await makeClient(world);
    for (const path of [`/organisations/bolts/applications/${id}`, `${PLACE}/${client.id}`]) {
      await asOwner.get(path).expect(404);
      await asOwner.patch(path, { name: "Mine" }).expect(404);
      await asOwner.post(`${path}/secret`).expect(404);
      await asOwner.delete(path).expect(404);
    }
    await asOwner.get(`${PLACE}/nobody`).expect(422);
  });

  it("has only grants and fields that no administrator has to give", async () => {
    const { id } = await create();
    const grant_types = ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"];
    await asOwner.post(PLACE, { ...CALENDAR, grant_types }).expect(422);
    await asOwner.patch(`${PLACE}/${id}`, { grant_types }).expect(422);
    for (const field of [{ role: "nobody" }, { may_introspect: true }, { code_binding: "none" }])
      await asOwner.patch(`${PLACE}/${id}`, field).expect(422);
    await asOwner.post(PLACE, { ...CALENDAR, redirect_uris: ["http://client.example.test/"] }).expect(422);
  });

  it("has a role that allows no more than the role of who gives it, changes it or has its secret", async () => {
    const clerk = await world.make.user();
    const rights = ["applications.read", "applications.create", "applications.update", "applications.delete"];
    await asOwner.post("/organisations/acme/roles", { name: "clerk", label: "Clerk", rights }).expect(201);
    const row = { organisation_id: acme.id, user_id: clerk.id, role: "clerk", created_at: 0 };
    await world.services.knex("memberships").insert(row);
    const asClerk = world.api.as(await world.make.token(clerk));
    await asClerk.post(PLACE, { ...CALENDAR, role: "clerk" }).expect(201);
    await asClerk.post(PLACE, { ...CALENDAR, role: "admin" }).expect(403);
    const { id } = await create();
    await asClerk.patch(`${PLACE}/${id}`, { role: "member" }).expect(403);
    const changed = await asOwner.patch(`${PLACE}/${id}`, { role: "member" }).expect(200);
    expect(changed.body.data).to.include({ role: "member" });
    await asClerk.patch(`${PLACE}/${id}`, { name: "Mine" }).expect(403);
    await asClerk.patch(`${PLACE}/${id}`, { role: null }).expect(403);
    await asClerk.post(`${PLACE}/${id}/secret`).expect(403);
    await asClerk.delete(`${PLACE}/${id}`).expect(403);
    await asOwner.patch(`${PLACE}/${id}`, { role: null }).expect(200);
    await asClerk.delete(`${PLACE}/${id}`).expect(200);
    await asOwner.post(PLACE, { ...CALENDAR, type: "public", role: "member" }).expect(422);
  });

  it("keeps its custom role from being deleted", async () => {
    const billing = { name: "billing", label: "Billing", rights: ["members.read"] };
    await asOwner.post("/organisations/acme/roles", billing).expect(201);
    const { id } = await create({ role: "billing" });
    await asOwner.delete("/organisations/acme/roles/billing").expect(422);
    await asOwner.delete(`${PLACE}/${id}`).expect(200);
    await asOwner.delete("/organisations/acme/roles/billing").expect(200);
  });

  it("isn't one too many", async () => {
    const columns = { organisation_id: acme.id };
    for (let n = 0; n < MAX_APPLICATIONS; n++) await makeClient(world, columns);
    await asOwner.post(PLACE, CALENDAR).expect(403);
  });
});
