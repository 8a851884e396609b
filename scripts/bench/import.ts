/**
 * Measures the import of many accounts from a JSON document and from a CSV, with both passes over the file: seconds, and how
 * far the memory grows. ALL DATA IN THE DATABASE OF TEST_DATABASE_URL IS DELETED; without it, an SQLite file is used.
 *   node --import tsx/esm scripts/bench/import.ts [rows]
 *   node --import tsx/esm test/support/database/with-mariadb.ts node --import tsx/esm scripts/bench/import.ts [rows]
 */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "../../test/support/app/command-line.js";
import { testConfig } from "../../test/support/app/config.js";
import { memoryLog } from "../../test/support/app/log.js";
import { freshDatabase } from "../../test/support/database/database.js";
import { closeServices, createServices } from "../../src/domain/services.js";

const ROWS = Number(process.argv[2] ?? 100_000);
const HASH = "$2b$10$kMKzVfhBq/3L5r4LZBS3vOyVQm4s6FJ7vsZa7kGhIW.6IoClax4GG";
const MEBIBYTE = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "authdock-bench-"));
process.env["TEST_DATABASE_URL"] ??= `sqlite:${join(folder, "import.sqlite")}`;
const services = createServices(testConfig(), memoryLog().logger);

interface Table {
  from: string;
  name: string;
  start: string;
  end: string;
  row: (number: number) => string;
}

const FILES: readonly Table[] = [
  {
    ...{ from: "fusionauth", name: "users.json", start: '{"users":[\n', end: "{}]}\n" },
    row: (number) =>
      `${JSON.stringify({
        ...{
          id: `u${number}`,
          email: `u${number}@example.test`,
          firstName: "Ada",
          lastName: `King ${number}`,
        },
        ...{ encryptionScheme: "bcrypt", factor: 10, salt: HASH.slice(7, 29), password: HASH.slice(29) },
        ...{ verified: true, insertInstant: 1_600_000_000_000 + number },
      })},\n`,
  },
  {
    ...{
      from: "laravel",
      name: "users.csv",
      start: "id,name,email,email_verified_at,password,created_at\n",
      end: "",
    },
    row: (number) =>
      `${number},Ada King ${number},u${number}@example.test,2024-05-01 12:34:56,${HASH},2024-05-01 12:34:56\n`,
  },
];

async function write({ name, start, end, row }: Table): Promise<string> {
  const path = join(folder, name);
  const stream = createWriteStream(path);
  stream.write(start);
  for (let number = 1; number <= ROWS; number++) if (!stream.write(row(number))) await once(stream, "drain");
  stream.end(end);
  await once(stream, "close");
  return path;
}

const memory = (): number => process.memoryUsage().rss / MEBIBYTE;

for (const file of FILES) {
  const path = await write(file);
  await freshDatabase(services.knex);
  const before = memory();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, memory())), 50);
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const { output } = await runCli(services, ["import", "users", path, "--from", file.from, "--json"]);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(timer);
  const { created } = JSON.parse(output) as { created: number };
  console.log(
    `${file.name}: ${created} accounts in ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of CPU time), memory ${before.toFixed(0)} → ${highest.toFixed(0)} MiB`,
  );
}
await closeServices(services);
rmSync(folder, { recursive: true });
