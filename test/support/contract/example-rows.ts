import { recordActivity } from "../../../src/domain/audit/record.js";
import { ImportFiles } from "../../../src/domain/import/import-files.js";
import { ImportSummary } from "../../../src/domain/import/import-summary.js";
import { openSession } from "../../../src/domain/sessions/sessions.js";
import { changeOrganisationWords } from "../../../src/models/organisations/organisation-words.js";
import { PersonalAccessToken } from "../../../src/models/personal-access-token.js";
import { now, SECOND } from "../../../src/lib/clock.js";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../../src/lib/secrets.js";
import { addPasskey } from "../passkeys/passkeys.js";
import { linkIdentity, makeProvider } from "../providers/providers.js";
import { makeClient, makeGrant } from "../oauth/oauth.js";
import { makeDelivery, makeWebhook } from "../webhooks/webhooks.js";
import type { World } from "../app/world.js";
import { NO_ROW, operations } from "./operations.js";

/** Resource → adds the row that the contract's examples refer to. The tests create accounts themselves. */
const EXAMPLE_ROWS: Record<string, (world: World) => Promise<unknown>> = {
  "activity-logs": activityRow,
  "api-tokens": async (world) => {
    const id = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d52";
    await ownToken(world, await world.make.user({ id, first_name: "Grace", email: "grace@example.test" }));
  },
  "api-clients": (world) =>
    makeClient(world, { id: NO_ROW, grant_types: ["authorization_code", "refresh_token"] }),
  events: eventRow,
  webhooks: webhookRow,
  roles: ({ make }) => make.role("support", 500, ["users.read"], { id: NO_ROW, label: "Support" }),
};

