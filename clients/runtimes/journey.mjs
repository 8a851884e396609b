// A journey of the installed package, run by Node.js, Deno and Bun: npm run clients -- package
import assert from "node:assert/strict";
import process from "node:process";
import { AuthdockError, createAuthdockClient, items, unwrap, unwrapText } from "@authdock/client";

const [runtime] = process.argv.slice(2);
const variable = (name) => process.env[`AUTHDOCK_${name}`];
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const authdock = createAuthdockClient({
  baseUrl: variable("URL"),
  fetch: (request) => {
    // sign-ins are limited by address, and this service trusts the header
    request.headers.set("X-Forwarded-For", `2001:db8:${runtime.length}::1`);
    return fetch(request);
  },
});

/** What the runtime does with the client, in this order. */
const JOURNEY = {
  "signs in": async () => {
    const login = await authdock.login({ email: variable("OWNER_EMAIL"), password: variable("PASSWORD") });
    assert.ok(login.token);
    assert.equal((await unwrap(authdock.GET("/auth/me"))).data.email, variable("OWNER_EMAIL"));
  },
  "uploads a picture, as a file and as bytes": async () => {
    const type = "image/png";
    for (const avatar of [new Blob([picture], { type }), new File([picture], "me.png", { type })]) {
      const { data } = await unwrap(authdock.PUT("/auth/me/avatar", { body: { avatar } }));
      const { status } = await fetch(new URL(new URL(data.avatar_url).pathname, variable("URL")));
      assert.equal(status, 200);
    }
  },
  "reads a list page by page": async () => {
    const emails = [];
    const page = (cursor) =>
      unwrap(authdock.GET("/users", { params: { query: { sort: "email", per_page: 2, cursor } } }));
    for await (const { email } of items(page)) emails.push(email);
    assert.deepEqual(emails, [...new Set(emails)].sort());
    assert.ok(emails.length >= 4);
  },
  "creates a user once": async () => {
    const body = { first_name: "Grace", last_name: "Hopper", email: `grace@${runtime}.test` };
    const params = { header: { "Idempotency-Key": `once-${runtime}` } };
    const create = async () => (await unwrap(authdock.POST("/users", { body, params }))).data.id;
    assert.equal(await create(), await create());
  },
  "reads an export": async () => {
    const params = { query: { "filter[search]": `grace@${runtime}.test` } };
    const { text } = await unwrapText(authdock.GET("/users/export", { params, parseAs: "text" }));
    assert.match(text, /Grace/);
  },
  "gets an error with its fields": async () => {
    const query = { "filter[created_from]": "yesterday" };
    const failure = await unwrap(authdock.GET("/users", { params: { query } })).catch((error) => error);
    assert.ok(failure instanceof AuthdockError);
    assert.deepEqual([failure.status, Object.keys(failure.errors)], [422, ["filter.created_from"]]);
  },
  "signs out": async () => {
    await authdock.logout();
    const failure = await unwrap(authdock.GET("/auth/me")).catch((error) => error);
    assert.equal(failure.status, 401);
  },
};

for (const [name, step] of Object.entries(JOURNEY)) {
  await step();
  console.log(`  ✔ ${runtime} ${name}`);
}
