import bcrypt from "bcryptjs";
import { expect } from "chai";
import { createGuardrails, generate } from "otplib";
import { now, SECOND } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);
const BASE32 = "JBSWY3DPEHPK3PXP";

/** Made by PHP's openssl_encrypt in the form of Laravel's `Encrypter`; the key is SHA-256 of "an app key". */
const LARAVEL = {
  appKey: "base64:el1lb94O637xe/VG4mZzjMijDKK7yYLT0YXhfNaghk8=",
  /** `BASE32`, serialized, AES-256-CBC. */
  secret:
    "eyJpdiI6IlJlK2dmM1cyUzBYZkFGT29uVm9Ib2c9PSIsInZhbHVlIjoieitMeDVQbHdoVzZqUS9kTnZWY0I5b2JTYlBRcFpzNHVqZ3NRbW45Qkxnaz0iLCJtYWMiOiI4MzhiOGI4Zjg2Y2M0NmVjYTJmNzAyMjBiYzE1Zjc2MDY5NTJiNzEwNDk3ODRhOGFkYzBhYjI3MjI2OTdkYzFlIiwidGFnIjoiIn0=",
  codes:
    "eyJpdiI6ImYyUUk5SldjbExoMWVJc0FWdW40VHc9PSIsInZhbHVlIjoiQUhXYlhFY3lVeGRaL1M3clQxRWZQWEhCdDBucCtnejFtUGp1aDU3RExuQldoQysvaFZzZVAzT1Bta0E2SDdNalRXNkVmd3JvbzRQOTg1NExBMnJPbVE9PSIsIm1hYyI6IjcwMjUyZDM4YmFlNjk0MzNhNzUzMWU1NTEzNzQ0MjA4ZjUzNmRkNWRhMTdiMjlkNDBiNTE1YjY0MDE0ZmI5MzkiLCJ0YWciOiIifQ==",
  /** A text that isn't serialized, AES-256-GCM. */
  gcm: "eyJpdiI6Ilgyd2VCd3hIWm9BNk1XTU8iLCJ2YWx1ZSI6IjZZOTVvRXFvRUFkU2MrOWlYbTJzendlSk9ETFI0YThwIiwibWFjIjoiIiwidGFnIjoiL0JLRjBDcVJSZVJwQkdseDhQKzF4QT09In0=",
};
/** Made by `symmetricEncrypt` of better-auth 1.7.25. */
const BETTER_AUTH = {
  secret: "better-auth-secret-of-an-application",
  key: "300e284acc3debf34cf0c70a2bcf05d7824fc2aac64d709667eb2fab9235f220cdabc221071990107c7f82ef48540900efe678a8764ce0cc9fe9a7fd17184a2339af6d908a94dcaa",
  codes:
    "72af324b7a51a4918dba6a7afbb34947f5341b88f2fd5420dc0d35526066304747c9c705435288d7efe74bbeada34615f5b956a2e378e877d4920c67f5fdf27d1582b86d41",
};

const otp = (secret: unknown, data: object = {}) => ({
  type: "otp",
  secretData: JSON.stringify({ value: secret }),
  credentialData: JSON.stringify({
    ...{ subType: "totp", digits: 6, counter: 0, period: 30, algorithm: "HmacSHA1" },
    ...data,
  }),
});
/** As Keycloak's administrators see a user; the password is set afterwards. */
const keycloak = (email: string, ...credentials: object[]) => ({ email, username: email, credentials });

