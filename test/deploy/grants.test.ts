import { readFileSync } from "node:fs";
import { expect } from "chai";
import { createConnection, type Connection } from "mysql2/promise";
import { RANDOM_KEY } from "../support/app/config.js";
import { PASSWORD, registration } from "../support/app/factories.js";
import { runProduct, startServer, type Server, useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { mariaDbUrl } from "../support/database/mariadb.js";

const PASSWORDS = {
  "PASSWORD-OF-THE-SERVICE": "serves-4f7c9a1be2",
  "PASSWORD-OF-MIGRATIONS": "migrates-8d03c5e61a",
};

describeWith("MariaDB", "deploy/grants.sql", function () {
  this.timeout(180_000);
  const folder = useFolder();
  let root: Connection;
  let address: string;
  let server: Server | undefined;
  const urlOf = (user: string, password: string): string => `mysql://${user}:${password}@${address}/authdock`;
  const serving = (): string => urlOf("authdock", PASSWORDS["PASSWORD-OF-THE-SERVICE"]);
  const migrating = (): string => urlOf("authdock_migrate", PASSWORDS["PASSWORD-OF-MIGRATIONS"]);
  const variables = (url: string) => ({
    DATABASE_URL: url,
    APP_KEY: RANDOM_KEY,
    AVATAR_DIR: `${folder.path}/avatars`,
  });
  const cli = async (url: string, ...parameters: string[]): Promise<string> => {
    const command = runProduct("cli", variables(url), ...parameters);
    const { code } = await command.exited;
    if (code !== 0) throw new Error(command.errors);
    return command.output;
  };

  before(async () => {
    address = new URL(await mariaDbUrl()).host;
    const [host, port] = address.split(":") as [string, string];
    root = await createConnection({ host, port: Number(port), user: "root", multipleStatements: true });
    let statements = readFileSync("deploy/grants.sql", "utf8");
    for (const [placeholder, password] of Object.entries(PASSWORDS))
      statements = statements.replace(placeholder, password);
    await root.query("drop database if exists authdock");
    await root.query(statements);
  });
  after(async () => {
    await server?.stop("SIGKILL");
    await root?.query("drop database authdock; drop user authdock@'%', authdock_migrate@'%'");
    await root?.end();
  });

  it("lets the account of migrations create the schema and its rows", async () => {
    expect(await cli(migrating(), "migrate")).to.match(/^Migrated: /);
    expect(await cli(migrating(), "seed")).to.match(/One-time password/);
    expect(await cli(migrating(), "migrate")).to.equal("The database is up to date.\n");
  });

  it("lets the other account serve: register, sign in, change, search and delete", async () => {
    server = await startServer(variables(serving()));
    const { api } = server;
    const email = "ada@example.test";
    expect((await api.post("/auth/register", registration({ email }))).status).to.equal(201);
    const login = await api.post("/auth/login", { email, password: PASSWORD });
    const own = api.as(login.body.data.token as string);
    expect((await own.patch("/auth/me", { first_name: "Augusta" })).status).to.equal(200);
    await cli(serving(), "admin", "promote", email);
    expect((await own.get("/users?filter[search]=augusta")).body.data.items).to.have.length(1);
    expect((await own.post("/auth/logout", {})).status).to.equal(200);
    const doctor = await cli(serving(), "doctor", "--offline").catch((error: Error) => error.message);
    expect(doctor)
      .to.match(/^ok +migrations/m)
      .and.not.match(/^FAILED +database/m);
  });

  it("lets the account of migrations take a backup and restore it", async () => {
    const backup = `${folder.path}/backup`;
    expect(await cli(migrating(), "backup", backup)).to.match(/, checked\.$/m);
    await server!.stop();
    expect(await cli(migrating(), "restore", backup, "--force")).to.match(/^Restored the backup/);
  });

  it("doesn't let the serving account change the schema, read other databases or manage accounts", async () => {
    const [host, port] = address.split(":") as [string, string];
    const service = await createConnection({
      ...{ host, port: Number(port), user: "authdock", database: "authdock" },
      password: PASSWORDS["PASSWORD-OF-THE-SERVICE"],
    });
    for (const statement of [
      "create table intruder (id int)",
      "alter table users add column intruder int",
      "drop table users",
      "truncate table users",
      "create index intruder on users (email)",
      "select * from mysql.user",
      "grant select on authdock.* to 'intruder'@'%'",
      "set global read_only = 0",
      "select load_file('/etc/passwd') into outfile '/tmp/intruder'",
    ]) {
      const code = await service.query(statement).then(
        () => "allowed",
        (error: { code: string }) => error.code,
      );
      expect(code, statement).to.match(/ACCESS_DENIED|DBACCESS_DENIED/);
    }
    await service.end();
  });
});