async function activityRow({ make, services }: World): Promise<void> {
  const actor = { id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d51", email: "grace@example.test" };
  await make.user({ ...actor, first_name: "Grace", last_name: "Hopper" });
  await services.knex("activity_log").insert({
    id: NO_ROW,
    actor_id: actor.id,
    event: "role_updated",
    subject_type: "role",
    subject_id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4f",
    changes: JSON.stringify({ name: "support", permissions_added: ["users.read"] }),
    ip_address: "203.0.113.7",
    trace_id: "0b0e7c1a-6f55-4f0e-9a43-6d7a3c1f2b90",
    created_at: now(),
  });
}

async function eventRow({ make, services: { knex } }: World): Promise<void> {
  const actor = { id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d51", email: "grace@example.test" };
  await make.user({ ...actor, first_name: "Grace", last_name: "Hopper" });
  const name = { first_name: "Ada", last_name: "King", external_id: "", email: "ada@example.test" };
  const rest = { status: "active", role: "user", timezone: "UTC", avatar: null, email_verified_at: null };
  const position = 418;
  await knex("events").insert({
    ...{ id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d60", type: "user.updated", position },
    ...{ subject_type: "user", subject_id: NO_ROW, owner_id: NO_ROW, actor_id: actor.id },
    ...{ trace_id: "0b0e7c1a-6f55-4f0e-9a43-6d7a3c1f2b90", occurred_at: now() },
    data: JSON.stringify({ id: NO_ROW, ...name, ...rest, created_at: now(), updated_at: now() }),
    previous: JSON.stringify({ last_name: "Lovelace" }),
  });
  await knex("event_sequence").update({ last_position: position });
}

async function webhookRow(world: World): Promise<void> {
  const owner = { id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d52", email: "grace@example.test" };
  await world.make.user({ ...owner, first_name: "Grace", role: "system_admin" });
  await makeWebhook(world, owner, { id: NO_ROW });
  const created_at = Date.parse("2026-11-21T09:30:00.000Z");
  // only who can read the event sees the answer
  await world.services.knex("events").insert({
    ...{ id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d52", type: "user.created", position: 1, data: "{}" },
    ...{ subject_type: "user", subject_id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d53" },
    ...{ trace_id: "0b0e7c1a-6f55-4f0e-9a43-6d7a3c1f2b90", occurred_at: created_at },
  });
  await makeDelivery(world, NO_ROW, { id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d50", created_at });
}

/** Adds the row that an example of this operation needs. */
export async function addExampleRow(world: World, operationId: string): Promise<void> {
  const [resource, act] = operationId.split(".");
  if (/\.(provider|index\.providers)\b/.test(operationId)) await exampleProvider(world);
  if (/\.import\b/.test(operationId)) await exampleImport(world, operationId);
  if (isOfOrganisation(operationId) || operationId === "organisations.index")
    await exampleOrganisation(world, operationId);
  if (act !== "store") await EXAMPLE_ROWS[resource!]?.(world);
}

const isOfOrganisation = (operationId: string): boolean =>
  operations.some(({ id, path }) => id === operationId && path.startsWith("/organisations/{organisation}"));

/** The organisation in the examples, with the member that isn't added by the example itself. */
async function exampleOrganisation(world: World, operationId: string): Promise<void> {
  const id = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d52";
  const member = await world.make.user({ id, first_name: "Grace", email: "grace@example.test" });
  await organisationOf(world, operationId.endsWith("members.store") ? null : member);
  if (!operationId.endsWith("invitations.store"))
    await addInvitation(world, NO_ROW, {
      id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d70",
      invited_by: member.id,
    });
  if (!operationId.endsWith("roles.store")) await exampleRoleOf(world);
  if (operationId.includes("applications") && !operationId.endsWith("applications.store"))
    await makeClient(world, {
      id: NO_ROW,
      grant_types: ["authorization_code", "refresh_token"],
      organisation_id: NO_ROW,
    });
  if (operationId.includes("join-requests"))
    await exampleJoinRequest(world, "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d82");
  if (operationId.includes("provisioning-tokens") && !operationId.endsWith("store"))
    await exampleProvisioningToken(world);
  if (operationId.includes("domains") && !operationId.endsWith("domains.store"))
    await exampleDomain(world, operationId.endsWith("verify"));
}

async function exampleProvisioningToken({ services: { knex } }: World): Promise<void> {
  const time = Date.parse("2026-11-21T09:30:00.000Z");
  const row = {
    id: NO_ROW,
    organisation_id: NO_ROW,
    name: "Entra ID",
    created_by: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d52",
  };
  const columns = { token_hash: sha256("example"), created_at: time, updated_at: time };
  await knex("organisation_scim_tokens").insert({ ...row, ...columns });
}

async function exampleDomain({ services: { knex } }: World, isVerified: boolean): Promise<void> {
  const time = Date.parse("2026-11-21T09:30:00.000Z");
  const row = { organisation_id: NO_ROW, domain: "acme.example", created_at: time };
  const challenge = "b1Xw0v0c8S3qk2m7rJ9yT4hLzP6nFdGaEeUuIiOoKkQ";
  const verified = isVerified ? { verified_domain: "acme.example", verified_at: time } : {};
  await knex("organisation_domains").insert({ ...row, challenge, ...verified });
}

async function exampleJoinRequest({ services: { knex }, make }: World, userId: string): Promise<void> {
  await make.user({ id: userId, first_name: "Alan", last_name: "Turing", email: "alan@example.test" });
  const created_at = Date.parse("2026-11-21T09:30:00.000Z");
  const row = { id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d81", organisation_id: NO_ROW, user_id: userId };
  await knex("organisation_join_requests").insert({ ...row, created_at, updated_at: created_at });
}

/** The organisation that has verified the domain of the account's address. */
async function joinable(world: World, { id }: Owner): Promise<void> {
  const { knex } = world.services;
  await organisationOf(world, null);
  await knex("users").where({ id }).update({ email_verified_at: now() });
  const domain = { domain: "example.test", verified_domain: "example.test", joining: "ask" };
  const row = { organisation_id: NO_ROW, challenge: "", created_at: 0, verified_at: 0 };
  await knex("organisation_domains").insert({ ...row, ...domain });
}

/** The token of the invitation in the examples. */
const INVITATION = "Zk3v0yqQm2c8Jt6wXr1pB9nD5hS7aLfEoUiGxTzVbNM";

async function addInvitation(
  { services: { knex } }: World,
  organisation_id: string,
  row: { id: string; invited_by: string },
): Promise<void> {
  const created_at = Date.parse("2026-11-21T09:30:00.000Z");
  await knex("organisation_invitations").insert({
    ...{ ...row, organisation_id, email: "alan@example.test", role: "member" },
    ...{ token_hash: sha256(INVITATION), expires_at: Date.parse("2126-11-28T09:30:00.000Z") },
    ...{ created_at, updated_at: created_at },
  });
}

async function exampleRoleOf({ services: { knex } }: World): Promise<void> {
  const row = { organisation_id: NO_ROW, name: "billing", label: "Billing", rights: "members.read" };
  await knex("organisation_roles").insert({ ...row, created_at: now(), updated_at: now() });
}

async function organisationOf({ services: { knex } }: World, member: Owner | null): Promise<void> {
  const created_at = Date.parse("2026-11-21T09:30:00.000Z");
  const columns = { id: NO_ROW, name: "Acme", slug: "acme", created_at, updated_at: created_at };
  await knex("organisations").insert(columns);
  await changeOrganisationWords(knex, columns);
  if (member)
    await knex("memberships").insert({
      ...{ organisation_id: NO_ROW, user_id: member.id },
      ...{ role: "member", created_at },
    });
}

/** The import in the examples, in the state that the operation needs, with a report. */
async function exampleImport({ services, make }: World, operationId: string): Promise<void> {
  const id = "019ad0c4-2f3e-7c1a-8b63-5d2f6f0f9a10";
  const flags = { allowAdministrators: false, updates: false, withoutPasswords: false };
  const options = { format: "jsonl", role: "user", ...flags };
  const { id: actorId } = await make.user({ role: "system_admin" });
  await services.knex("import_runs").insert({
    ...{ id, source: "keycloak", created_at: now(), reported_at: now(), actor_id: actorId },
    state: operationId.endsWith("undo") ? "finished" : "checked",
    ...{ file_name: "acme-users.jsonl", file_bytes: 2, options: JSON.stringify(options) },
    summary: JSON.stringify({ ...new ImportSummary(null).json(), lacks_passwords: false }),
  });
  const report = await new ImportFiles(services).create(id, "report");
  await report.writeFile("{}\n").finally(() => report.close());
}

const ORIGIN = {
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  traceId: NO_ROW,
};

type Owner = { id: string };

/** The session in the examples. */
async function ownSession({ services: { knex } }: World, { id }: Owner): Promise<void> {
  const { publicId } = await knex.transaction((trx) =>
    openSession(trx, { userId: id, remember: false, method: "password" }, ORIGIN),
  );
  await knex("sessions")
    .where({ public_id: publicId })
    .update({ public_id: "019a8f3c-6a1e-4c3b-9d52-0f6a1b2c3d4e" });
}

async function ownToken({ services: { knex } }: World, { id }: Owner): Promise<void> {
  await PersonalAccessToken.issue(knex, {
    id: NO_ROW,
    user_id: id,
    name: "Deployment",
    kind: "personal",
    token_hash: sha256(generateToken(PERSONAL_TOKEN)),
    scopes: ["users.read"],
    expires_at: now() + 60 * SECOND,
  });
}

async function ownApplication(world: World, user: Owner): Promise<void> {
  const { client } = await makeClient(world, { name: "Calendar", id: NO_ROW });
  await makeGrant(world, { user, client, scopes: ["users.read"] });
}

async function ownPasskey(world: World, owner: Owner): Promise<void> {
  const { id } = await addPasskey(world, owner, { isSynced: true });
  await world.services.knex("passkeys").where({ id }).update({ id: NO_ROW });
}

/** The provider of the examples, at which nothing answers. */
async function exampleProvider(world: World): Promise<void> {
  await makeProvider(world, {
    id: NO_ROW,
    issuer: "https://accounts.example.test",
    allowed_domains: ["example.org"],
  });
}

async function ownIdentity(world: World, owner: Owner): Promise<void> {
  await exampleProvider(world);
  const { id } = await linkIdentity(world, owner, { provider: NO_ROW });
  await world.services.knex("user_identities").where({ id }).update({ id: NO_ROW });
}

const RECOVERY_CODES = [
  ...["7kq2m-x4r9t-w8z3c", "1nf5p-s6v0y-d2g4h", "3bq8w-k7m2z-t5x9c", "9ghj4-n6p0r-v1s3y"],
  ...["5dtw2-z8c4f-q7k1m", "0xv6b-h3n9j-p2r8g", "8ymk5-s1t7w-c4d6f", "2pzr9-j0g5h-b3v7n"],
];
const ownTwoFactor = async (world: World, owner: Owner): Promise<void> =>
  void (await world.make.twoFactor(owner, RECOVERY_CODES));

const ownActivity = ({ services: { knex } }: World, { id }: Owner): Promise<void> =>
  recordActivity(knex, { event: "login", actorId: id, subject: { type: "user", id } }, ORIGIN);

/** Operation → adds the row of the caller that its examples refer to. */
const OWN_ROWS: Record<string, (world: World, owner: Owner) => Promise<void>> = {
  "auth.me.sessions.index": ownSession,
  "auth.me.sessions.destroy": ownSession,
  "auth.me.tokens.destroy": ownToken,
  "auth.me.applications.index": ownApplication,
  "auth.me.applications.destroy": ownApplication,
  "auth.me.join-requests.index": joinable,
  "auth.me.join-requests.store": joinable,
  "auth.me.organisations.index": organisationOf,
  "auth.me.organisations.destroy": organisationOf,
  "auth.me.organisations.store": async (world) => {
    await organisationOf(world, null);
    const { id: invited_by } = await world.make.user({ role: "system_admin" });
    await addInvitation(world, NO_ROW, { id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d70", invited_by });
  },
  "auth.me.recovery-codes.index": ownTwoFactor,
  "auth.me.recovery-codes.store": ownTwoFactor,
  "auth.me.password.destroy": ownPasskey,
  "auth.me.passkeys.index": ownPasskey,
  "auth.me.passkeys.update": ownPasskey,
  "auth.me.passkeys.destroy": ownPasskey,
  "auth.me.identities.index": ownIdentity,
  "auth.me.identities.destroy": ownIdentity,
  "auth.me.activity.index": ownActivity,
};

/** Adds what an example of an operation on the caller's own account needs. */
export const addOwnRow = async (world: World, operationId: string, owner: Owner): Promise<void> =>
  OWN_ROWS[operationId]?.(world, owner);

/** Operation → adds what its examples say of the account in its path, which must exist. */
const USER_ROWS: Record<string, (world: World, owner: Owner) => Promise<void>> = {
  "users.show.sessions": ownSession,
  "users.update.sessions.destroy": ownSession,
  "users.show.tokens": ownToken,
  "users.update.tokens.destroy": ownToken,
  "users.show.passkeys": ownPasskey,
  "users.update.passkeys.destroy": ownPasskey,
  "users.show.identities": ownIdentity,
  "users.update.identities.destroy": ownIdentity,
  "users.show.applications": ownApplication,
  "users.update.applications.destroy": ownApplication,
};

/** Adds what an example of an operation on another account needs, by its id. */
export const addRowOfUser = async (world: World, operationId: string, id: string): Promise<void> =>
  USER_ROWS[operationId]?.(world, { id });
