import { AuthdockError, createAuthdockClient, refreshGrant, unwrap } from "@authdock/client";
import { expect } from "chai";
import { addUserOnce } from "./examples.js";
import { CUT_URL, newClient, OAUTH, tokenOfOwner, URL_OF_API } from "./service.js";

const TOKEN_URL = new URL("/oauth/token", URL_OF_API).href;
const person = (email: string) => ({ first_name: "Grace", last_name: "Hopper", email });
const codeOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof AuthdockError ? error.code : String(error)),
  );

describe("A client behind a connection that breaks", () => {
  const outcomes: string[] = [];
  let token: string;
  before(async () => (token = await tokenOfOwner()));
  beforeEach(() => outcomes.splice(0));

  const client = (retries: number) =>
    createAuthdockClient({
      ...{ baseUrl: CUT_URL, token, retries },
      fetch: async (request) => {
        const response = await fetch(request).catch((error: unknown) => {
          outcomes.push("no answer");
          throw error;
        });
        outcomes.push(`${response.status} ${response.headers.get("Idempotent-Replayed") ?? "first"}`);
        return response;
      },
    });
  const idsOf = async (email: string): Promise<string[]> => {
    const params = { query: { "filter[email]": email } };
    const { data } = await unwrap(newClient(token).GET("/users", { params }));
    return data.items.map(({ id }) => id);
  };

  it("creates a user once, although the first answer is lost", async () => {
    const { id, email } = await addUserOnce(client(2), person("cut.typescript@test.example"));
    expect(outcomes).to.deep.equal(["no answer", "201 true"]);
    expect(await idsOf(email)).to.deep.equal([id]);
  });

  it("has created the user, although the call without retries fails", async () => {
    const body = person("unknown.typescript@test.example");
    const key = "c1f3a4f0-unknown";
    expect(await codeOf(addUserOnce(client(0), body, key))).to.equal("network_error");
    const ids = await idsOf(body.email);
    expect(ids).to.have.length(1);
    expect((await addUserOnce(client(0), body, key)).id).to.equal(ids[0]);
    expect(outcomes).to.deep.equal(["no answer", "201 true"]);
  });
});

describe("An OAuth2 client with an expired token", () => {
  const grants: number[] = [];
  const stored: { accessToken: string; refreshToken: string }[] = [];
  const client = (refreshToken: string) => {
    const refresh = refreshGrant({
      ...{ tokenUrl: TOKEN_URL, clientId: OAUTH.client, refreshToken },
      onRefresh: (tokens) => void stored.push(tokens),
      fetch: async (request) => {
        const response = await fetch(request);
        grants.push(response.status);
        return response;
      },
    });
    return createAuthdockClient({ baseUrl: URL_OF_API, token: OAUTH.expiredToken, refresh });
  };

  it("is rejected without a refresh token", async () => {
    const call = createAuthdockClient({ baseUrl: URL_OF_API, token: OAUTH.expiredToken }).GET("/users");
    expect(await codeOf(unwrap(call))).to.equal("token_expired");
  });

  it("renews it once for twenty calls at the same time", async () => {
    const authdock = client(OAUTH.refreshToken);
    const answers = await Promise.all(Array.from({ length: 20 }, () => unwrap(authdock.GET("/users"))));
    expect(answers.map(({ response }) => response.status)).to.deep.equal(Array(20).fill(200));
    expect(grants).to.deep.equal([200]);
    expect(stored).to.have.length(1);
    expect(stored[0]!.refreshToken)
      .to.match(/^adk_rt_/)
      .and.not.equal(OAUTH.refreshToken);
  });

  it("can renew it again with the refresh token that was stored", async () => {
    await unwrap(client(stored[0]!.refreshToken).GET("/users"));
    expect(stored).to.have.length(2);
    const { accessToken } = stored[1]!;
    expect(await codeOf(unwrap(newClient(accessToken).GET("/users")))).to.equal(null);
  });

  it("must authorize again when the refresh token was already used", async () => {
    expect(await codeOf(client(OAUTH.refreshToken).GET("/users"))).to.equal("refresh_failed");
    expect(grants.at(-1)).to.equal(400);
  });
});
