import { v7 as uuidv7 } from "uuid";
import { DAY, now } from "../../../src/lib/clock.js";
import { sha256 } from "../../../src/lib/secrets.js";
import type { User } from "../../../src/models/user.js";
import type { RunningProduct } from "../browser/running-product.js";
import { makeClient } from "../oauth/oauth.js";
import { askToJoin, makeOrganisation, verifyDomain } from "../organisations/organisations.js";
import {
  administrator,
  member,
  openDialog,
  openMenu,
  sendsNothing,
  signIn,
  type OpenPage,
} from "./page-states.js";
import { createAda } from "./demo.js";
import type { PageState } from "./pages.js";

const ACME = "/organisations/acme";
const APPLICATIONS = `${ACME}/applications`;

const grace = ({ world }: RunningProduct): Promise<User> =>
  world.make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" });
const alan = ({ world }: RunningProduct): Promise<User> =>
  world.make.user({ first_name: "Alan", last_name: "Turing", email: "alan@example.test" });

/** An organisation of others, and one with a long name. */
async function addOrganisations(product: RunningProduct): Promise<void> {
  const owner = await grace(product);
  await makeOrganisation(product.world, owner, { admin: await alan(product) });
  await makeOrganisation(product.world, owner, {}, { name: "Ö".repeat(100), slug: "a".repeat(48) });
}

/** Ada opens the page as a member of an organisation with others. */
const asMember =
  (role: "owner" | "admin" | "member", path: string, then?: Parameters<typeof openDialog>[0]): OpenPage =>
  async (product) => {
    const ada = await createAda(product);
    const [owner, other] = [await grace(product), await alan(product)];
    if (role === "owner") await makeOrganisation(product.world, ada, { admin: owner, member: other });
    else if (role === "admin") await makeOrganisation(product.world, owner, { admin: ada, member: other });
    else await makeOrganisation(product.world, owner, { admin: other, member: ada });
    const visit = await signIn(product, ada);
    await visit.open(path);
    if (then !== undefined) await openDialog(then)(visit);
    return visit;
  };

const page = (name: string, route: PageState["route"], show: OpenPage): PageState => ({
  name,
  route,
  show,
  unpictured: true,
});

/** The page of an organisation with a custom role. */
const withCustomRole =
  (role: "owner" | "member", path: string, then?: Parameters<typeof openDialog>[0]): OpenPage =>
  async (product) => {
    const visit = await asMember(role, ACME)(product);
    const { knex } = product.world.services;
    const organisation = (await knex("organisations").first("id")) as { id: string };
    const row = { organisation_id: organisation.id, name: "billing", label: "Ö".repeat(50) };
    await knex("organisation_roles").insert({ ...row, rights: "members.read", created_at: 0, updated_at: 0 });
    await visit.open(path);
    if (then !== undefined) await openDialog(then)(visit);
    return visit;
  };

const LINK = "link-of-an-invitation";

/** An organisation of the reader with two invitations, one of which has expired. */
const withInvitation =
  (path: string): OpenPage =>
  async (product) => {
    const visit = await asMember("owner", ACME)(product);
    const { knex } = product.world.services;
    const { id: organisation_id } = (await knex("organisations").first("id")) as { id: string };
    const { user_id: invited_by } = (await knex("memberships").where({ role: "owner" }).first("user_id")) as {
      user_id: string;
    };
    for (const [n, name] of ["a", "b".repeat(60)].entries()) {
      const row = {
        id: uuidv7(),
        organisation_id,
        invited_by,
        email: `${name}@example.test`,
        role: "member",
      };
      const times = { created_at: n, updated_at: n, expires_at: n === 0 ? 1 : now() + DAY };
      await knex("organisation_invitations").insert({
        ...row,
        ...times,
        token_hash: sha256(n === 0 ? "expired" : LINK),
      });
    }
    await visit.open(path);
    return visit;
  };

