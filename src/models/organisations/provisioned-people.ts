import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { countOf } from "../../database/activity-counts.js";
import { now } from "../../lib/clock.js";
import { normalizeEmail } from "../user.js";
import type { OrganisationScope } from "./scope.js";

export const MAX_EXTERNAL_ID = 255;

/** Somebody whom a directory sees in an organisation: a member, or a former one whom it has provisioned. */
export interface ProvisionedPerson {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  /** The name of the role in the organisation; null for who isn't a member at present. */
  role: string | null;
  /** The stored rights of a custom role; null for a built-in one. */
  role_rights: string | null;
  /** What the directory calls the person; null when it never said. */
  external_id: string | null;
  /** Whether provisioning made the account; null for who was never provisioned. A number on databases without booleans. */
  made_account: boolean | number | null;
  /** Milliseconds since the epoch, UTC. */
  created_at: number;
  updated_at: number;
}

/** Which people are meant. `all` and `any` of nothing are everyone and nobody. */
export type PeopleCondition =
  | { all: readonly PeopleCondition[] }
  | { any: readonly PeopleCondition[] }
  | { field: "id" | "email" | "external_id"; is: string }
  | { field: "active"; is: boolean };

const COLUMNS = [
  ...[
    "users.id",
    "users.first_name",
    "users.last_name",
    "users.email",
    "users.created_at",
    "users.updated_at",
  ],
  ...["memberships.role", "organisation_roles.rights as role_rights"],
  ...["provisioned.external_id", "provisioned.made_account"],
];

const FIELDS = { id: "users.id", email: "users.email_key", external_id: "provisioned.external_id" } as const;

/** The people of an organisation as a directory sees them. Accounts that are deleted aren't among them. */
export class ProvisionedPeople {
  private readonly knex: Knex;
  private readonly organisationId: string;

  constructor({ knex, organisation }: OrganisationScope) {
    this.knex = knex;
    this.organisationId = organisation.id;
  }

  /** Members by their ids, then the others by theirs: each part is read in the order of an index. @param offset from 0 */
  async slice(
    condition: PeopleCondition,
    offset: number,
    limit: number,
  ): Promise<{ total: number; people: ProvisionedPerson[] }> {
    const [members, others] = [
      this.matching(this.members(), condition),
      this.matching(this.others(), condition),
    ];
    const inside = await countOf(members.clone());
    const total = inside + (await countOf(others.clone()));
    const rows = async (
      query: Knex.QueryBuilder,
      from: number,
      count: number,
    ): Promise<ProvisionedPerson[]> => (count <= 0 ? [] : query.offset(from).limit(count).select(COLUMNS));
    const first = await rows(
      members.orderBy("memberships.user_id"),
      offset,
      Math.min(limit, inside - offset),
    );
    const rest = limit - first.length;
    const last = await rows(others.orderBy("provisioned.user_id"), Math.max(0, offset - inside), rest);
    return { total, people: [...first, ...last] };
  }

  async find(id: string): Promise<ProvisionedPerson | undefined> {
    return (await this.slice({ field: "id", is: id }, 0, 1)).people[0];
  }

  /** Notes what the directory says of a person. @throws a unique violation when another person has the external id */
  async note(
    userId: string,
    columns: { external_id?: string | null; made_account?: boolean },
  ): Promise<void> {
    const key = { organisation_id: this.organisationId, user_id: userId };
    const written = await this.knex(TABLE)
      .where(key)
      .update({ ...columns, updated_at: now() });
    if (written > 0) return;
    const stamps = { created_at: now(), updated_at: now() };
    await this.knex(TABLE).insert({ ...key, external_id: null, made_account: false, ...columns, ...stamps });
  }

  /** Forgets what the directory said of a person. */
  async forget(userId: string): Promise<void> {
    await this.knex(TABLE).where({ organisation_id: this.organisationId, user_id: userId }).del();
  }

  /** Forgets the external id of deleted accounts, which the directory gives again. */
  async freeExternalId(externalId: string): Promise<void> {
    const deleted = this.knex("users").whereNotNull("deleted_at").select("id");
    await this.knex(TABLE)
      .where({ organisation_id: this.organisationId, external_id: externalId })
      .whereIn("user_id", deleted)
      .update({ external_id: null });
  }

  private members(): Knex.QueryBuilder {
    return this.knex("memberships")
      .join("users", "users.id", "memberships.user_id")
      .leftJoin("organisation_roles", (on) => {
        on.on("organisation_roles.organisation_id", "memberships.organisation_id").andOn(
          "organisation_roles.name",
          "memberships.role",
        );
      })
      .leftJoin(`${TABLE} as provisioned`, (on) => {
        on.on("provisioned.organisation_id", "memberships.organisation_id").andOn(
          "provisioned.user_id",
          "memberships.user_id",
        );
      })
      .where("memberships.organisation_id", this.organisationId)
      .whereNull("users.deleted_at");
  }

  private others(): Knex.QueryBuilder {
    return this.knex(`${TABLE} as provisioned`)
      .join("users", "users.id", "provisioned.user_id")
      .leftJoin("memberships", (on) => {
        on.on("memberships.organisation_id", "provisioned.organisation_id").andOn(
          "memberships.user_id",
          "provisioned.user_id",
        );
      })
      .leftJoin("organisation_roles", (on) => {
        on.on("organisation_roles.organisation_id", "memberships.organisation_id").andOn(
          "organisation_roles.name",
          "memberships.role",
        );
      })
      .where("provisioned.organisation_id", this.organisationId)
      .whereNull("memberships.user_id")
      .whereNull("users.deleted_at");
  }

  private matching(query: Knex.QueryBuilder, condition: PeopleCondition): Knex.QueryBuilder {
    return query.where((where) => this.add(where, condition));
  }

  private add(where: Knex.QueryBuilder, condition: PeopleCondition): void {
    if ("all" in condition)
      for (const part of condition.all) where.andWhere((inner) => this.add(inner, part));
    else if ("any" in condition) {
      if (condition.any.length === 0) where.whereRaw("1 = 0");
      for (const part of condition.any) where.orWhere((inner) => this.add(inner, part));
    } else if (condition.field === "active")
      where[condition.is ? "whereNotNull" : "whereNull"]("memberships.user_id");
    else if (canBe(condition.field, condition.is)) where.where(FIELDS[condition.field], stored(condition));
    else where.whereRaw("1 = 0");
  }
}

const TABLE = "organisation_provisioned_users";

/** MariaDB raises an error when it compares an id with other text, and would store a lone surrogate as U+FFFD. */
const canBe = (field: keyof typeof FIELDS, value: string): boolean =>
  field === "id" ? isUuid(value) : value.isWellFormed();

const stored = ({ field, is }: { field: keyof typeof FIELDS; is: string }): string =>
  field === "email" ? normalizeEmail(is) : field === "id" ? is.toLowerCase() : is;
