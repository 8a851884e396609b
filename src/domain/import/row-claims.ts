import type { Knex } from "knex";
import type { NewRow } from "./account-rules.js";
import { takenIds } from "./existing-accounts.js";
import { IdentityClaims } from "./imported-identities.js";
import type { Kept } from "./sources/imported-person.js";

/** A row whose account is created or completed. */
interface ClaimingRow {
  account: NewRow;
  outcome: { outcome: string; id: string | null; lost: Kept[] };
}

/** Takes from the rows what other accounts and earlier rows have: ids that would be kept, and accounts at providers. */
export class RowClaims {
  private readonly ids = new Set<string>();
  private readonly identities: IdentityClaims;

  constructor(private readonly knex: Knex) {
    this.identities = new IdentityClaims(knex);
  }

  async add(rows: readonly ClaimingRow[]): Promise<void> {
    await this.claimIdentities(rows);
    await this.claimIds(rows.filter(({ outcome }) => outcome.outcome === "created" && outcome.id === null));
  }

  private async claimIdentities(rows: readonly ClaimingRow[]): Promise<void> {
    const claims = await this.identities.claim(rows.map(({ account }) => account));
    for (const [index, { account, outcome }] of rows.entries()) {
      const { free, isTaken } = claims[index]!;
      account.identities = free;
      if (isTaken && !outcome.lost.includes("identities")) outcome.lost.push("identities");
    }
  }

  /** An id that isn't free becomes the external id. */
  private async claimIds(rows: readonly ClaimingRow[]): Promise<void> {
    const ids = rows.flatMap(({ account }) => account.id ?? []);
    const taken = await takenIds(this.knex, ids);
    for (const { account, outcome } of rows) {
      if (account.id === null) continue;
      if (taken.has(account.id) || this.ids.has(account.id)) {
        Object.assign(account, { id: null, external_id: account.id });
        outcome.lost.push("own id");
      } else this.ids.add(account.id);
    }
  }
}
