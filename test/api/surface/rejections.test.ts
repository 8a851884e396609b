import { STREAMED_FIELD } from "../../../src/contract/uploads.js";
import { expect } from "chai";
import { METHODS, type Operation } from "../../../src/contract/operations.js";
import { DAY, now, SECOND } from "../../../src/lib/clock.js";
import { generateToken, PERSONAL_TOKEN } from "../../../src/lib/secrets.js";
import type { ApiClient, Response, Test } from "../../support/app/client.js";
import { connectionRejected, whileQueriesFail } from "../../support/database/faults.js";
import {
  exampleBody,
  exampleJson,
  methodsByPath,
  operations,
  idsIn,
  pathOf,
} from "../../support/contract/operations.js";
import { verificationLink } from "../../support/contract/verification-link.js";
import { Upload } from "../../support/app/upload.js";
import { useWorld, type World } from "../../support/app/world.js";

const KEYS = ["success", "status", "message", "data", "meta", "trace_id"];

const ask = (api: ApiClient, operation: Operation, query = ""): Test =>
  api.send(operation.method, pathOf(operation) + query, exampleBody(operation));

function expectFailure({ status, body }: Response, code: string, message?: string): void {
  expect(Object.keys(body as object)).to.deep.equal(KEYS);
  expect(body).to.deep.include({ success: false, status, meta: {} });
  expect(body.data.code).to.equal(code);
  if (message !== undefined) expect(body.message).to.equal(message);
}

describe("Every operation returns", () => {
  const world = useWorld();
  for (const operation of operations) describe(operation.id, () => rejectionsOf(operation, world));
});

function rejectionsOf(operation: Operation, world: World): void {
  let api: ApiClient;
  beforeEach(async () => {
    api = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
  });

  it("M14: 400 for invalid percent-encoding", async () => {
    for (const query of ["?x=%E0%A4%A", "?%", "?filter[search]=%zz"])
      expectFailure(
        await ask(api, operation, query).expect(400),
        "malformed_request",
        "The request is malformed.",
      );
  });

  it("403 to a denied account whose token still resolves", async () => {
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    await world.services.knex("users").where({ id: user.id }).update({ status: " Banned " });
    expectFailure(
      await ask(world.api.as(token), operation).expect(403),
      "account_denied",
      "Your account is not active.",
    );
  });

  it("422 for a query parameter that the contract doesn't declare", async () => {
    const response = await ask(api, operation, "?colour=red").expect(422);
    expectFailure(response, "validation_failed", "The given data was invalid.");
    expect(response.body.data.errors).to.deep.equal({
      colour: ["The query parameter colour is unknown."],
    });
  });

  it("500 with the generic text after an unexpected error", async () => {
    const text = "select password from nowhere: no such table";
    // a link is checked before anything is queried
    const body =
      operation.id === "auth.email.verify"
        ? verificationLink(world, await world.make.user())
        : exampleBody(operation);
    const response = await whileQueriesFail(
      world.services.knex,
      (sql) => (/rate_limits|^(begin|commit|rollback)/i.test(sql) ? null : new Error(text)),
      () => api.send(operation.method, pathOf(operation), body).expect(500),
    );
    expectFailure(response, "server_error", "A server error occurred.");
    expect(response.text).not.to.match(/select|nowhere|debug/i);
    const line = world.logs.find(({ msg }) => msg === "request failed");
    expect(line).to.deep.include({ trace_id: response.body.trace_id, route: operation.id, level: "error" });
    expect((line!["err"] as { message: string }).message).to.include(text);
  });

  it("503 with Retry-After while the database is down", async () => {
    const response = await whileQueriesFail(world.services.knex, connectionRejected, () =>
      ask(api, operation).expect(503),
    );
    expectFailure(response, "unavailable", "A server error occurred.");
    expect(response.headers["retry-after"]).to.match(/^[1-9]\d*$/);
    expect(response.text).not.to.include("ECONNREFUSED");
    expect(JSON.stringify(world.logs)).to.include(response.body.trace_id);
    await ask(api, operation).expect(({ status }) => expect(status).to.be.below(500));
  });

  if (operation.tier !== "public")
    it("401 without a valid token", async () => {
      const { user } = await world.make.userWithToken();
      const revoked = await world.make.token(user);
      await world.services.knex("personal_access_tokens").update({ revoked_at: now() });
      const expired = await world.make.token(user, { expiresAt: now() });
      const rejected = {
        unauthenticated: [generateToken(PERSONAL_TOKEN), "12|abc"],
        token_revoked: [revoked],
        token_expired: [expired],
      };
      for (const [code, tokens] of Object.entries(rejected))
        for (const token of tokens) {
          const response = await ask(world.api.as(token), operation).expect(401);
          expectFailure(response, code, "Unauthenticated.");
          expect(response.headers["www-authenticate"]).to.equal("Bearer");
        }
      expectFailure(await ask(world.api, operation).expect(401), "unauthenticated", "Unauthenticated.");
    });

  if (operation.document["x-first-party"] === true)
    it("403 to a token that isn't from signing in", async () => {
      const { user } = await world.make.userWithToken();
      const personal = await world.make.token(user, { name: "deployment" });
      expectFailure(await ask(world.api.as(personal), operation).expect(403), "first_party_only");
    });

  if (operation.tier === "permission")
    it(`403 without ${operation.permission}`, async () => {
      const { token } = await world.make.userWithToken({ role: null });
      expectFailure(
        await ask(world.api.as(token), operation).expect(403),
        "forbidden",
        "You are not allowed to do this.",
      );
    });

  const ids = idsIn(operation);
  if (ids.length > 0)
    it("404 for an unknown id, and 422 for an invalid one", async () => {
      const response = await ask(api, operation).expect(404);
      expectFailure(response, "not_found", "The requested resource was not found.");
      for (const id of ["1", "abc", "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4"]) {
        const { body } = await api
          .send(operation.method, pathOf(operation, id), exampleBody(operation))
          .expect(422);
        expect(body.data.errors).to.have.all.keys(...ids);
      }
    });

  if (ids.length === 0 && /\{(?!organisation\})/.test(operation.path))
    it("422 for a value in the path that the contract doesn't list", async () => {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, "Unlisted");
      await api.send(operation.method, path, exampleBody(operation)).expect(422);
    });

  if (operation.document.requestBody?.content["multipart/form-data"])
    rejectionsOfUploads(operation, world, () => api);
  else if (operation.hasBody) rejectionsOfBodies(operation, world, () => api);
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);

