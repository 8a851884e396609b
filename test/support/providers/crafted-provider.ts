import type { IncomingMessage, ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from "jose";
import { CLIENT } from "./openid-provider.js";
import { LoopbackServer } from "./loopback-server.js";

/** How the ID tokens of the crafted provider are signed. */
export type Signature = "RS256" | "none" | "HS256" | "another key";

/** An OpenID provider whose answers a test crafts, for attacks that a real provider can't be made to take part in. */
export class CraftedProvider {
  readonly server = new LoopbackServer();
  /** Claims of the next ID tokens, which replace the right ones. */
  claims: Record<string, unknown> = {};
  signature: Signature = "RS256";
  /** Its name for itself; by default its address. */
  issuer = "";
  /** Changes of its public key. */
  jwkChanges: Record<string, unknown> = {};
  /** Changes of the metadata. */
  metadata: Record<string, unknown> = {};
  /** Answers in place of the provider. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;
  /** Paths of the requests. */
  readonly asked: string[] = [];
  private readonly nonces = new Map<string, string>();
  private key!: CryptoKey;
  private other!: CryptoKey;
  private jwk!: JWK;

  async start(): Promise<void> {
    await this.server.start();
    this.issuer = this.server.origin;
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    this.key = privateKey;
    this.other = (await generateKeyPair("RS256")).privateKey;
    this.jwk = { ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "crafted" };
    this.server.handle = (request, response) => void this.answer(request, response);
  }

  reset(): void {
    Object.assign(this, { claims: {}, signature: "RS256", metadata: {}, jwkChanges: {}, instead: null });
    this.issuer = this.server.origin;
    this.asked.length = 0;
    this.nonces.clear();
  }

  /** Signs in at the address that the service leads to. @returns the address that it leads back to */
  visit(address: string, more: Record<string, string> = {}): URL {
    const { searchParams: asked } = new URL(address);
    const code = `code-${this.nonces.size}`;
    this.nonces.set(code, asked.get("nonce") ?? "");
    const back = new URL(asked.get("redirect_uri")!);
    const answer = { code, state: asked.get("state")!, ...more };
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    return back;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(request.url!);
    if (this.instead?.(request, response)) return;
    const send = (body: object): void =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/.well-known/openid-configuration") return send(this.configuration());
    if (request.url === "/jwks") return send({ keys: [{ ...this.jwk, ...this.jwkChanges }] });
    let form = "";
    for await (const part of request) form += String(part);
    const nonce = this.nonces.get(new URLSearchParams(form).get("code") ?? "");
    const id_token = await this.sign({ nonce, ...this.claims });
    send({ access_token: "opaque", token_type: "bearer", expires_in: 60, id_token });
  }

  private configuration(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      ...this.metadata,
    };
  }

  private async sign(claims: Record<string, unknown>): Promise<string> {
    const seconds = Math.floor(Date.now() / 1000);
    const payload = {
      iss: this.issuer,
      aud: CLIENT.id,
      sub: "ada",
      iat: seconds,
      exp: seconds + 60,
      email: "ada@example.test",
      email_verified: true,
      ...claims,
    };
    if (this.signature === "none") return new UnsecuredJWT(payload).encode();
    if (this.signature === "HS256")
      return new SignJWT(payload).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(CLIENT.secret));
    const header = { alg: "RS256", kid: "crafted" };
    const key = this.signature === "another key" ? this.other : this.key;
    return new SignJWT(payload).setProtectedHeader(header).sign(key);
  }
}