/** Two applications of the organisation. */
const withApplications =
  (path: (id: string) => string): OpenPage =>
  async (product) => {
    const visit = await asMember("owner", ACME)(product);
    const { world } = product;
    const { id: organisation_id } = (await world.services.knex("organisations").first("id")) as {
      id: string;
    };
    const { client } = await makeClient(world, {
      organisation_id,
      grant_types: ["authorization_code", "refresh_token"],
    });
    await makeClient(world, { organisation_id, name: "Ö".repeat(60), type: "public" });
    await visit.open(path(client.id));
    return visit;
  };

/** A verified domain, and one that isn't. */
const withDomains =
  (path: string): OpenPage =>
  async (product) => {
    const visit = await asMember("owner", ACME)(product);
    const { knex } = product.world.services;
    const organisation = (await knex("organisations").first("id")) as { id: string };
    const row = { organisation_id: organisation.id, challenge: "x".repeat(43), created_at: 0 };
    const domain = "acme.example";
    await knex("organisation_domains").insert({
      ...row,
      domain,
      verified_domain: domain,
      verified_at: now(),
    });
    await knex("organisation_domains").insert({
      ...row,
      domain: `${"a".repeat(63)}.${"b".repeat(63)}.example`,
    });
    await visit.open(path);
    return visit;
  };

/** Provisioning is on, and there is a token that was used and one with a long name that wasn't. */
const withProvisioningTokens =
  (path: string): OpenPage =>
  async (product) => {
    const visit = await asMember("owner", ACME)(product);
    const { knex, settings } = product.world.services;
    await settings.write({ "organisations.scim": "1" });
    const organisation = (await knex("organisations").first("id")) as { id: string };
    const time = now();
    for (const name of ["Entra ID", "x".repeat(100)])
      await knex("organisation_scim_tokens").insert({
        ...{ id: uuidv7(), organisation_id: organisation.id, name, token_hash: sha256(name) },
        ...{ last_used_at: name === "Entra ID" ? time : null, created_at: time, updated_at: time },
      });
    await visit.open(path);
    return visit;
  };

