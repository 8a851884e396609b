import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { cliJson, runCli, type Outcome } from "../support/app/command-line.js";
import { queuedMails } from "../support/app/mails.js";
import { OAuthApi, type ClientCredentials } from "../support/oauth/oauth-api.js";
import { useWorld } from "../support/app/world.js";

describe("The client, token and role commands", () => {
  const world = useWorld();
  const cli = (...parameters: string[]): Promise<Outcome> => runCli(world.services, parameters);
  const json = (...parameters: string[]) => cliJson(world.services, ...parameters);
  const getsTokens = async (client: ClientCredentials): Promise<boolean> =>
    (await new OAuthApi(world.server).token({ grant_type: "client_credentials" }, client)).status === 200;
  const auditOf = (event: string) => world.services.knex("activity_log").where({ event }).first();

  it("creates a client that can get tokens, and shows its secret once", async () => {
    const parameters = ["Robot", "--grant", "client_credentials", "--role", "user"];
    const { id, secret, role } = await json("client", "create", ...parameters);
    expect(role).to.equal("user");
    expect(await getsTokens({ id, secret })).to.equal(true);
    expect((await cli("client", "show", id)).output).not.to.contain(secret);
    expect(await auditOf("client_created")).to.include({ actor_id: null, ip_address: "cli" });
  });

  it("creates, changes and deletes a public client", async () => {
    const redirect = ["--redirect", "https://app.example/callback"];
    const { id, secret } = await json("client", "create", "Phone", "--type", "public", ...redirect);
    expect(secret).to.equal(null);
    const changed = await json(
      "client",
      "update",
      id,
      "--name",
      "Tablet",
      "--redirect",
      "https://app.example/b",
    );
    expect(changed).to.deep.include({ name: "Tablet", redirect_uris: ["https://app.example/b"] });
    expect((await json("client", "list", "--search", "tablet")).items).to.have.length(1);
    expect((await cli("client", "delete", id)).output).to.equal(`Deleted: Tablet (${id})`);
    expect((await cli("client", "show", id)).code).to.equal(1);
  });

  it("sets protocol options, and leaves the others as they are", async () => {
    const redirect = ["--redirect", "https://app.example/callback"];
    const { id } = await json("client", "create", "Mail", ...redirect, "--set", "require_pkce=false");
    const resources = ["https://files.example"];
    const changes = ["--set", "access_token_format=jwt", "--set", `resources=${JSON.stringify(resources)}`];
    expect(await json("client", "update", id, ...changes)).to.deep.include({
      require_pkce: false,
      access_token_format: "jwt",
      resources,
      dpop_bound_access_tokens: false,
    });
  });

  it("replaces the secret of a client", async () => {
    const { id, secret } = await json("client", "create", "Robot", "--grant", "client_credentials");
    const rotated = await json("client", "rotate", id);
    expect(await getsTokens({ id, secret })).to.equal(false);
    expect(await getsTokens({ id, secret: rotated.secret })).to.equal(true);
  });

  it("lists tokens with their owners, and revokes one", async () => {
    const user = await world.make.user();
    const value = await world.make.token(user, { name: "backup" });
    const { id } = await world.services.knex("personal_access_tokens").first("id");
    const [listed] = (await json("token", "list", "--search", "backup")).items;
    expect(listed).to.include({ id, name: "backup" });
    expect(listed.owner.email).to.equal(user.email);
    expect((await cli("token", "revoke", id)).output).to.equal(`Revoked: ${id}`);
    expect((await world.api.as(value).get("/auth/me")).status).to.equal(401);
    expect(await queuedMails(world.services, "token_revoked")).to.have.length(1);
  });

  it("creates a role, and grants and takes permissions", async () => {
    await cli("role", "create", "support", "--label", "Support", "--rank", "3");
    expect(
      (await json("role", "grant", "support", "users.read", "dashboard.read")).permissions,
    ).to.deep.equal(["dashboard.read", "users.read"]);
    expect((await json("role", "take", "support", "users.read")).permissions).to.deep.equal([
      "dashboard.read",
    ]);
    const user = await world.make.user();
    expect(await json("user", "role", user.email, "support")).to.include({ role: "support" });
    expect((await cli("role", "list")).output).to.match(/^support +Support +3 +1 +1$/m);
    expect((await cli("role", "delete", "support")).code).to.equal(1);
    await json("user", "role", user.email, "user");
    expect((await cli("role", "delete", "support")).output).to.equal("Deleted: support");
  });

  it("rejects protocol options that don't exist, or have another kind of value", async () => {
    const set = (option: string) => cli("client", "create", "Mail", "--set", option);
    for (const option of ["colour=red", "require_pkce=maybe", "resources=https://files.example", "jwks=x"])
      expect((await set(option)).code, option).to.equal(2);
    expect((await set("subject_type=none")).code).to.equal(1);
  });

  it("rejects what the pages reject", async () => {
    expect((await cli("client", "create", "Robot")).errors).to.match(/^redirect_uris: /);
    expect((await cli("client", "create", "Robot", "--grant", "password")).errors).to.match(/^grant_types: /);
    expect((await cli("client", "rotate", uuidv7())).code).to.equal(1);
    expect((await cli("token", "revoke", "not-an-id")).code).to.equal(1);
    expect((await cli("role", "show", "boss")).errors).to.equal(
      "There is no role boss. The roles are system_admin, admin, user.",
    );
    expect((await cli("role", "grant", "admin", "moon.read")).errors).to.match(/^permissions: /);
    expect((await cli("role", "take", "user", "users.read")).errors).to.equal(
      "The role user doesn't have users.read.",
    );
    expect((await cli("role", "grant", "system_admin", "users.read")).code).to.equal(1);
    expect((await cli("role", "delete", "user")).code).to.equal(1);
  });
});
