import { expect } from "chai";
import type { Response } from "supertest";
import { PASSWORD } from "../support/app/factories.js";
import { queuedMails } from "../support/app/mails.js";
import { MAILS_STAY, KILLS, startServer, until, useFleet, useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";

const NEW_PASSWORD = "another-horse-battery";

for (const tool of ["SQLite", "MariaDB"] as const)
  describeWith(tool, `SIGKILL while browsers sign in and reset passwords on ${tool}`, function () {
    this.timeout(20_000 + KILLS * 20_000);
    const folder = useFolder();
    const onSqlite = [() => `sqlite:${folder.path}/authdock.sqlite`];
    const fleet = useFleet(1, MAILS_STAY, ...(tool === "SQLite" ? onSqlite : []));

    it("H13: leaves each account in its old or new state, with every acknowledged write", async () => {
      for (let round = 0; round < KILLS; round++) {
        const reset: string[] = [];
        const loops = [0, 1].map(() => resetUntilDead(reset));
        await until("there is something to lose", () => Promise.resolve(reset.length > 3));
        await fleet.servers[0]!.stop("SIGKILL");
        await Promise.all(loops);
        fleet.servers[0] = await startServer(fleet.variables);
        for (const email of reset) expect(await stateOf(email)).to.equal("reset");
        const emails = (await fleet.services.knex("users").select("email")) as { email: string }[];
        for (const { email } of emails) expect(await stateOf(email)).to.be.oneOf(["as before", "reset"]);
      }
    });

    /** Signs in, requests a reset link and uses it, repeatedly. */
    async function resetUntilDead(reset: string[]): Promise<void> {
      const { origin } = fleet.servers[0]!.api;
      for (;;) {
        const user = await fleet.make.user();
        const visitor = new Visitor(origin);
        if (!(await unlessKilled(visitor.signIn(user)))) return;
        const guest = new Visitor(origin);
        if (!(await unlessKilled(guest.get("/forgot-password")))) return;
        if (!(await unlessKilled(guest.submit("/forgot-password", { email: user.email })))) return;
        const link = (await queuedMails(fleet.services, "reset_password")).find(
          ({ to }) => to === user.email,
        )!.link;
        if (!(await unlessKilled(guest.get(link)))) return;
        const fields = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
        const answer = await unlessKilled(
          guest.submit("/reset-password", { token: link.split("/").at(-1)!, ...fields }),
        );
        if (!answer) return; // the old and the new state are both correct
        reset.push(user.email);
      }
    }

    /** The response, which must not be an error; null after the server was killed. */
    async function unlessKilled(pending: Promise<Response>): Promise<Response | null> {
      const answer = await pending.catch(() => null);
      if (answer) expect(answer.status, answer.text.slice(0, 300)).to.be.below(400);
      return answer;
    }

    async function stateOf(email: string): Promise<string> {
      const { knex, passwords } = fleet.services;
      const user = (await knex("users").where({ email }).first()) as { id: string; password: string };
      const count = async (table: string, where: object): Promise<number> =>
        ((await knex(table).where(where)) as unknown[]).length;
      const recorded = await count("activity_log", { subject_id: user.id, event: "password_reset" });
      const noticesSent = await count("mails", { user_id: user.id, kind: "password_changed" });
      if (await passwords.verify(PASSWORD, user.password))
        return recorded + noticesSent === 0 ? "as before" : "told of what did not happen";
      const open =
        (await count("sessions", { user_id: user.id })) +
        (await count("password_resets", { user_id: user.id }));
      return open === 0 && recorded === 1 && noticesSent === 1 ? "reset" : "half";
    }
  });
