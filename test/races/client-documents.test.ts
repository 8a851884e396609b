import { expect } from "chai";
import { idForDocument } from "../../src/domain/oauth/clients/client-ids.js";
import { together, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { useDocumentHost } from "../support/oauth/document-host.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { renewal } from "../support/oauth/oauth-grants.js";

describeWith("MariaDB", "A client with a document on two processes", function () {
  this.timeout(60_000);
  const fleet = useFleet(2, { CLIENT_DOCUMENTS_ALLOW_LOOPBACK: "true" });
  const host = useDocumentHost();

  it("is one client after several first requests at once", async () => {
    await fleet.services.settings.write({ "oauth.client_id_documents": "any" });
    host.publish();
    const me = { id: host.url, secret: null };
    // one address has five documents read a minute
    const answers = await together(5, (n) =>
      new OAuthApi(fleet.servers[n % 2]!.api.origin).token(renewal("unknown"), me),
    );
    for (const { body } of answers) expect(body.error).to.equal("invalid_grant");
    expect(await fleet.services.knex("oauth_clients").pluck("id")).to.deep.equal([idForDocument(host.url)]);
    expect(await fleet.services.knex("activity_log").where({ event: "client_created" })).to.have.length(1);
  });
});
