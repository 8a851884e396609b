import { expect } from "chai";
import type { User } from "../../src/models/user.js";
import { MailServer } from "../support/app/smtp.js";
import { ROUNDS, together, until, useFleet, useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { pathOf, settingsAdmin, settingsRecords } from "../support/app/settings.js";
import { Visitor } from "../support/app/web.js";
import { PRODUCT_NAME } from "../../src/config/product.js";

describeWith("MariaDB", "Settings on two processes", function () {
  this.timeout(30_000 + ROUNDS * 10_000);
  const folder = useFolder();
  const fleet = useFleet(2, {
    get MAIL_URL() {
      return `file:${folder.path}/mail`;
    },
  });
  const visitor = (n: number): Visitor => new Visitor(fleet.servers[n % 2]!.api.origin);
  const admin = (n: number) => {
    const signedIn = async (account?: User) => {
      const made = { user: account ?? (await fleet.make.user()), visitor: visitor(n) };
      await made.visitor.signIn(made.user);
      return made;
    };
    return settingsAdmin({ make: fleet.make, signedIn });
  };

  it("take effect in the next request of the other process", async () => {
    const { visitor: one } = await admin(0);
    const elsewhere = visitor(1);
    for (let round = 0; round < ROUNDS; round++) {
      await one.put(pathOf("branding"), { general_app_name: `Harbour ${round}` });
      expect((await elsewhere.get("/login")).text).to.contain(`· Harbour ${round}</title>`);
    }
  });

  it("take effect in the next mail of either process", async () => {
    const { visitor: one } = await admin(0);
    const server = await MailServer.start();
    try {
      const change = {
        mail_override: "1",
        mail_host: "127.0.0.1",
        mail_port: new URL(server.url()).port,
        mail_encryption: "none",
        mail_from_address: "harbour@example.test",
      };
      expect((await one.put(pathOf("mail"), change)).status).to.equal(303);
      // enough for each process to send some
      await together(12, async (n) => {
        const { email } = await fleet.make.user();
        const guest = visitor(n);
        await guest.get("/forgot-password");
        await guest.submit("/forgot-password", { email });
      });
      const unsent = fleet.services.knex("mails").whereNot({ status: "sent" });
      // a process records a mail as sent after the server has it
      await until("all mails are sent", async () => (await unsent.clone()).length === 0);
      expect(server.taken).to.have.length(12);
    } finally {
      await fleet.services.settings.write({ "mail.override": "0" });
      await server.stop();
    }
  });

  it("are recorded correctly with concurrent changes: each entry starts where another ended", async () => {
    const admins = await together(4, (n) => admin(n));
    await fleet.services.settings.write({
      "auth.password_min_length": "8",
      "general.app_name": PRODUCT_NAME,
    });
    await fleet.services.knex("activity_log").del();
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await together(8, (n) =>
        admins[n % 4]!.visitor.put(pathOf("branding"), { general_app_name: `${round} of ${n}` }),
      );
      for (const { status } of answers) expect(status).to.equal(303);
    }
    const records = await settingsRecords(fleet);
    expect(records).to.have.length(8 * ROUNDS);
    const name = "general.app_name";
    const after = new Map(records.map((record) => [record.before[name], record.after[name]]));
    let [value, steps] = [PRODUCT_NAME as unknown, 0];
    for (; after.has(value); steps++) value = after.get(value);
    expect(steps).to.equal(8 * ROUNDS);
    expect((await fleet.services.settings.read()).get(name)).to.equal(value);
  });
});
