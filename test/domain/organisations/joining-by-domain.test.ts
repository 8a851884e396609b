import { expect } from "chai";
import type { ActorCall } from "../../../src/domain/context.js";
import { changeJoining } from "../../../src/domain/organisations/domains.js";
import {
  acceptJoinRequest,
  askToJoin,
  declineJoinRequest,
  listJoinable,
  listJoinRequests,
} from "../../../src/domain/organisations/joining-by-domain.js";
import { addMember, leaveOrganisation, removeMember } from "../../../src/domain/organisations/members.js";
import {
  verificationUrl,
  verifyAddress,
  type VerificationLink,
} from "../../../src/domain/registration/email-verification.js";
import { anonymiseDeletedAccounts } from "../../../src/domain/upkeep/anonymise.js";
import { HOUR, now } from "../../../src/lib/clock.js";
import { ActionForbidden, RowNotFound } from "../../../src/lib/failures.js";
import type { Organisation } from "../../../src/models/organisations/organisation.js";
import type { Joining } from "../../../src/models/organisations/join-requests.js";
import type { User } from "../../../src/models/user.js";
import { callerOf } from "../../support/app/caller.js";
import { OPERATOR } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";
import { makeOrganisation, verifyDomain } from "../../support/organisations/organisations.js";

const DOMAIN = "acme.example";

