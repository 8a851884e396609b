import { AuthdockError, createAuthdockClient, refreshGrant, unwrap, unwrapText } from "@authdock/client";
import { expect } from "chai";

const baseUrl = "http://client.test/api/v1";
const token = "adk_at_first";
const user = {
  ...{ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" },
  ...{ password: "correct-horse-battery", password_confirmation: "correct-horse-battery" },
};

type Reply = () => Response | Promise<Response>;
const success: Reply = () =>
  Response.json({ success: true, status: 200, message: "OK", data: {}, meta: {}, trace_id: "1" });
const failure =
  (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(
      { success: false, message: code, data: { code }, meta: {}, trace_id: "1" },
      { status, headers },
    );
const noResponse: Reply = () => Promise.reject(new TypeError("The connection was closed."));
const expired = failure(401, "token_expired");

/** A fetch that gives these replies one after the other. */
function replies(...queue: Reply[]) {
  const sent: { call: string; key: string | null; authorization: string | null; body: string }[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    sent.push({
      call: `${method} ${url.replace(baseUrl, "")}`,
      key: headers.get("Idempotency-Key"),
      authorization: headers.get("Authorization"),
      body: await request.text(),
    });
    return queue.shift()!();
  };
  return { sent, fetch };
}

async function codeOf(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: unknown) => (error instanceof AuthdockError ? error.code : String(error)),
  );
}

describe("Retries", () => {
  const soon = { "Retry-After": "0" };

  it("repeat a GET after no response, 429 and 503", async () => {
    const { sent, fetch } = replies(
      ...[noResponse, failure(429, "throttled", soon), failure(503, "unavailable", soon)],
      success,
    );
    await unwrap(createAuthdockClient({ baseUrl, fetch, retries: 3 }).GET("/users"));
    expect(sent).to.have.length(4);
  });

  it("repeat a request with an Idempotency-Key, with the same key and body", async () => {
    const { sent, fetch } = replies(noResponse, failure(409, "idempotency_in_progress", soon), success);
    const client = createAuthdockClient({ baseUrl, fetch, retries: 2 });
    const params = { header: { "Idempotency-Key": "0b5f" } };
    await unwrap(client.POST("/users", { params, body: user }));
    expect(sent.map(({ key, body }) => [key, JSON.parse(body) as unknown])).to.deep.equal(
      Array(3).fill(["0b5f", user]),
    );
  });

  it("don't repeat a change without a key, a rejection, or anything when turned off", async () => {
    const change = replies(noResponse);
    const client = createAuthdockClient({ baseUrl, fetch: change.fetch, retries: 2 });
    expect(await codeOf(client.POST("/users", { body: user }))).to.equal("network_error");
    const rejection = replies(failure(409, "already_created"));
    const params = { header: { "Idempotency-Key": "0b5f" } };
    const second = createAuthdockClient({ baseUrl, fetch: rejection.fetch, retries: 2 });
    expect(await codeOf(unwrap(second.POST("/auth/me/tokens", { params, body: { name: "a" } })))).to.equal(
      "already_created",
    );
    const off = replies(failure(503, "unavailable", soon));
    expect(await codeOf(unwrap(createAuthdockClient({ baseUrl, fetch: off.fetch }).GET("/users")))).to.equal(
      "unavailable",
    );
    expect([change, rejection, off].map(({ sent }) => sent.length)).to.deep.equal([1, 1, 1]);
  });

  it("end after the last attempt, and don't wait for more than a minute", async () => {
    const three = replies(...Array<Reply>(3).fill(failure(503, "unavailable", soon)));
    const client = createAuthdockClient({ baseUrl, fetch: three.fetch, retries: 2 });
    expect(await codeOf(unwrap(client.GET("/users")))).to.equal("unavailable");
    expect(three.sent).to.have.length(3);
    const hour = replies(failure(429, "throttled", { "Retry-After": "3600" }));
    const patient = createAuthdockClient({ baseUrl, fetch: hour.fetch, retries: 2 });
    expect(await codeOf(unwrap(patient.GET("/users")))).to.equal("throttled");
  });

  it("end when the caller aborts, with the caller's reason", async () => {
    const { fetch, sent } = replies(failure(503, "unavailable", { "Retry-After": "30" }), success);
    const abort = new AbortController();
    const client = createAuthdockClient({
      ...{ baseUrl, retries: 2 },
      fetch: async (request) => {
        const response = await fetch(request);
        setImmediate(() => abort.abort(new Error("enough")));
        return response;
      },
    });
    expect(await codeOf(client.GET("/users", { signal: abort.signal }))).to.equal("Error: enough");
    expect(sent).to.have.length(1);
  });
});