describe("The second factor of an imported account", () => {
  const world = useWorld();
  const { file, lines, importing, account } = useImporting(world);
  beforeEach(() => world.freezeTime());

  const codeOf = (secret: string | Uint8Array): Promise<string> =>
    generate({
      secret,
      epoch: Math.floor(now() / SECOND),
      guardrails: createGuardrails({ MIN_SECRET_BYTES: 10 }),
    });
  async function answer(email: string, body: object): Promise<number> {
    const { body: login } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
    expect(login.data, email).to.have.property("challenge");
    const { challenge } = login.data as { challenge: string };
    return (await world.api.post("/auth/two-factor-challenge", { challenge, ...body })).status;
  }
  /** Whether the code of the app signs in after the password, once. */
  async function expectCodeToSignIn(email: string, secret: string | Uint8Array): Promise<void> {
    await world.services.knex("users").where({ email }).update({ password: BCRYPT, password_imported: true });
    const code = await codeOf(secret);
    expect(await answer(email, { code }), email).to.equal(200);
    expect(await answer(email, { code }), `${email}, once more`).to.equal(401);
  }

  it("is the same authenticator app as in Keycloak", async () => {
    const path = lines(
      keycloak("text@example.test", otp("DJmQfC73VGFhw7D4QJ8A")),
      keycloak("base32@example.test", otp(BASE32, { secretEncoding: "BASE32" })),
      keycloak("second@example.test", otp("x", { digits: 8 }), otp("DJmQfC73VGFhw7D4QJ8A")),
    );
    const { carried } = await importing(path, "keycloak", "--without-passwords");
    expect(carried).to.deep.include({
      "second factor": { in_file: 3, carried: 3 },
      "other second factors": { in_file: 1, carried: 0 },
    });
    const { two_factor_secret: stored } = await account("base32@example.test");
    expect(stored).not.to.contain(BASE32);
    await expectCodeToSignIn("text@example.test", Buffer.from("DJmQfC73VGFhw7D4QJ8A"));
    await expectCodeToSignIn("base32@example.test", BASE32);
    await expectCodeToSignIn("second@example.test", Buffer.from("DJmQfC73VGFhw7D4QJ8A"));
  });

  it("is the same authenticator app as in Clerk, Auth0 and Devise", async () => {
    const clerk = `primary_email_address,totp_secret,password_digest\nclerk@example.test,${BASE32},${BCRYPT}`;
    await importing(file("clerk.csv", clerk), "clerk");
    const factors = [{ phone: { value: "+49" } }, { totp: { secret: BASE32 } }];
    await importing(
      lines({ email: "auth0@example.test", passwordHash: BCRYPT, mfa_factors: factors }),
      "auth0",
    );
    const devise = `email,encrypted_password,otp_secret,otp_required_for_login\ndevise@example.test,${BCRYPT},${BASE32},t\noff@example.test,${BCRYPT},${BASE32},f`;
    await importing(file("devise.csv", devise), "devise");
    for (const name of ["clerk", "auth0", "devise"]) await expectCodeToSignIn(`${name}@example.test`, BASE32);
    expect(await account("off@example.test")).to.include({ hasTwoFactor: false, two_factor_lost: false });
  });

  it("is the same authenticator app as in Laravel, with the key of the application", async () => {
    const csv = [
      "name,email,password,two_factor_secret,two_factor_recovery_codes,two_factor_confirmed_at",
      `Ada,cbc@example.test,${BCRYPT},${LARAVEL.secret},${LARAVEL.codes},2024-05-02 00:00:00`,
      `Ada,gcm@example.test,${BCRYPT},${LARAVEL.gcm},NULL,2024-05-02 00:00:00`,
    ].join("\n");
    const keys = file("keys", `base64:${Buffer.alloc(32).toString("base64")}\n${LARAVEL.appKey}\n`);
    const { carried } = await importing(file("users.csv", csv), "laravel", "--secret-file", keys);
    expect(carried).to.deep.include({
      "second factor": { in_file: 2, carried: 2 },
      "recovery codes": { in_file: 1, carried: 1 },
    });
    await expectCodeToSignIn("cbc@example.test", BASE32);
    await expectCodeToSignIn("gcm@example.test", "KRSXG5CTMVRXEZLUKN2XAZLS");
    const recovery = { recovery_code: "aB3dEfGh1j-kLm4n0PqRs" };
    expect(await answer("cbc@example.test", recovery)).to.equal(200);
    expect(await answer("cbc@example.test", recovery)).to.equal(401);
  });

  it("is the same authenticator app as in better-auth, with its secret", async () => {
    const row = (email: string, version: string) => ({
      ...{ email, name: "Ada King", password: BCRYPT, twoFactorEnabled: true },
      ...{ twoFactorSecret: version + BETTER_AUTH.key, backupCodes: version + BETTER_AUTH.codes },
    });
    const path = lines(row("one@example.test", ""), row("several@example.test", "$ba$1$"));
    await importing(path, "better-auth", "--secret-file", file("keys", BETTER_AUTH.secret));
    for (const email of ["one@example.test", "several@example.test"]) {
      await expectCodeToSignIn(email, Buffer.from("pB3tT3rAuthK3yOf32CharactersLong"));
      expect(await answer(email, { recovery_code: "kLm4n-0PqRs" })).to.equal(200);
    }
  });

  it("can be in a file of any application as base32 or an address", async () => {
    const address = `otpauth://totp/Acme:ada?secret=${BASE32.toLowerCase()}&issuer=Acme&digits=6`;
    const row = (email: string, totp_secret: string) => ({ email, passwordHash: BCRYPT, totp_secret });
    await importing(
      lines(
        { ...row("base32@example.test", "jbsw y3dp ehpk 3pxp"), recovery_codes: "aaaabbbb,ccccdddd" },
        { ...row("address@example.test", address), multifactor: ["google-authenticator"] },
      ),
      "auth0",
    );
    for (const email of ["base32@example.test", "address@example.test"])
      await expectCodeToSignIn(email, BASE32);
    expect(await answer("base32@example.test", { recovery_code: "CCCC-DDDD" })).to.equal(200);
  });

  it("completes an untouched account, and a file without one takes nothing away", async () => {
    const row = { email: "ada@example.test", name: "Ada King" };
    await importing(lines({ ...row, multifactor: ["otp"] }), "auth0");
    expect(await account(row.email)).to.include({ two_factor_lost: true });
    const mfa_factors = [{ totp: { secret: BASE32 } }];
    await importing(lines({ ...row, passwordHash: BCRYPT, mfa_factors }), "auth0", "--update");
    expect(await importing(lines({ ...row, multifactor: ["otp"] }), "auth0", "--update")).to.include({
      updated: 1,
    });
    expect(await account(row.email)).to.include({ two_factor_lost: false, password: BCRYPT });
    await expectCodeToSignIn(row.email, BASE32);
  });

  it("is lost when this service can't check its codes", async () => {
    const path = lines(
      keycloak("digits@example.test", otp("DJmQfC73VGFhw7D4QJ8A", { digits: 8 })),
      keycloak("period@example.test", otp("DJmQfC73VGFhw7D4QJ8A", { period: 60 })),
      keycloak("sha256@example.test", otp("DJmQfC73VGFhw7D4QJ8A", { algorithm: "HmacSHA256" })),
      keycloak("hotp@example.test", otp("DJmQfC73VGFhw7D4QJ8A", { subType: "hotp" })),
      keycloak("short@example.test", otp("short")),
      keycloak("form@example.test", otp({})),
      keycloak("codes@example.test", {
        type: "recovery-authn-codes",
        secretData: "{}",
        credentialData: "{}",
      }),
    );
    const { carried } = await importing(path, "keycloak", "--without-passwords");
    expect(carried).to.deep.equal({
      "second factor": { in_file: 7, carried: 0 },
      "recovery codes": { in_file: 1, carried: 0 },
    });
    const rows = await world.services.knex("users").where({ two_factor_lost: true });
    expect(rows).to.have.length(7);
    const odd = ["otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP", "otpauth://totp/x", "no base32!"];
    await importing(
      lines(...odd.map((totp_secret, index) => ({ email: `odd${index}@example.test`, totp_secret }))),
      "auth0",
    );
    expect(await account("odd2@example.test")).to.include({ two_factor_lost: true });
  });

  it("is lost without the right key of the application", async () => {
    const csv = [
      "name,email,password,two_factor_secret,two_factor_recovery_codes",
      `Ada,ada@example.test,${BCRYPT},${LARAVEL.secret},${LARAVEL.codes}`,
      `Eve,eve@example.test,${BCRYPT},eyJpdiI6,${LARAVEL.codes}`,
    ].join("\n");
    const wrong = file("keys", `base64:${Buffer.alloc(32).toString("base64")}`);
    const { carried } = await importing(file("users.csv", csv), "laravel", "--secret-file", wrong);
    expect(carried).to.deep.include({
      "second factor": { in_file: 2, carried: 0 },
      "recovery codes": { in_file: 2, carried: 0 },
    });
    expect(await account("ada@example.test")).to.include({ two_factor_lost: true });
  });
});
