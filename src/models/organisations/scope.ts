import type { Knex } from "knex";
import type { ModelClass } from "objection";
import { validate as isUuid } from "uuid";
import { now } from "../../lib/clock.js";
import { RowNotFound } from "../../lib/failures.js";
import { hideHolders } from "../lists/kept-counts.js";
import { removeWords } from "../lists/search-words.js";
import { fullNameOf } from "../public-user.js";
import { MEMBER_COLUMNS, type MemberFilters, MemberList } from "./member-list.js";
import { type HeldRole, type Member, Organisation, type OrganisationColumns } from "./organisation.js";
import { changeOrganisationWords } from "./organisation-words.js";
import { heldRole, withCustomRole } from "./held-role.js";
import { closeJoining, forgetJoining } from "./closed-joining.js";
import { type OwnedRow, OwnedRows } from "./owned-rows.js";
import { endTokens } from "./organisation-tokens.js";

interface Entrance {
  /** The id or the slug. */
  key: string;
  /** The account that enters; null for whoever has none. */
  userId: string | null;
  /** The client that enters for itself. */
  clientId?: string | undefined;
  /** The roles of the service whose holders only members of the organisation see. */
  hiddenRoleIds: readonly string[];
  /** The only organisation that the credential is for; null when it is for none, undefined when it is for all. */
  onlyId: string | null | undefined;
  /** Whether the organisation's row is locked first, for a change. */
  isLocked: boolean;
}

/**
 * An organisation that somebody was admitted to. Every query for what belongs to one organisation is a method of this
 * class, so that it can't be written without a decision who may make it.
 */
export class OrganisationScope {
  private constructor(
    /** For the classes that read and write other things of the organisation. */
    readonly knex: Knex,
    readonly organisation: Organisation,
    /** The role of who has entered; null for someone who isn't a member. */
    readonly ownRole: HeldRole | null,
    private readonly hiddenRoleIds: readonly string[],
  ) {}

  /**
   * @param admit throws unless someone with this role may enter; null stands for no member
   * @throws RowNotFound when there is no such organisation, and what `admit` throws
   */
  static async enter(
    knex: Knex,
    { key, userId, clientId, hiddenRoleIds, onlyId, isLocked }: Entrance,
    admit: (ownRole: HeldRole | null) => void,
  ): Promise<OrganisationScope> {
    // an organisation's slug is never a UUID
    const column = isUuid(key) ? "id" : "slug";
    const query = isAscii(key) ? Organisation.query(knex).findOne({ [column]: key.toLowerCase() }) : null;
    const organisation = await (isLocked ? query?.forUpdate() : query);
    if (!organisation || (onlyId !== undefined && organisation.id !== onlyId)) throw new RowNotFound();
    const { id } = organisation;
    const ownRole =
      clientId !== undefined
        ? await roleOfClient(knex, id, clientId)
        : userId === null
          ? null
          : await roleIn(knex, id, userId);
    admit(ownRole);
    return new OrganisationScope(knex, organisation, ownRole, ownRole === null ? hiddenRoleIds : []);
  }

  /** The rows of this organisation in a table of the product. */
  rows<M extends OwnedRow>(model: ModelClass<M>): OwnedRows<M> {
    return new OwnedRows(this.knex, model, this.organisation.id);
  }

  /** The members whom the one who has entered can see, as a list. */
  memberList(filters: MemberFilters): MemberList {
    return new MemberList(this.knex, () => this.visibleMembers(), filters);
  }

  async member(userId: string): Promise<Member | undefined> {
    if (!isUuid(userId)) return undefined;
    return (await this.visibleMembers().where("users.id", userId).first(MEMBER_COLUMNS)) as
      Member | undefined;
  }

  /** Whether a member whom the one who has entered can see has this address. @param email in the form of `normalizeEmail` */
  async hasMemberWithEmail(email: string): Promise<boolean> {
    return (await this.visibleMembers().where("users.email", email).first("users.id")) !== undefined;
  }

