import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Names the cell that a ciphertext belongs to, so that it can't be decrypted in another one (AAD of AES-GCM). */
export interface Cell {
  table: string;
  column: string;
  row: string;
}

const keyId = (key: Buffer): string => createHash("sha256").update(key).digest("hex").slice(0, 8);
const aad = (cell: Cell): Buffer => Buffer.from(`${cell.table}/${cell.column}/${cell.row}`);

/**
 * AES-256-GCM with one HKDF key per purpose (table and column), derived from APP_KEY. The id of the application key
 * is stored, so that APP_PREVIOUS_KEYS still decrypt.
 */
export class Encryption {
  private readonly keys: Map<string, Buffer>;
  /** The id of the current application key, with which its values begin. */
  readonly currentId: string;
  /** Application key → purpose → derived key. Deriving one takes longer than using it. */
  private readonly derived = new Map<Buffer, Map<string, Buffer>>();

  constructor(current: Buffer, previous: Buffer[]) {
    this.currentId = keyId(current);
    this.keys = new Map([...previous, current].map((key) => [keyId(key), key]));
  }

  /** A key of 32 bytes for a purpose other than cells, for example for signing links. */
  derive(purpose: string): Buffer {
    return this.deriveFrom(this.keys.get(this.currentId)!, purpose);
  }

  /** The derived keys of the current application key and of the previous ones, in this order. */
  deriveAll(purpose: string): Buffer[] {
    return [...this.keys.values()].reverse().map((key) => this.deriveFrom(key, purpose));
  }

  encrypt(plain: string, cell: Cell): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.derive(`${cell.table}.${cell.column}`), iv).setAAD(
      aad(cell),
    );
    const sealed = Buffer.concat([iv, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `${this.currentId}:${sealed.toString("base64")}`;
  }

  /** Whether the value is encrypted under the current key. */
  isCurrent(stored: string): boolean {
    return stored.startsWith(`${this.currentId}:`);
  }

  /** @throws when no known key decrypts it, or when it was moved or altered */
  decrypt(stored: string, cell: Cell): string {
    const [id = "", data = ""] = stored.split(":");
    const key = this.keys.get(id);
    if (!key) throw new Error(`${cell.table}.${cell.column} was encrypted with a key that is not configured`);
    const bytes = Buffer.from(data, "base64");
    const purposeKey = this.deriveFrom(key, `${cell.table}.${cell.column}`);
    const decipher = createDecipheriv("aes-256-gcm", purposeKey, bytes.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAAD(aad(cell)).setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
  }

  private deriveFrom(key: Buffer, purpose: string): Buffer {
    const cached = this.derived.get(key) ?? new Map<string, Buffer>();
    this.derived.set(key, cached);
    const derived =
      cached.get(purpose) ?? Buffer.from(hkdfSync("sha256", key, "", `authdock:${purpose}`, 32));
    cached.set(purpose, derived);
    return derived;
  }
}
