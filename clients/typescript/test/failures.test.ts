import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AuthdockError, createAuthdockClient, unwrap, type AuthdockClient } from "@authdock/client";
import { expect } from "chai";

const baseUrl = "http://127.0.0.1:9/api/v1";
const answering = (answer: () => Response | Promise<Response>): AuthdockClient =>
  createAuthdockClient({ baseUrl, fetch: () => Promise.resolve().then(answer) });
const page = (status: number, headers: Record<string, string> = {}): Response =>
  new Response("<html>Bad Gateway</html>", { status, headers: { "Content-Type": "text/html", ...headers } });

async function reasonOf(client: AuthdockClient, signal?: AbortSignal): Promise<unknown> {
  return unwrap(client.GET("/auth/me", { signal: signal ?? null })).then(
    () => null,
    (reason: unknown) => reason,
  );
}

describe("A call without a response of the API", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const listening = (listener: RequestListener): Promise<string> =>
    new Promise((done) => {
      const server = createServer(listener).listen(0, "127.0.0.1", () => {
        done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      });
      servers.push(server);
    });

  it("throws an error with the status and the content type when a proxy answers", async () => {
    const reason = (await reasonOf(answering(() => page(502, { "Retry-After": "30" })))) as AuthdockError;
    expect(reason).to.be.instanceOf(AuthdockError);
    expect(reason).to.include({ status: 502, code: "unexpected_answer", retryAfterSeconds: 30 });
    expect(reason.message).to.equal("The response isn't from the Authdock API: status 502, text/html.");
  });

  it("throws an error for a foreign response with a success status", async () => {
    const foreign = [
      page(200),
      Response.json({ hello: "world" }),
      new Response(null, { status: 204 }),
      new Response(null, { status: 304 }),
    ];
    for (const answer of foreign)
      expect(await reasonOf(answering(() => answer))).to.include({ code: "unexpected_answer" });
  });

  it("throws an error for foreign JSON and for an incomplete envelope", async () => {
    const foreign = [
      Response.json({ error: "quota" }, { status: 403 }),
      new Response('{"success":', { status: 500 }),
    ];
    for (const answer of foreign)
      expect(await reasonOf(answering(() => answer))).to.include({
        code: "unexpected_answer",
        status: answer.status,
      });
  });

  it("throws an error with its cause when there is no response", async () => {
    const reason = (await reasonOf(createAuthdockClient({ baseUrl }))) as AuthdockError;
    expect(reason).to.include({ name: "AuthdockError", status: 0, code: "network_error" });
    expect(reason.message).to.equal(`GET ${baseUrl}/auth/me: no response.`);
    expect(reason.cause).to.be.instanceOf(TypeError);
  });

  it("parses a date in Retry-After, and ignores an invalid value", async () => {
    const soon = new Date(Date.now() + 90_000).toUTCString();
    const later = (await reasonOf(answering(() => page(503, { "Retry-After": soon })))) as AuthdockError;
    expect(later.retryAfterSeconds).to.be.within(85, 90);
    const never = await reasonOf(answering(() => page(503, { "Retry-After": "soon" })));
    expect(never).to.include({ retryAfterSeconds: null });
  });

  it("doesn't follow a redirect, which would disclose the password or the token", async () => {
    const received: string[] = [];
    const stranger = await listening((request, response) => {
      received.push(`${request.method} ${request.url}`);
      response.end("{}");
    });
    const moved = await listening((_request, response) => {
      response.writeHead(307, { Location: `${stranger}/elsewhere` }).end();
    });
    const client = createAuthdockClient({ baseUrl: `${moved}/api/v1`, token: "adk_pat_of_a_test" });
    const reasons = [
      await reasonOf(client),
      await client.login({ email: "ada@example.test", password: "correct-horse-battery" }).then(
        () => null,
        (reason: unknown) => reason,
      ),
    ];
    for (const reason of reasons) expect(reason).to.include({ code: "network_error" });
    expect(received).to.deep.equal([]);
  });

  it("isn't made with an invalid token, which the error doesn't contain", () => {
    const client = createAuthdockClient({ baseUrl });
    for (const token of ["adk_pat_one\nadk_pat_two", "adk_pat_cut…", "Bearer adk_pat_one", ""])
      for (const give of [() => createAuthdockClient({ baseUrl, token }), () => client.setToken(token)])
        expect(give, token)
          .to.throw(TypeError, "Invalid token")
          .with.property("stack")
          .not.contain("adk_pat");
  });

  it("throws the caller's own error when the caller aborts it", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const client = createAuthdockClient({ baseUrl, fetch: (request) => fetch(request) });
    expect(await reasonOf(client, signal)).to.include({ message: "enough" });
  });
});
