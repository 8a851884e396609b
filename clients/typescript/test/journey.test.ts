import { AuthdockError, unwrap, type AuthdockClient } from "@authdock/client";
import { expect } from "chai";
import { generate } from "otplib";
import { addUser, addUserOnce, rename, signIn, usersMatching } from "./examples.js";
import { ACCOUNTS, newClient, PASSWORD, TOTP_SECRET } from "./service.js";

const noCodeExpected = (): Promise<string> =>
  Promise.reject(new Error("The client must not ask for a code."));
const person = (email: string) => ({
  ...{ first_name: "Grace", last_name: "Hopper", email },
  ...{ password: "correct-horse-battery", password_confirmation: "correct-horse-battery" },
});

async function failureOf(call: Promise<unknown>): Promise<AuthdockError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(AuthdockError);
  return error as AuthdockError;
}

describe("An administrator with a second factor", () => {
  let admin: AuthdockClient;
  let send: (request: Request) => Promise<Response>;
  before(() => (admin = newClient(undefined, (request) => send(request), 2)));
  beforeEach(() => (send = fetch));

  it("signs in with password and code", async () => {
    const credentials = { email: ACCOUNTS.admin, password: PASSWORD };
    expect(await signIn(admin, credentials, () => generate({ secret: TOTP_SECRET }))).to.equal("Hello Ada.");
    const { data } = await unwrap(admin.GET("/auth/me"));
    expect(data.email).to.equal(ACCOUNTS.admin);
  });

  it("lists filtered users page by page, also while another one is created", async () => {
    const emails: string[] = [];
    for await (const { email } of usersMatching(admin, "typescript@example", 2))
      if (emails.push(email) === 1) await addUser(admin, person("a.typescript@example.test"));
    expect(emails).to.deep.equal([ACCOUNTS.admin, ACCOUNTS.unverified, ACCOUNTS.user]);
  });

  it("lists a page by its number, and the previous one by its cursor", async () => {
    const list = { "filter[search]": "typescript@example", sort: "email", per_page: 3 } as const;
    const query = { ...list, page: 2 };
    const { data, meta } = await unwrap(admin.GET("/users", { params: { query } }));
    expect(data.items.map(({ email }) => email)).to.deep.equal([ACCOUNTS.user]);
    const { prev_cursor: cursor, ...second } = meta.pagination;
    expect(second).to.deep.equal({
      ...{ total: 4, per_page: 3, current_page: 2, last_page: 2, from: 4, to: 4, next_cursor: null },
    });
    if (cursor === null) throw new Error("The second page has no cursor of the first one.");
    const previous = await unwrap(admin.GET("/users", { params: { query: { ...list, cursor } } }));
    expect(previous.data.items.map(({ email }) => email)).to.include.members([ACCOUNTS.admin]);
    expect(previous.meta.pagination).to.include({ current_page: null, last_page: null, prev_cursor: null });
    expect(previous.response.headers.get("Link")).to.match(/>; rel="next"/);
  });

  it("searches for characters that are reserved in a query string", async () => {
    const body = { ...person("reserved@example.test"), last_name: "O'Neil & Söhne #1 50% a+b [x]=y" };
    const { data: created } = await unwrap(admin.POST("/users", { body }));
    const find = async (search: string): Promise<string[]> => {
      const query = { "filter[search]": search, "filter[status]": undefined };
      const { data } = await unwrap(admin.GET("/users", { params: { query } }));
      return data.items.map(({ id }) => id);
    };
    // words of one or two characters are found only at the start of a field
    expect(await find("O'Neil Söhne 50% a+b [x]=y")).to.deep.equal([created.id]);
    expect(await find("a+b")).to.deep.equal([created.id]);
    expect(await find("a b&filter[status]=banned")).to.deep.equal([]);
  });

  it("gets the error of an invalid filter", async () => {
    const query = { "filter[created_from]": "yesterday", per_page: 5 };
    const failure = await failureOf(unwrap(admin.GET("/users", { params: { query } })));
    expect(failure).to.include({ status: 422, code: "validation_failed" });
    expect(failure.errors).to.have.keys("filter.created_from");
  });

  it("gets selected definitions", async () => {
    const query = { keys: ["userStatus", "yesNo"] };
    const { data, response } = await unwrap(admin.GET("/definitions", { params: { query } }));
    expect(Object.keys(data)).to.have.members(query.keys);
    expect(response.url).to.match(/\?keys=userStatus,yesNo$/);
    const { data: one } = await unwrap(admin.GET("/definitions", { params: { query: { keys: ["yesNo"] } } }));
    expect(one).to.have.keys("yesNo");
  });

  it("creates, renames and deletes a user, and gets a field error for a taken address", async () => {
    const created = await addUser(admin, person("grace@example.test"));
    if (!("id" in created) || typeof created.id !== "string") throw new Error("The user wasn't created.");
    expect(await addUser(admin, person("grace@example.test"))).to.have.keys("email");
    const renamed = await rename(admin, created.id, undefined, "Amazing Grace");
    expect(renamed).to.include({ full_name: "Amazing Grace Hopper" });
    const { data } = await unwrap(admin.DELETE("/users/{user}", { params: { path: { user: created.id } } }));
    expect(data).to.deep.equal({});
    const params = { path: { user: created.id } };
    expect(await failureOf(unwrap(admin.GET("/users/{user}", { params })))).to.include({ code: "not_found" });
  });

  it("creates a user once when the answer is lost", async () => {
    const answers: Response[] = [];
    send = async (request) => {
      answers.push(await fetch(request));
      if (answers.length === 1) throw new TypeError("The connection was closed.");
      return answers.at(-1)!;
    };
    const { id } = await addUserOnce(admin, person("once@example.test"));
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201]);
    expect(await answers[0]!.json()).to.have.nested.property("data.id", id);
    expect(answers[1]!.headers.get("Idempotent-Replayed")).to.equal("true");
  });

  it("doesn't repeat a rejected request", async () => {
    let requests = 0;
    send = (request) => fetch((requests++, request));
    const failure = await failureOf(addUserOnce(admin, person("once@example.test")));
    expect(failure).to.include({ code: "validation_failed" });
    expect(requests).to.equal(1);
  });

  it("is told that nothing has changed", async () => {
    const { data: user, etag } = await unwrap(admin.POST("/users", { body: person("same@example.test") }));
    const params = { path: { user: user.id }, header: { "If-None-Match": etag } };
    const failure = await failureOf(unwrap(admin.GET("/users/{user}", { params })));
    expect(failure).to.include({ status: 304, code: "not_modified" });
    expect(failure.traceId).to.match(/^[0-9a-f-]{36}$/);
    await rename(admin, user.id, etag, "Changed");
    expect((await unwrap(admin.GET("/users/{user}", { params }))).data.first_name).to.equal("Changed");
  });

  it("doesn't overwrite another change", async () => {
    const { data: user, etag } = await unwrap(admin.POST("/users", { body: person("busy@example.test") }));
    expect(await rename(admin, user.id, etag, "Faster")).to.include({ first_name: "Faster" });
    expect(await rename(admin, user.id, etag, "Slower")).to.equal(null);
    const params = { path: { user: user.id }, header: { "If-Match": etag } };
    const failure = await failureOf(unwrap(admin.DELETE("/users/{user}", { params })));
    expect(failure).to.include({ status: 412, code: "stale" });
    const { data: shown } = await unwrap(admin.GET("/users/{user}", { params: { path: params.path } }));
    expect(shown.first_name).to.equal("Faster");
  });

  it("can't use the token after logging out, and sends no token", async () => {
    let authorization: string | null = null;
    admin.use({ onRequest: ({ request }) => void (authorization = request.headers.get("Authorization")) });
    await admin.logout();
    const token = String(authorization).replace("Bearer ", "");
    expect(token).to.match(/^adk_pat_/);
    expect(await failureOf(unwrap(newClient(token).GET("/auth/me")))).to.include({
      ...{ status: 401, code: "token_revoked" },
    });
    expect(await failureOf(unwrap(admin.GET("/auth/me")))).to.include({ code: "unauthenticated" });
    expect(authorization).to.equal(null);
  });
});

