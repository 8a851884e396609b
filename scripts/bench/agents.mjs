// Compares the CPU time of a call by an agent with the same call by HTTP, in alternating rounds on one service with SQLite:
// node scripts/bench/agents.mjs. ROUNDS. Run it after `npm run build`.
import { call, cpuMicroseconds, median, prepareDatabase, startService } from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const [WARM_UP, MEASURED] = [500, 1000];
const JSON_BODY = { "content-type": "application/json" };

const service = await startService("dist/src/main.js", prepareDatabase(100));
const headers = { ...JSON_BODY, ...service.headers };
const send = async (request) => {
  const { status, body } = await call({
    ...service.base,
    ...request,
    headers: { ...headers, ...request.headers },
  });
  if (status !== 200 || body.includes('"isError"')) throw new Error(`${request.path}: ${status} ${body}`);
};
await send({
  ...{ method: "PATCH", path: "/api/v1/settings" },
  body: JSON.stringify({ "agents.enabled": "1" }),
});

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
};
const tool = (name, given) => ({
  ...{ method: "POST", path: "/mcp" },
  headers: {
    accept: "application/json, text/event-stream",
    ...{ "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
  },
  body: JSON.stringify({
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: { name, arguments: given, _meta: META },
  }),
});
const CALLS = {
  "auth.me": { http: { path: "/api/v1/auth/me" }, agent: tool("auth.me", {}) },
  "users.index, 25 rows": {
    http: { path: "/api/v1/users?per_page=25" },
    agent: tool("users.index", { per_page: 25 }),
  },
};

const costs = Object.fromEntries(Object.keys(CALLS).map((title) => [title, { http: [], agent: [] }]));
for (let round = 0; round <= ROUNDS; round++)
  for (const [title, ways] of Object.entries(CALLS))
    for (const [way, request] of Object.entries(ways)) {
      const requests = round === 0 ? WARM_UP : MEASURED;
      const before = cpuMicroseconds(service.child.pid);
      for (let sent = 0; sent < requests; sent++) await send(request);
      if (round > 0) costs[title][way].push((cpuMicroseconds(service.child.pid) - before) / requests);
    }
await service.stop();

console.log("| call | CPU µs by HTTP | CPU µs by an agent | more | ratio |\n|---|---|---|---|---|");
for (const [title, { http, agent }] of Object.entries(costs)) {
  const ratio = median(agent.map((cost, round) => cost / http[round])).toFixed(2);
  const more = median(agent.map((cost, round) => cost - http[round])).toFixed(0);
  console.log(
    `| ${title} | ${median(http).toFixed(0)} | ${median(agent).toFixed(0)} | ${more} | ${ratio} × |`,
  );
}
