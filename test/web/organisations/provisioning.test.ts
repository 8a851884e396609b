import { expect } from "chai";
import { sha256 } from "../../../src/lib/secrets.js";
import type { User } from "../../../src/models/user.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";

const ACME = "/organisations/acme";
const PROVISIONING = `${ACME}/provisioning`;
const TOKEN = /adk_st_[0-9A-Za-z]{49}/;

describe("The page for provisioning an organisation", () => {
  const world = useWorld();
  let owner: User;
  let admin: User;
  beforeEach(async () => {
    [owner, admin] = [await world.make.user(), await world.make.user()];
    await makeOrganisation(world, owner, { admin });
    await world.services.settings.write({ "organisations.scim": "1" });
  });
  const as = async (user: User): Promise<Visitor> => {
    const { visitor } = await world.signedIn(user);
    await visitor.get("/profile");
    return visitor;
  };
  const formId = (html: string): string => /name="_form" value="([^"]+)"/.exec(html)![1]!;

  it("shows a new token once with the base URL, keeps its hash, and deletes it", async () => {
    const visitor = await as(owner);
    expect((await visitor.get(ACME)).text).to.contain(`href="${PROVISIONING}"`);
    const empty = await visitor.get(PROVISIONING);
    expect(textOf(empty)).to.contain("No tokens yet.").and.not.contain("has turned provisioning off");
    const form = { name: " Entra ID ", _form: formId(empty.text) };
    const created = await visitor.submit(PROVISIONING, form);
    const [token] = TOKEN.exec(created.text)!;
    expect(created.status).to.equal(201);
    expect(textOf(created)).to.contain("http://localhost:3000/scim/v2");
    const [stored] = (await world.services.knex("organisation_scim_tokens")) as [
      { id: string; name: string; token_hash: Buffer; created_by: string },
    ];
    expect([stored.name, stored.created_by]).to.deep.equal(["Entra ID", owner.id]);
    expect(Buffer.from(stored.token_hash)).to.deep.equal(sha256(token));

    // the form is sent again
    expect((await visitor.submit(PROVISIONING, form)).headers["location"]).to.equal(PROVISIONING);
    const later = await visitor.get(PROVISIONING);
    expect(textOf(later)).to.contain("was already created").and.contain("Entra ID").and.contain("Never");
    expect(later.text).not.to.match(TOKEN);
    await visitor.delete(`${PROVISIONING}/${stored.id}`);
    expect(textOf(await visitor.get(PROVISIONING))).to.contain("The token Entra ID was deleted.");
  });

  it("says when the service has turned provisioning off, and isn't linked then", async () => {
    await world.services.settings.write({ "organisations.scim": "0" });
    const visitor = await as(owner);
    expect((await visitor.get(ACME)).text).not.to.contain(PROVISIONING);
    expect(textOf(await visitor.get(PROVISIONING))).to.contain("has turned provisioning off");
  });

  it("rejects a token without a name, one too many, and admins", async () => {
    const visitor = await as(owner);
    expect((await visitor.submit(PROVISIONING, { name: " " })).status).to.equal(422);
    for (let n = 0; n < 10; n++)
      expect((await visitor.submit(PROVISIONING, { name: `${n}` })).status, `${n}`).to.equal(201);
    const eleventh = await visitor.submit(PROVISIONING, { name: "one too many" });
    expect([eleventh.status, textOf(eleventh).includes("10 tokens already")]).to.deep.equal([403, true]);
    const other = await as(admin);
    expect((await other.get(PROVISIONING)).status).to.equal(403);
    expect((await other.submit(PROVISIONING, { name: "x" })).status).to.equal(403);
  });
});
