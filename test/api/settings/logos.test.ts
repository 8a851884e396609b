import { expect } from "chai";
import { useLogoFolder } from "../../support/app/logos.js";
import { picture, PIXEL, Upload } from "../../support/app/upload.js";
import { settingsRecords } from "../../support/app/settings.js";
import type { ApiClient } from "../../support/app/client.js";
import { useWorld } from "../../support/app/world.js";

describe("The logos on the API", () => {
  const world = useWorld();
  const files = useLogoFolder();
  let api: ApiClient;
  beforeEach(async () => {
    api = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
  });

  it("are changed one by one, and the answer has all settings", async () => {
    const { body } = await api.put("/settings/logos/dark", picture(PIXEL, "logo")).expect(200);
    expect(body.data).to.include({ "branding.logo_dark": files()[0], "branding.logo_light": "" });
    expect(body.data).to.deep.equal((await api.get("/settings").expect(200)).body.data);
    expect((await settingsRecords(world))[0]!.after).to.deep.equal({ "branding.logo_dark": files()[0] });
  });

  it("are removed with their file, also repeatedly", async () => {
    await api.put("/settings/logos/light", picture(PIXEL, "logo")).expect(200);
    for (const _time of [1, 2]) {
      const { body } = await api.delete("/settings/logos/light").expect(200);
      expect(body.data).to.deep.equal({});
    }
    expect(files()).to.deep.equal([]);
    expect((await api.get("/settings")).body.data["branding.logo_light"]).to.equal("");
  });

  it("can't be named by a change of settings", async () => {
    const name = "00112233445566778899aabbccddeeff.png";
    const { body } = await api.patch("/settings", { "branding.logo_light": name }).expect(422);
    expect(Object.keys(body.data.errors as object)).to.have.length(1);
  });

  it("must be pictures", async () => {
    for (const upload of [picture(Buffer.from("GIF89a"), "logo"), new Upload([])]) {
      const { body } = await api.put("/settings/logos/light", upload).expect(422);
      expect(body.data.errors).to.have.all.keys("logo");
    }
    expect(files()).to.deep.equal([]);
  });

  it("exist only for light and dark", async () => {
    const { body } = await api.put("/settings/logos/sepia", picture(PIXEL, "logo")).expect(422);
    expect(body.data.errors).to.have.all.keys("scheme");
  });

  it("need settings.update", async () => {
    await world.make.role("auditor", 5, ["settings.read"]);
    const { token } = await world.make.userWithToken({ role: "auditor" });
    const reader = world.api.as(token);
    expect((await reader.put("/settings/logos/light", picture(PIXEL, "logo"))).status).to.equal(403);
    expect((await reader.delete("/settings/logos/light")).status).to.equal(403);
    expect(files()).to.deep.equal([]);
  });
});
