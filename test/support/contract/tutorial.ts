import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "chai";
import { ProductCopy } from "./product-copy.js";

const BLOCK = /(?:^`([^`\n]+)`(?:, below `(.+)`)?:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

export interface Step {
  language: string;
  /** The file that the block writes or changes; undefined for commands. */
  file: string | undefined;
  /** The line below which it is inserted; `…` stands for white space. Undefined for a whole file. */
  anchor: string | undefined;
  text: string;
}

const COMMANDS: Record<string, string[]> = {
  "npm run new:resource": ["--import", "tsx/esm", "scripts/new-resource.ts"],
  "npm run new:field": ["--import", "tsx/esm", "scripts/new-field.ts"],
  "npm run generate": ["--import", "tsx/esm", "scripts/generate.ts"],
  "npx mocha": ["node_modules/mocha/bin/mocha.js"],
};

/** A tutorial in docs/, whose blocks of code are taken as steps in a copy of the product. */
export class Tutorial {
  readonly steps: Step[];
  readonly product = new ProductCopy();

  constructor(document: string) {
    this.steps = [...readFileSync(document, "utf8").matchAll(BLOCK)].map(
      ([, file, anchor, language, text]) => ({ language: language!, file, anchor, text: text! }),
    );
  }

  /** The steps that change files by hand. */
  get written(): Step[] {
    return this.steps.filter(({ file }) => file !== undefined);
  }

  /** Runs Node in the copy. @returns what it printed */
  async run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.product.node(...args);
    expect(code, `${args.join(" ")}\n${stdout}\n${stderr}`).to.equal(0);
    return stdout;
  }

  async take({ language, file, anchor, text }: Step): Promise<void> {
    if (language === "sh") return this.command(text.trim());
    if (anchor === undefined) {
      mkdirSync(dirname(this.product.path(file!)), { recursive: true });
      return writeFileSync(this.product.path(file!), text);
    }
    const pattern = anchor.split(" … ").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.product.edit(file!, (found) => {
      const matches = [...found.matchAll(new RegExp(`(.*)${pattern.join("\\s*")}\n`, "g"))];
      expect(matches, `${file!}: ${anchor}`).to.have.length(1);
      const [place, indent] = matches[0] as unknown as [string, string];
      // Prettier takes the indentation of YAML blocks away
      const lines = language === "yaml" ? text.replaceAll(/^(?=.)/gm, indent) : text;
      return found.replace(place, () => place + lines);
    });
  }

  /** `npm run dev` doesn't end; test/dev.test.ts runs it. */
  private async command(line: string): Promise<void> {
    if (line === "npm run dev") return;
    const [name, args] = Object.entries(COMMANDS).find(([known]) => line.startsWith(known))!;
    const rest = line
      .slice(name.length)
      .split(" ")
      .filter((part) => part !== "" && part !== "--");
    await this.run(...args, ...rest);
  }
}
