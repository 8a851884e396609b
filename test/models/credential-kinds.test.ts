import { expect } from "chai";
import { CREDENTIAL_KINDS, CREDENTIAL_TABLES } from "../../src/models/credential-kinds.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../support/app/credentials.js";
import { tableNames } from "../support/database/tables.js";
import { useWorld } from "../support/app/world.js";

/** Tables that name an account and let nobody in. A new table belongs here only if that is true of it. */
const NO_CREDENTIALS = [
  "agent_tools",
  "imported_accounts",
  "mails",
  "memberships",
  "oauth_logins",
  "organisation_join_requests",
  "organisation_provisioned_users",
  // like a password: a ban ends what was signed in with it, and the status keeps it from signing in
  "passkeys",
  "role_user",
  "sign_in_networks",
  "two_factor_device_failures",
  "two_factor_failures",
  // like passkeys
  "user_identities",
  // they send what their owner can read, which is nothing once the owner has ended
  "webhooks",
];

describe("The table of credential kinds", () => {
  const world = useWorld();

  /** Table → its columns, as the database describes them. */
  async function tables(): Promise<Map<string, string[]>> {
    const { knex } = world.services;
    const columns = new Map<string, string[]>();
    for (const name of await tableNames(knex)) columns.set(name, Object.keys(await knex(name).columnInfo()));
    return columns;
  }

  it("has every table of the schema that refers to an account, except those without credentials", async () => {
    const owned = [...(await tables())].filter(([, columns]) => columns.includes("user_id"));
    expect(owned.map(([name]) => name)).to.have.members([...CREDENTIAL_TABLES, ...NO_CREDENTIALS]);
  });

  it("names existing columns", async () => {
    const schema = await tables();
    for (const [table, { key, owner, client, end, expiry }] of Object.entries(CREDENTIAL_KINDS)) {
      const needed = [
        key,
        owner,
        expiry,
        ...(client ? [client] : []),
        ...(end === "revoke" ? ["revoked_at"] : []),
      ];
      expect(schema.get(table), table).to.include.members(needed);
    }
  });

  it("leaves no kind active after a ban", async () => {
    const { services, make, api } = world;
    const user = await make.user();
    await issueEveryCredential(services.knex, user);
    const { token } = await make.userWithToken({ role: "system_admin" });
    await api.as(token).patch(`/users/${user.id}`, { status: "banned" }).expect(200);
    expect(await countActiveCredentials(services.knex, user)).to.deep.equal(ofEach(0));
  });
});
