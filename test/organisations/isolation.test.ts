import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Operation } from "../../src/contract/operations.js";
import type { ApiClient } from "../support/app/client.js";
import { picture, PIXEL } from "../support/app/upload.js";
import { useWorld } from "../support/app/world.js";
import { makeClient, makeClientToken, makeGrant } from "../support/oauth/oauth.js";
import { askToJoin } from "../support/organisations/organisations.js";
import { operations } from "../support/contract/operations.js";

/** Applications of an owner, which have all scopes of organisations. The owner is an owner of the other one, too. */
const APPLICATIONS = ["application", "application for another", "application for none"] as const;
/** It acts for itself, as an admin, and can only read. */
const OWN_APPLICATION = "application of the organisation";

/** Who asks. A clerk has a custom role without rights; an owner meets no rule when the organisation requires a second factor. The readers and editors aren't members, and may read or change all organisations of the service. */
const WHO = [
  ...(["owner", "admin", "member", "clerk", "owner who meets no rule"] as const),
  ...(["owner of another", "member of none", "signed out"] as const),
  ...(["reader of all", "editor of all"] as const),
  ...APPLICATIONS,
] as const;
type Who = (typeof WHO)[number];
/** Without the application of the organisation, which has what an admin has where client tokens are accepted. */
type Row = Record<Who, number>;

const row = (owner: number, admin: number, member: number, reader: number, editor: number): Row => ({
  ...{ owner, admin, member, clerk: member, "owner who meets no rule": 403 },
  ...{ "owner of another": 404, "member of none": 404, "signed out": 401 },
  ...{ "reader of all": reader, "editor of all": editor },
  ...{ application: owner, "application for another": 404, "application for none": 404 },
});

/** What applications are answered where the answer would have a secret. */
const SECRET = { application: 403, "application for another": 403, "application for none": 403 };

/** What each operation of an organisation answers. */
const RIGHTS: Record<string, Row> = {
  "organisations.show": row(200, 200, 200, 200, 200),
  "organisations.update": row(200, 200, 403, 403, 200),
  "organisations.destroy": row(200, 403, 403, 403, 403),
  "organisations.update.logo": row(200, 200, 403, 403, 200),
  "organisations.update.logo.destroy": row(200, 200, 403, 403, 200),
  "organisations.show.invitations": row(200, 200, 403, 403, 200),
  "organisations.update.invitations.store": row(201, 201, 403, 403, 201),
  "organisations.update.invitations.resend": row(200, 200, 403, 403, 200),
  "organisations.update.invitations.destroy": row(200, 200, 403, 403, 200),
  "organisations.show.members": { ...row(200, 200, 200, 200, 200), clerk: 403 },
  // by a permission of the service alone, which says nothing about the organisation
  "organisations.update.members.store": {
    ...row(403, 403, 403, 403, 201),
    ...{ "owner of another": 403, "member of none": 403 },
    ...{ "application for another": 403, "application for none": 403 },
  },
  "organisations.update.members.update": row(200, 200, 403, 403, 200),
  "organisations.update.members.destroy": row(200, 200, 403, 403, 200),
  "organisations.update.owner": row(200, 403, 403, 403, 200),
  "organisations.show.roles": row(200, 200, 200, 200, 200),
  "organisations.update.roles.store": row(201, 201, 403, 403, 201),
  "organisations.update.roles.update": row(200, 200, 403, 403, 200),
  "organisations.update.roles.destroy": row(200, 200, 403, 403, 200),
  "organisations.show.domains": row(200, 200, 403, 403, 200),
  "organisations.update.domains.store": row(201, 201, 403, 403, 201),
  // without the record
  "organisations.update.domains.verify": row(422, 422, 403, 403, 422),
  "organisations.update.domains.destroy": row(200, 200, 403, 403, 200),
  "organisations.show.applications": row(200, 200, 403, 403, 403),
  "organisations.show.applications.show": row(200, 200, 403, 403, 403),
  "organisations.update.applications.store": { ...row(201, 201, 403, 403, 403), ...SECRET },
  "organisations.update.applications.update": row(200, 200, 403, 403, 403),
  "organisations.update.applications.secret": { ...row(201, 201, 403, 403, 403), ...SECRET },
  "organisations.update.applications.destroy": row(200, 200, 403, 403, 403),
  "organisations.update.domains.code": row(200, 200, 403, 403, 200),
  "organisations.update.domains.update": row(200, 200, 403, 403, 200),
  "organisations.show.join-requests": row(200, 200, 403, 403, 200),
  "organisations.update.join-requests.accept": row(200, 200, 403, 403, 200),
  "organisations.update.join-requests.destroy": row(200, 200, 403, 403, 200),
  "organisations.show.provisioning-tokens": row(200, 403, 403, 403, 200),
  "organisations.update.provisioning-tokens.store": {
    ...row(201, 403, 403, 403, 201),
    ...{ application: 403, "application for another": 403, "application for none": 403 },
  },
  "organisations.update.provisioning-tokens.destroy": row(200, 403, 403, 403, 200),
  // the only owner must stay, and who isn't a member can't leave
  "auth.me.organisations.destroy": {
    ...row(409, 200, 200, 404, 404),
    ...{ "owner who meets no rule": 409 },
    ...{ application: 403, "application for another": 403, "application for none": 403 },
    ...SECRET,
  },
};

