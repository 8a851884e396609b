import { expect } from "chai";
import { rememberTool } from "../../../src/domain/oauth/grants/agent-tools.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("Connecting an agent", () => {
  const world = useWorld();
  const PAGE = "/user/agents";
  const turnOn = () => world.services.settings.write({ "agents.enabled": "1" });

  it("has lines to paste for well-known hosts, with the address of this service", async () => {
    await turnOn();
    const { visitor } = await world.signedIn(await world.make.user());
    expect((await visitor.get("/user/applications")).text).to.contain(`href="${PAGE}"`);
    const answer = await visitor.get(PAGE);
    expect(answer.text).to.match(/id="address"[^>]*>http:\/\/localhost:3000\/mcp</);
    const text = textOf(answer);
    expect(text)
      .to.contain("claude mcp add --transport http localhost http://localhost:3000/mcp")
      .and.contain("codex mcp add localhost --url http://localhost:3000/mcp");
    for (const file of [".cursor/mcp.json", ".vscode/mcp.json"]) expect(text).to.contain(file);
  });

  it("shows what an agent did last beside its access", async () => {
    const user = await world.make.user();
    const { client } = await makeClient(world, { name: "Helper" });
    await makeGrant(world, { user, client });
    await rememberTool(world.services.knex, { user_id: user.id, client_id: client.id, tool: "users.index" });
    const { visitor } = await world.signedIn(user);
    expect(textOf(await visitor.get("/user/applications"))).to.contain("Recent agent actions: users.index");
  });

  it("doesn't exist while agents can't connect", async () => {
    const { visitor } = await world.signedIn(await world.make.user());
    expect((await visitor.get(PAGE)).status).to.equal(404);
    expect((await visitor.get("/user/applications")).text).not.to.contain(PAGE);
  });
});
