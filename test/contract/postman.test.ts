import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { shippedDocument } from "../../src/contract/document.js";
import { publish } from "../../src/contract/published.js";
import { postmanCollection } from "../../scripts/contract/postman-collection.js";
import { exampleRequest } from "../../scripts/contract/example-request.js";
import { PICTURE, PIXEL } from "../../scripts/contract/sample-picture.js";
import { contractTools } from "../../scripts/contract/tools.js";
import { addressOf } from "../support/browser/running-product.js";
import type { Operation } from "../../src/contract/operations.js";
import { Upload } from "../support/app/upload.js";
import { eventLog } from "../support/app/events.js";
import { PASSWORD } from "../support/app/factories.js";
import { describeWith } from "../support/app/requires.js";
import { useServed } from "../support/app/served.js";
import { exampleBody, operations } from "../support/contract/operations.js";

interface Item {
  name: string;
  request: {
    method: string;
    url: { path: string[] };
    header: { key: string; disabled?: boolean }[];
    auth?: { type: string };
    body: { raw: string; formdata: { key: string; type: string; src: string }[] };
  };
  response: { code: number }[];
}
interface Collection {
  info: { schema: string };
  auth: { bearer: { value: string }[] };
  item: { name: string; item: Item[] }[];
  variable: { key: string; value: string }[];
}
interface Execution {
  item: { name: string };
  response?: { code: number };
}
interface Failure {
  source?: { name: string };
  error: { message: string };
}
interface Summary {
  run: { executions: Execution[]; failures: Failure[] };
}
interface Newman {
  run: (options: object, done: (error: Error | null, summary: Summary) => void) => void;
}

/** What has a value that only people have, and what ends something that only browsers create. */
const NEEDS_MORE = [
  ...["auth.two-factor-challenge", "auth.reset-password", "auth.email.verify"],
  ...["auth.invitation.passkeys.options", "auth.invitation.passkeys.store"],
  ...["auth.passkeys", "auth.me.passkeys.store", "auth.me.passkeys.update", "auth.me.passkeys.destroy"],
  ...["auth.me.password.destroy", "users.update.passkeys.destroy"],
  ...["auth.me.identities.destroy", "users.update.identities.destroy"],
  ...["auth.me.sessions.destroy", "auth.me.applications.destroy", "auth.me.organisations.destroy"],
  ...["sessions", "tokens", "applications"].map((things) => `users.update.${things}.destroy`),
  ...["users.store.imports", "users.show.import", "users.show.import.report"],
  ...["start", "discard", "undo"].map((act) => `users.update.import.${act}`),
  ...["store", "update", "destroy"].map((act) => `organisations.update.members.${act}`),
  ...["update", "destroy"].map((act) => `organisations.update.roles.${act}`),
  "organisations.update.owner",
  "auth.me.organisations.store",
  ...["update", "secret", "destroy"].map((act) => `organisations.update.applications.${act}`),
  ...["verify", "code", "update", "destroy"].map((act) => `organisations.update.domains.${act}`),
  ...["accept", "destroy"].map((act) => `organisations.update.join-requests.${act}`),
  "auth.me.join-requests.store",
];

/** Versions and keys are sent wherever the contract declares them. */
const SENT = ["If-Match", "Idempotency-Key", "Content-Type", "Accept"];

function assertRequest(items: Item[], operation: Operation): void {
  const { id, tier, method, path, document, statuses } = operation;
  const isRequest = ({ request }: Item): boolean =>
    request.method === method.toUpperCase() &&
    request.url.path.join("/") === path.replaceAll(/\{(\w+)\}/g, ":$1").slice(1);
  const { name, request, response } = items.find(isRequest)!;
  expect(name).to.equal(document.summary);
  const ownToken = id === "auth.me.password.update" ? "bearer" : undefined;
  expect(request.auth?.type, id).to.equal(tier === "public" ? "noauth" : ownToken);
  const body = exampleBody(operation);
  const declared = [
    ...document.parameters!.map((parameter) => parameter.name),
    ...(body && !(body instanceof Upload) ? ["Content-Type", "Accept"] : ["Accept"]),
  ];
  const sent = request.header.filter(({ disabled }) => disabled !== true).map(({ key }) => key);
  expect(sent, id).to.have.members(SENT.filter((header) => declared.includes(header)));
  // `default` isn't a status
  const numbers = statuses.filter((status) => !Number.isNaN(status));
  expect([...new Set(response.flatMap(({ code }) => code ?? []))], id).to.have.members(numbers);
  if (body instanceof Upload)
    expect(request.body.formdata.map(({ key, type, src }) => [key, type, src])).to.deep.equal(
      Object.entries(exampleRequest(path, method, document).files!).map(([field, name]) => [
        field,
        "file",
        name,
      ]),
    );
  else if (body && id !== "settings.update")
    // sends nothing, which leaves the settings unchanged
    expect(JSON.parse(request.body.raw), id).to.have.all.keys(Object.keys(body));
  for (const field of Object.keys(document["x-input"] ?? {}))
    if (document.requestBody && !(body instanceof Upload) && !path.includes(`{${field}}`))
      expect(body, id).to.have.property(field);
}

