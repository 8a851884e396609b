import { setClock } from "../../../src/lib/clock.js";

// with --parallel, each process needs a database of its own, because tests empty it
const shared = process.env["TEST_DATABASE_URL"];
const worker = process.env["MOCHA_WORKER_ID"];
const isCreated = shared === undefined || worker === undefined ? undefined : ownDatabase(shared, worker);

async function ownDatabase(url: string, id: string): Promise<void> {
  const { createConnection } = await import("mysql2/promise");
  const { pathname } = new URL(url);
  const name = `${pathname.slice(1)}_${id}`;
  const connection = await createConnection(url);
  await connection.query(`drop database if exists ${name}`);
  await connection.query(`create database ${name}`);
  await connection.end();
  process.env["TEST_DATABASE_URL"] = url.replace(pathname, `/${name}`);
}

/** Resets state that would leak from one test into the next. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    await isCreated;
  },
  afterEach(): void {
    setClock();
  },
};
