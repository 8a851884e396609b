import bcrypt from "bcryptjs";
import { expect } from "chai";
import { eventLog } from "../../support/app/events.js";
import { PASSWORD } from "../../support/app/factories.js";
import { useImporting } from "../../support/app/importing.js";
import { useWorld } from "../../support/app/world.js";
import { OAuthApi } from "../../support/oauth/oauth-api.js";
import { credentialsOf } from "../../support/oauth/oauth-grants.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";

/** More than are written in one transaction. */
const IMPORTED = 300;

describe("Events of changes by other programs", function () {
  this.timeout(30_000);
  const world = useWorld();
  const log = eventLog(world);
  const { lines, importing } = useImporting(world);

  it("say that each imported account was created, and who was invited", async () => {
    const password_hash = bcrypt.hashSync(PASSWORD, 4);
    const emails = Array.from({ length: IMPORTED }, (_, n) => `person${n}@example.test`);
    const rows = emails.map((email) => ({ email, name: "Ada King", password_hash }));
    const path = lines(...rows, { email: "joan@example.test", name: "Joan King" });
    const events = await log.during(() => importing(path, "authdock", "--invite"));
    const emailsOf = (type: string): unknown[] =>
      events.filter((event) => event.type === type).map(({ data }) => (data as { email: string }).email);
    expect(emailsOf("user.created")).to.deep.equal([...emails, "joan@example.test"]);
    expect(emailsOf("invitation.sent")).to.deep.equal(["joan@example.test"]);
    expect(events).to.have.length(IMPORTED + 2);
  });

  it("don't tell of tokens that applications revoke, because the API doesn't show these", async () => {
    const user = await world.make.user();
    const mine = await makeClient(world);
    const { access } = await makeGrant(world, { user, client: mine.client });
    const events = await log.during(async () => {
      const api = new OAuthApi(world.server);
      const { status } = await api.post("/oauth/revoke", { token: access }, credentialsOf(mine));
      expect(status).to.equal(200);
    });
    expect(events).to.deep.equal([]);
  });
});
