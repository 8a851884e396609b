import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../src/config/config.js";
import type { Variables } from "../../src/config/env.js";
import { closeServices, createServices, type Services } from "../../src/domain/services.js";
import { freePort } from "../../test/support/database/mariadb.js";
import { execute } from "./execute.js";

export const ADMINISTRATOR = "admin@example.test";

export interface Service {
  /** The base URL of the API. */
  url: string;
  /** A folder for temporary files; it's removed at the end. */
  folder: string;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  stop(): Promise<void>;
}

interface ServiceOptions {
  /** The password of the first administrator. */
  password: string;
  /** Writes into the database before the service starts. */
  prepare: (services: Services) => Promise<void>;
}

const TSX = ["--import", "tsx"];

/**
 * Starts the service on a free port, with its own database and mail folder, and calls the function with it. Ctrl-C ends
 * both. The exit code is 0 when the function returns true, otherwise 1.
 */
export async function withPrivateService(
  options: ServiceOptions,
  run: (service: Service) => Promise<boolean>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "authdock-service-"));
  const interruption = new AbortController();
  const { signal } = interruption;
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => interruption.abort());
  process.exitCode = 1;
  try {
    const service = await startService(folder, options, signal);
    try {
      if (await run(service)) process.exitCode = 0;
    } finally {
      await service.stop();
    }
  } catch (error) {
    console.error(signal.aborted ? "Interrupted." : error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startService(folder: string, options: ServiceOptions, signal: AbortSignal): Promise<Service> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = variablesOf(folder, port, options.password);
  for (const command of ["migrate", "seed"]) {
    const { status, output } = await execute(process.execPath, [...TSX, "src/cli.ts", command], env, signal);
    if (status !== 0) throw new Error(output);
  }
  const services = createServices(readConfig(env));
  await options.prepare(services).finally(() => closeServices(services));
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
  return { url: `${origin}/api/v1`, folder, signal, stop };
}

const variablesOf = (folder: string, port: number, password: string): Variables => ({
  PATH: process.env["PATH"],
  APP_ENV: "test",
  APP_KEY: `base64:${randomBytes(32).toString("base64")}`,
  APP_URL: `http://127.0.0.1:${port}`,
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
});

const isUp = (origin: string): Promise<boolean> =>
  fetch(`${origin}/up`).then(
    ({ ok }) => ok,
    () => false,
  );
