import { readFileSync } from "node:fs";
import type { Knex } from "knex";
import { isEmbedded, usesTls } from "../config/addresses.js";
import { MINUTE } from "../lib/clock.js";
import { CODE, productFile } from "../lib/product-files.js";
import { MigratingClient } from "./migrating-client.js";
import { MigrationSource } from "./migration-source.js";
import { MySqlClient } from "./mysql/mysql-client.js";
import { Nodes, type Node } from "./mysql/nodes.js";
import { SqliteReaderClient } from "./sqlite/sqlite-reader-client.js";
import { SqliteClient } from "./sqlite/sqlite-client.js";

const migrations: Knex.MigratorConfig = {
  migrationSource: new MigrationSource(productFile("migrations/"), CODE),
  tableName: "migrations",
};

/**
 * Error messages contain statements with placeholders (`compileSqlOnError`), because values are personal data and
 * hashes.
 * @param databaseUrl see DATABASE_URL in docs/operations.md; the configuration has checked its form
 */
export function knexConfig(databaseUrl: string): Knex.Config {
  return isEmbedded(databaseUrl) ? sqlite(databaseUrl.slice("sqlite:".length)) : mysql(databaseUrl);
}

/** The configuration for reads of an SQLite file in other processes, which start when needed and end when idle. */
export const readerConfig = (filename: string): Knex.Config => ({
  client: SqliteReaderClient as unknown as typeof Knex.Client,
  connection: { filename },
  useNullAsDefault: true,
  pool: { min: 0, max: READERS, idleTimeoutMillis: 10 * MINUTE },
  acquireConnectionTimeout: 4000,
  compileSqlOnError: false,
});

/** Two, so that a long read doesn't delay short ones. Each needs about 50 MB. */
export const READERS = 2;

/**
 * A configuration that prefers the same node on every machine, whatever the order in its DATABASE_URL: the nodes of a
 * cluster don't share the lock that the runner of migrations takes.
 */
export function lockingConfig(databaseUrl: string): Knex.Config {
  const config = knexConfig(databaseUrl);
  if (isEmbedded(databaseUrl)) return config;
  return { ...config, nodes: new Nodes(sortedHosts(databaseUrl)) } as Knex.Config;
}

/** The configuration for migrations: one connection, which waits for another runner without a timeout. */
export function migratingConfig(databaseUrl: string, onWait?: () => void): Knex.Config {
  const config = lockingConfig(databaseUrl);
  if (isEmbedded(databaseUrl)) return config;
  return {
    ...config,
    client: MigratingClient as unknown as typeof Knex.Client,
    onWait,
    pool: { min: 0, max: 1, createTimeoutMillis: ENDLESS },
    acquireConnectionTimeout: ENDLESS,
  } as Knex.Config;
}

function sortedHosts(databaseUrl: string): Node[] {
  const nameOf = ({ host, port }: Node): string => `${host}:${port}`;
  return splitHosts(databaseUrl).hosts.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const ENDLESS = 2 ** 31 - 1;

function sqlite(filename: string): Knex.Config {
  return {
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 1, max: 1, idleTimeoutMillis: ENDLESS },
    acquireConnectionTimeout: 4000,
    compileSqlOnError: false,
    migrations,
  };
}

function mysql(databaseUrl: string): Knex.Config {
  const { hosts, url } = splitHosts(databaseUrl);
  return {
    client: MySqlClient as unknown as typeof Knex.Client,
    nodes: new Nodes(hosts),
    connection: {
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
      charset: "utf8mb4",
      timezone: "Z",
      supportBigNumbers: true,
      bigNumberStrings: false,
      decimalNumbers: true,
      connectTimeout: 3000,
      ...tls(url.searchParams),
    } as unknown as Knex.MySql2ConnectionConfig,
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 4000,
    compileSqlOnError: false,
    migrations,
  } as Knex.Config;
}

/** `mysql://u:p@a:3306,b:3306/name`: the WHATWG parser accepts one host, so the list is split first. */
function splitHosts(databaseUrl: string): { hosts: Node[]; url: URL } {
  const [, head = "", list = "", tail = ""] = /^(mysql:\/\/[^@]*@)([^/]+)(\/.*)$/.exec(databaseUrl) ?? [];
  const hosts = list.split(",").map((entry) => {
    const address = new URL(`mysql://${entry}`);
    return { host: address.hostname.replace(/^\[|\]$/g, ""), port: Number(address.port || 3306) };
  });
  return { hosts, url: new URL(`${head}host${tail}`) };
}

/** A server for MariaDB's tools: the name of the database, and the lines of an option file. */
export interface Server {
  database: string;
  settings: string;
}

/** @param connected has connections to the database, and so to a node that answers */
export function serverOf(databaseUrl: string, connected: Knex): Server {
  const { url } = splitHosts(databaseUrl);
  const { host, port } = (connected.client as { config: { nodes: Nodes } }).config.nodes.candidates[0]!;
  const authority = url.searchParams.get("ssl-ca");
  const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  const lines = {
    host,
    port: String(port),
    protocol: "tcp",
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(usesTls(url.searchParams) && authority ? { "ssl-ca": authority } : {}),
  };
  const settings = Object.entries(lines).map(([name, value]) => `${name} = ${quoted(value)}\n`);
  // each tool ignores the options of the other
  const flags = usesTls(url.searchParams)
    ? "loose-ssl\nloose-ssl-verify-server-cert\nloose-ssl-mode = VERIFY_IDENTITY\n"
    : "";
  return { database: url.pathname.slice(1), settings: settings.join("") + flags };
}

function tls(parameters: URLSearchParams): object {
  const authority = parameters.get("ssl-ca");
  if (!usesTls(parameters)) return {};
  return { ssl: { ...(authority ? { ca: readFileSync(authority) } : {}), rejectUnauthorized: true } };
}
