import { expect } from "chai";
import { useHangingDatabase } from "../support/database/faults.js";
import { together, until, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { textOf, Visitor } from "../support/app/web.js";

const MOST = 10_000;

describeWith("MariaDB", "A signed-in browser while the database hangs", function () {
  this.timeout(90_000);
  const fleet = useFleet(1);
  const database = useHangingDatabase();

  it("H11: sees 503, loses nothing, and is still signed in when the database is back", async () => {
    const visitor = new Visitor(fleet.servers[0]!.api.origin);
    await visitor.signIn(await fleet.make.user());
    const cookies = new Map(visitor.cookies);
    await database.stop();
    const started = Date.now();
    const answers = await together(6, (n) =>
      n % 2 === 0 ? visitor.get("/dashboard") : visitor.submit("/preferences", { theme: "dark" }),
    );
    expect(Date.now() - started).to.be.below(MOST);
    for (const answer of answers) {
      expect(answer.status).to.equal(503);
      expect(answer.headers["retry-after"]).to.match(/^\d+$/);
      expect(textOf(answer)).to.contain("Nothing is lost. Try again in a moment.");
    }
    expect(visitor.cookies).to.deep.equal(cookies);
    await database.goOn();
    await until("the page is back", async () => (await visitor.get("/dashboard")).status === 200, MOST);
  });
});
