import { writeFileSync } from "node:fs";
import { join } from "node:path";
import bcrypt from "bcryptjs";
import { expect } from "chai";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { relyingPartyOf } from "../../src/domain/passkeys/relying-party.js";
import { PASSWORD } from "../support/app/factories.js";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";
import { authenticator, signInWith } from "../support/passkeys/passkeys.js";
import type { SoftwareAuthenticator } from "../support/passkeys/software-authenticator.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);
const GOOGLE = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
const ID = "5b2f7a1e-9b7e-4c0e-8e9b-0f0d3c1a2b3c";
const urlSafe = (bytes: Buffer): string => bytes.toString("base64url");
const base64 = (text: string): string => Buffer.from(text, "base64url").toString("base64");

describe("The passkeys of an imported account", () => {
  const world = useWorld();
  const { folder, cli, file, lines, importing, account, latestRun } = useImporting(world);

  /** An authenticator with a passkey that another application of this domain created. @param handle as it names the account */
  function formerPasskey(handle: string, model = {}): SoftwareAuthenticator {
    const device = authenticator(world, model);
    const { id } = relyingPartyOf(world.services.config.env);
    device.create({ challenge: "", rp: { id }, user: { id: urlSafe(Buffer.from(handle)) } });
    return device;
  }
  /** As Keycloak's `WebAuthnCredentialProvider` stores it. */
  const keycloakPasskey = (device: SoftwareAuthenticator, data: object = {}) => ({
    type: "webauthn-passwordless",
    userLabel: "Ada's phone",
    secretData: "{}",
    credentialData: JSON.stringify({
      ...{ aaguid: GOOGLE, credentialId: base64(device.id), counter: 0, attestationStatementFormat: "none" },
      ...{ credentialPublicKey: urlSafe(device.coseKey()), transports: ["internal", "hybrid"], ...data },
    }),
  });
  const keycloak = (email: string, ...credentials: object[]) => ({
    ...{ id: ID, email, username: email, emailVerified: true, credentials },
  });
  const realm = (domain: string, ...users: object[]): string => {
    const path = join(folder.path, "realm.json");
    writeFileSync(path, JSON.stringify({ realm: "acme", webAuthnPolicyPasswordlessRpId: domain, users }));
    return path;
  };
  const row = (device: SoftwareAuthenticator) => ({
    ...{ name: null, credentialID: device.id, publicKey: device.coseKey().toString("base64"), counter: 0 },
    ...{ deviceType: "multiDevice", backedUp: true, transports: "internal,hybrid", aaguid: GOOGLE },
  });
  const signsIn = async (device: SoftwareAuthenticator): Promise<number> =>
    (await signInWith(world, device)).status;

  it("sign in with the handle that Keycloak gave the account", async () => {
    const device = formerPasskey(ID, { isSynced: true });
    const path = realm("", keycloak("ada@acme.test", keycloakPasskey(device)));
    const { carried } = await importing(path, "keycloak", "--without-passwords");
    expect(carried.passkeys).to.deep.equal({ in_file: 1, carried: 1 });
    expect(await account("ada@acme.test")).to.include({ passkey_count: 1, two_factor_lost: false });
    const { status, body } = await signInWith(world, device);
    expect(status).to.equal(200);
    expect(body.data.user.email).to.equal("ada@acme.test");
    const { body: listed } = await world.api.as(body.data.token).get("/auth/me/passkeys").expect(200);
    expect(listed.data.items[0]).to.include({
      name: "Ada's phone",
      authenticator: "Google Password Manager",
      is_synced: true,
    });
    expect(listed.data.items[0].transports).to.deep.equal(["internal", "hybrid"]);
    expect((await signInWith(world, device, { forged: true })).status).to.equal(401);
  });

  it("sign in when better-auth, Logto, Kratos or any other application created them", async () => {
    const devices = Array.from({ length: 4 }, (_, index) => formerPasskey(`handle ${index}`));
    const [betterAuth, logto, kratos, other] = devices as [SoftwareAuthenticator, ...typeof devices];
    await importing(
      lines({ id: "1", name: "A B", email: "b@acme.test", password: BCRYPT, passkeys: [row(betterAuth)] }),
      "better-auth",
    );
    const verification = {
      ...{ type: "WebAuthn", id: "v1", createdAt: "2026-01-01T00:00:00.000Z", agent: "Firefox", counter: 0 },
      ...{ credentialId: logto!.id, publicKey: urlSafe(logto!.coseKey()), transports: ["internal"] },
    };
    const { carried } = await importing(
      lines({ id: "l1", primary_email: "l@acme.test", mfa_verifications: JSON.stringify([verification]) }),
      "logto",
      "--without-passwords",
    );
    expect(carried).to.deep.include({ passkeys: { in_file: 1, carried: 1 } });
    expect(carried).not.to.have.property("second factor");
    const credential = {
      ...{ id: base64(kratos!.id), public_key: kratos!.coseKey().toString("base64"), display_name: "Key" },
      authenticator: {
        aaguid: Buffer.from(GOOGLE.replaceAll("-", ""), "hex").toString("base64"),
        sign_count: 0,
      },
      ...{ flags: { backup_eligible: true, backup_state: true }, transport: ["usb"], is_passwordless: true },
    };
    const passkey = { type: "passkey", config: { credentials: [credential], user_handle: "aGFuZGxlIDI=" } };
    const identity = { id: ID, traits: { email: "o@acme.test" }, credentials: { passkey } };
    const { unread_fields: unread } = await importing(
      file("ory.json", JSON.stringify([identity])),
      "ory",
      "--without-passwords",
    );
    expect(unread).to.deep.equal({});
    await importing(
      file("a.csv", `email,passkeys\na@acme.test,"${JSON.stringify([row(other!)]).replaceAll('"', '""')}"`),
      "authdock",
      "--without-passwords",
    );
    for (const device of devices) expect(await signsIn(device)).to.equal(200);
    const stored = await world.services.knex("passkeys").where({ name: "Key" }).first("aaguid", "transports");
    expect(stored).to.include({ aaguid: GOOGLE, transports: '["usb"]' });
  });

  it("complete an account of an earlier import, and come again after it was undone", async () => {
    const device = formerPasskey(ID);
    const users = (...credentials: object[]) => realm("", keycloak("ada@acme.test", ...credentials));
    await importing(users(), "keycloak", "--without-passwords");
    const updating = [users(keycloakPasskey(device)), "keycloak", "--without-passwords", "--update"] as const;
    expect(await importing(...updating)).to.include({ updated: 1 });
    expect(await importing(...updating)).to.include({ updated: 1 });
    expect(await account("ada@acme.test")).to.include({ passkey_count: 1 });
    const { output } = await cli("import", "undo", await firstRun());
    expect(output).to.contain("Deleted 1 account");
    const { carried } = await importing(users(keycloakPasskey(device)), "keycloak", "--without-passwords");
    expect(carried.passkeys).to.deep.equal({ in_file: 1, carried: 1 });
    expect(await signsIn(device)).to.equal(200);
  });
  const firstRun = async (): Promise<string> =>
    ((await world.services.knex("import_runs").orderBy("id").first("id")) as { id: string }).id;

  it("come with the domain for which they must have been created", async () => {
    const path = realm("", keycloak("ada@acme.test", keycloakPasskey(formerPasskey(ID))));
    const { output } = await cli("import", "users", path, "--from", "keycloak", "--without-passwords");
    const { id } = relyingPartyOf(world.services.config.env);
    expect(output).to.contain(`Passkeys sign in only if they were created for ${id}`);
    expect(await latestRun()).to.be.a("string");
  });

  it("are lost in another domain, so that their owners set up a second factor", async () => {
    const carried = keycloakPasskey(formerPasskey(ID));
    const elsewhere = realm("id.acme.test", keycloak("ada@acme.test", carried));
    const first = await importing(elsewhere, "keycloak", "--without-passwords");
    expect(first.carried.passkeys).to.deep.equal({ in_file: 1, carried: 0 });
    const left = lines(keycloak("grace@acme.test", keycloakPasskey(formerPasskey(ID))));
    const second = await importing(left, "keycloak", "--without-passwords", "--without-passkeys");
    expect(second.carried.passkeys).to.deep.equal({ in_file: 1, carried: 0 });
    for (const email of ["ada@acme.test", "grace@acme.test"])
      expect(await account(email)).to.include({ passkey_count: 0, two_factor_lost: true });
  });

  it("are lost when they belong to another account, also of the same file", async () => {
    const device = formerPasskey(ID);
    const path = lines(
      keycloak("ada@acme.test", keycloakPasskey(device)),
      keycloak("grace@acme.test", keycloakPasskey(device)),
    );
    const { created, carried } = await importing(path, "keycloak", "--without-passwords");
    expect({ created, passkeys: carried.passkeys }).to.deep.equal({
      ...{ created: 2, passkeys: { in_file: 2, carried: 1 } },
    });
    const later = lines(keycloak("mary@acme.test", keycloakPasskey(device)));
    const again = await importing(later, "keycloak", "--without-passwords");
    expect(again.carried.passkeys).to.deep.equal({ in_file: 1, carried: 0 });
    expect(await account("mary@acme.test")).to.include({ two_factor_lost: true });
    const { body } = await signInWith(world, device);
    expect(body.data.user.email).to.equal("ada@acme.test");
  });

  it("are lost when nobody could sign in with them", async () => {
    const device = formerPasskey(ID);
    const key = (...entries: [number, number | Uint8Array][]): string =>
      urlSafe(Buffer.from(isoCBOR.encode(new Map(entries as [number, number][]) as never)));
    const bad: [string, object][] = [
      ["no-key", { credentialPublicKey: null }],
      ["no-base64", { credentialPublicKey: "§" }],
      ["no-cose", { credentialPublicKey: urlSafe(Buffer.from("text")) }],
      ["no-id", { credentialId: "" }],
      ["long-id", { credentialId: "A".repeat(4000) }],
      [
        "beside-the-curve",
        {
          credentialPublicKey: key(
            ...([
              [1, 2],
              [3, -7],
              [-1, 1],
            ] as [number, number][]),
            [-2, new Uint8Array(32).fill(1)],
            [-3, new Uint8Array(32).fill(2)],
          ),
        },
      ],
      ["unknown-algorithm", { credentialPublicKey: key([1, 2], [3, -47]) }],
    ];
    const users = bad.map(([name, data]) => keycloak(`${name}@acme.test`, keycloakPasskey(device, data)));
    const factor = { ...keycloakPasskey(device), type: "webauthn" };
    const result = await importing(
      lines(...users, keycloak("factor@acme.test", factor)),
      "keycloak",
      "--without-passwords",
    );
    expect(result).to.include({ created: bad.length + 1, refused: 0 });
    expect(result.carried).to.deep.include({
      passkeys: { in_file: bad.length, carried: 0 },
      "second factor": { in_file: 1, carried: 0 },
    });
    const other = lines(
      { email: "list@acme.test", name: "A B", passkeys: ["x"] },
      { email: "count@acme.test", name: "A B", passkeys: 3 },
    );
    expect(await importing(other, "authdock", "--without-passwords")).to.deep.include({
      carried: { passkeys: { in_file: 1, carried: 0 } },
      unread_fields: { passkeys: 1 },
    });
    const passkey = { config: { credentials: ["x"] } };
    const identity = { traits: { email: "ory@acme.test" }, credentials: { passkey } };
    expect(await importing(lines(identity), "ory", "--without-passwords")).to.deep.include({
      carried: { passkeys: { in_file: 1, carried: 0 } },
    });
    expect(await world.services.knex("passkeys")).to.be.empty;
  });
});
