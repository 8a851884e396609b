import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { consentOf, redirectParameters } from "../support/oauth/authorization-request.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

describe("The parameter claims", () => {
  const { world, rp } = useRelyingParty();
  const claims = (value: object) => ({ claims: JSON.stringify(value) });
  const userinfo = async (token: string): Promise<object> =>
    (await supertest(world.server).get("/oauth/userinfo").set("Authorization", `Bearer ${token}`)).body;
  const errorIn = (page: Response): string | undefined => redirectParameters(page)["error"];

  it("adds single claims to the ID token and to the userinfo endpoint", async () => {
    const request = claims({
      id_token: { email: null },
      userinfo: { given_name: { essential: true }, birthdate: null },
    });
    const { id_token, access_token } = await rp.signIn(request);
    const { user } = rp;
    const inToken = await rp.claims(id_token);
    expect(inToken).to.include({ email: user.email }).and.not.have.any.keys("given_name", "email_verified");
    expect(await userinfo(access_token)).to.deep.equal({ sub: user.id, given_name: user.first_name });
  });

  it("alone gives the id that another application knows the account by, with the consent of the profile", async () => {
    const request = claims({ id_token: { external_id: null }, userinfo: { external_id: null } });
    const without = await rp.signIn(request);
    expect(await rp.claims(without.id_token)).not.to.have.property("external_id");
    await rp.user.$query(world.services.knex).patch({ external_id: "4711" });
    const { id_token, access_token } = await rp.signIn(request);
    expect(await rp.claims(id_token)).to.include({ external_id: "4711" });
    expect(await userinfo(access_token)).to.deep.equal({ sub: rp.user.id, external_id: "4711" });
    const profile = await rp.signIn({ scope: "openid profile email" });
    expect(await rp.claims(profile.id_token)).to.have.property("name");
    expect(await rp.claims(profile.id_token)).not.to.have.property("external_id");
  });

  it("is kept by a refreshed token", async () => {
    const { refresh_token } = await rp.signIn(
      claims({ id_token: { email: null }, userinfo: { name: null } }),
    );
    const { id_token, access_token } = await rp.refresh(refresh_token);
    expect(await rp.claims(id_token)).to.include({ email: rp.user.email });
    expect(await userinfo(access_token)).to.have.keys("sub", "name");
  });

  it("asks for consent to what it adds, once", async () => {
    await rp.signIn();
    const request = claims({ userinfo: { email: null } });
    expect(errorIn(await rp.open({ ...request, prompt: "none" }))).to.equal("consent_required");
    const page = await rp.open(request);
    expect(consentOf(page)).not.to.equal("");
    expect(page.text).to.contain("email");
    await rp.signIn(request);
    expect(redirectParameters(await rp.open({ ...request, prompt: "none" }))).to.have.property("code");
  });

  it("can name the user, and the way to sign in", async () => {
    const right = claims({
      id_token: {
        sub: { value: rp.user.id },
        acr: { essential: true, values: ["https://refeds.org/profile/sfa"] },
      },
    });
    expect(await rp.allow(right)).to.have.property("code");
    const voluntary = claims({ id_token: { acr: { values: ["phr"] } } });
    expect(await rp.allow(voluntary)).to.have.property("code");
  });

  describe("is rejected", () => {
    it("with another user", async () => {
      const page = await rp.open(claims({ id_token: { sub: { value: "someone else" } } }));
      expect(errorIn(page)).to.equal("login_required");
    });

    it("with an essential acr by which the user didn't sign in", async () => {
      const request = claims({ id_token: { acr: { essential: true, values: ["phr"] } } });
      expect(errorIn(await rp.open(request))).to.equal("unmet_authentication_requirements");
      expect(errorIn(await rp.open({ ...request, prompt: "none" }))).to.equal(
        "unmet_authentication_requirements",
      );
    });

    it("if it isn't a JSON object of claim requests", async () => {
      for (const wrong of ["{", "[]", "null", '"x"', '{"id_token":1}', '{"userinfo":{"email":true}}'])
        expect(errorIn(await rp.open({ claims: wrong })), wrong).to.equal("invalid_request");
    });
  });
});

describe("Hints about the user", () => {
  const { world, rp } = useRelyingParty();

  it("fill in the address and choose the language of the sign-in page", async () => {
    for (const ui_locales of ["xx tr-TR en", "TR-tr", "XX Tr"]) {
      const visitor = world.visitor();
      const sent = await visitor.get(rp.address({ login_hint: "ada@example.test", ui_locales }));
      const page = await visitor.get(sent.headers["location"] as string);
      expect(page.text, ui_locales).to.contain('value="ada@example.test"').and.contain('<html lang="tr"');
    }
  });

  it("don't change pages that have nothing to do with a client", async () => {
    const page = await world
      .visitor()
      .get("/login?next=%2Fprofile%3Fui_locales%3Dtr%26login_hint%3Dada%40example.test");
    expect(page.text).to.contain('<html lang="en"').and.not.contain('value="ada@example.test"');
  });
});
