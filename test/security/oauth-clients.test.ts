import { expect } from "chai";
import { redirectUriProblem } from "../../src/domain/oauth/clients/redirect-uris.js";
import { OAuthClient } from "../../src/models/oauth-client.js";
import { PASSWORD } from "../support/app/factories.js";
import { useWorld } from "../support/app/world.js";

const LIST = "/admin/api-clients";
/** The maximum number and length of redirect URIs. */
const addresses = (host: string, length: number): string[] =>
  Array.from({ length: 20 }, (_none, n) => `https://${host}.example.test/${n}/`.padEnd(length, "a"));

const isLength = (length: number): boolean => redirectUriProblem(addresses("a", length)[0]!) === null;

describe("A client with the maximum number and length of redirect URIs", () => {
  const world = useWorld();

  it("can be registered, changed and recorded", async () => {
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    await visitor.get(`${LIST}/create`);
    const longest = Array.from({ length: 4000 }, (_none, n) => n + 100).findLast(isLength)!;
    const options = {
      name: "n".repeat(255),
      type: "confidential",
      grant_types: "authorization_code",
      may_introspect: "0",
      current_password: PASSWORD,
    };
    const made = await visitor.submit(LIST, {
      ...options,
      redirect_uris: addresses("a", longest).join("\r\n"),
    });
    expect(made.status, made.text).to.equal(201);
    const { id } = (await OAuthClient.query(world.services.knex).first())!;
    await visitor.get(`${LIST}/${id}`);
    const redirect_uris = addresses("b", longest).join("\r\n");
    const changed = await visitor.put(`${LIST}/${id}`, { name: "m".repeat(255), redirect_uris });
    expect(changed.status, changed.text).to.equal(303);
    const row = await world.services.knex("activity_log").where({ event: "client_updated" }).first("changes");
    expect(JSON.parse(row.changes as string).redirect_uris.after).to.deep.equal(addresses("b", longest));
  });
});
