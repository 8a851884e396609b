import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  type JsonWebKeyInput,
  type KeyObject,
} from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Algorithm = "ES256" | "EdDSA" | "RS256";

/** COSE algorithm → how to make a key of it, and its COSE form. */
const ALGORITHMS: Record<
  Algorithm,
  {
    make: () => { publicKey: KeyObject; privateKey: KeyObject };
    cose: (jwk: Jwk) => [number, number | Buffer][];
  }
> = {
  ES256: {
    make: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
    cose: ({ x, y }) => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
  },
  EdDSA: {
    make: () => generateKeyPairSync("ed25519"),
    cose: ({ x }) => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
  },
  RS256: {
    make: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
    cose: ({ n, e }) => [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  },
};

type Jwk = JsonWebKeyInput["key"];
const bytes = (text: string | undefined): Buffer => Buffer.from(text!, "base64url");
const digest = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

/** What a page or an attacker could do differently. */
export interface Behaviour {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Without it, the user was only present. */
  userVerified?: boolean;
  /** Instead of the next one. */
  count?: number;
  /** Null for none. */
  userHandle?: string | null;
  /** Signs something else. */
  forged?: boolean;
  type?: string;
  crossOrigin?: boolean;
}

export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
export interface RequestOptions {
  challenge: string;
  rpId: string;
}

/** An authenticator that has a passkey, here or in a program of others. */
export interface Authenticator {
  get(options: RequestOptions, behaviour?: Behaviour): object | Promise<object>;
}

/** The kind of authenticator. */
export interface Model {
  algorithm?: Algorithm;
  /** A synced passkey, which never counts. */
  isSynced?: boolean;
  aaguid?: string;
}

const GOOGLE = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";

/** An authenticator with one credential, made of node:crypto, and the browser around it. */
export class SoftwareAuthenticator implements Authenticator {
  readonly id = randomBytes(16).toString("base64url");
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  private userHandle = "";
  private count = 0;

  constructor(
    private readonly origin: string,
    private readonly model: Model = {},
  ) {
    this.keys = ALGORITHMS[model.algorithm ?? "ES256"].make();
  }

  /** `navigator.credentials.create`. */
  create(options: CreationOptions, behaviour: Behaviour = {}) {
    this.userHandle = options.user.id;
    const authData = Buffer.concat([
      this.authenticatorData(behaviour.rpId ?? options.rp.id, behaviour, true),
      Buffer.from((this.model.aaguid ?? GOOGLE).replaceAll("-", ""), "hex"),
      Buffer.from([0, 16]),
      Buffer.from(this.id, "base64url"),
      this.coseKey(),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      ...this.named(),
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: this.clientData("webauthn.create", options.challenge, behaviour),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal", "hybrid"],
      },
    };
  }

  /** `navigator.credentials.get`. */
  get(options: RequestOptions, behaviour: Behaviour = {}) {
    const clientDataJSON = this.clientData("webauthn.get", options.challenge, behaviour);
    const data = this.authenticatorData(behaviour.rpId ?? options.rpId, behaviour, false);
    const signed = Buffer.concat([data, digest(Buffer.from(clientDataJSON, "base64url"))]);
    const { userHandle = this.userHandle } = behaviour;
    return {
      ...this.named(),
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: data.toString("base64url"),
        signature: this.signature(behaviour.forged ? digest(signed) : signed),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  /** The passkey as Chromium's authenticator for tests takes it, with the same key. */
  credential(rpId: string) {
    const base64 = (text: string): string => bytes(text).toString("base64");
    const privateKey = this.keys.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
    return {
      ...{ credentialId: base64(this.id), privateKey, isResidentCredential: true, rpId },
      ...{ userHandle: base64(this.userHandle), signCount: 0 },
    };
  }

  private named = () => ({
    id: this.id,
    rawId: this.id,
    type: "public-key",
    authenticatorAttachment: "platform",
  });

  private clientData(type: string, challenge: string, behaviour: Behaviour): string {
    const data = {
      type: behaviour.type ?? type,
      challenge: behaviour.challenge ?? challenge,
      origin: behaviour.origin ?? this.origin,
      crossOrigin: behaviour.crossOrigin ?? false,
      ...(behaviour.crossOrigin ? { topOrigin: "https://evil.example" } : {}),
    };
    return Buffer.from(JSON.stringify(data)).toString("base64url");
  }

  /** The hash of the domain, the flags and the count (WebAuthn, section 6.1). */
  private authenticatorData(rpId: string, { userVerified = true, count }: Behaviour, isNew: boolean): Buffer {
    const synced = this.model.isSynced ? 0x18 : 0;
    const flags = 0x01 | (userVerified ? 0x04 : 0) | synced | (isNew ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count ?? (this.model.isSynced ? 0 : ++this.count));
    return Buffer.concat([digest(rpId), Buffer.from([flags]), counter]);
  }

  /** The public key as relying parties store it. */
  coseKey(): Buffer {
    const jwk = this.keys.publicKey.export({ format: "jwk" }) as Jwk;
    const entries = ALGORITHMS[this.model.algorithm ?? "ES256"].cose(jwk);
    const plain = entries.map(([key, value]) => [
      key,
      typeof value === "number" ? value : new Uint8Array(value),
    ]);
    return Buffer.from(isoCBOR.encode(new Map(plain as [number, number][]) as never));
  }

  private signature(data: Buffer): string {
    const hash = this.model.algorithm === "EdDSA" ? null : "sha256";
    return sign(hash, data, this.keys.privateKey).toString("base64url");
  }
}
