// An agent with one of the SDKs in TypeScript, which knows only the address of /mcp and of the document that describes it. It
// prints its steps and reads the address to which the user came back.
import { createInterface } from "node:readline";

const [sdk, address, clientMetadataUrl, redirectUrl, user] = process.argv.slice(2);
const { auth, Client, StreamableHTTPClientTransport } =
  sdk === "sdk"
    ? {
        ...(await import("@modelcontextprotocol/sdk/client/auth.js")),
        ...(await import("@modelcontextprotocol/sdk/client/index.js")),
        ...(await import("@modelcontextprotocol/sdk/client/streamableHttp.js")),
      }
    : await import("@modelcontextprotocol/client");

const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
const read = async () => (await lines.next()).value;
const tell = (word, value) =>
  console.log(`${word} ${typeof value === "string" ? value : JSON.stringify(value)}`);

// the server's addresses are kept between the request and the answer of the user
const stored = {};
const authProvider = {
  redirectUrl,
  clientMetadataUrl,
  clientMetadata: { client_name: "Helper", redirect_uris: [redirectUrl], token_endpoint_auth_method: "none" },
  clientInformation: () => stored.client,
  saveClientInformation: (client) => void (stored.client = client),
  tokens: () => stored.tokens,
  saveTokens: (tokens) => void (stored.tokens = tokens),
  redirectToAuthorization: (url) => void (stored.asked = url.href),
  saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
  codeVerifier: () => stored.verifier,
  saveDiscoveryState: (state) => void (stored.discovery = state),
  discoveryState: () => stored.discovery,
};

async function connect() {
  const options = sdk === "auto" ? { versionNegotiation: { mode: "auto" } } : {};
  const client = new Client({ name: "helper", version: "1.0.0" }, options);
  const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider });
  return { client, transport, opened: client.connect(transport) };
}

/** Has the user decide, when the server asks for it, and connects again. */
async function withPerson(attempt) {
  try {
    return await attempt();
  } catch (error) {
    if (sdk === "sdk" && error.code === 403) {
      // this SDK refreshes its token, which gets it no more scopes, instead of asking
      stored.tokens = undefined;
      await auth(authProvider, { serverUrl: address, scope: "users.read users.write" });
    }
    if (stored.asked === undefined) throw error;
    tell("AUTHORIZE", stored.asked);
    stored.asked = undefined;
    const { searchParams } = new URL(await read());
    if (sdk === "sdk") await current.transport.finishAuth(searchParams.get("code"));
    else await current.transport.finishAuth(searchParams);
    current = await connect();
    await current.opened;
    return attempt();
  }
}

let current = await connect();
await withPerson(() => current.opened);
const call = async (name, given) => {
  const { structuredContent } = await current.client.callTool({ name, arguments: given });
  return structuredContent;
};
const { tools } = await current.client.listTools();
tell(
  "TOOLS",
  tools.map(({ name }) => name),
);
tell("ME", (await call("auth.me", {})).data.id);
const found = await call("users.index", { filter: { search: "hopper" }, per_page: 5 });
tell(
  "FOUND",
  found.data.items.map(({ first_name }) => first_name),
);
const stale = { user, if_match: '"0"', body: { first_name: "Augusta" } };
tell("STALE", (await withPerson(() => call("users.update", stale))).code);
tell("REFUSED", (await call("users.destroy", { user })).code);
tell("EXPIRED", stored.tokens.access_token);
await read();
tell("REFRESHED", (await call("auth.me", {})).data.id);
tell("DISCONNECT", "");
await read();
tell(
  "ENDED",
  await call("auth.me", {}).then(
    () => "no",
    () => "yes",
  ),
);
process.exit(0);
