import { expect } from "chai";
import type { Response } from "supertest";
import { removeOrphanedLogos } from "../../../../src/domain/administration/logo-files.js";
import { ageLogos, uploadLogo, useLogoFolder } from "../../../support/app/logos.js";
import { PIXEL } from "../../../support/app/upload.js";
import { textOf, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";
import { makeClient } from "../../../support/oauth/oauth.js";

describe("The logos of clients", () => {
  const world = useWorld();
  const files = useLogoFolder();
  let visitor: Visitor;
  let place: string;
  beforeEach(async () => {
    ({ visitor } = await world.signedIn(await world.make.user({ role: "system_admin" })));
    place = `/admin/api-clients/${(await makeClient(world)).client.id}`;
  });
  const upload = (bytes: Buffer): Promise<Response> => uploadLogo(visitor, place, bytes);

  it("are uploaded, shown and removed on the client's page", async () => {
    expect((await upload(PIXEL)).headers["location"]).to.equal(place);
    const page = await visitor.get(place);
    expect(textOf(page)).to.contain("Logo changed.");
    expect(page.text).to.contain(`src="/branding/${files()[0]}"`);
    expect((await visitor.delete(`${place}/logo`)).headers["location"]).to.equal(place);
    expect(textOf(await visitor.get(place)))
      .to.contain("Logo removed.")
      .and.contain("No logo");
    expect(files()).to.deep.equal([]);
  });

  it("aren't pruned while a client has them", async () => {
    await upload(PIXEL);
    ageLogos(files());
    expect(await removeOrphanedLogos(world.services)).to.equal(0);
    await world.services.knex("oauth_clients").update({ logo: null });
    expect(await removeOrphanedLogos(world.services)).to.equal(1);
  });

  it("show the error of a rejected file at their own form", async () => {
    const answer = await upload(Buffer.from("GIF89a"));
    expect(answer.status).to.equal(422);
    expect(answer.text).to.contain('id="client-logo-error"');
    expect(textOf(answer)).to.contain("Choose a JPEG, PNG or WebP picture.");
    expect(files()).to.deep.equal([]);
  });

  it("can't be changed by a reader", async () => {
    await world.make.role("auditor", 5, ["api-clients.read"]);
    ({ visitor } = await world.signedIn(await world.make.user({ role: "auditor" })));
    await visitor.get("/profile"); // a page with a form, for its CSRF token
    expect((await visitor.submit(`${place}/logo`)).status).to.equal(403);
    expect((await visitor.get(place)).text).not.to.contain('name="logo"');
  });
});
