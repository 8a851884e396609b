import { expect } from "chai";
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from "jose";
import {
  PUBLISHED_AFTER,
  PUBLISHED_BEFORE,
  publishedKeys,
  rotateKeys,
} from "../../src/domain/oauth/openid/signing-keys.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { DAY } from "../../src/lib/clock.js";
import { readIdTokenHint } from "../../src/oauth/openid/id-token.js";
import { redirectParameters } from "../support/oauth/authorization-request.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("An ID token as a hint", () => {
  const { world, rp } = useRelyingParty();

  it("works for 30 days after its key was published, because a session can last as long", async () => {
    const { id_token } = await rp.signIn();
    await rotateKeys(world.services, { isUrgent: false });
    const isAccepted = async () => (await readIdTokenHint(world.services, id_token)) !== null;
    world.advance(PUBLISHED_BEFORE + PUBLISHED_AFTER + 30 * DAY - 1);
    await prune(world.services);
    expect(await isAccepted()).to.equal(true);
    world.advance(1);
    expect(await isAccepted()).to.equal(false);
  });
});

/** An ID token as a hint ends sessions and names users, so that a forged one must be worth nothing. */
describe("A forged ID token as a hint", () => {
  const { world, rp } = useRelyingParty();
  let payload: JWTPayload;
  let kid: string;
  beforeEach(async () => {
    const { id_token } = await rp.signIn();
    [payload, kid] = [decodeJwt(id_token), decodeProtectedHeader(id_token).kid!];
  });

  async function isRejected(hint: string): Promise<void> {
    const asked = await rp.open({ id_token_hint: hint, prompt: "none" });
    expect(redirectParameters(asked)["error"]).to.equal("login_required");
    const left = await rp.visitor.get(
      `/oauth/logout?${new URLSearchParams({ id_token_hint: hint }).toString()}`,
    );
    expect(left.status).to.equal(400);
    expect((await rp.visitor.get("/profile")).status).to.equal(200);
  }

  it("has no signature", () => isRejected(new UnsecuredJWT(payload).encode()));

  it("algorithm confusion: is signed by HMAC with a public key or the client's secret", async () => {
    const keys = (await publishedKeys(world.services)).map(({ jwk }) => JSON.stringify(jwk));
    for (const secret of [...keys, rp.made.secret])
      await isRejected(
        await new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid, typ: "JWT" }).sign(bytes(secret)),
      );
  });

  it("key confusion: is signed by another key, whose header names ours or itself", async () => {
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    for (const header of [{ kid }, { jwk }, { kid: "other", jwk }, { kid: `../${kid}` }, {}])
      await isRejected(
        await new SignJWT(payload)
          .setProtectedHeader({ alg: "RS256", typ: "JWT", ...header })
          .sign(privateKey),
      );
  });

  it("names the key of another algorithm", async () => {
    const other = (await publishedKeys(world.services)).find(({ algorithm }) => algorithm === "ES256")!;
    const { privateKey } = await generateKeyPair("RS256");
    await isRejected(
      await new SignJWT(payload)
        .setProtectedHeader({ alg: "RS256", kid: other.id, typ: "JWT" })
        .sign(privateKey),
    );
  });

  it("was altered", async () => {
    const { id_token } = await rp.signIn();
    const [header, , signature] = id_token.split(".");
    const body = Buffer.from(JSON.stringify({ ...payload, sub: "someone else" })).toString("base64url");
    await isRejected([header, body, signature].join("."));
  });

  it("was signed by a key that has been removed since", async () => {
    const { id_token } = await rp.signIn();
    await rotateKeys(world.services, { isUrgent: true });
    await isRejected(id_token);
  });
});
