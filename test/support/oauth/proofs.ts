import { createHash, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { now, SECOND } from "../../../src/lib/clock.js";

interface Changes {
  header?: object;
  claims?: object;
  /** Signs instead of the key whose public part is in the header. */
  by?: CryptoKey | Uint8Array;
}

/** A key of a client that proves that it has it (RFC 9449). */
export class ProvingKey {
  private constructor(
    private readonly origin: string,
    private readonly alg: string,
    readonly privateKey: CryptoKey,
    readonly jwk: JWK,
    readonly thumbprint: string,
  ) {}

  static async create(origin: string, alg = "ES256"): Promise<ProvingKey> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new ProvingKey(origin, alg, privateKey, jwk, await calculateJwkThumbprint(jwk));
  }

  /** A proof for a request. */
  prove(method: string, path: string, accessToken?: string, changes: Changes = {}): Promise<string> {
    const ath = accessToken && createHash("sha256").update(accessToken).digest("base64url");
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: this.origin + path,
      iat: Math.floor(now() / SECOND),
      ...(ath !== undefined && { ath }),
      ...changes.claims,
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: this.alg, typ: "dpop+jwt", jwk: this.jwk, ...changes.header })
      .sign(changes.by ?? this.privateKey);
  }
}
