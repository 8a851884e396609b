import { expect } from "chai";
import type { Response } from "supertest";
import { consentOf, redirectParameters, type Query } from "../../support/oauth/authorization-request.js";
import { useRelyingParty } from "../../support/oauth/relying-party.js";

describe("An authorization request that a client sends as a form", () => {
  const { world, rp } = useRelyingParty();

  const formOf = (changes: Query = {}): string =>
    new URL(rp.address(changes), "http://service.invalid").searchParams.toString();
  /** A form from the page of a client, with which a browser sends no cookie of the service. */
  const post = (form: string): Promise<Response> =>
    world.visitor().send((agent) => agent.post("/oauth/authorize").type("form").send(form));

  it("leads to the page with the same parameters", async () => {
    const { status, headers } = await post(formOf());
    expect([status, headers["location"]]).to.deep.equal([303, rp.address()]);
    const { code } = await rp.answer(await rp.visitor.get(headers["location"] as string));
    expect((await rp.claims((await rp.redeem(code!)).id_token)).sub).to.equal(rp.user.id);
  });

  it("is answered without a page with prompt=none", async () => {
    const { headers } = await post(formOf({ prompt: "none" }));
    const page = await world.visitor().get(headers["location"] as string);
    expect(redirectParameters(page)).to.include({ error: "login_required", state: "xyz" });
  });

  it("is rejected like any other", async () => {
    const { headers } = await post(formOf({ scope: ["openid", "email"] }));
    const page = await rp.visitor.get(headers["location"] as string);
    expect(redirectParameters(page)).to.include({ error: "invalid_request" });
    const unknown = await post(new URLSearchParams({ client_id: "x", response_type: "code" }).toString());
    expect((await rp.visitor.get(unknown.headers["location"] as string)).status).to.equal(400);
  });

  // the contract describes it, too, against which every response is checked
  it("is a page when it is too long, like the form of a device", async () => {
    const form = "x".repeat(70_000);
    expect((await post(`state=${form}`)).status).to.equal(413);
    const device = await world
      .visitor()
      .send((agent) => agent.post("/oauth/device").type("form").send(`user_code=${form}`));
    expect(device.status).to.equal(413);
  });

  it("isn't the answer of the consent page, which needs its token", async () => {
    const consent = consentOf(await rp.open());
    const forged = `${formOf()}&${new URLSearchParams({ consent, decision: "allow" }).toString()}`;
    expect((await post(forged)).status).to.equal(419);
    const signedIn = await rp.visitor.send((agent) =>
      agent.post("/oauth/authorize").type("form").send(forged),
    );
    expect(signedIn.status).to.equal(419);
    expect(await world.services.knex("oauth_authorization_codes").select("id")).to.deep.equal([]);
  });
});
