import { expect } from "chai";
import type { Response } from "supertest";
import { removeOrphanedLogos } from "../../src/domain/administration/logo-files.js";
import type { ApiClient } from "../support/app/client.js";
import { ageLogos, uploadLogo, useLogoFolder } from "../support/app/logos.js";
import { picture, PIXEL } from "../support/app/upload.js";
import { textOf, type Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

describe("The logo of an organisation", () => {
  const world = useWorld();
  const files = useLogoFolder();
  const place = "/organisations/acme";
  let api: ApiClient;
  let visitor: Visitor;
  beforeEach(async () => {
    const owner = await world.make.userWithToken({ role: "system_admin" });
    api = world.api.as(owner.token);
    await api.post("/organisations", { name: "Acme", slug: "acme" }).expect(201);
    ({ visitor } = await world.signedIn(owner.user));
  });
  const upload = (bytes: Buffer): Promise<Response> => uploadLogo(visitor, place, bytes);

  it("is shown on its page and by the API, to anyone who has its address", async () => {
    expect((await upload(PIXEL)).headers["location"]).to.equal(place);
    const page = await visitor.get(place);
    expect(textOf(page)).to.contain("Logo changed.");
    expect(page.text).to.contain(`src="/branding/${files()[0]}"`);
    const { logo_url } = (await api.get(place).expect(200)).body.data as { logo_url: string };
    expect(new URL(logo_url).pathname).to.equal(`/branding/${files()[0]}`);
    const own = (await api.get("/auth/me/organisations").expect(200)).body.data as { items: object[] };
    expect(own.items[0]).to.include({ logo_url });
    const served = await world.visitor().get(`/branding/${files()[0]}`);
    expect(served.headers["content-type"]).to.equal("image/png");
  });

  it("is replaced and removed with its file, on the record, also repeatedly", async () => {
    await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    const former = files();
    await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    expect(files()).to.have.length(1).and.not.deep.equal(former);
    expect((await visitor.delete(`${place}/logo`)).headers["location"]).to.equal(place);
    await api.delete(`${place}/logo`).expect(200);
    expect(files()).to.deep.equal([]);
    expect((await api.get(place)).body.data.logo_url).to.equal(null);
    const recorded = world.services.knex("activity_log").where({ event: "organisation_updated" });
    expect(await recorded).to.have.length(3);
  });

  it("makes an earlier version of the organisation stale", async () => {
    const { etag } = (await api.get(place)).headers;
    const { headers } = await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    expect(headers["etag"]).not.to.equal(etag);
    await api.patch(place, { name: "Acme Bolts" }).set("If-Match", etag!).expect(412);
  });

  it("is kept as long as its organisation, and deleted with it", async () => {
    await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    ageLogos(files());
    expect(await removeOrphanedLogos(world.services)).to.equal(0);
    await api.delete(place).expect(200);
    expect(files()).to.deep.equal([]);
  });

  it("must be a picture", async () => {
    const answer = await upload(Buffer.from("GIF89a"));
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain("Choose a JPEG, PNG or WebP picture.");
    await api.put(`${place}/logo`, picture(Buffer.from("GIF89a"), "logo")).expect(422);
    expect(files()).to.deep.equal([]);
  });
});
