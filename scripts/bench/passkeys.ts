/**
 * Compares the CPU time of a sign-in with a passkey with that of a password, in alternating rounds, all threads of the
 * process included: `node --import tsx/esm scripts/bench/passkeys.ts`. ROUNDS is the number of rounds.
 */
import { createApp } from "../../src/app.js";
import { closeServices, createServices } from "../../src/domain/services.js";
import { addPasskey, signInWith } from "../../test/support/passkeys/passkeys.js";
import { ApiClient } from "../../test/support/app/client.js";
import { testConfig } from "../../test/support/app/config.js";
import { Factories, PASSWORD } from "../../test/support/app/factories.js";
import { memoryLog } from "../../test/support/app/log.js";
import { freshDatabase } from "../../test/support/database/database.js";

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SIGN_INS = 10;

const services = createServices(testConfig({ BCRYPT_COST: "12" }), memoryLog().logger);
await freshDatabase(services.knex);
const app = await createApp(services);
const world = { services, api: new ApiClient(app.listener), make: new Factories(services) };
const user = await world.make.user();

/** CPU milliseconds per call. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let times = 0; times < SIGN_INS; times++) await call();
  const { user: own, system } = process.cpuUsage(before);
  return (own + system) / 1000 / SIGN_INS;
}
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const byPassword = (): Promise<unknown> =>
  world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(200);
const figures: { passkey: number; password: number }[] = [];
for (const algorithm of ["ES256", "EdDSA", "RS256"] as const) {
  const { device } = await addPasskey(world as never, user, { algorithm });
  const byPasskey = (): Promise<unknown> => signInWith(world, device);
  await cpuOf(byPasskey); // warms up
  figures.length = 0;
  for (let round = 0; round < ROUNDS; round++)
    figures.push({ passkey: await cpuOf(byPasskey), password: await cpuOf(byPassword) });
  const ratio = median(figures.map(({ passkey, password }) => password / passkey));
  const [passkey, password] = (["passkey", "password"] as const).map((kind) =>
    median(figures.map((figure) => figure[kind])).toFixed(1),
  );
  console.log(`${algorithm}: passkey ${passkey} ms, password ${password} ms, ratio ${ratio.toFixed(1)}`);
}
app.close();
await closeServices(services);
