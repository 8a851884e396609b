import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "chai";
import { CHECK_TYPES, ProductCopy } from "../support/contract/product-copy.js";

const BLOCK = /(?:^`([^`\n]+)`(?:, below `(.+)`)?:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

interface Step {
  language: string;
  /** The file that the block writes or changes; undefined for commands. */
  file: string | undefined;
  /** The line below which it is inserted; `…` stands for white space. Undefined for a whole file. */
  anchor: string | undefined;
  text: string;
}

const steps: Step[] = [...readFileSync("docs/tutorial.md", "utf8").matchAll(BLOCK)].map(
  ([, file, anchor, language, text]) => ({ language: language!, file, anchor, text: text! }),
);

const COMMANDS: Record<string, string[]> = {
  "npm run new:resource": ["--import", "tsx/esm", "scripts/new-resource.ts"],
  "npx mocha": ["node_modules/mocha/bin/mocha.js"],
};

describe("docs/tutorial.md", function () {
  this.timeout(600_000);
  let product: ProductCopy;
  before(() => {
    product = new ProductCopy();
  });
  after(() => product.remove());

  /** Runs Node in the copy. @returns what it printed */
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await product.node(...args);
    expect(code, `${args.join(" ")}\n${stdout}\n${stderr}`).to.equal(0);
    return stdout;
  };

  async function take({ language, file, anchor, text }: Step): Promise<void> {
    if (language === "sh") return void (await command(text.trim()));
    if (anchor === undefined) {
      mkdirSync(dirname(product.path(file!)), { recursive: true });
      return writeFileSync(product.path(file!), text);
    }
    const pattern = anchor.split(" … ").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    product.edit(file!, (found) => {
      const matches = found.match(new RegExp(`${pattern.join("\\s*")}\n`, "g")) ?? [];
      expect(matches, `${file!}: ${anchor}`).to.have.length(1);
      const [place] = matches as [string];
      return found.replace(place, () => place + text);
    });
  }

  /** `npm run dev` doesn't end; test/dev.test.ts runs it. */
  async function command(line: string): Promise<void> {
    if (line === "npm run dev") return;
    const [name, args] = Object.entries(COMMANDS).find(([known]) => line.startsWith(known))!;
    const rest = line
      .slice(name.length)
      .split(" ")
      .filter((part) => part !== "" && part !== "--");
    await run(...args, ...rest);
  }

  it("leads to a protected resource with a screen, whose tests pass", async () => {
    expect(steps.filter(({ language }) => language === "sh")).to.have.length(4);
    for (const step of steps) await take(step);
    await run(
      "node_modules/mocha/bin/mocha.js",
      "test/web/server/routes.test.ts",
      "test/texts/texts.test.ts",
    );
  });

  describe("beside another resource whose name has two words", () => {
    let printed: string;
    before(async () => {
      printed = await run("--import", "tsx/esm", "scripts/new-resource.ts", "support-tickets");
    });

    it("lists the files and the remaining work", () => {
      expect(printed).to.include("src/domain/support-tickets/support-tickets.ts").and.include("Next steps:");
    });

    it("leads to a contract and to code that follow every rule", async () => {
      await run(
        "node_modules/@redocly/cli/bin/cli.js",
        "lint",
        "--config",
        "openapi/redocly.yaml",
        "v1",
        "sources",
      );
      await run(...CHECK_TYPES);
      await run("node_modules/eslint/bin/eslint.js", "src/web/screens/admin/projects", "src/domain/projects");
      const written = [...printed.matchAll(/^ {2}(\S+\.\S+)$/gm)].map(([, file]) => file!);
      await run("node_modules/prettier/bin/prettier.cjs", "--check", ...written);
    });

    it("passes the tests of the new resource", () =>
      run("node_modules/mocha/bin/mocha.js", "test/api/support-tickets.test.ts"));
  });

  it("asks for at most 150 lines by hand in at most 12 files", () => {
    const written = steps.filter(({ file }) => file !== undefined);
    expect(new Set(written.map(({ file }) => file)).size).to.be.at.most(12);
    const lines = written.flatMap(({ text }) => text.trimEnd().split("\n"));
    expect(lines.length).to.be.at.most(150);
  });
});
