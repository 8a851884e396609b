#!/usr/bin/env bash
# @modelcontextprotocol/sdk 1.32.2 (TypeScript): a server answers a call with 403 `insufficient_scope` and names the scopes to ask
# for. The client has a refresh token, so it refreshes instead of sending the user to the consent page. A refresh gives no
# scopes that weren't granted (RFC 6749, section 6), so the repeated call is rejected too, and the client gives up:
# `redirectToAuthorization` is never called. @modelcontextprotocol/client 2.4.0 asks the user.
# For applications with this SDK: forget the tokens after the error, and call `auth` with the scopes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2
cat > step-up.js <<'JS'
import { createServer } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

let origin;
const json = (response, status, body, headers = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};
const server = createServer(async (request, response) => {
  let text = "";
  for await (const part of request) text += part;
  if (request.url.startsWith("/.well-known/oauth-protected-resource"))
    return json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
  if (request.url.startsWith("/.well-known/"))
    return json(response, 200, {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    });
  if (request.url === "/token") {
    console.log("token endpoint:", new URLSearchParams(text).get("grant_type"));
    return json(response, 200, { access_token: "b", refresh_token: "s", token_type: "Bearer", scope: "read" });
  }
  if (request.method !== "POST") return response.writeHead(405).end();
  const { id, method } = JSON.parse(text);
  if (method === "initialize")
    return json(response, 200, {
      jsonrpc: "2.0",
      id,
      result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
    });
  if (method !== "tools/call") return response.writeHead(202).end();
  const challenge = `Bearer error="insufficient_scope", scope="read write", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
  return json(response, 403, {}, { "www-authenticate": challenge });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
origin = `http://127.0.0.1:${server.address().port}`;

let tokens = { access_token: "a", refresh_token: "r", token_type: "Bearer", scope: "read" };
const authProvider = {
  redirectUrl: "http://127.0.0.1:1/callback",
  clientMetadata: { client_name: "c", redirect_uris: ["http://127.0.0.1:1/callback"] },
  clientInformation: () => ({ client_id: "c" }),
  tokens: () => tokens,
  saveTokens: (saved) => void (tokens = saved),
  redirectToAuthorization: () => console.log("the user is asked"),
  saveCodeVerifier: () => undefined,
  codeVerifier: () => "v",
};
const client = new Client({ name: "c", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider }));
await client.callTool({ name: "write", arguments: {} }).catch((error) => console.log(error.message));
process.exit(0);
JS
output=$(node step-up.js)
echo "$output"
expected='token endpoint: refresh_token
Streamable HTTP error: Server returned 403 after trying upscoping'
[[ $output == "$expected" ]] || { echo "The behaviour has changed."; exit 1; }
