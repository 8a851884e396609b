import { PERMISSIONS } from "../../../src/domain/access/permissions.js";
import { DAY, now } from "../../../src/lib/clock.js";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../../src/lib/secrets.js";
import type { World } from "../app/world.js";
import { makeClient, makeClientToken, makeGrant } from "../oauth/oauth.js";
import type { Caller, Credential } from "./verdict.js";

/** A row of the table: a caller, and the headers that its requests have. */
export interface Row {
  name: string;
  caller: Caller;
  headers: Record<string, string>;
}

export const SCOPES = ["users.read", "users.write", "admin"];
export const SEEDED_ROLES = ["user", "admin", "system_admin"];
const TABLES = ["personal_access_tokens", "oauth_access_tokens"];

/** How a token differs from a personal one with the default scopes. */
const KINDS: Partial<Record<Credential, object>> = {
  "a token from signing in": { kind: "sign_in", name: "auth-token" },
  "a token of /api-dock": { kind: "api_dock", name: "api-dock" },
  "a personal token with selected scopes": { selected: true },
};

/** Creates callers. Each has an account of its own, so that no limit is reached. */
export class Callers {
  constructor(private readonly world: World) {}

  /** A caller with a valid token. `role` is null for an account or a client without a role. */
  async holder(
    credential: Credential,
    role: string | null,
    scopes: readonly string[] = SCOPES,
    differs: Partial<Caller> & { status?: string } = {},
  ): Promise<Row> {
    const { status, ...fields } = differs;
    const token = await this.token(credential, role, scopes, status);
    if (fields.isUnconfirmed) await this.change(token, { created_at: now() - DAY });
    if (fields.fault === "token_expired") await this.change(token, { expires_at: now() });
    if (fields.fault === "token_revoked") await this.change(token, { revoked_at: now() });
    const details = [`[${scopes.join(" ")}]`, fields.fault, status, fields.isUnconfirmed && "unconfirmed"];
    if (fields.lacksFactor !== undefined) details.push(fields.lacksFactor ? "no factor" : "unaffected");
    const name = [credential, role ?? "no role", ...details.filter(Boolean)].join(", ");
    const permissions = await this.permissionsOf(role);
    return { name, caller: { credential, scopes, permissions, ...fields }, headers: bearer(token) };
  }

  guest = (name: string, headers: Record<string, string> = {}): Row => ({
    name,
    headers,
    caller: { credential: "nothing", scopes: [], permissions: new Set() },
  });

  unknownTokens(): Row[] {
    return [
      this.guest("an unknown token", bearer(generateToken(PERSONAL_TOKEN))),
      this.guest("a text that isn't a token", bearer("nonsense")),
    ];
  }

  /** A browser in which a system administrator is signed in, without a token. */
  async browser(): Promise<Row> {
    const { visitor } = await this.world.signedIn(await this.world.make.user({ role: "system_admin" }));
    const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`);
    return this.guest("the session cookie of a system administrator", { cookie: cookies.join("; ") });
  }

  /** A system administrator whom another one has banned since. */
  async banned(): Promise<Row> {
    const { make, api } = this.world;
    const [root, account] = [
      await make.userWithToken({ role: "system_admin" }),
      await make.userWithToken({ role: "system_admin" }),
    ];
    await api.as(root.token).put(`/users/${account.user.id}/status`, { status: "banned" }).expect(200);
    return {
      ...this.guest("a token of an account that was banned", bearer(account.token)),
      caller: { ...this.guest("").caller, fault: "token_revoked" },
    };
  }

  private async token(
    credential: Credential,
    role: string | null,
    given: readonly string[],
    status?: string,
  ): Promise<string> {
    const { make, services } = this.world;
    const scopes = [...given];
    if (credential === "a token of a client itself") {
      const found = await services
        .knex("roles")
        .where({ name: role })
        .first<{ id: string } | undefined>("id");
      const { client } = await makeClient(this.world, { role_id: found?.id ?? null });
      return makeClientToken(this.world, { client, scopes });
    }
    const user = await make.user({ role, ...(status === undefined ? {} : { status }) });
    if (credential === "a token of an application") {
      const { client } = await makeClient(this.world);
      return (await makeGrant(this.world, { user, client, scopes })).access;
    }
    return make.token(user, { scopes, selected: false, ...KINDS[credential] });
  }

  private async permissionsOf(name: string | null): Promise<ReadonlySet<string>> {
    if (name === "system_admin") return new Set(PERMISSIONS);
    const roles = [...(await this.world.services.authority.current()).values()];
    return roles.find((role) => role.name === name)?.permissions ?? new Set();
  }

  private async change(token: string, columns: Record<string, number>): Promise<void> {
    for (const table of TABLES)
      await this.world.services
        .knex(table)
        .where({ token_hash: sha256(token) })
        .update(columns);
  }
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
