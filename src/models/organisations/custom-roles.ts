import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { rightsIn } from "./held-role.js";
import type { OrganisationScope } from "./scope.js";

/** The most custom roles of an organisation. */
export const MAX_OWN_ROLES = 50;
export const MAX_ROLE_NAME = 16;
export const MAX_ROLE_LABEL = 50;

/** A role that an organisation has made. Its name stays as it is, because memberships have it. */
export interface CustomRole {
  /** Unique in the organisation, and not the name of a built-in role. */
  name: string;
  label: string;
  rights: readonly string[];
}

interface Row {
  name: string;
  label: string;
  /** Names, separated by blanks. */
  rights: string;
}

const fromRow = ({ name, label, rights }: Row): CustomRole => ({ name, label, rights: rightsIn(rights) });

/** The custom roles of an organisation. */
export class CustomRoles {
  private readonly knex: Knex;
  private readonly organisationId: string;

  constructor({ knex, organisation }: OrganisationScope) {
    this.knex = knex;
    this.organisationId = organisation.id;
  }

  /** By name. */
  async all(): Promise<CustomRole[]> {
    const rows = (await this.roles().orderBy("name").select("name", "label", "rights")) as Row[];
    return rows.map(fromRow);
  }

  /** @param name only ASCII */
  async find(name: string): Promise<CustomRole | undefined> {
    const row = (await this.roles().where({ name }).first("name", "label", "rights")) as Row | undefined;
    return row && fromRow(row);
  }

  async insert({ rights, ...role }: CustomRole): Promise<void> {
    const stamps = { created_at: now(), updated_at: now() };
    const row = { ...role, organisation_id: this.organisationId, rights: rights.join(" "), ...stamps };
    await this.knex("organisation_roles").insert(row);
  }

  async update({ name, label, rights }: CustomRole): Promise<void> {
    await this.roles()
      .where({ name })
      .update({ label, rights: rights.join(" "), updated_at: now() });
  }

  async delete(name: string): Promise<void> {
    await this.roles().where({ name }).del();
  }

  /** Whether anyone has the role, also an account that is deleted and may be restored, or is invited to it, or an application. */
  async isHeld(name: string): Promise<boolean> {
    const of = { organisation_id: this.organisationId, role: name };
    for (const table of ["memberships", "organisation_invitations"])
      if ((await this.knex(table).where(of).first("role")) !== undefined) return true;
    const held = { organisation_id: this.organisationId, organisation_role: name };
    const client: unknown = await this.knex("oauth_clients").where(held).whereNull("revoked_at").first("id");
    return client !== undefined;
  }

  private roles(): Knex.QueryBuilder {
    return this.knex("organisation_roles").where({ organisation_id: this.organisationId });
  }
}
