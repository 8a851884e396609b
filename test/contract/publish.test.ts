import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { originOf, publishedFiles } from "../../scripts/contract/publish-files.js";
import { slugOf } from "../../src/contract/places.js";
import { shippedDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { chromium } from "../support/browser/chromium.js";
import { freePort } from "../support/database/mariadb.js";
import { Upload } from "../support/app/upload.js";
import { exampleBody, operations, pathOf, requiredQuery } from "../support/contract/operations.js";
import { ProductProcess, until } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

const ORIGIN = "https://api.authdock.example";
const TOKEN = "Bearer adk_pat_of_a_test";

interface Resolved {
  content: { "application/json": { examples: object } };
  value: unknown;
}

describeWith("contract tools", "Publishing the contract", function () {
  this.timeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), "authdock-published-"));
  let files: Map<string, string | Buffer>;
  const textOf = (name: string): string => String(files.get(name));
  const publish = (document: OpenApiDocument) =>
    publishedFiles(document, ORIGIN, { file: "openapi.json", content: JSON.stringify(document) });

  before(async () => {
    files = await publish(shippedDocument());
    for (const [name, content] of files) writeFileSync(join(folder, name), content);
  });
  after(() => rmSync(folder, { recursive: true }));

  it("produces the same bytes for the same contract", async () => {
    expect([...(await publish(shippedDocument()))]).to.deep.equal([...files]);
  });

  it("writes checksums that sha256sum accepts, and a manifest", () => {
    const check = () => spawnSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: folder, encoding: "utf8" });
    expect(check().stdout.split("\n").filter(Boolean)).to.have.length(files.size - 1);
    expect(check().status).to.equal(0);
    const manifest = JSON.parse(textOf("manifest.json"));
    expect(manifest.version).to.equal(shippedDocument().info.version);
    for (const { name, bytes, sha256 } of manifest.files) {
      const content = readFileSync(join(folder, name));
      expect(bytes).to.equal(content.length);
      expect(sha256).to.equal(createHash("sha256").update(content).digest("hex"));
    }
    writeFileSync(join(folder, "openapi.yaml"), "altered");
    expect(check().status).to.equal(1);
  });

  it("sets the origin in the server and in every sample", () => {
    const document = JSON.parse(textOf("openapi.json")) as OpenApiDocument;
    expect(document.servers[0]!.url).to.equal(`${ORIGIN}/api/v1`);
    const oauth = JSON.parse(textOf("oauth.json")) as OpenApiDocument;
    expect(oauth.servers[0]!.url).to.equal(ORIGIN);
    expect(textOf("oauth.json")).to.contain(`"${ORIGIN}/oauth/token"`);
    const samples = Object.values(document.paths)
      .flatMap((item) => [item.get, item.post, item.put, item.patch, item.delete])
      .flatMap((operation) => operation?.["x-codeSamples"] ?? []);
    expect(samples).to.have.length(operations.length * 3);
    for (const { source } of samples) expect(source).to.include(`${ORIGIN}/api/v1/`);
  });

  it("passes Spectral with every rule turned on", () => {
    const lint = ["--import", "tsx", "scripts/contract/spectral.ts"];
    const { status, stdout } = spawnSync(process.execPath, lint, { encoding: "utf8" });
    expect(stdout).to.include("No results");
    expect(status).to.equal(0);
  });

  describeWith("Chromium", "The reference page", () => {
    /** Opens a page with this content where no other file can be loaded. */
    async function open(content: string, width: number, hash = "") {
      const address = pathToFileURL(
        join(folder, `${createHash("sha256").update(content).digest("hex")}.html`),
      );
      writeFileSync(address, content);
      const context = await (
        await chromium()
      ).newContext({ viewport: { width, height: 900 }, offline: true });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(address.href) && !request.url().startsWith("data:"))
          problems.push(request.url());
      });
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(error.message));
      await page.goto(address.href + hash);
      return { page, problems, address: address.href, end: () => context.close() };
    }
    const headingOf = (page: Page, text: string) =>
      page.locator("h2").filter({ has: page.getByLabel(`link to ${text}`, { exact: true }) });
    const hashOf = ({ id, document }: (typeof operations)[number]): string =>
      `#/${slugOf(document.tags![0]!)}/${id}`;

    for (const width of [1280, 390])
      it(`shows every operation with its samples, ${width} pixels wide, without other requests`, async () => {
        const { page, problems, address, end } = await open(textOf("index.html"), width);
        const { version } = shippedDocument().info;
        const text = await page.locator("body").innerText();
        expect(text).to.include(`(${version})`);
        expect(text).to.include(JSON.parse(textOf("manifest.json")).checksum);
        for (const operation of operations) {
          await page.goto(address + hashOf(operation));
          await headingOf(page, operation.document.summary!).waitFor();
          const sample = operation.document["x-codeSamples"]![0]!.source.split("/api/v1")[1]!.split("'")[0]!;
          await page.getByText(`${ORIGIN}/api/v1${sample}'`).first().waitFor();
          expect(
            await page.evaluate("document.documentElement.scrollWidth > window.innerWidth"),
            operation.id,
          ).to.equal(false);
        }
        expect(problems).to.deep.equal([]);
        await end();
      });

    it("displays texts with special characters of scripts, markup and replacements", async () => {
      const hostile =
        "$& $1 $` $' $$ </script><script>document.title='owned'</script><!-- İğ 漢字 \u2028 end of it";
      const document = shippedDocument();
      for (const item of Object.values(document.paths))
        for (const operation of [item.get, item.post])
          if (operation) operation.description = `${operation.description!}\n\n${hostile}`;
      document.info.title = "Authdock $& </title></script>";
      const page = String((await publish(document)).get("index.html"));
      const login = operations.find(({ id }) => id === "auth.login")!;
      const shown = await open(page, 1280, hashOf(login));
      await headingOf(shown.page, "Sign in").waitFor();
      await shown.page.getByText("$& $1 $` $' $$").first().waitFor();
      expect(await shown.page.locator("body").innerText()).to.include("end of it");
      expect(await shown.page.title()).to.equal(document.info.title);
      expect(shown.problems).to.deep.equal([]);
      await shown.end();
    });

    it("runs no script in a text of the contract", async () => {
      const own = "parent.document.title = 'owned'";
      const document = shippedDocument();
      const markup = `<iframe srcdoc="<script>${own}</script>"></iframe> <img src="data:," onerror="${own}">`;
      Object.assign(document.info, { description: markup });
      const shown = await open(String((await publish(document)).get("index.html")), 1280);
      await shown.page.locator("iframe[srcdoc]").first().waitFor({ state: "attached" });
      await shown.page.waitForLoadState("load");
      expect(shown.problems.join("\n")).to.include("script-src");
      expect(await shown.page.title()).to.equal(document.info.title);
      await shown.end();
    });
  });

  describe("The mock server", () => {
    let mock: ProductProcess;
    let base: string;
    const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
      fetch(base + path, {
        method: method.toUpperCase(),
        ...sent(body, headers),
      });

    const codeOf = async (answer: Response): Promise<string> =>
      ((await answer.json()) as { data: { code: string } }).data.code;

    before(async () => {
      const port = await freePort();
      base = `http://127.0.0.1:${port}/api/v1`;
      const child = spawn(process.execPath, ["--import", "tsx", "scripts/contract/mock.ts"], {
        env: { ...process.env, PORT: String(port) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      mock = new ProductProcess(child);
      await until(
        "the mock listens",
        () => {
          if (!mock.isRunning) throw new Error(`the mock ended: ${mock.output}${mock.errors}`);
          return Promise.resolve(mock.output.includes("listening"));
        },
        50_000,
      );
    });
    after(() => mock.stop("SIGKILL"));

    it("returns the documented example of every operation, or the requested one", async () => {
      for (const operation of operations) {
        const success = Object.entries(operation.document.responses!).find(([status]) => status < "300")!;
        for (const [name, value] of examplesOf(success[1])) {
          const headers = { Authorization: TOKEN, Prefer: `example=${name}` };
          const path = pathOf(operation) + requiredQuery(operation);
          const answer = await call(operation.method, path, headers, exampleBody(operation));
          expect(answer.status, operation.id).to.equal(Number(success[0]));
          expect(await answer.json(), operation.id).to.deep.equal(value);
        }
      }
    });

    it("returns the requested status, also to other origins", async () => {
      const headers = { Authorization: TOKEN, Prefer: "code=429", Origin: "https://app.test" };
      const answer = await call("get", "/auth/me", headers);
      expect(answer.status).to.equal(429);
      expect(await codeOf(answer)).to.equal("throttled");
      expect(answer.headers.get("access-control-allow-origin")).to.equal("https://app.test");
    });

    it("rejects an invalid body and a request without a token", async () => {
      const refused = await call("post", "/auth/login", {}, { email: "ada@example.test" });
      expect(refused.status).to.equal(422);
      expect(await codeOf(refused)).to.equal("validation_failed");
      expect((await call("get", "/auth/me", {})).status).to.equal(401);
    });

    it("exits without an error when it is interrupted", async () => {
      expect(await mock.stop("SIGINT")).to.deep.equal({ code: 0, signal: null });
      expect(await call("get", "/auth/me", {}).catch(() => "refused")).to.equal("refused");
    });
  });

  it("accepts only an origin as its argument", () => {
    expect(originOf("https://api.example.com/")).to.equal("https://api.example.com");
    for (const text of [
      "api.example.com",
      "https://x.test/api",
      "https://x.test?a",
      "https://u@x.test",
      "ftp://x.test",
    ])
      expect(() => originOf(text), text).to.throw("is not an origin");
  });
});

function sent(body: unknown, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { headers };
  if (!(body instanceof Upload))
    return { headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
  const form = new FormData();
  for (const { field, bytes } of body.files) form.set(field, new Blob([new Uint8Array(bytes)]), "ada.png");
  return { headers, body: form };
}

/** Name → value; the bundle refers to examples by `$ref`. */
function examplesOf(response: unknown): [string, unknown][] {
  const { components } = shippedDocument();
  const resolved = (node: unknown): Resolved => {
    const { $ref } = node as { $ref?: string };
    const [, , group, name] = $ref?.split("/") ?? [];
    return $ref === undefined ? (node as Resolved) : resolved(components[group!]![name!]);
  };
  // a file has another type
  const json = resolved(response).content["application/json"] as
    Resolved["content"]["application/json"] | undefined;
  return Object.entries(json?.examples ?? {}).map(([name, example]) => [name, resolved(example).value]);
}
