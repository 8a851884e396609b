import { expect } from "chai";
import type { Response } from "supertest";
import {
  answer,
  consentOf,
  redirectParameters,
  VERIFIER,
} from "../../support/oauth/authorization-request.js";
import { OAuthApi } from "../../support/oauth/oauth-api.js";
import { credentialsOf, redemption } from "../../support/oauth/oauth-grants.js";
import { useRelyingParty } from "../../support/oauth/relying-party.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";
import { PASSWORD } from "../../support/app/factories.js";
import { MINUTE } from "../../../src/lib/clock.js";
import { textOf } from "../../support/app/web.js";

const SCOPE = "openid organisation";

describe("Choosing an organisation for an application", () => {
  const { world, rp } = useRelyingParty();
  beforeEach(() => world.services.knex("organisations").del());
  const make = (name: string, slug: string) => makeOrganisation(world, rp.user, {}, { name, slug });
  const optionsOf = ({ text }: Response): string[] =>
    [...text.matchAll(/href="(\/oauth\/authorize\?[^"]+chosen_organisation[^"]+)"/g)].map(([, address]) =>
      address!.replaceAll("&amp;", "&"),
    );
  const claims = async (code: string) => rp.claims((await rp.redeem(code)).id_token);

  it("isn't asked for with one: the consent page names it", async () => {
    const acme = await make("Acme", "acme");
    const page = await rp.open({ scope: SCOPE });
    expect(textOf(page))
      .to.contain("For the organisation Acme")
      .and.contain("See the organisation Acme, its members and your role in it")
      .and.not.contain("Choose another one");
    const { code } = await rp.answer(page);
    expect((await claims(code!))["org_id"]).to.equal(acme.id);
  });

  it("comes before consent with several", async () => {
    const [, bolts] = [await make("Acme", "acme"), await make("Bolts", "bolts")];
    const chooser = await rp.open({ scope: SCOPE });
    expect(textOf(chooser))
      .to.contain("Team calendar needs an organisation")
      .and.contain("Acme")
      .and.contain("Bolts");
    const options = optionsOf(chooser);
    expect(options).to.have.length(2);
    const page = await rp.visitor.get(options[1]!);
    expect(textOf(page)).to.contain("For the organisation Bolts").and.contain("Choose another one");
    const { code } = await rp.answer(page);
    expect((await claims(code!))["org_id"]).to.equal(bolts.id);
  });

  it("isn't asked for when the application names one", async () => {
    await make("Acme", "acme");
    const bolts = await make("Bolts", "bolts");
    for (const organisation of ["bolts", "BOLTS", bolts.id]) {
      const page = await rp.open({ scope: SCOPE, organisation, prompt: "consent" });
      const { code } = await rp.answer(page);
      expect((await claims(code!))["org_slug"]).to.equal("bolts");
    }
  });

  it("is asked for in any case with prompt=select_organisation", async () => {
    await make("Acme", "acme");
    for (const scope of [SCOPE, "organisation"]) {
      const chooser = await rp.open({ scope, organisation: "acme", prompt: "select_organisation" });
      const [only, ...others] = optionsOf(chooser);
      expect(others).to.deep.equal([]);
      expect((await rp.answer(await rp.visitor.get(only!)))["code"]).to.match(/^adk_ac_/);
    }
  });

  it("works for a request that was pushed", async () => {
    await make("Acme", "acme");
    const bolts = await make("Bolts", "bolts");
    const pushed = new URLSearchParams(rp.address({ scope: SCOPE }).split("?")[1]);
    const { body } = await new OAuthApi(world.server).post(
      "/oauth/par",
      Object.fromEntries(pushed),
      credentialsOf(rp.made),
    );
    const query = new URLSearchParams({
      client_id: rp.made.client.id,
      request_uri: body.request_uri as string,
    });
    const chooser = await rp.visitor.get(`/oauth/authorize?${query.toString()}`);
    const { code } = await rp.answer(await rp.visitor.get(optionsOf(chooser)[1]!));
    expect((await claims(code!))["org_id"]).to.equal(bolts.id);
  });

  it("doesn't ask for the password twice with prompt=login", async () => {
    await make("Acme", "acme");
    await make("Bolts", "bolts");
    const chooser = await rp.open({ scope: SCOPE, prompt: "login" });
    expect(optionsOf(chooser)).to.have.length(2);
    const asked = (await rp.visitor.get(optionsOf(chooser)[0]!)).headers["location"] as string;
    expect(asked).to.match(/^\/user\/confirm-password/);
    const next = new URLSearchParams(asked.split("?")[1]).get("next")!;
    await rp.visitor.get(asked);
    world.advance(1000);
    await rp.visitor.submit("/user/confirm-password", { current_password: PASSWORD, next });
    expect(textOf(await rp.visitor.get(next))).to.contain("For the organisation Acme");
  });

  it("is remembered for each organisation on its own", async () => {
    await make("Acme", "acme");
    await make("Bolts", "bolts");
    await rp.signIn({ scope: SCOPE, organisation: "acme" });
    const again = await rp.open({ scope: SCOPE, organisation: "acme" });
    expect(textOf(again)).to.contain("You've already allowed this application").and.contain("Acme");
    expect(textOf(await rp.open({ scope: SCOPE, organisation: "bolts" }))).to.contain(
      "wants to access your account",
    );
    const silent = await rp.open({ scope: SCOPE, organisation: "acme", prompt: "none" });
    expect(redirectParameters(silent)).to.have.property("code");
  });

  it("is of a device's user on its own page, with the confirmation", async () => {
    await make("Acme", "acme");
    const bolts = await make("Bolts", "bolts");
    const oauth = new OAuthApi(world.server);
    const { body } = await oauth.post("/oauth/device/code", { scope: SCOPE }, credentialsOf(rp.made));
    const page = await rp.visitor.submit("/oauth/device", { user_code: body.user_code as string });
    expect(textOf(page)).to.contain("Acme").and.contain("Bolts");
    const form = { consent: consentOf(page), decision: "allow", organisation: bolts.id };
    expect((await rp.visitor.submit("/oauth/device", form)).status).to.equal(200);
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const device_code = body.device_code as string;
    const given = await oauth.token({ grant_type, device_code }, credentialsOf(rp.made));
    expect(await rp.claims(given.body.id_token as string)).to.include({ org_id: bolts.id });
  });

  it("leads back from the page of an account without organisations, or from the choice", async () => {
    const none = await rp.open({ scope: SCOPE });
    expect(textOf(none)).to.contain("Your account isn't a member of any organisation");
    expect(redirectParameters(await answer(rp.visitor, none, "deny"))).to.include({ error: "access_denied" });
    await make("Acme", "acme");
    await make("Bolts", "bolts");
    const chooser = await rp.open({ scope: SCOPE });
    expect(redirectParameters(await answer(rp.visitor, chooser, "deny"))).to.include({
      error: "access_denied",
    });
  });

  it("can't be skipped with prompt=none", async () => {
    for (const count of [0, 2]) {
      if (count === 2) for (const slug of ["acme", "bolts"]) await make(slug, slug);
      const silent = redirectParameters(await rp.open({ scope: SCOPE, prompt: "none" }));
      expect(silent["error"], `${count}`).to.equal("interaction_required");
    }
  });

  it("answers alike for an organisation that doesn't exist and for one of others", async () => {
    await make("Acme", "acme");
    const theirs = await makeOrganisation(
      world,
      await world.make.user(),
      {},
      { name: "Theirs", slug: "theirs" },
    );
    const answers = new Set<string>();
    for (const organisation of ["theirs", theirs.id, "nothing", "ünknown", "x".repeat(300)])
      answers.add(JSON.stringify(redirectParameters(await rp.open({ scope: SCOPE, organisation }))));
    expect([...answers]).to.have.length(1);
    expect([...answers][0]).to.contain("access_denied");
    const chosen = await rp.visitor.get(
      `${rp.address({ scope: SCOPE, prompt: "select_organisation" })}&chosen_organisation=${theirs.id}`,
    );
    expect(optionsOf(chosen)).to.have.length(1);
  });

  it("gives no code to who was removed while the page was open, or answers a choice with a consent", async () => {
    const acme = await make("Acme", "acme");
    const page = await rp.open({ scope: SCOPE, organisation: "acme" });
    await world.services.knex("memberships").where({ organisation_id: acme.id }).del();
    expect(redirectParameters(await answer(rp.visitor, page, "allow"))).to.include({
      error: "access_denied",
    });
    const none = await rp.open({ scope: SCOPE });
    const sent = await answer(rp.visitor, none, "allow");
    expect(sent.headers).not.to.have.property("location");
    expect(await world.services.knex("oauth_authorization_codes")).to.deep.equal([]);
  });

  it("is refused while the user doesn't meet what the organisation requires", async () => {
    await make("Acme", "acme");
    await world.services.knex("organisations").update({ second_factor_required: true });
    const page = await rp.open({ scope: SCOPE });
    expect([page.status, textOf(page).includes("Acme requires a second factor")]).to.deep.equal([403, true]);
    const silent = await rp.open({ scope: SCOPE, prompt: "none" });
    expect(redirectParameters(silent)).to.include({ error: "interaction_required" });
    await world.services.knex("organisations").update({ second_factor_required: false });
    const { code } = await rp.answer(await rp.open({ scope: SCOPE }));
    await world.services.knex("organisations").update({ status: "suspended" });
    const api = new OAuthApi(world.server);
    const redeemed = await api.token(redemption({ code: code!, verifier: VERIFIER }), credentialsOf(rp.made));
    expect(redeemed.body).to.include({ error: "invalid_grant" });
  });

  it("is refused when a rule is made while the consent page is open", async () => {
    await make("Acme", "acme");
    const page = await rp.open({ scope: SCOPE });
    await world.services.knex("organisations").update({ second_factor_required: true });
    expect((await answer(rp.visitor, page, "allow")).status).to.equal(403);
  });

  it("ends with the time after which the organisation asks members again", async () => {
    await make("Acme", "acme");
    await world.services.knex("organisations").update({ session_minutes: 60 });
    const { code } = await rp.answer(await rp.open({ scope: `${SCOPE} offline_access` }));
    await rp.redeem(code!);
    const token = (await world.services.knex("oauth_refresh_tokens").orderBy("id", "desc").first()) as {
      created_at: number;
      family_expires_at: number;
    };
    expect(token.family_expires_at - token.created_at).to.be.within(59 * MINUTE, 60 * MINUTE);
  });
});
