// The conformance suite of the protocol, which can't sign in: a proxy adds the token. It prints each scenario with its result.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { Worker, isMainThread, workerData } from "node:worker_threads";

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

if (isMainThread) {
  const [address, token, ...scenarios] = process.argv.slice(2);
  const proxy = new Worker(new URL(import.meta.url), { workerData: { address, token } });
  const [port] = await once(proxy, "message");
  for (const scenario of scenarios) {
    const run = spawnSync(
      process.execPath,
      [SUITE, "server", "--url", `http://127.0.0.1:${port}/mcp`, "--scenario", scenario],
      { cwd: import.meta.dirname, encoding: "utf8" },
    );
    if (run.status !== 0) process.stderr.write(run.stdout + run.stderr);
    console.log(`${scenario.replaceAll("-", "_")} ${run.status === 0 ? "passed" : "failed"}`);
  }
  process.exit(0);
} else {
  const { address, token } = workerData;
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const { port } = server.address();
    const own = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
    if (own.includes(headers.origin)) headers.origin = new URL(address).origin;
    const forwarded = http.request(address, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1", async () => {
    const { parentPort } = await import("node:worker_threads");
    parentPort.postMessage(server.address().port);
  });
}