const BODIES: Record<string, (newcomer: string, member: string) => object> = {
  "organisations.update": () => ({ name: "Renamed" }),
  "organisations.update.logo": () => picture(PIXEL, "logo"),
  "organisations.update.invitations.store": () => ({ email: `${randomUUID()}@example.test`, role: "member" }),
  "organisations.update.members.store": (newcomer) => ({ user_id: newcomer, role: "member" }),
  "organisations.update.members.update": () => ({ role: "admin" }),
  "organisations.update.owner": (_newcomer, member) => ({ user_id: member }),
  "organisations.update.roles.store": () => ({ name: "sales", label: "Sales", rights: ["members.read"] }),
  "organisations.update.applications.store": () => APPLICATION,
  "organisations.update.applications.update": () => ({ name: "Intranet" }),
  "organisations.update.domains.store": () => ({ domain: "bolts.example" }),
  "organisations.update.domains.code": () => ({ mailbox: "postmaster" }),
  "organisations.update.domains.update": () => ({ joining: "ask" }),
  "organisations.update.provisioning-tokens.store": () => ({ name: "Directory" }),
  "organisations.update.roles.update": () => ({ label: "Accounts" }),
};

const APPLICATION = {
  ...{ name: "Team calendar", type: "confidential", grant_types: ["authorization_code"] },
  redirect_uris: ["https://client.example.test/callback"],
};

/** Another parameter of a path → what makes the thing in the organisation, as its owner. @returns its id */
const PARAMETERS: Record<string, (api: ApiClient) => Promise<string>> = {
  token: async (api) => {
    const { body } = await api
      .post("/organisations/acme/provisioning-tokens", { name: "Directory" })
      .expect(201);
    return (body.data as { id: string }).id;
  },
  invitation: async (api) => {
    // of another address each time, because one is sent only a few
    const email = `${randomUUID()}@example.test`;
    const { body } = await api.post("/organisations/acme/invitations", { email, role: "member" }).expect(201);
    return (body.data as { id: string }).id;
  },
  application: async (api) => {
    const { body } = await api.post("/organisations/acme/applications", APPLICATION).expect(201);
    return (body.data as { id: string }).id;
  },
};

const ofOrganisation = operations.filter(({ path }) => path.includes("{organisation}"));

