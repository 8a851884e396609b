import type { Knex } from "knex";
import {
  addImportedPasskeys,
  credentialHash,
  holdersOfPasskeys,
  isUsableKey,
  type FormerPasskey,
} from "../passkeys/imported-passkeys.js";
import type { NewRow } from "./account-rules.js";
import { Claims } from "./claims.js";
import { takenIds } from "./existing-accounts.js";
import { addIdentities, holdersOfIdentities, identityKey } from "./imported-identities.js";
import { losesFactor, type CarriedIdentity, type Kept } from "./sources/imported-person.js";

/** A row whose account is created or completed. */
interface ClaimingRow {
  account: NewRow;
  outcome: { outcome: string; id: string | null; lost: Kept[] };
}

/**
 * Takes from the rows what other accounts and earlier rows have: ids that would be kept, accounts at providers and passkeys.
 * Passkeys with which nobody could sign in are taken, too.
 */
export class RowClaims {
  private readonly ids = new Set<string>();
  private readonly identities: Claims<CarriedIdentity>;
  private readonly passkeys: Claims<FormerPasskey>;

  constructor(private readonly knex: Knex) {
    this.identities = new Claims<CarriedIdentity>(identityKey, (wanted) => holdersOfIdentities(knex, wanted));
    this.passkeys = new Claims<FormerPasskey>(credentialHash, (wanted) => holdersOfPasskeys(knex, wanted));
  }

  async add(rows: readonly ClaimingRow[]): Promise<void> {
    await this.claimIdentities(rows);
    await this.claimPasskeys(rows.filter(({ account }) => account.passkeys.length > 0));
    await this.claimIds(rows.filter(({ outcome }) => outcome.outcome === "created" && outcome.id === null));
  }

  private async claimIdentities(rows: readonly ClaimingRow[]): Promise<void> {
    const claims = await this.identities.claim(
      rows.map(({ account: { email, identities } }) => ({ email, wanted: identities })),
    );
    for (const [index, { account, outcome }] of rows.entries()) {
      const { free, isTaken } = claims[index]!;
      account.identities = free;
      if (isTaken) lose(outcome, "identities");
    }
  }

  private async claimPasskeys(rows: readonly ClaimingRow[]): Promise<void> {
    const accounts = [];
    for (const { account, outcome } of rows) {
      const wanted = [];
      for (const passkey of account.passkeys) if (await isUsableKey(passkey.public_key)) wanted.push(passkey);
      if (wanted.length < account.passkeys.length) lose(outcome, "passkeys");
      accounts.push({ email: account.email, wanted });
    }
    const claims = await this.passkeys.claim(accounts);
    for (const [index, { account, outcome }] of rows.entries()) {
      const { free, isTaken } = claims[index]!;
      account.passkeys = free;
      if (isTaken) lose(outcome, "passkeys");
      account.two_factor_lost = account.totpKey === null && free.length === 0 && losesFactor(outcome.lost);
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

function lose({ lost }: ClaimingRow["outcome"], what: Kept): void {
  if (!lost.includes(what)) lost.push(what);
}

/** Gives accounts the accounts at providers and the passkeys that their rows have claimed. */
export async function addClaimed(
  trx: Knex.Transaction,
  rows: readonly ({ userId: string } & Pick<NewRow, "identities" | "passkeys">)[],
): Promise<void> {
  await addIdentities(
    trx,
    rows.flatMap(({ userId, identities }) => identities.map((identity) => ({ userId, identity }))),
  );
  await addImportedPasskeys(
    trx,
    rows.flatMap(({ userId, passkeys }) => passkeys.map((passkey) => ({ userId, passkey }))),
  );
}