  /** The full names of accounts that aren't deleted, of members or of who works for the service. @param ids null is skipped */
  async namesOf(ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, string>> {
    const known = [...new Set(ids)].filter((id) => id !== null);
    if (known.length === 0) return new Map();
    const rows = (await this.knex("users")
      .whereIn("id", known)
      .whereNull("deleted_at")
      .select("id", "first_name", "last_name")) as { id: string; first_name: string; last_name: string }[];
    return new Map(rows.map((row) => [row.id, fullNameOf(row)]));
  }

  /** Whether another account that isn't deleted is an owner. The organisation's row must be locked. */
  async hasOtherOwner(userId: string): Promise<boolean> {
    const others = this.members().where("memberships.role", "owner").whereNot("users.id", userId);
    return (await others.first("users.id")) !== undefined;
  }

  /** The account isn't a member yet. */
  async addMember(userId: string, role: string): Promise<void> {
    const row = { organisation_id: this.organisation.id, user_id: userId, role, created_at: now() };
    await this.knex("memberships").insert(row);
    await forgetJoining(this.knex, this.of(userId));
  }

  async setRole(userId: string, role: string): Promise<void> {
    await this.membership(userId).update({ role });
  }

  /** Ends a membership, and the person's tokens for the organisation. The person joins again by an invitation only. */
  async removeMember(userId: string): Promise<void> {
    await this.membership(userId).del();
    await this.closeJoining(userId);
    await endTokens(this.knex, this.of(userId));
  }

  /** From now on, the account joins by an invitation only. */
  async closeJoining(userId: string): Promise<void> {
    await closeJoining(this.knex, this.of(userId));
  }

  /** The accounts of some owners, oldest membership first. */
  async ownerIds(limit: number): Promise<string[]> {
    const owners = this.members().where("memberships.role", "owner").orderBy("memberships.created_at");
    return (await owners.limit(limit).pluck("users.id")) as string[];
  }

  /** Writes the fields, and raises the version. */
  async update(changes: Partial<OrganisationColumns>): Promise<void> {
    const { organisation, knex } = this;
    await organisation.$query(knex).patch({ ...changes, version: organisation.version + 1 });
    await changeOrganisationWords(knex, organisation);
  }

  /** Ends the tokens for the organisation. */
  async endTokens(): Promise<void> {
    await endTokens(this.knex, { organisation_id: this.organisation.id });
  }

  /** Deletes the organisation with its memberships, and ends the tokens for it. */
  async delete(): Promise<void> {
    const { id } = this.organisation;
    await this.endTokens();
    await removeWords(this.knex, ["organisations"], [id]);
    await Organisation.query(this.knex).deleteById(id);
  }

  private of(userId: string): { organisation_id: string; user_id: string } {
    return { organisation_id: this.organisation.id, user_id: userId };
  }

  private membership(userId: string): Knex.QueryBuilder {
    return this.knex("memberships").where(this.of(userId));
  }

  private visibleMembers(): Knex.QueryBuilder {
    const members = this.members();
    hideHolders(members, this.knex, this.hiddenRoleIds);
    return members;
  }

  private members(): Knex.QueryBuilder {
    return withCustomRole(this.knex("memberships"))
      .join("users", "users.id", "memberships.user_id")
      .where("memberships.organisation_id", this.organisation.id)
      .whereNull("users.deleted_at");
  }
}

/** MariaDB raises an error when it compares an id with other text. */
const isAscii = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

async function roleIn(knex: Knex, organisationId: string, userId: string): Promise<HeldRole | null> {
  const row = (await withCustomRole(knex("memberships"))
    .where({ "memberships.organisation_id": organisationId, "memberships.user_id": userId })
    .first("memberships.role", "organisation_roles.rights")) as
    { role: string; rights: string | null } | undefined;
  return row ? heldRole(row.role, row.rights) : null;
}

/** The role of a client that belongs to the organisation; null for none. */
async function roleOfClient(knex: Knex, organisationId: string, id: string): Promise<HeldRole | null> {
  const row = (await knex("oauth_clients as c")
    .leftJoin("organisation_roles as r", (on) => {
      on.on("r.organisation_id", "c.organisation_id").andOn("r.name", "c.organisation_role");
    })
    .where({ "c.id": id, "c.organisation_id": organisationId })
    .whereNull("c.revoked_at")
    .whereNotNull("c.organisation_role")
    .first("c.organisation_role as role", "r.rights")) as { role: string; rights: string | null } | undefined;
  return row ? heldRole(row.role, row.rights) : null;
}
