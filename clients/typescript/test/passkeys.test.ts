import {
  acceptInvitation,
  AuthdockError,
  confirmWithPasskey,
  createAuthdockClient,
  createPasskey,
  signInWithPasskey,
  type PasskeyBrowser,
} from "@authdock/client";
import { expect } from "chai";
import { newClient } from "./service.js";

const ANSWER = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: {
    clientDataJSON: "AAAA",
    authenticatorData: "AAAA",
    signature: "AAAA",
    attestationObject: "AAAA",
  },
};
const envelope = (status: number, data: object): Response =>
  Response.json({ success: status < 400, status, message: "", data, meta: {}, trace_id: "x" }, { status });

/** A browser whose authenticator always gives the same answer, and the calls it got. */
function fakeBrowser(): { browser: PasskeyBrowser; calls: unknown[][] } {
  const calls: unknown[][] = [];
  return {
    calls,
    browser: {
      create: (options) => (calls.push(["create", options]), Promise.resolve(ANSWER)),
      get: (options, request) => (calls.push(["get", options, request]), Promise.resolve(ANSWER)),
      forget: (...credential) => (calls.push(["forget", ...credential]), Promise.resolve()),
    },
  };
}

/** A client of a service with these answers, and the requests it got. */
function scripted(...answers: Response[]) {
  const requests: { path: string; body: unknown; token: string | null }[] = [];
  const client = createAuthdockClient({
    baseUrl: "https://auth.example.com/api/v1",
    fetch: async (request) => {
      const body = await request.text();
      const path = new URL(request.url).pathname;
      const token = request.headers.get("Authorization");
      requests.push({ path, body: body === "" ? undefined : JSON.parse(body), token });
      return answers.shift()!;
    },
  });
  return { client, requests };
}

const options = { public_key: { challenge: "BBBB", rpId: "auth.example.com" } };

describe("Passkeys in the TypeScript client", () => {
  it("sign in: the options go to the browser, its answer to the service, and the token is used", async () => {
    const { client, requests } = scripted(
      envelope(200, options),
      envelope(200, { user: { id: "1" }, token: "adk_pat_x" }),
      envelope(200, {}),
    );
    const { browser, calls } = fakeBrowser();
    const outcome = await signInWithPasskey(client, { challenge: "C", mediation: "conditional" }, browser);
    expect(outcome).to.deep.include({ requires_verification: false, token: "adk_pat_x" });
    expect(calls).to.deep.equal([["get", options.public_key, { mediation: "conditional" }]]);
    expect(requests[1]).to.deep.include({ body: { credential: ANSWER, challenge: "C" } });
    await client.GET("/auth/me");
    expect(requests[2]!.token).to.equal("Bearer adk_pat_x");
  });

  it("sign in: an unverified account gets no token", async () => {
    const { client } = scripted(envelope(200, options), envelope(200, { requires_verification: true }));
    expect(await signInWithPasskey(client, {}, fakeBrowser().browser)).to.deep.equal({
      requires_verification: true,
    });
  });

  it("accept an invitation, without a token", async () => {
    const { client, requests } = scripted(
      envelope(200, options),
      envelope(200, { passkey: { name: "Phone" }, recovery_codes: ["7kq2m"] }),
    );
    const { browser, calls } = fakeBrowser();
    const { recovery_codes } = await acceptInvitation(client, { token: "T", name: "Phone" }, browser);
    expect(recovery_codes).to.deep.equal(["7kq2m"]);
    expect(calls).to.deep.equal([["create", options.public_key]]);
    expect(requests).to.deep.equal([
      { path: "/api/v1/auth/invitation/passkeys/options", body: { token: "T" }, token: null },
      {
        path: "/api/v1/auth/invitation/passkeys",
        body: { token: "T", credential: ANSWER, name: "Phone" },
        token: null,
      },
    ]);
  });

  it("are created with a name, and confirm", async () => {
    const { client, requests } = scripted(
      envelope(200, options),
      envelope(201, { passkey: { name: "Phone" }, recovery_codes: [] }),
      envelope(200, options),
      envelope(200, { confirmed_until: "2026-11-21T09:45:00.000Z" }),
    );
    const { browser } = fakeBrowser();
    expect((await createPasskey(client, { name: "Phone" }, browser)).passkey.name).to.equal("Phone");
    await confirmWithPasskey(client, {}, browser);
    expect(requests.map(({ path }) => path.slice("/api/v1".length))).to.deep.equal([
      "/auth/me/passkeys/options",
      "/auth/me/passkeys",
      "/auth/confirm-password/options",
      "/auth/confirm-password",
    ]);
  });

  it("are forgotten by the browser when the service doesn't know them", async () => {
    const { client } = scripted(envelope(200, options), envelope(401, { code: "passkey_unknown" }));
    const { browser, calls } = fakeBrowser();
    const error: unknown = await signInWithPasskey(client, {}, browser).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(AuthdockError);
    expect(calls.at(-1)).to.deep.equal(["forget", "auth.example.com", "AAAA"]);
  });

  it("are rejected by the service with an answer that isn't one", async () => {
    const error: unknown = await signInWithPasskey(
      newClient(),
      {},
      {
        ...fakeBrowser().browser,
        get: () =>
          Promise.resolve({
            ...ANSWER,
            response: { ...ANSWER.response, attestationObject: undefined } as never,
          }),
      },
    ).catch((reason: unknown) => reason);
    expect((error as AuthdockError).code).to.equal("passkey_rejected");
  });
});