describe("What belongs to an organisation", () => {
  const world = useWorld();

  it("has a row in the table of rights for each operation", () => {
    expect(ofOrganisation.map(({ id }) => id).sort()).to.deep.equal(Object.keys(RIGHTS).sort());
  });

  for (const operation of ofOrganisation)
    for (const key of ["id", "slug"] as const)
      it(`is open to those with the right only, for ${operation.id} by ${key}`, async () => {
        const answers: Partial<Row> = {};
        let prepared: Prepared | undefined;
        for (const who of WHO) {
          prepared ??= await prepare();
          const status = (answers[who] = await answerTo(prepared, operation, who, key));
          // what was refused has changed nothing
          if (status < 400) prepared = undefined;
        }
        const rights = RIGHTS[operation.id]!;
        const own = await answerTo(prepared ?? (await prepare()), operation, OWN_APPLICATION, key);
        expect({ ...answers, [OWN_APPLICATION]: own }).to.deep.equal({
          ...rights,
          [OWN_APPLICATION]: operation.clientToken ? rights.admin : 401,
        });
      });

  /** An organisation with one member of each role, and another one. */
  async function prepare() {
    const { knex } = world.services;
    await knex("organisations").del();
    await knex("users").del();
    await knex("roles").whereIn("name", ["reader", "editor"]).del();
    await world.make.role("reader", 2, ["organisations.read"]);
    await world.make.role("editor", 2, ["organisations.read", "organisations.update"]);
    const founder = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(founder.token);
    const people = new Map<string, { user?: { id: string }; token: string }>();
    for (const who of WHO) {
      const role = who.startsWith("reader") ? "reader" : who.startsWith("editor") ? "editor" : "user";
      if (who !== "signed out") people.set(who, await world.make.userWithToken({ role }));
    }
    const slugs = ["acme", "other"];
    const ids: string[] = [];
    for (const slug of slugs) {
      const { body } = await api.post("/organisations", { name: slug, slug }).expect(201);
      ids.push((body.data as { id: string }).id);
    }
    const billing = { name: "billing", label: "Billing", rights: ["members.read"] };
    await api.post("/organisations/acme/roles", billing).expect(201);
    await api.post("/organisations/acme/roles", { name: "clerk", label: "Clerk", rights: [] }).expect(201);
    const join = (slug: string, userId: string, role: string) =>
      api.post(`/organisations/${slug}/members`, { user_id: userId, role }).expect(201);
    for (const role of ["owner", "admin", "member", "clerk"] as const)
      await join("acme", people.get(role)!.user!.id, role);
    await join("other", people.get("owner of another")!.user!.id, "owner");
    await join("other", people.get("owner")!.user!.id, "owner");
    const { client } = await makeClient(world);
    for (const [n, who] of APPLICATIONS.entries()) {
      const user = people.get("owner")!.user!;
      const organisation = ids[n] === undefined ? undefined : { id: ids[n] };
      const scopes = ["organisation", "organisation.write"];
      const { access } = await makeGrant(world, { user, client, scopes, organisation });
      people.set(who, { user, token: access });
    }
    const { client: ours } = await makeClient(world, {
      organisation_id: ids[0]!,
      organisation_role: "admin",
    });
    const ownToken = { client: ours, scopes: ["organisation"], organisation: { id: ids[0]! } };
    people.set(OWN_APPLICATION, { token: await makeClientToken(world, ownToken) });
    const target = await world.make.user();
    await join("acme", target.id, "member");
    const parameters: Record<string, string> = { organisation: "acme", user: target.id, role: billing.name };
    const domain = "acme.example";
    await api.post("/organisations/acme/domains", { domain }).expect(201);
    parameters["domain"] = domain;
    parameters["join"] = await askToJoin(world, ids[0]!);
    world.services.findTxtRecords = () => Promise.resolve([]);
    for (const [name, make] of Object.entries(PARAMETERS)) parameters[name] = await make(api);
    for (const slug of slugs) await api.delete(`/auth/me/organisations/${slug}`).expect(200);
    return { id: ids[0]!, people, parameters, newcomer: (await world.make.user()).id };
  }

  type Prepared = Awaited<ReturnType<typeof prepare>>;

  async function answerTo(
    { id, people, parameters, newcomer }: Prepared,
    operation: Operation,
    who: Who | typeof OWN_APPLICATION,
    by: "id" | "slug",
  ): Promise<number> {
    const lacking = who === "owner who meets no rule";
    await world.services.knex("organisations").update({ second_factor_required: lacking });
    const person = people.get(lacking ? "owner" : who);
    const api = person ? world.api.as(person.token) : world.api;
    const values = by === "id" ? { ...parameters, organisation: id } : parameters;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);
    return (await api.send(operation.method, path, BODIES[operation.id]?.(newcomer, parameters["user"]!)))
      .status;
  }
});
