import { spawn } from "node:child_process";
import { once } from "node:events";
import { mariaDbUrl } from "./mariadb.js";

// node --import tsx test/support/database/with-mariadb.ts <command…>: runs a command with a private MariaDB server in TEST_DATABASE_URL
const [command = "", ...parameters] = process.argv.slice(2);
const env = { ...process.env, TEST_DATABASE_URL: await mariaDbUrl() };
const child = spawn(command, parameters, { env, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, "exit")) as [number | null];
process.exitCode = code ?? 1;
