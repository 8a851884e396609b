import { randomBytes, scryptSync } from "node:crypto";
import { expect } from "chai";
import { matchesPassword } from "../../../src/domain/passwords/stored-password.js";
import { lockProvenAccount, NO_DEVICE, provePassword } from "../../../src/auth/password-step.js";
import { ownOrigin } from "../../../src/domain/audit/origin.js";
import { User } from "../../../src/models/user.js";
import { phc } from "../../../src/lib/passwords/imported-hashes.js";
import { useWorld } from "../../support/app/world.js";

const PASSWORD = "cafe\u0301-au-lait";

describe("Signing in with an imported password", () => {
  const world = useWorld();
  const imported = async (password = PASSWORD): Promise<User> => {
    const user = await world.make.user();
    const salt = randomBytes(16);
    const hash = phc(
      "scrypt",
      { ln: 10, r: 8, p: 1 },
      { salt, hash: scryptSync(password, salt, 32, { N: 1024 }) },
    );
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ password: hash, password_imported: true });
    return reread(user);
  };
  const reread = ({ id }: User): Promise<User> =>
    User.query(world.services.knex).findById(id).throwIfNotFound().execute();
  const login = ({ email }: User, password: string) => world.api.post("/auth/login", { email, password });
  const prove = ({ email }: User) =>
    provePassword(
      { services: world.services, origin: ownOrigin() },
      { email, password: PASSWORD },
      NO_DEVICE,
    );

  it("stores a hash of this service, of the normal form, and keeps the time of the password", async () => {
    const user = await imported();
    await login(user, PASSWORD).expect(200);
    const after = await reread(user);
    expect(after.password).to.match(/^\$2b\$04\$/);
    expect(after).to.include({ password_imported: false, password_changed_at: user.password_changed_at });
    expect(after.version).to.equal(user.version);
    await login(user, PASSWORD.normalize("NFC")).expect(200);
    expect((await reread(user)).password).to.equal(after.password);
  });

  it("keeps the imported hash after a wrong password", async () => {
    const user = await imported();
    await login(user, "wrong-password").expect(401);
    expect(await reread(user)).to.include({ password: user.password, password_imported: true });
  });

  it("confirms with the imported password, too", async () => {
    const user = await imported();
    expect(await matchesPassword(world.services, PASSWORD, user, "192.0.2.1")).to.equal(true);
    expect(await matchesPassword(world.services, "wrong", user, "192.0.2.1")).to.equal(false);
  });

  it("lets both of two sign-ins at once in", async () => {
    const user = await imported();
    const [one, other] = await Promise.all([login(user, PASSWORD), login(user, PASSWORD)]);
    expect([one.status, other.status]).to.deep.equal([200, 200]);
    expect(await reread(user)).to.include({ password_imported: false });
  });

  it("is over with a new password from elsewhere", async () => {
    const user = await imported();
    const proof = (await prove(user))!;
    world.advance(1000);
    const next = await world.services.passwords.hash("another-password");
    await user.$query(world.services.knex).patch({ password: next });
    expect(await world.services.knex.transaction((trx) => lockProvenAccount(trx, proof))).to.equal(null);
    expect(await reread(user)).to.include({ password: next, password_imported: false });
  });

  it("doesn't bring back a password that was removed in between", async () => {
    const user = await imported();
    await world.services.knex("users").where({ id: user.id }).update({ password_changed_at: null });
    const proof = (await prove(user))!;
    await user.$query(world.services.knex).patch({ password: null });
    expect(await world.services.knex.transaction((trx) => lockProvenAccount(trx, proof))).to.equal(null);
    expect((await reread(user)).password).to.equal(null);
  });

  it("rejects more than 72 bytes, which this service can't store", async () => {
    const long = "x".repeat(80);
    const user = await imported(long);
    await login(user, long).expect(401);
  });
});