describe("Joining an organisation by its domain", () => {
  const world = useWorld();
  let owner: User;
  let member: User;
  let person: User;
  let organisation: Organisation;
  beforeEach(async () => {
    [owner, member] = [await world.make.user(), await world.make.user()];
    person = await world.make.user({ email: `person@${DOMAIN}`, email_verified_at: 1 });
    organisation = await makeOrganisation(world, owner, { member });
  });

  const as = (user: User): Promise<ActorCall> => callerOf(world.services, user);
  const open = (joining: Joining) => verifyDomain(world, organisation, DOMAIN, joining);
  const signIn = (user = person) => world.signedIn(user);
  const roleOf = async (user = person): Promise<string | undefined> =>
    (
      (await world.services.knex("memberships").where({ user_id: user.id }).first()) as
        { role: string } | undefined
    )?.role;
  const ask = async (user = person) => askToJoin(await as(user), organisation.id);
  const requests = async (user = owner) =>
    (await listJoinRequests(await as(user), "acme", { sort: "-created_at", page: 1, perPage: 10 })).items;
  const joinable = async (user = person) => listJoinable(await as(user));
  const mails = async (kind: string) => (await world.services.knex("mails").where({ kind })).length;
  const rejected = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail("nothing was rejected"),
      (error: unknown) => error,
    );

  it("happens at the next sign-in where everyone becomes a member", async () => {
    await open("automatic");
    expect(await roleOf()).to.equal(undefined);
    await signIn();
    expect(await roleOf()).to.equal("member");
    await signIn();
    const joined = await world.services.knex("activity_log").where({ event: "membership_created" });
    expect(joined).to.have.length(1);
  });

  it("happens when the address is verified", async () => {
    await open("automatic");
    const newcomer = await world.make.user({ email: `new@${DOMAIN}`, email_verified_at: null });
    const url = new URL(verificationUrl(world.services, newcomer, Date.now() + HOUR));
    const [id, hash] = url.pathname.split("/").slice(-2);
    const link = { id: id!, hash: hash!, ...Object.fromEntries(url.searchParams) };
    await verifyAddress({ services: world.services, origin: OPERATOR }, link as VerificationLink);
    expect(await roleOf(newcomer)).to.equal("member");
  });

  it("happens with one act in a session that began before", async () => {
    await open("automatic");
    expect((await joinable()).map(({ name, joining }) => [name, joining])).to.deep.equal([
      ["Acme", "automatic"],
    ]);
    expect((await ask()).isMember).to.equal(true);
    expect(await joinable()).to.deep.equal([]);
  });

  it("is asked for once, and the owners are told", async () => {
    await open("ask");
    await signIn();
    expect(await roleOf()).to.equal(undefined);
    expect((await ask()).isMember).to.equal(false);
    await ask();
    expect((await requests()).map((request) => request.person.id)).to.deep.equal([person.id]);
    expect(await mails("join_requested")).to.equal(1);
    expect((await joinable())[0]?.isAsked).to.equal(true);
  });

  it("makes who was accepted a member, and tells them", async () => {
    await open("ask");
    await ask();
    const [request] = await requests();
    await acceptJoinRequest(await as(owner), "acme", request!.request.id);
    expect([await roleOf(), await requests(), await mails("join_accepted")]).to.deep.equal(["member", [], 1]);
  });

  it("needs an invitation after being declined, removed, or leaving", async () => {
    await open("ask");
    await ask();
    await declineJoinRequest(await as(owner), "acme", (await requests())[0]!.request.id);
    expect([await joinable(), await requests()]).to.deep.equal([[], []]);
    expect(await rejected(ask())).to.be.instanceOf(RowNotFound);
    const root = await world.make.user({ role: "system_admin" });
    await changeJoining(await as(owner), "acme", DOMAIN, "automatic");
    for (const end of [
      async () => removeMember(await as(owner), "acme", person.id),
      async () => leaveOrganisation(await as(person), "acme"),
    ]) {
      await addMember(await as(root), "acme", { userId: person.id, role: "member" });
      await end();
      await signIn();
      expect(await roleOf()).to.equal(undefined);
    }
  });

  it("is on the record", async () => {
    await open("nobody");
    await changeJoining(await as(owner), "acme", DOMAIN, "ask");
    await changeJoining(await as(owner), "acme", DOMAIN, "ask");
    await ask();
    await declineJoinRequest(await as(owner), "acme", (await requests())[0]!.request.id);
    const events = await world.services
      .knex("activity_log")
      .where({ subject_id: organisation.id })
      .orderBy("id")
      .pluck("event");
    expect(events).to.deep.equal(["organisation_domain_updated", "join_requested", "join_declined"]);
  });

  it("leaves nothing behind of an account that is erased", async () => {
    await open("ask");
    await ask();
    const { knex } = world.services;
    const provisioned = { organisation_id: organisation.id, user_id: person.id };
    await knex("organisation_provisioned_users").insert({
      ...{ ...provisioned, external_id: "hr-1", made_account: false },
      ...{ created_at: now(), updated_at: now() },
    });
    await knex("users").where({ id: person.id }).update({ deleted_at: 1 });
    await anonymiseDeletedAccounts(world.services);
    for (const table of ["organisation_join_requests", "organisation_provisioned_users"])
      expect(await knex(table).where({ user_id: person.id }), table).to.deep.equal([]);
  });

  it("needs a verified address at exactly the domain, and an organisation that isn't suspended", async () => {
    await open("automatic");
    const others = [
      await world.make.user({ email: `a@${DOMAIN}`, email_verified_at: null }),
      await world.make.user({ email: `a@mail.${DOMAIN}`, email_verified_at: 1 }),
      await world.make.user({ email: `a@not${DOMAIN}`, email_verified_at: 1 }),
      await world.make.user({ email: "a@äcme.example", email_verified_at: 1 }),
    ];
    for (const other of others) {
      expect(await joinable(other), other.email).to.deep.equal([]);
      expect(await rejected(ask(other))).to.be.instanceOf(RowNotFound);
    }
    await world.services.knex("organisations").update({ status: "suspended" });
    await signIn();
    expect(await roleOf()).to.equal(undefined);
  });

  it("is decided by those who may invite", async () => {
    await open("ask");
    await ask();
    const [request] = await requests();
    expect(await rejected(requests(member))).to.be.instanceOf(ActionForbidden);
    const accept = async (user: User) => acceptJoinRequest(await as(user), "acme", request!.request.id);
    expect(await rejected(accept(member))).to.be.instanceOf(ActionForbidden);
    expect(await rejected(accept(person))).to.be.instanceOf(RowNotFound);
    await makeOrganisation(world, person, {}, { name: "Other", slug: "other" });
    const elsewhere = acceptJoinRequest(await as(person), "other", request!.request.id);
    expect(await rejected(elsewhere)).to.be.instanceOf(RowNotFound);
  });
});
