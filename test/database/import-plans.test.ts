import { expect } from "chai";
import { useImporting } from "../support/app/importing.js";
import { isMySql } from "../support/database/database.js";
import { plansDuring } from "../support/app/queries.js";
import { useWorld } from "../support/app/world.js";
import { authenticator } from "../support/passkeys/passkeys.js";
import { makeProvider } from "../support/providers/providers.js";

/** A part of a plan that reads all accounts, or all accounts of the run. */
const READS_ALL =
  /SCAN (users|imported_accounts|user_identities|passkeys)|\((deleted_at|run_id|provider_id)=\?\)/;

/** What an import asks for with each batch of rows. */
const READS = /from `(imported_accounts|user_identities|passkeys|users)`/;

describe("The plans of an import", () => {
  const world = useWorld();
  const { lines, importing, cli } = useImporting(world);

  it("look up the rows of a batch, and never read all accounts or all of the run", async function () {
    if (isMySql(world.services.knex)) this.skip();
    await makeProvider(world, { issuer: "https://accounts.google.com" });
    const device = authenticator(world);
    const passkey = { credentialID: device.id, publicKey: device.coseKey().toString("base64") };
    const row = (name: string) => ({
      ...{ email: `${name}@acme.test`, name: "Ada King", passkeys: [passkey] },
      identities: [{ issuer: "https://accounts.google.com", subject: name }],
    });
    const options = ["authdock", "--without-passwords", "--update"] as const;
    const plans = await plansDuring(world.services.knex, async () => {
      const { run } = await importing(lines(row("ada")), ...options);
      await importing(lines(row("ada"), row("grace")), ...options);
      await cli("import", "undo", run as string);
    });
    // counts of the whole run are made once
    const ofBatches = [...plans].filter(([sql]) => !sql.includes("count(") && READS.test(sql));
    expect(ofBatches).to.have.length.of.at.least(8);
    for (const [sql, plan] of ofBatches) expect(plan, sql).not.to.match(READS_ALL);
  });
});