describe("A user", () => {
  it("without a second factor is signed in with the password, and can't list users", async () => {
    const user = newClient();
    const login = await user.login({ email: ACCOUNTS.user, password: PASSWORD });
    if (login.requires_verification || login.requires_two_factor)
      throw new Error("The login returned no token.");
    expect(login.user.email).to.equal(ACCOUNTS.user);
    const { data } = await unwrap(newClient(login.token).GET("/auth/me"));
    expect(data).to.deep.equal({ ...login.user, roles: ["user"], permissions: ["dashboard.read"] });
    expect(await failureOf(unwrap(user.GET("/users")))).to.include({ status: 403, code: "forbidden" });
  });

  it("with an unverified address is asked to follow the link in the mail", async () => {
    const text = await signIn(
      newClient(),
      { email: ACCOUNTS.unverified, password: PASSWORD },
      noCodeExpected,
    );
    expect(text).to.match(/link in the mail/);
  });

  it("who registers must verify the address", async () => {
    const call = newClient().POST("/auth/register", { body: person("new@example.test") });
    expect((await unwrap(call)).data).to.include({ requires_verification: true });
  });

  it("needs a new challenge after a wrong code", async () => {
    const login = await newClient().login({ email: ACCOUNTS.admin, password: PASSWORD });
    if (!login.requires_two_factor) throw new Error("The login returned no challenge.");
    const answer = { challenge: login.challenge, code: "000000" };
    for (const attempt of ["wrong", "spent"])
      expect(await failureOf(newClient().answerChallenge(answer)), attempt).to.include({
        code: "challenge_failed",
      });
  });

  it("with a wrong password is rejected", async () => {
    const guest = newClient("adk_pat_of_before");
    const failure = await failureOf(guest.login({ email: ACCOUNTS.user, password: "wrong" }));
    expect(failure).to.include({ name: "AuthdockError", status: 401, code: "invalid_credentials" });
    expect(failure.message).to.equal("These credentials do not match our records.");
    expect(failure.traceId).to.match(/^[0-9a-f-]{36}$/);
    expect(failure.errors).to.deep.equal({});
  });

  it("gets the errors of each field", async () => {
    const body = { ...person("no address"), password_confirmation: "correct-horse-batteries" };
    const failure = await failureOf(unwrap(newClient().POST("/auth/register", { body })));
    expect(failure).to.include({ status: 422, code: "validation_failed" });
    expect(failure.errors["email"]).to.have.length(1);
  });

  it("gets the time to wait after too many attempts", async () => {
    const guest = newClient();
    const attempt = () => failureOf(guest.login({ email: "nobody@example.test", password: "wrong" }));
    for (let tries = 0; tries < 5; tries++) expect(await attempt()).to.include({ status: 401 });
    const failure = await attempt();
    expect(failure).to.include({ status: 429, code: "throttled" });
    expect(failure.retryAfterSeconds).to.be.within(1, 60);
  });
});