function rejectionsOfBodies(operation: Operation, world: World, client: () => ApiClient): void {
  const post = (body: string | object, headers: Record<string, string> = {}): Test =>
    client().send(operation.method, pathOf(operation), body).set(headers);
  const example = exampleJson(operation)!;

  it("M14: 400 for a body that isn't JSON", async () => {
    for (const body of ["{", '{"a":1}}', "undefined", "{'a':1}", '"\\x"'])
      expectFailure(await post(body).expect(400), "malformed_request", "The request body is not valid JSON.");
  });

  it("413 for more than 256 KiB, with a length or chunked", async () => {
    const json = JSON.stringify({ ...example, filler: "x".repeat(256 * 1024) });
    expectFailure(
      await post(json).expect(413),
      "payload_too_large",
      "The request body is larger than 256 KiB.",
    );
    const chunked = client()
      .send(operation.method, pathOf(operation))
      .set({ "Content-Type": "application/json", "Transfer-Encoding": "chunked" });
    for (let at = 0; at < json.length; at += 32_768) chunked.write(json.slice(at, at + 32_768));
    expectFailure(await chunked.expect(413), "payload_too_large");
  });

  it("415 for another type, another charset and a compressed body", async () => {
    const json = JSON.stringify(example);
    const rejected = [
      { "Content-Type": "text/plain" },
      { "Content-Type": "application/x-www-form-urlencoded" },
      { "Content-Type": "multipart/form-data; boundary=x" },
      { "Content-Type": "application/jsonp" },
      { "Content-Type": "application/json; charset=latin1" },
      { "Content-Type": "application/json; charset=utf-16" },
      { "Content-Encoding": "gzip" },
      { "Content-Encoding": "br" },
    ];
    for (const headers of rejected) {
      await world.services.knex("rate_limits").del(); // some operations are limited by account
      expectFailure(
        await post(json, headers as Record<string, string>).expect(415),
        "unsupported_media_type",
        "The request body must be uncompressed application/json in UTF-8.",
      );
    }
  });

  it("422 for a key that the contract doesn't declare", async () => {
    const { body } = await post({ ...example, is_admin: true }).expect(422);
    expect(body.data.errors).to.deep.equal({ is_admin: ["The field is_admin is unknown."] });
  });

  it("422 naming every field of a wrong type", async () => {
    for (const wrong of [1, true, [], {}]) {
      const fields = Object.keys(example).filter((key) => typeOf(example[key]) !== typeOf(wrong));
      if (fields.length === 0) continue; // a body of objects
      const sent = Object.fromEntries(fields.map((key) => [key, wrong]));
      const { body } = await post({ ...example, ...sent }).expect(422);
      expect(body.data.errors).to.have.all.keys(...fields);
    }
  });

  it("422 for JSON that isn't an object", async () => {
    for (const body of ["[]", "1", '"text"', "true"]) {
      const response = await post(body).expect(422);
      expectFailure(response, "validation_failed");
      expect(response.body.data.errors).to.have.key("body");
    }
  });
}

