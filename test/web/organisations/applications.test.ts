import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const ACME = "/organisations/acme";
const PLACE = `${ACME}/applications`;
const CALENDAR = {
  ...{ name: "Team calendar", kind: "web", redirect_uris: "https://client.example.test/callback" },
  current_password: PASSWORD,
};

describe("The pages of an organisation's applications", () => {
  const world = useWorld();
  let owner: User;
  let member: User;
  let acme: { id: string };
  beforeEach(async () => {
    await world.services.knex("oauth_clients").del();
    [owner, member] = [await world.make.user(), await world.make.user()];
    acme = await makeOrganisation(world, owner, { member });
  });
  const as = async (user: User): Promise<Visitor> => {
    const { visitor } = await world.signedIn(user);
    await visitor.get("/profile");
    return visitor;
  };
  const formOf = ({ text }: { text: string }): string => /name="_form" value="([^"]+)"/.exec(text)![1]!;

  it("create one, show its secret once, change it, replace the secret, and delete it", async () => {
    const visitor = await as(owner);
    expect((await visitor.get(ACME)).text).to.contain(`href="${PLACE}"`);
    expect(textOf(await visitor.get(PLACE))).to.contain("No applications yet.");
    const form = await visitor.get(`${PLACE}/create`);
    expect(textOf(form)).to.contain("Web application").and.not.contain("command line");
    const created = await visitor.submit(PLACE, { ...CALENDAR, _form: formOf(form) });
    expect([created.status, /adk_cs_/.test(created.text)]).to.deep.equal([201, true]);
    const again = await visitor.submit(PLACE, { ...CALENDAR, _form: formOf(form) });
    expect(again.headers["location"]).to.equal(PLACE);
    const { id } = (await world.services.knex("oauth_clients").first("id")) as { id: string };
    expect((await visitor.get(PLACE)).text).to.contain(`href="${PLACE}/${id}"`);
    expect(textOf(await visitor.get(`${PLACE}?search=nothing`))).not.to.contain("Team calendar");
    const changes = { name: "Intranet", redirect_uris: "https://client.example.test/", role: "member" };
    const changed = await visitor.put(`${PLACE}/${id}`, changes);
    expect(changed.headers["location"]).to.equal(`${PLACE}/${id}`);
    const shown = await visitor.get(`${PLACE}/${id}`);
    expect(textOf(shown)).to.contain("Intranet").and.contain("Authorization code, Refresh token");
    expect(shown.text).to.match(/value="member" selected/);
    const _stamp = /name="_stamp" value="([^"]+)"/.exec(shown.text)![1]!;
    const replaced = await visitor.submit(`${PLACE}/${id}/secret`, { _stamp });
    expect([replaced.status, /adk_cs_/.test(replaced.text)]).to.deep.equal([200, true]);
    const stale = await visitor.submit(`${PLACE}/${id}/secret`, { _stamp });
    expect(stale.headers["location"]).to.equal(`${PLACE}/${id}`);
    expect((await visitor.delete(`${PLACE}/${id}`)).headers["location"]).to.equal(PLACE);
    expect(textOf(await visitor.get(PLACE))).to.contain("No applications yet.");
  });

  it("keep what was typed when it is wrong", async () => {
    const visitor = await as(owner);
    const form = await visitor.get(`${PLACE}/create`);
    const wrong = { ...CALENDAR, redirect_uris: "http://client.example.test/", _form: formOf(form) };
    const rejected = await visitor.submit(PLACE, wrong);
    expect(rejected.status).to.equal(422);
    expect(rejected.text).to.contain('value="Team calendar"').and.contain("Line 1: use https.");
  });

  it("are named in the list of all applications, where this one can only be deleted", async () => {
    const { client } = await makeClient(world, { organisation_id: acme.id });
    const visitor = await as(await world.make.user({ role: "system_admin" }));
    expect(textOf(await visitor.get("/admin/api-clients")))
      .to.contain("Of an organisation")
      .and.contain("Acme");
    const page = await visitor.get(`/admin/api-clients/${client.id}`);
    expect(page.text).to.contain(`href="${ACME}"`);
    expect(textOf(page)).to.contain("Delete application").and.not.contain("Replace secret");
  });

  it("aren't for members without the right", async () => {
    const { client } = await makeClient(world, { organisation_id: acme.id });
    const visitor = await as(member);
    expect((await visitor.get(ACME)).text).not.to.contain(`href="${PLACE}"`);
    for (const path of [PLACE, `${PLACE}/create`, `${PLACE}/${client.id}`])
      expect((await visitor.get(path)).status).to.equal(403);
    expect((await (await as(await world.make.user())).get(PLACE)).status).to.equal(404);
  });
});
