import { expect } from "chai";
import { ConfigurationError } from "../../../src/config/env.js";
import { verifyAppKey } from "../../../src/domain/upkeep/app-key.js";
import { Encryption } from "../../../src/lib/encryption.js";
import { useWorld } from "../../support/app/world.js";

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

describe("The check of APP_KEY", () => {
  const world = useWorld();
  const verify = (current: Buffer, ...previous: Buffer[]): Promise<void> =>
    verifyAppKey(world.services.knex, new Encryption(current, previous));
  const rejection = (current: Buffer, ...previous: Buffer[]): Promise<unknown> =>
    verify(current, ...previous).then(
      () => null,
      (error: unknown) => error,
    );

  it("stores a check value at the first start and accepts the key from then on", async () => {
    await verify(OLD);
    await verify(OLD);
  });

  it("stores a new check value when a previous key decrypts it, so that the previous key can be removed", async () => {
    await verify(OLD);
    await verify(NEW, OLD);
    await verify(NEW);
    expect(await rejection(OLD)).to.be.instanceOf(ConfigurationError);
  });

  it("stores one check value when several processes start together", async () => {
    await Promise.all([1, 2, 3, 4].map(() => verify(OLD)));
    expect(await world.services.knex("service_state").where({ name: "app_key" })).to.have.length(1);
  });

  it("rejects a key that isn't the database's, without showing key or value", async () => {
    await verify(OLD);
    const error = (await rejection(NEW, OTHER)) as ConfigurationError;
    expect(error).to.be.instanceOf(ConfigurationError);
    expect(error.message).to.include("APP_KEY is not the key that this database was set up with");
    await verify(OLD);
  });
});