describe("An expired token", () => {
  it("is replaced once for calls at the same time, which are repeated with their bodies", async () => {
    const { sent, fetch } = replies(expired, expired, success, success);
    let refreshes = 0;
    const refresh = () => Promise.resolve(`adk_at_${++refreshes}`);
    const client = createAuthdockClient({ baseUrl, token, fetch, refresh });
    await Promise.all([unwrap(client.GET("/users")), unwrap(client.POST("/users", { body: user }))]);
    expect(refreshes).to.equal(1);
    expect(sent.slice(0, 2).map(({ authorization }) => authorization)).to.deep.equal(
      Array(2).fill(`Bearer ${token}`),
    );
    expect(sent.slice(2).map(({ authorization }) => authorization)).to.deep.equal(
      Array(2).fill("Bearer adk_at_1"),
    );
    expect(
      sent.filter(({ body }) => body !== "").map(({ body }) => JSON.parse(body) as unknown),
    ).to.deep.equal([user, user]);
  });

  it("is not replaced after another failure, and only once per call", async () => {
    let refreshes = 0;
    const refresh = () => Promise.resolve(`adk_at_${++refreshes}`);
    const revoked = replies(failure(401, "token_revoked"));
    const client = createAuthdockClient({ baseUrl, token, fetch: revoked.fetch, refresh });
    expect(await codeOf(unwrap(client.GET("/users")))).to.equal("token_revoked");
    expect(refreshes).to.equal(0);
    const again = createAuthdockClient({ baseUrl, token, fetch: replies(expired, expired).fetch, refresh });
    expect(await codeOf(unwrap(again.GET("/users")))).to.equal("token_expired");
    expect(refreshes).to.equal(1);
  });

  it("is replaced by the refresh grant, which stores each new refresh token", async () => {
    const endpoint = replies(
      () => Response.json({ access_token: "adk_at_2", refresh_token: "adk_rt_2" }),
      () => Response.json({ access_token: "adk_at_3", refresh_token: "adk_rt_3" }),
      () => Response.json({ error: "invalid_grant" }, { status: 400 }),
    );
    const stored: string[] = [];
    const refresh = refreshGrant({
      ...{ tokenUrl: "http://client.test/oauth/token", clientId: "calendar", refreshToken: "adk_rt_1" },
      onRefresh: (tokens) => void stored.push(tokens.refreshToken),
      fetch: endpoint.fetch,
    });
    const { sent, fetch } = replies(expired, success, expired, success, expired);
    const client = createAuthdockClient({ baseUrl, token, fetch, refresh });
    await unwrap(client.GET("/users"));
    await unwrap(client.GET("/users"));
    expect(stored).to.deep.equal(["adk_rt_2", "adk_rt_3"]);
    expect(endpoint.sent[1]!.body).to.equal(
      "grant_type=refresh_token&refresh_token=adk_rt_2&client_id=calendar",
    );
    expect(sent.at(-1)!.authorization).to.equal("Bearer adk_at_3");
    expect(await codeOf(unwrap(client.GET("/users")))).to.equal("refresh_failed");
  });
});

describe("An export", () => {
  it("is returned as text, and its failure as an error", async () => {
    const csv: Reply = () =>
      new Response("id,email\n", { headers: { "Content-Type": "text/csv; charset=utf-8" } });
    const { fetch } = replies(csv, failure(403, "forbidden"));
    const client = createAuthdockClient({ baseUrl, fetch });
    const { text } = await unwrapText(client.GET("/users/export", { parseAs: "text" }));
    expect(text).to.equal("id,email\n");
    expect(await codeOf(unwrapText(client.GET("/users/export", { parseAs: "text" })))).to.equal("forbidden");
  });
});
