import { expect } from "chai";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  devicePoll,
  issueCode,
  issueDeviceCodes,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

describe("A credential used in place of another kind", () => {
  const world = useWorld();

  /** One token of each kind, all of one client that can introspect every token. */
  async function everything() {
    const user = await world.make.user();
    const made = await makeClient(world, { may_introspect: true });
    const of = { user, client: made.client };
    const { access, refresh } = await makeGrant(world, of);
    const given = await issueCode(world.services, of);
    const device = await issueDeviceCodes(world.services, { ...of, decision: "approved" });
    const post = (path: string, form: Record<string, string>) =>
      new OAuthApi(world.server).post(path, form, credentialsOf(made));
    return { made, access, refresh, given, device, post };
  }

  it("is exchanged for nothing and not consumed", async () => {
    const { made, access, refresh, given, device, post } = await everything();
    const kinds = { refresh, code: given.code, device: device.deviceCode };
    const wrong = { access, secret: made.secret, id: made.client.id };
    for (const [kind, value] of Object.entries({ ...kinds, ...wrong })) {
      const forms = {
        refresh: renewal(value),
        code: redemption({ ...given, code: value }),
        device: devicePoll({ deviceCode: value }),
      };
      for (const [place, form] of Object.entries(forms).filter(([place]) => place !== kind)) {
        const { body } = await post("/oauth/token", form);
        expect(body.error, `${kind} as ${place}`).to.equal("invalid_grant");
      }
    }
    for (const form of [renewal(refresh), redemption(given), devicePoll(device)])
      expect((await post("/oauth/token", form)).status).to.equal(200);
  });

  it("gives no access, is reported as inactive, and can't be revoked", async () => {
    const { made, refresh, given, device, post } = await everything();
    const values = { code: given.code, device: device.deviceCode, secret: made.secret, id: made.client.id };
    for (const [kind, value] of Object.entries({ ...values, refresh }))
      expect((await world.api.as(value).get("/auth/me")).status, kind).to.equal(401);
    for (const [kind, value] of Object.entries(values)) {
      expect((await post("/oauth/introspect", { token: value })).body, kind).to.deep.equal({ active: false });
      expect((await post("/oauth/revoke", { token: value })).status, kind).to.equal(200);
    }
    for (const form of [redemption(given), devicePoll(device)])
      expect((await post("/oauth/token", form)).status).to.equal(200);
  });
});