/** The pages about organisations. */
export const ORGANISATION_PAGES: PageState[] = [
  page("organisations", "organisations.index", asMember("owner", "/organisations")),
  page("organisations-none", "organisations.index", member("/organisations")),
  page("organisations-create", "organisations.create", administrator("/organisations/create")),
  page(
    "organisations-errors",
    "organisations.create",
    sendsNothing(administrator("/organisations/create"), "/organisations"),
  ),
  page("organisation", "organisations.show", asMember("owner", ACME)),
  page("organisation-members", "organisations.members.index", asMember("owner", `${ACME}/members`)),
  page("organisation-members-member", "organisations.members.index", asMember("member", `${ACME}/members`)),
  page(
    "organisation-members-service",
    "organisations.members.index",
    administrator(`${ACME}/members`, { prepare: addOrganisations }),
  ),
  page(
    "organisation-remove",
    "organisations.members.index",
    asMember("owner", `${ACME}/members`, "[aria-labelledby=members-title]"),
  ),
  page("organisation-admin", "organisations.show", asMember("admin", ACME)),
  page("organisation-member", "organisations.show", asMember("member", ACME)),
  page("organisation-service", "organisations.show", administrator(ACME, { prepare: addOrganisations })),
  page(
    "organisation-applications",
    "organisations.applications.index",
    withApplications(() => APPLICATIONS),
  ),
  page("organisation-applications-none", "organisations.applications.index", asMember("owner", APPLICATIONS)),
  page(
    "organisation-application-create",
    "organisations.applications.create",
    asMember("owner", `${APPLICATIONS}/create`),
  ),
  page(
    "organisation-application-errors",
    "organisations.applications.create",
    sendsNothing(asMember("owner", `${APPLICATIONS}/create`), APPLICATIONS),
  ),
  page(
    "organisation-application",
    "organisations.applications.edit",
    withApplications((id) => `${APPLICATIONS}/${id}`),
  ),
  page("organisation-domains", "organisations.domains.index", withDomains(`${ACME}/domains`)),
  page("organisation-domains-none", "organisations.domains.index", asMember("owner", `${ACME}/domains`)),
  page(
    "organisation-domains-errors",
    "organisations.domains.index",
    sendsNothing(asMember("owner", `${ACME}/domains`), `${ACME}/domains`),
  ),
  page("organisation-switch", "organisations.show", async (product) => {
    const visit = await asMember("owner", ACME)(product);
    await openMenu("account-menu")(visit);
    return visit;
  }),
  page(
    "organisation-join-requests-none",
    "organisations.join-requests.index",
    asMember("owner", `${ACME}/join-requests`),
  ),
  page("organisation-join-requests", "organisations.join-requests.index", async (product) => {
    const visit = await asMember("owner", ACME)(product);
    const { id } = (await product.world.services.knex("organisations").first("id")) as { id: string };
    await askToJoin(product.world, id);
    await visit.open(`${ACME}/join-requests`);
    return visit;
  }),
  page("organisations-joinable", "organisations.index", async (product) => {
    const visit = await asMember("owner", ACME)(product);
    const { knex } = product.world.services;
    const other = await makeOrganisation(
      product.world,
      await product.world.make.user(),
      {},
      { name: "Bolts", slug: "bolts" },
    );
    await verifyDomain(product.world, other, "example.test", "ask");
    await knex("users").update({ email_verified_at: 1 });
    await visit.open("/organisations");
    return visit;
  }),
  page("organisation-rules", "organisations.rules.edit", asMember("owner", `${ACME}/rules`)),
  page(
    "organisation-rules-service",
    "organisations.rules.edit",
    administrator(`${ACME}/rules`, { prepare: addOrganisations }),
  ),
  page(
    "organisation-provisioning",
    "organisations.provisioning.index",
    withProvisioningTokens(`${ACME}/provisioning`),
  ),
  page(
    "organisation-provisioning-none",
    "organisations.provisioning.index",
    asMember("owner", `${ACME}/provisioning`),
  ),
  page(
    "organisation-provisioning-errors",
    "organisations.provisioning.index",
    sendsNothing(asMember("owner", `${ACME}/provisioning`), `${ACME}/provisioning`),
  ),
  page("organisation-roles", "organisations.roles.index", withCustomRole("owner", `${ACME}/roles`)),
  page("organisation-roles-member", "organisations.roles.index", withCustomRole("member", `${ACME}/roles`)),
  page("organisation-role-create", "organisations.roles.create", asMember("admin", `${ACME}/roles/create`)),
  page(
    "organisation-role-errors",
    "organisations.roles.create",
    sendsNothing(asMember("admin", `${ACME}/roles/create`), `${ACME}/roles`),
  ),
  page("organisation-role", "organisations.roles.edit", withCustomRole("owner", `${ACME}/roles/billing`)),
  page(
    "organisation-role-delete",
    "organisations.roles.edit",
    withCustomRole("owner", `${ACME}/roles/billing`, "[aria-labelledby=delete-title]"),
  ),
  page("organisation-invitations", "organisations.invitations.index", withInvitation(`${ACME}/invitations`)),
  page(
    "organisation-invitations-none",
    "organisations.invitations.index",
    asMember("admin", `${ACME}/invitations`),
  ),
  page(
    "organisation-invitations-errors",
    "organisations.invitations.index",
    sendsNothing(asMember("admin", `${ACME}/invitations`), `${ACME}/invitations`),
  ),
  page("organisation-join", "organisations.join", withInvitation(`/join/${LINK}`)),
  page("organisation-join-invalid", "organisations.join", member("/join/unknown")),
  page(
    "all-organisations",
    "admin.organisations.index",
    administrator("/admin/organisations", { prepare: addOrganisations }),
  ),
  page("all-organisations-none", "admin.organisations.index", administrator("/admin/organisations")),
];
