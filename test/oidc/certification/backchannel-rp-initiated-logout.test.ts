import { expect } from "chai";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import supertest from "supertest";
import { deliverLogoutNotices } from "../../../src/domain/oauth/openid/logout-notices.js";
import { now } from "../../../src/lib/clock.js";
import { useSuiteClient } from "../../support/oauth/suite-client.js";

const AFTER = "https://client.example.test/post_logout_redirect";
const NOTICE = "https://client.example.test/backchannel_logout";
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

describe("oidcc-backchannel-rp-initiated-logout-certification-test-plan", () => {
  const { world, client } = useSuiteClient();
  beforeEach(() => client.start({ backchannel_logout_uri: NOTICE }, { post_logout_redirect_uris: [AFTER] }));

  it("oidcc-backchannel-logout-discovery-endpoint-verification: the configuration names it, with sessions", async () => {
    const { origin } = world.services.config.env.APP_URL;
    expect(await client.configuration()).to.include({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      end_session_endpoint: `${origin}/oauth/logout`,
    });
  });

  it("oidcc-backchannel-rp-initiated-logout: the client gets a logout token, and the user comes back", async () => {
    const { id_token, claims } = await client.run();
    const parameters = { id_token_hint: id_token, post_logout_redirect_uri: AFTER, state: "xyz" };
    const { headers } = await client.visitor.get(
      `/oauth/logout?${new URLSearchParams(parameters).toString()}`,
    );
    expect(headers["location"]).to.equal(`${AFTER}?state=xyz`);

    const sent: { to: string; form: Record<string, string> }[] = [];
    await deliverLogoutNotices(world.services, (address, form) => {
      sent.push({ to: address.href, form });
      return Promise.resolve("");
    });
    expect(sent.map(({ to, form }) => [to, Object.keys(form)])).to.deep.equal([[NOTICE, ["logout_token"]]]);
    const { body } = await supertest(world.server).get("/oauth/jwks");
    const { payload } = await jwtVerify(
      sent[0]!.form["logout_token"]!,
      createLocalJWKSet(body as JSONWebKeySet),
      {
        issuer: world.services.config.env.APP_URL.origin,
        audience: client.made.client.id,
        requiredClaims: ["iat", "jti"],
        currentDate: new Date(now()),
      },
    );
    const { sub, sid } = claims;
    expect(payload).to.include({ sub, sid }).and.not.have.property("nonce");
    expect(payload["events"]).to.deep.equal({ [EVENT]: {} });
    expect((await client.authorize({ prompt: "none" }))["error"]).to.equal("login_required");
  });
});
