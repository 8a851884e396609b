import { execFile, spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Operation } from "../../src/contract/operations.js";
import { publish } from "../../src/contract/published.js";
import { shippedDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { addExampleRow, addOwnRow, addRowOfUser } from "../support/contract/example-rows.js";
import { PIXEL } from "../support/app/upload.js";
import { exampleBody, operations, NO_ROW as ADA, pathOf } from "../support/contract/operations.js";
import { useServed } from "../support/app/served.js";

type Run = (source: string) => Promise<number>;

const output = async (program: string, parameters: string[]): Promise<string> =>
  (await promisify(execFile)(program, parameters, { cwd: folder })).stdout;
const runs = (program: string, ...parameters: string[]): boolean =>
  spawnSync(program, parameters).status === 0;

/**
 * One process for all samples of a language, because starting it takes longer than a request. It reads each sample as a
 * JSON string in a line, and writes the status of its response, or its error as a JSON string.
 */
class Interpreter {
  private started:
    { child: ChildProcessByStdio<Writable, Readable, null>; lines: AsyncIterator<string> } | undefined;

  constructor(
    private readonly program: string,
    private readonly parameters: string[],
  ) {}

  async run(source: string): Promise<number> {
    const { child, lines } = (this.started ??= this.start());
    child.stdin.write(`${JSON.stringify(source)}\n`);
    const line = await lines.next();
    if (line.done === true) throw new Error(`${this.program} has ended`);
    const answer: unknown = JSON.parse(line.value);
    if (typeof answer !== "number") throw new Error(`${source}\n${String(answer)}`);
    return answer;
  }

  end(): void {
    this.started?.child.stdin.end();
  }

  private start() {
    const child = spawn(this.program, this.parameters, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
  }
}

const python = new Interpreter("python3", [
  "-c",
  `
import json, sys, traceback
for line in sys.stdin:
    names = {}
    try:
        exec(json.loads(line), names)
        answer = names["response"].status_code
    except Exception:
        answer = traceback.format_exc()
    print(json.dumps(answer), flush=True)
`,
]);

// each sample is a module of its own; the number keeps a repeated one from being the same module
const node = new Interpreter(process.execPath, [
  "--input-type=module",
  "--eval",
  `
import { createInterface } from "node:readline";
let number = 0;
for await (const line of createInterface(process.stdin)) {
  const source = JSON.parse(line) + "\\nexport const { status } = response; // " + number++;
  const answer = await import("data:text/javascript," + encodeURIComponent(source)).then(
    ({ status }) => status,
    String,
  );
  console.log(JSON.stringify(answer));
}
`,
]);

/** Label of a sample → runs it unchanged and returns the status of the response. */
const PROGRAMS: Record<string, { installed: boolean; run: Run }> = {
  curl: {
    installed: runs("curl", "--version"),
    run: async (source) =>
      Number(await output("sh", ["-c", `${source} --silent --output /dev/null --write-out '%{http_code}'`])),
  },
  JavaScript: { installed: true, run: (source) => node.run(source) },
  Python: {
    installed: runs("python3", "-c", "import requests"),
    run: (source) => python.run(source),
  },
};

/** Whether the request has a value that only people have. */
const sendsInput = (operation: Operation): boolean => {
  const { parameters = [], "x-input": inputs = {} } = operation.document;
  // an id is that of a row
  const named = parameters.filter((parameter) => parameter.in !== "path").map(({ name }) => name);
  const sent = [...named, ...Object.keys(exampleBody(operation) ?? {})];
  return Object.keys(inputs).some((name) => sent.includes(name) && !name.endsWith("_id"));
};

/** No account has the challenge, link or code of the example. */
const WITHOUT_INPUT = [401, 422];

/** The files that samples of uploads send. */
const folder = mkdtempSync(join(tmpdir(), "authdock-samples-"));

describe("The code samples of the contract", () => {
  before(() => {
    writeFileSync(join(folder, "ada.png"), PIXEL);
    writeFileSync(join(folder, "acme-users.jsonl"), "{}");
  });
  after(() => {
    for (const interpreter of [node, python]) interpreter.end();
    rmSync(folder, { recursive: true });
  });
  const world = useServed({ API_RATE_PER_MINUTE: "1000" });

  let published: OpenApiDocument["paths"] | undefined;
  const paths = () => (published ??= publish(shippedDocument(), world.origin).document.paths);

  const takes = ({ document }: Operation, header: string): boolean =>
    document.parameters!.some(({ name }) => name === header);

  /** The version of the resource that an operation changes, without quotation marks. */
  async function etagOf(operation: Operation, token: string): Promise<string | undefined> {
    if (!takes(operation, "If-Match")) return undefined;
    const resource = operations.find(
      (other) => takes(other, "If-None-Match") && operation.path.startsWith(other.path),
    )!;
    const { headers } = await world.api.as(token).get(pathOf(resource)).expect(200);
    return headers["etag"]!.slice(1, -1);
  }

  /** A sample with the values of the reader. Its placeholders are those that the contract declares. */
  function sampleOf(
    operation: Operation,
    label: string,
    values: { token: string; etag?: string | undefined },
  ) {
    const samples = paths()[operation.path]![operation.method]!["x-codeSamples"]!;
    const { source } = samples.find((one) => one.label === label)!;
    expect(source.includes("Bearer YOUR_TOKEN")).to.equal(operation.tier !== "public");
    expect(source.includes("YOUR_ETAG")).to.equal(takes(operation, "If-Match"));
    expect(source.includes("YOUR_KEY")).to.equal(takes(operation, "Idempotency-Key"));
    return source.replace("YOUR_TOKEN", values.token).replace("YOUR_ETAG", values.etag ?? "");
  }

  for (const [label, { installed, run }] of Object.entries(PROGRAMS))
    for (const operation of operations) {
      const { id, statuses } = operation;
      it(`${label}: ${id}`, async function () {
        if (!installed && process.env["REQUIRE_ALL"] !== "1") this.skip();
        // registration creates its own account
        if (id !== "auth.register" && id !== "users.store")
          await world.make.user({ id: ADA, email: "ada@example.test" });
        if (id === "users.restore")
          await world.services.knex("users").where({ id: ADA }).update({ deleted_at: Date.now() });
        await addExampleRow(world, id);
        await addRowOfUser(world, id, ADA);
        const caller = await world.make.userWithToken({ role: "system_admin" });
        await addOwnRow(world, id, caller.user);
        const { token } = caller;
        const status = await run(sampleOf(operation, label, { token, etag: await etagOf(operation, token) }));
        // the link of the invitation in the example works
        if (sendsInput(operation) && id !== "auth.me.organisations.store")
          expect(WITHOUT_INPUT).to.include(status);
        else expect(status).to.equal(statuses.find((one) => one < 400));
      });
    }

  for (const [label, { installed, run }] of Object.entries(PROGRAMS)) {
    it(`${label}: an outdated version is rejected`, async function () {
      if (!installed && process.env["REQUIRE_ALL"] !== "1") this.skip();
      await world.make.user({ id: ADA });
      const { token } = await world.make.userWithToken({ role: "system_admin" });
      const operation = operations.find(({ id }) => id === "users.patch")!;
      expect(await run(sampleOf(operation, label, { token, etag: "2000" }))).to.equal(412);
    });

    it(`${label}: a repeated request creates one account`, async function () {
      if (!installed && process.env["REQUIRE_ALL"] !== "1") this.skip();
      const { token } = await world.make.userWithToken({ role: "system_admin" });
      const operation = operations.find(({ id }) => id === "users.store")!;
      const sample = sampleOf(operation, label, { token });
      expect([await run(sample), await run(sample)]).to.deep.equal([201, 201]);
      expect(await world.services.knex("users").where({ email: "ada@example.test" })).to.have.length(1);
    });
  }
});