describeWith("contract tools", "The Postman collection", function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "authdock-postman-"));
  const world = useServed({ API_RATE_PER_MINUTE: "1000" });

  const events = eventLog(world);

  let collection: Collection;

  before(async () => {
    contractTools.install();
    writeFileSync(join(folder, PICTURE), PIXEL);
    const { document } = publish(shippedDocument(), world.origin);
    collection = JSON.parse(await postmanCollection(document)) as Collection;
  });
  after(() => rmSync(folder, { recursive: true }));

  /** @param variables as `--env-var` sets them */
  function run(variables: Record<string, string>, options: object = {}): Promise<Summary["run"]> {
    const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }));
    const { run: newman } = contractTools.load("newman") as Newman;
    return new Promise((resolve, reject) => {
      newman({ collection, envVar, workingDir: folder, ...options }, (error, summary) =>
        error ? reject(error) : resolve(summary.run),
      );
    });
  }

  it("has a folder for each tag, every operation with its answers, and no secret", () => {
    expect(collection.info.schema).to.include("/v2.1.0/");
    const folders = collection.item.map(({ name }) => name);
    // what has to follow several tags has a folder of its own
    const late = ["Delete an organisation", "Sign out"];
    expect(folders).to.have.members([...shippedDocument().tags.map(({ name }) => name), ...late]);
    expect(collection.auth.bearer[0]!.value).to.equal("{{bearerToken}}");
    const [baseUrl, ...others] = collection.variable;
    expect(baseUrl).to.deep.equal({ key: "baseUrl", value: `${world.origin}/api/v1` });
    expect(others.map(({ key }) => key)).to.include.members(["email", "password", "bearerToken"]);
    for (const { key, value } of others) expect(value, key).to.equal("");
    const items = collection.item.flatMap(({ item }) => item);
    expect(items).to.have.length(operations.length);
    for (const operation of operations) assertRequest(items, operation);
  });

  it("runs from top to bottom, except for requests that need more than an account", async () => {
    const { email } = await world.make.user({ role: "system_admin" });
    await world.api.post("/auth/login").send({ email, password: PASSWORD }).expect(200);
    // an event can be read when it has its place, which the service gives it within a second
    await events.sequence();
    const { executions, failures } = await run({ email, password: PASSWORD });
    expect(failures.map(({ source, error }) => `${source?.name}: ${error.message}`)).to.deep.equal([]);
    const sent = executions.filter(({ response }) => response).map(({ item }) => item.name);
    const expected = operations.filter(({ id }) => !NEEDS_MORE.includes(id));
    expect(sent).to.have.members(expected.map(({ document }) => document.summary!));
    expect(sent).to.have.length(operations.length - NEEDS_MORE.length);
    expect(sent.at(-1)).to.equal("Sign out");
    const documentation = readFileSync("docs/contract.md", "utf8");
    for (const id of NEEDS_MORE) expect(documentation).to.include(`\`${id}\``);
  });

  it("waits when the limit of all requests is used up", async () => {
    const times: number[] = [];
    const server = createServer((_, response) => {
      times.push(Date.now());
      response.setHeader("RateLimit", [
        '"throttle:other"; r=9; t=60',
        `"throttle:api"; r=${times.length - 1}; t=1`,
      ]);
      response.setHeader("Content-Type", "application/json").end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = addressOf(server);
    const { executions } = await run({ baseUrl }, { folder: ["Definitions", "Sign out"] });
    server.closeAllConnections();
    server.close();
    expect(executions.map(({ response }) => response?.code)).to.deep.equal([200, 200]);
    expect(times[1]! - times[0]!).to.be.at.least(990); // clocks of timers differ by a millisecond
  });
});
