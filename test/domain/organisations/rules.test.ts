import { expect } from "chai";
import type { ActorCall } from "../../../src/domain/context.js";
import { leaveOrganisation, listMembers } from "../../../src/domain/organisations/members.js";
import {
  getOrganisation,
  updateOrganisation,
  type OrganisationChanges,
} from "../../../src/domain/organisations/organisations.js";
import type { RuleChanges } from "../../../src/domain/organisations/rule-input.js";
import type { OrganisationRuleUnmet } from "../../../src/domain/organisations/rules.js";
import { deleteProvider } from "../../../src/domain/providers/provider-administration.js";
import type { SignIn } from "../../../src/domain/access/sign-in.js";
import { MINUTE, now } from "../../../src/lib/clock.js";
import { ActionForbidden, ValidationFailed } from "../../../src/lib/failures.js";
import type { Organisation } from "../../../src/models/organisations/organisation.js";
import type { User } from "../../../src/models/user.js";
import { callerOf } from "../../support/app/caller.js";
import { OPERATOR } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { makeOrganisation } from "../../support/organisations/organisations.js";
import { linkIdentity, makeProvider } from "../../support/providers/providers.js";

describe("The rules of an organisation", () => {
  const world = useWorld();
  let owner: User;
  let member: User;
  let root: User;
  let organisation: Organisation;
  beforeEach(async () => {
    [owner, member] = [await world.make.user(), await world.make.user()];
    root = await world.make.user({ role: "system_admin" });
    organisation = await makeOrganisation(world, owner, { member });
  });

  /** @param signIn of a session; undefined for a token */
  const as = (user: User, signIn?: SignIn): Promise<ActorCall> =>
    callerOf(world.services, user, null, OPERATOR, signIn);
  const update = async (changes: OrganisationChanges, user = root, signIn?: SignIn) =>
    updateOrganisation(await as(user, signIn), "acme", changes);
  /** What keeps the user from seeing the members; null for nothing. */
  const unmet = async (user: User, signIn?: SignIn): Promise<string | null> =>
    listMembers(await as(user, signIn), "acme", { sort: "created_at", page: 1, perPage: 10 }).then(
      () => null,
      (error: unknown) => (error as OrganisationRuleUnmet).rule,
    );
  const rejection = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail("nothing was rejected"),
      (error: unknown) => error,
    );
  const by = (method: SignIn["method"], more: Partial<SignIn> = {}): SignIn => ({
    method,
    at: now(),
    ...more,
  });
  it("let members act after signing in with a second factor or a passkey", async () => {
    await update({ rules: { second_factor: true } });
    expect(await unmet(member, by("password"))).to.equal("second_factor");
    expect(await unmet(member, by("provider"))).to.equal("second_factor");
    for (const method of ["code", "recovery_code", "passkey"] as const)
      expect(await unmet(member, by(method)), method).to.equal(null);
  });

  it("hold a token to what its account has", async () => {
    await update({ rules: { second_factor: true } });
    expect(await unmet(member)).to.equal("second_factor");
    await world.make.twoFactor(member);
    expect(await unmet(member)).to.equal(null);
  });

  it("end what a session can do some time after its user has proved who they are", async () => {
    await update({ rules: { session_minutes: 30 } });
    expect(await unmet(member, by("password", { at: now() - 29 * MINUTE }))).to.equal(null);
    expect(await unmet(member, by("password", { at: now() - 31 * MINUTE }))).to.equal("session");
    expect(await unmet(member), "a token that ends by itself").to.equal(null);
  });

  it("let members act only after signing in at the provider, also with a second factor here", async () => {
    const provider = await makeProvider(world);
    await update({ rules: { provider: provider.id } });
    expect(await unmet(member, by("passkey"))).to.equal("provider");
    expect(await unmet(member, by("provider", { providerId: crypto.randomUUID() }))).to.equal("provider");
    expect(await unmet(member, by("code", { providerId: provider.id }))).to.equal(null);
    expect(await unmet(member)).to.equal("provider");
    await linkIdentity(world, member);
    expect(await unmet(member)).to.equal(null);
  });

  it("end with the provider that they require", async () => {
    const provider = await makeProvider(world);
    await update({ rules: { provider: provider.id } });
    await deleteProvider(await as(root), provider.id);
    expect((await getOrganisation(await as(member), "acme")).organisation.provider_id).to.equal(null);
  });

  it("end the tokens of applications when they are made, and not by another change", async () => {
    const { client } = await makeClient(world);
    const active = async () =>
      (await world.services.knex("oauth_access_tokens").whereNull("revoked_at")).length;
    await makeGrant(world, { user: member, client, scopes: ["organisation"], organisation });
    await update({ name: "Renamed" });
    expect(await active()).to.equal(1);
    await update({ rules: { session_minutes: 60 } });
    expect(await active()).to.equal(0);
  });

  it("don't keep members from leaving, or the administration of the service from anything", async () => {
    await update({ rules: { second_factor: true }, status: "suspended" });
    expect(await unmet(member, by("passkey"))).to.equal("suspended");
    expect(await unmet(root, by("password"))).to.equal(null);
    await leaveOrganisation(await as(member, by("password")), "acme");
  });

  it("are changed on the record, and only those that are sent", async () => {
    await update({ rules: { session_minutes: 60 } }, owner, by("password"));
    const { second_factor_required: isRequired, session_minutes: minutes } = await update({
      rules: { second_factor: true },
    });
    expect([isRequired, minutes]).to.deep.equal([true, 60]);
    const [, log] = (await world.services
      .knex("activity_log")
      .where({ event: "organisation_updated" })
      .orderBy("id")) as { changes: string }[];
    expect(JSON.parse(log!.changes)).to.deep.equal({
      before: { second_factor_required: false },
      after: { second_factor_required: true },
    });
  });

  it("can't lock out who makes them", async () => {
    const provider = await makeProvider(world);
    const wrong = async (rules: RuleChanges) => {
      const error = await rejection(update({ rules }, owner, by("password")));
      return error instanceof ValidationFailed ? Object.keys(error.errors) : error;
    };
    expect(await wrong({ second_factor: true })).to.deep.equal(["rules.second_factor"]);
    expect(await wrong({ provider: provider.id })).to.deep.equal(["rules.provider"]);
    expect((await getOrganisation(await as(owner), "acme")).organisation.second_factor_required).to.equal(
      false,
    );
    await update({ rules: { second_factor: true } }, owner, by("code"));
  });

  it("reject other numbers and providers, and a status by those who only have a role", async () => {
    const disabled = await makeProvider(world, { is_enabled: false });
    for (const rules of [
      { session_minutes: 4 },
      { session_minutes: 43_201 },
      { session_minutes: Number.NaN },
      { provider: disabled.id },
      { provider: "ü" },
    ])
      expect(await rejection(update({ rules })), JSON.stringify(rules)).to.be.instanceOf(ValidationFailed);
    const suspend = update({ status: "suspended" }, owner, by("password"));
    expect(await rejection(suspend)).to.be.instanceOf(ActionForbidden);
    expect(await rejection(update({ rules: {} }, member))).to.be.instanceOf(ActionForbidden);
  });
});
