import type { Knex } from "knex";
import type { ListSource } from "../lists/list-page.js";
import { modelList } from "../lists/model-list.js";
import { StampedRow } from "../stamped-row.js";
import type { Organisation } from "./organisation.js";
import type { OrganisationScope } from "./scope.js";

export const JOIN_REQUEST_SORTS = ["created_at"] as const;

/** A row of `organisation_join_requests`: an account that has asked to join, or that can join by an invitation only. */
export class JoinRequest extends StampedRow {
  static override tableName = "organisation_join_requests";

  declare organisation_id: string;
  declare user_id: string;
  /** When it was declined, or the account was a member and left or was removed; null for an open request. */
  declare closed_at: number | null;
}

/** The requests to join one organisation. */
export class JoinRequests {
  constructor(private readonly scope: OrganisationScope) {}

  /** The open ones of accounts that aren't deleted, sorted by `JOIN_REQUEST_SORTS`. */
  open(): ListSource<JoinRequest> {
    return modelList(() => this.all().whereNull("closed_at").whereExists(this.accounts()));
  }

  /** An open one. */
  async find(id: string): Promise<JoinRequest | undefined> {
    return this.all().whereNull("closed_at").findOne({ id });
  }

  async ofUser(userId: string): Promise<JoinRequest | undefined> {
    return this.all().findOne({ user_id: userId });
  }

  /** The account has none yet. */
  async add(userId: string): Promise<JoinRequest> {
    const columns = { organisation_id: this.scope.organisation.id, user_id: userId, closed_at: null };
    return JoinRequest.query(this.scope.knex).insertAndFetch(columns);
  }

  private accounts() {
    const { knex } = this.scope;
    return knex("users")
      .whereRaw("users.id = organisation_join_requests.user_id")
      .whereNull("users.deleted_at") as never;
  }

  private all() {
    return JoinRequest.query(this.scope.knex).where({ organisation_id: this.scope.organisation.id });
  }
}

/** Who may join with an address of a verified domain. */
export const JOINING = ["nobody", "ask", "automatic"] as const;
export type Joining = (typeof JOINING)[number];

/** An organisation that an account can join, because it has verified the domain of the account's address. */
export interface JoinableOrganisation extends Pick<Organisation, "id" | "name" | "slug" | "logo"> {
  domain: string;
  joining: Exclude<Joining, "nobody">;
  /** Whether the account has asked already. */
  isAsked: boolean;
}

/** The domain of an address as domains are stored, in ASCII; null for other letters, which MariaDB doesn't compare with it. */
export function domainOf(email: string): string | null {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return /^[\x21-\x7e]+$/.test(domain) ? domain : null;
}

interface Row extends Omit<JoinableOrganisation, "isAsked"> {
  request_id: string | null;
  closed_at: number | null;
}

/**
 * The organisation that the account can join by itself; undefined for a member, and for one that joins by an invitation only.
 * @param email verified, in the form of `normalizeEmail`
 */
export async function joinableOrganisation(
  knex: Knex,
  userId: string,
  email: string,
): Promise<JoinableOrganisation | undefined> {
  const domain = domainOf(email);
  if (domain === null) return undefined;
  const row = (await knex("organisation_domains as d")
    .join("organisations as o", "o.id", "d.organisation_id")
    .leftJoin("organisation_join_requests as r", (on) => {
      on.on("r.organisation_id", "o.id").andOnVal("r.user_id", userId);
    })
    .where({ "d.verified_domain": domain, "o.status": "active" })
    .whereNot("d.joining", "nobody")
    .whereNotExists(
      knex("memberships as m")
        .whereRaw("m.organisation_id = o.id")
        .where("m.user_id", userId)
        .select(knex.raw("1")),
    )
    .first(
      "o.id",
      "o.name",
      "o.slug",
      "o.logo",
      "d.domain",
      "d.joining",
      "r.id as request_id",
      "r.closed_at",
    )) as Row | undefined;
  if (!row) return undefined;
  const { request_id: request, closed_at: closedAt, ...organisation } = row;
  return closedAt === null ? { ...organisation, isAsked: request !== null } : undefined;
}
