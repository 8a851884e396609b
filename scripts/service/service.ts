import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Variables } from "../../src/config/env.js";
import { execute } from "./execute.js";

export const ADMINISTRATOR = "admin@example.test";

export interface Service {
  /** Where the API is. */
  url: string;
  stop(): Promise<void>;
}

const TSX = ["--import", "tsx"];

/**
 * The product on a free port of this machine, with a database and mails of its own in the folder.
 * @param password of the first administrator
 * @param prepare gets the variables of the service before it starts, to write into its database
 */
export async function startService(
  folder: string,
  password: string,
  signal: AbortSignal,
  prepare?: (variables: Variables) => Promise<void>,
): Promise<Service> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env["PATH"],
    APP_ENV: "test",
    APP_KEY: `base64:${randomBytes(32).toString("base64")}`,
    APP_URL: origin,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(folder, "service.sqlite")}`,
    MAIL_URL: `file:${join(folder, "mail")}`,
    ADMIN_EMAIL: ADMINISTRATOR,
    ADMIN_PASSWORD: password,
    API_RATE_PER_MINUTE: "1000000000",
    BCRYPT_COST: "4",
    TRUST_PROXY: "1",
    LOG_LEVEL: "error",
  };
  for (const command of ["migrate", "seed"]) {
    const { status, output } = await execute(process.execPath, [...TSX, "src/cli.ts", command], env, signal);
    if (status !== 0) throw new Error(output);
  }
  await prepare?.(env);
  const server = spawn(process.execPath, [...TSX, "src/main.ts"], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    server.kill();
    await ended;
  };
  try {
    while (!(await isUp(origin))) {
      if (server.exitCode !== null) throw new Error("The service did not start.");
      await sleep(100, undefined, { signal });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `${origin}/api/v1`, stop };
}

const isUp = (origin: string): Promise<boolean> =>
  fetch(`${origin}/up`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