function rejectionsOfUploads(operation: Operation, world: World, client: () => ApiClient): void {
  const { files } = exampleBody(operation) as Upload;
  const { field } = files[0]!;
  const send = (body?: Upload): Test => client().send(operation.method, pathOf(operation), body);
  const raw = (body: string | Buffer, headers: Record<string, string>): Test =>
    client().send(operation.method, pathOf(operation)).set(headers).send(body);
  const FORM = { "Content-Type": "multipart/form-data; boundary=x" };
  const partOf = (name: string, content = "text"): string =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n--x--\r\n`;
  const errorsOf = ({ body }: Response): object => body.data.errors as object;
  beforeEach(() => world.services.knex("rate_limits").del());

  it("400 for a body that isn't multipart/form-data, or ends too early", async () => {
    const open = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
    for (const body of ["{}", "--x", open, `${open}bytes`])
      expectFailure(
        await raw(body, FORM).expect(400),
        "malformed_request",
        "The request body is not valid multipart/form-data.",
      );
  });

  it("415 for another type and a compressed body", async () => {
    for (const headers of [
      { "Content-Type": "application/json" },
      { "Content-Type": "image/png" },
      { "Content-Type": "multipart/mixed; boundary=x" },
      { "Content-Type": "multipart/form-data" },
      { "Content-Type": "multipart/form-data; charset=utf-8" },
      { "Content-Type": "multipart/form-data; boundary=x; charset=utf-8" },
      { ...FORM, "Content-Encoding": "gzip" },
    ] as Record<string, string>[])
      expectFailure(
        await raw(partOf(field), headers).expect(415),
        "unsupported_media_type",
        "The request body must be uncompressed multipart/form-data.",
      );
  });

  // the limits of the file that is stored while it arrives are its own: test/api/users/imports.test.ts
  if (field === STREAMED_FIELD) return;

  it("413 for more than 4 MiB, with a length or chunked", async () => {
    const sentence = "The request body is larger than 4 MiB.";
    const large = Buffer.alloc(4 * 1024 * 1024, "x");
    expectFailure(
      await send(new Upload([{ field, bytes: large }])).expect(413),
      "payload_too_large",
      sentence,
    );
    const chunked = client()
      .send(operation.method, pathOf(operation))
      .set({ ...FORM, "Transfer-Encoding": "chunked" });
    // what comes before the first boundary belongs to no part
    for (let at = 0; at <= large.length; at += 65_536) chunked.write(large.subarray(at, at + 65_536));
    chunked.write(`\r\n${partOf("other")}`);
    expectFailure(await chunked.expect(413), "payload_too_large", sentence);
    const file = client()
      .send(operation.method, pathOf(operation))
      .set({ ...FORM, "Transfer-Encoding": "chunked" });
    file.write(`--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`);
    for (let sent = 0; sent < 2 * large.length; sent += 65_536) file.write(large.subarray(0, 65_536));
    expectFailure(await file.expect(413), "payload_too_large", sentence);
  });

  it("422 for a missing file, and for a text in its place", async () => {
    for (const answer of [await send().expect(422), await raw("--x--\r\n", FORM).expect(422)])
      expect(errorsOf(answer)).to.deep.equal({ [field]: [`The ${field} field is required.`] });
    expect(errorsOf(await raw(partOf(field), FORM).expect(422))).to.deep.equal({
      [field]: [`The ${field} must be a file.`],
    });
  });

  it("422 for two files, for files and texts that the contract doesn't name, and for too many", async () => {
    const other = { ...files[0]!, field: "other" };
    expect(errorsOf(await send(new Upload([...files, ...files])).expect(422))).to.deep.equal({
      [field]: [`The ${field} must be a single file.`],
    });
    expect(errorsOf(await send(new Upload([...files, other])).expect(422))).to.deep.equal({
      other: ["The field other is unknown."],
    });
    for (const name of ["other", `${field}[name]`])
      expectFailure(await raw(partOf(name), FORM).expect(422), "validation_failed");
    expectFailure(await send(new Upload([...files, ...files, ...files])).expect(422), "validation_failed");
  });

  it("422 for a file larger than 2 MiB", async () => {
    const bytes = Buffer.alloc(2 * 1024 * 1024 + 1, "x");
    expect(errorsOf(await send(new Upload([{ field, bytes }])).expect(422))).to.deep.equal({
      [field]: ["The file must not be larger than 2 MiB."],
    });
  });
}

describe("The rate limits return", () => {
  const world = useWorld({ API_RATE_PER_MINUTE: "2" });

  for (const operation of operations)
    it(`429 of throttle:api to ${operation.id}`, async () => {
      const { token } = await world.make.userWithToken({ role: null });
      const api = world.api.as(token);
      const ip = `198.51.100.${operations.indexOf(operation) + 1}`;
      const send = (): Test => ask(api, operation, "?colour=red").set("X-Forwarded-For", ip);
      await send();
      await send();
      const response = await send().expect(429);
      expectFailure(response, "throttled", "Too many attempts. Please try again later.");
      expect(Number(response.headers["retry-after"])).to.be.within(1, 60);
      expect(response.headers["ratelimit-policy"]).to.include('"throttle:api"; q=2; w=60');
      expect(response.headers["ratelimit"]).to.include("r=0");
      world.advance(60 * SECOND);
      await send().expect(({ status }) => expect(status).not.to.equal(429));
    });

  it("429 to unknown paths and methods, which count like any other", async () => {
    const ip = "198.51.100.200";
    await world.api.get("/nowhere").set("X-Forwarded-For", ip).expect(404);
    await world.api.put("/auth/me").set("X-Forwarded-For", ip).expect(405);
    const { headers } = await world.api.get("/nowhere").set("X-Forwarded-For", ip).expect(429);
    expect(headers["retry-after"]).to.match(/^\d+$/);
  });

  it("success again after the window", async () => {
    const { token } = await world.make.userWithToken();
    const api = world.api.as(token);
    for (const status of [200, 200, 429]) await api.get("/auth/me").expect(status);
    world.advance(DAY / 2);
    await api.get("/auth/me").expect(200);
  });
});

describe("Undeclared paths and methods return", () => {
  const world = useWorld();

  for (const [path, methods] of methodsByPath()) {
    it(`404 for ${path} with a slash at the end`, async () => {
      for (const method of methods)
        expectFailure(
          await world.api.send(method, `${path.replaceAll(/\{[^}]+\}/g, "x")}/`).expect(404),
          "route_not_found",
        );
    });

    it(`405 with Allow for every other method of ${path}`, async () => {
      const allowed = methods.flatMap((method) =>
        method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
      );
      for (const method of METHODS.filter((other) => !methods.includes(other))) {
        const response = await world.api.send(method, path.replaceAll(/\{[^}]+\}/g, "x")).expect(405);
        expectFailure(response, "method_not_allowed", "The method is not allowed for this endpoint.");
        expect(response.headers["allow"]!.split(", ")).to.have.members([...allowed, "OPTIONS"]);
      }
    });
  }

  it("404 with its own text for an unknown path", async () => {
    for (const path of ["/nowhere", "/", "", "/auth", "/auth/me/", "/AUTH/me", "/users//", "/auth/me/x"])
      expectFailure(
        await world.api.get(path).expect(404),
        "route_not_found",
        "The requested endpoint does not exist.",
      );
  });

  it("M14: 400 for invalid percent-encoding in a path, known or unknown", async () => {
    for (const path of ["/users/%E0%A4%A", "/%", "/nowhere/%zz"])
      expectFailure(await world.api.get(path).expect(400), "malformed_request", "The request is malformed.");
  });

  it("404 with a trace id outside the API too", async () => {
    const { headers } = await world.api.get("//elsewhere").expect(404);
    expect(headers["x-request-id"]).to.match(/^[0-9a-f-]{36}$/);
  });
});
