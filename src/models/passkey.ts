import { sha256OfBytes } from "../lib/secrets.js";
import { StampedRow } from "./stamped-row.js";

/** A row of `passkeys`: the public key of a credential, which lets the owner of the account sign in. */
export class Passkey extends StampedRow {
  static override tableName = "passkeys";
  static override jsonAttributes = ["transports"];

  declare user_id: string;
  /** Finds the credential; the id itself can be too long for an index. */
  declare credential_hash: Buffer;
  declare credential_id: Buffer;
  /** A COSE key. */
  declare public_key: Buffer;
  /** The count that the authenticator sent last; synced passkeys always send 0. */
  declare sign_count: number;
  declare name: string;
  /** The model of the authenticator, all zeros if it doesn't say. */
  declare aaguid: string;
  declare transports: string[];
  /** Whether it can be synced. A number on databases without booleans. */
  declare can_back_up: boolean | number;
  /** Whether it was synced when it was used last. */
  declare is_backed_up: boolean | number;
  /** Whether it was created for an account of another application, whose handle its authenticator returns. */
  declare is_imported: boolean | number;
  declare last_used_at: number | null;

  /** The id of the credential as WebAuthn writes it. */
  get credentialId(): string {
    return this.credential_id.toString("base64url");
  }

  /** What the API shows of it. */
  get shown() {
    const { id, name, aaguid, credentialId, is_backed_up, transports, created_at, last_used_at } = this;
    return { id, name, aaguid, credentialId, is_backed_up, transports, created_at, last_used_at };
  }

  override $beforeInsert(): void {
    super.$beforeInsert();
    this.credential_hash = sha256OfBytes(this.credential_id);
  }
}
