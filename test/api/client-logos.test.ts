import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { LOGO_FOLDER, useLogoFolder } from "../support/app/logos.js";
import type { ApiClient } from "../support/app/client.js";
import { picture, PIXEL, Upload } from "../support/app/upload.js";
import { useWorld } from "../support/app/world.js";
import { makeClient } from "../support/oauth/oauth.js";

describe("The logos of clients on the API", () => {
  const world = useWorld();
  const files = useLogoFolder();
  let api: ApiClient;
  let place: string;
  beforeEach(async () => {
    api = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
    place = `/api-clients/${(await makeClient(world)).client.id}`;
  });
  const changes = async (): Promise<unknown[]> =>
    (
      (await world.services
        .knex("activity_log")
        .where({ event: "client_updated" })
        .pluck("changes")) as string[]
    ).map((text) => JSON.parse(text) as unknown);

  it("have an address that everyone can read", async () => {
    const { body, headers } = await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    const { logo_url } = body.data as { logo_url: string };
    expect(body.data).to.deep.equal((await api.get(place)).body.data);
    const { pathname } = new URL(logo_url);
    expect(pathname).to.equal(`/branding/${files()[0]}`);
    const served = await world.visitor().get(pathname);
    expect(served.headers["content-type"]).to.equal("image/png");
    expect(served.body).to.deep.equal(readFileSync(join(LOGO_FOLDER, files()[0]!)));
    expect(headers["etag"]).to.equal((await api.get(place)).headers["etag"]);
    expect(await changes()).to.deep.equal([{ logo: { before: null, after: files()[0] } }]);
  });

  it("are replaced, and removed with their file, also repeatedly", async () => {
    await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    const former = files();
    await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    expect(files()).to.have.length(1).and.not.deep.equal(former);
    for (const _time of [1, 2])
      expect((await api.delete(`${place}/logo`).expect(200)).body.data).to.deep.equal({});
    expect(files()).to.deep.equal([]);
    expect((await api.get(place)).body.data.logo_url).to.equal(null);
    expect(await changes()).to.have.length(3);
  });

  it("are deleted with their client", async () => {
    await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    await api.delete(place).expect(200);
    expect(files()).to.deep.equal([]);
  });

  it("are changed without making an earlier version of the client stale", async () => {
    const { etag } = (await api.get(place)).headers;
    await api.put(`${place}/logo`, picture(PIXEL, "logo")).expect(200);
    await api.patch(place, { name: "Calendar" }).set("If-Match", etag!).expect(200);
  });

  it("must be pictures", async () => {
    for (const upload of [picture(Buffer.from("GIF89a"), "logo"), new Upload([])]) {
      const { body } = await api.put(`${place}/logo`, upload).expect(422);
      expect(body.data.errors).to.have.all.keys("logo");
    }
    expect(files()).to.deep.equal([]);
  });

  it("can't be given to a client that doesn't exist, was deleted or has a role of a higher rank", async () => {
    const unknown = "/api-clients/019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e/logo";
    const { client } = await makeClient(world, { role_id: await roleId("system_admin") });
    await api.delete(place).expect(200);
    await world.make.role("integrator", 5, ["api-clients.read", "api-clients.update"]);
    const { token } = await world.make.userWithToken({ role: "integrator" });
    for (const path of [unknown, `${place}/logo`, `/api-clients/${client.id}/logo`]) {
      await world.api.as(token).put(path, picture(PIXEL, "logo")).expect(404);
      await world.api.as(token).delete(path).expect(404);
    }
    expect(files()).to.deep.equal([]);
  });

  it("need api-clients.update", async () => {
    await world.make.role("auditor", 5, ["api-clients.read"]);
    const { token } = await world.make.userWithToken({ role: "auditor" });
    await world.api.as(token).put(`${place}/logo`, picture(PIXEL, "logo")).expect(403);
    await world.api.as(token).delete(`${place}/logo`).expect(403);
    expect(files()).to.deep.equal([]);
  });

  const roleId = async (name: string): Promise<string> =>
    ((await world.services.knex("roles").where({ name }).first("id")) as { id: string }).id;
});
