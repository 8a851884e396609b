import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { SECOND } from "../../src/lib/clock.js";
import type { ConsentBrowser } from "../support/oauth/consent-browser.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";
import { useServed } from "../support/app/served.js";

const GUIDE = "docs/oauth.md";
const TOOLS = ["bash", "curl", "openssl"];

/** A fenced block and the text before it. */
interface Block {
  said: string;
  language: string;
  text: string;
}

interface Section {
  title: string;
  blocks: Block[];
}

const sections: Section[] = readFileSync(GUIDE, "utf8")
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.split("\n")[0]!, blocks: blocksOf(text) }))
  .filter(({ blocks }) => blocks.length > 0);

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const fence of text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    blocks.push({ said: text.slice(end, fence.index), language: fence[1]!, text: fence[2]! });
    end = fence.index + fence[0].length;
  }
  return blocks;
}

/** A shell that runs one block after the other. */
class Shell {
  private static readonly END = "--- end of the block ---";
  private readonly child: ChildProcessWithoutNullStreams;
  private said = "";
  errors = "";

  constructor(variables: Record<string, string>) {
    const env = { PATH: process.env["PATH"], ...variables };
    this.child = spawn("bash", ["--noprofile", "--norc", "-u"], { env });
    this.child.stdout.on("data", (chunk: Buffer) => (this.said += chunk.toString()));
    this.child.stderr.on("data", (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  /** @returns the output of the block */
  async run(script: string): Promise<string> {
    this.child.stdin.write(`${script}\nprintf '%s\\n' '${Shell.END}'\n`);
    while (!this.said.includes(Shell.END)) {
      if (this.child.exitCode !== null) throw new Error(`The shell ended: ${this.errors}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const printed = this.said.slice(0, this.said.indexOf(Shell.END));
    this.said = "";
    return printed;
  }

  set = (name: string, value: string): Promise<string> => this.run(`${name}='${value}'`);

  end(): void {
    this.child.kill();
  }
}

/** Keys and types of values; for a list, those of its first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** Whether a text matches the documented one, where `…` matches anything. */
function expectLike(text: string, documented: string): void {
  const pattern = documented.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  expect(text).to.match(new RegExp(`^${pattern.join("[\\w.%-]+")}$`));
}

describe("docs/oauth.md", () => {
  const served = useServed();
  let shell: Shell | undefined;
  afterEach(() => shell?.end());

  before(() => {
    for (const tool of TOOLS)
      if (spawnSync(tool, [tool === "openssl" ? "version" : "--version"]).error)
        throw new Error(`${tool} is not installed: the examples of ${GUIDE} cannot be tried without it.`);
  });

  it("has an example with a response for every grant and every OAuth2 endpoint", () => {
    const text = readFileSync(GUIDE, "utf8");
    expect(sections.map(({ title }) => title)).to.include.members([
      "Metadata",
      "Authorization code",
      "Refresh token",
      "Client credentials",
      "Device",
      "Introspection",
      "Revocation",
      "Errors",
    ]);
    const blocks = sections.flatMap((section) => section.blocks);
    expect(blocks.map(({ language }) => language)).to.satisfy((languages: string[]) =>
      languages.every((language) => ["sh", "json", "text"].includes(language)),
    );
    for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/introspect", "/oauth/device/code"])
      expect(text).to.contain(`curl -s "$HOST${path}"`);
    for (const [index, { language, text: script }] of blocks.entries())
      if (language === "sh" && script.includes("curl "))
        expect(blocks[index + 1]?.language, script).to.equal("json");
  });

  for (const { title, blocks } of sections)
    it(`${title}: every example gives the documented response`, async () => {
      served.freezeTime();
      const { user, browser } = await served.consentBrowser();
      const made = await makeClient(served, title === "Device" ? { type: "public" } : {});
      const grant = await makeGrant(served, { user, client: made.client });
      shell = new Shell({
        HOST: served.origin,
        CLIENT_ID: made.client.id,
        CLIENT_SECRET: made.secret,
        ACCESS_TOKEN: grant.access,
        REFRESH_TOKEN: grant.refresh,
      });
      await follow(shell, blocks, browser);
      expect(shell.errors).to.equal("");
    });

  /** Runs the steps of the section in order. */
  async function follow(shell: Shell, blocks: Block[], browser: ConsentBrowser): Promise<void> {
    let printed = "";
    let answer: Record<string, unknown> = {};
    for (const { said, language, text } of blocks) {
      const documented = text.replaceAll("http://localhost:3000", served.origin);
      const isAllowed = /the\s+user allows it/.test(said);
      if (isAllowed && language === "text") printed = await comeBack(shell, browser, printed);
      if (isAllowed && language === "sh") await browser.approveDevice(answer["user_code"] as string);
      if (language === "sh") {
        served.advance(5 * SECOND);
        printed = await shell.run(text);
      } else if (language === "text")
        expectLike(
          printed.trim(),
          documented.trim().replaceAll("http%3A%2F%2Flocalhost%3A3000", encodeURIComponent(served.origin)),
        );
      else {
        const example = JSON.parse(documented) as Record<string, unknown>;
        const given = JSON.parse(printed) as Record<string, unknown>;
        expect(shapeOf(given)).to.deep.equal(shapeOf(example));
        expectSameWords(given, example);
        answer = { ...answer, ...given };
        await remember(shell, given);
      }
    }
  }

  /** Compares protocol values exactly and tokens by their prefix. */
  function expectSameWords(given: Record<string, unknown>, example: Record<string, unknown>): void {
    for (const key of [
      "access_token",
      "refresh_token",
      "device_code",
      "token_type",
      "scope",
      "error",
      "error_description",
      "issuer",
    ])
      if (typeof example[key] === "string") expectLike(given[key] as string, example[key]);
    for (const key of ["expires_in", "interval", "active"])
      if (key in example) expect(given[key], key).to.equal(example[key]);
    if ("issuer" in example) expect(given).to.deep.equal(example);
  }

  /** Allows the client as the user and stores the code for the shell. @returns the redirect URI */
  async function comeBack(shell: Shell, browser: ConsentBrowser, address: string): Promise<string> {
    const back = await browser.allow(address.trim());
    await shell.set("CODE", back.searchParams.get("code")!);
    return back.href;
  }

  /** Sets variables such as `$ACCESS_TOKEN` that the text mentions. */
  async function remember(shell: Shell, answer: Record<string, unknown>): Promise<void> {
    for (const key of ["access_token", "refresh_token", "device_code"])
      if (typeof answer[key] === "string") await shell.set(key.toUpperCase(), answer[key]);
  }
});
