import bcrypt from "bcryptjs";
import { expect } from "chai";
import { PASSWORD } from "../support/app/factories.js";
import { startServer, until, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

const ROWS = 2000;
const HASH = bcrypt.hashSync(PASSWORD, 4);

describeWith("MariaDB", "An import with two processes", function () {
  this.timeout(180_000);
  const fleet = useFleet(2);

  const file = (): Blob =>
    new Blob(
      Array.from({ length: ROWS }, (_, n) => {
        const row = { id: n, email: `person${n}@example.test`, name: `Ada King${n}`, password: HASH };
        return `${JSON.stringify(row)}\n`;
      }),
    );
  const upload = async (token: string): Promise<string> => {
    const form = new FormData();
    form.set("file", file(), "users.jsonl");
    const response = await fetch(`${fleet.api(0).origin}/api/v1/user-imports?source=laravel`, {
      ...{ method: "POST", body: form },
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).to.equal(201);
    return ((await response.json()) as { data: { id: string } }).data.id;
  };

  it("is done by one of them, and by another one after both were killed, as if nothing had happened", async () => {
    const { token } = await fleet.make.userWithToken({ role: "system_admin" });
    const { knex } = fleet.services;
    const id = await upload(token);
    const show = async (n: number) => (await fleet.api(n).as(token).get(`/user-imports/${id}`)).body.data;
    await until("the file is checked", async () => (await show(1)).state === "checked");
    expect((await fleet.api(1).as(token).post(`/user-imports/${id}/start`, {})).status).to.equal(200);
    await until("some accounts are made", async () => (await show(0)).accounts > 0);
    await Promise.all(fleet.servers.map((server) => server.stop("SIGKILL")));

    const { state, accounts } = await knex("import_runs")
      .where({ id })
      .select("state", { accounts: knex("imported_accounts").where({ run_id: id }).count("*") })
      .first();
    expect(state).to.equal("importing");
    expect(accounts).to.be.within(1, ROWS - 1);
    await knex("import_runs").where({ id }).update({ lease_until: 0 }); // a minute later
    fleet.servers = [await startServer(fleet.variables), await startServer(fleet.variables)];
    await until("the import is finished", async () => (await show(0)).state === "finished", 60_000);
    const finished = await show(1);
    expect(finished.summary).to.include({ created: ROWS, exists: 0, refused: 0 });
    expect(finished).to.include({ accounts: ROWS, untouched: ROWS });
    const recorded = await knex("activity_log")
      .where({ event: "user_created" })
      .count({ total: "*" })
      .first();
    expect(recorded!.total).to.equal(ROWS);
  });
});
