import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { sha256 } from "../../lib/secrets.js";
import type { ListSource } from "../lists/list-page.js";
import { modelList } from "../lists/model-list.js";
import { StampedRow } from "../stamped-row.js";
import type { OrganisationScope } from "./scope.js";

export const INVITATION_SORTS = ["created_at"] as const;

/** A row of `organisation_invitations`: an address that hasn't joined yet. It is deleted when somebody has. */
export class OrganisationInvitation extends StampedRow {
  static override tableName = "organisation_invitations";

  declare organisation_id: string;
  /** As `normalizeEmail` makes it. */
  declare email: string;
  /** The name of the role that it gives. */
  declare role: string;
  declare token_hash: Buffer;
  /** The account that invited; null when it doesn't exist any more. */
  declare invited_by: string | null;
  /** Milliseconds since the epoch, UTC. */
  declare expires_at: number;

  get isExpired(): boolean {
    return this.expires_at <= now();
  }
}

type Columns = Pick<OrganisationInvitation, "email" | "role" | "token_hash" | "invited_by" | "expires_at">;

/** The invitations of one organisation. */
export class Invitations {
  constructor(private readonly scope: OrganisationScope) {}

  /** All, expired ones too, until they are pruned. Sorted by `INVITATION_SORTS`. */
  list(): ListSource<OrganisationInvitation> {
    return modelList(() => this.all());
  }

  async find(id: string): Promise<OrganisationInvitation | undefined> {
    return this.all().findById(id);
  }

  /** The one for this address, in the form of `normalizeEmail`. */
  async ofAddress(email: string): Promise<OrganisationInvitation | undefined> {
    return this.all().findOne({ email });
  }

  /** The address isn't invited yet. */
  async add(columns: Columns): Promise<OrganisationInvitation> {
    const organisation_id = this.scope.organisation.id;
    return OrganisationInvitation.query(this.scope.knex).insertAndFetch({ organisation_id, ...columns });
  }

  /** Replaces the token, so that the former link stops working. */
  async renew(
    invitation: OrganisationInvitation,
    changes: Pick<Columns, "token_hash" | "expires_at">,
  ): Promise<void> {
    await invitation.$query(this.scope.knex).patch(changes);
  }

  async remove(id: string): Promise<void> {
    await this.all().deleteById(id);
  }

  /** Uses up the link, which only one of several requests does. @returns whether this one did */
  async take(token: string): Promise<boolean> {
    const taken = await withToken(this.scope.knex, token)
      .where({ organisation_id: this.scope.organisation.id })
      .delete();
    return taken === 1;
  }

  private all() {
    return OrganisationInvitation.query(this.scope.knex).where({
      organisation_id: this.scope.organisation.id,
    });
  }
}

const withToken = (knex: Knex, token: string) =>
  OrganisationInvitation.query(knex)
    .where({ token_hash: sha256(token) })
    .where("expires_at", ">", now());

/** The invitation that this link is for, unless it has expired. */
export const findInvitation = async (
  knex: Knex,
  token: string,
): Promise<OrganisationInvitation | undefined> => withToken(knex, token).first();
