import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";

const FOLDER = ".github/workflows";

interface Workflow {
  permissions: object;
  jobs: Record<string, { steps: { uses?: string }[] }>;
}

describe(".github/workflows", () => {
  for (const name of readdirSync(FOLDER)) {
    const text = readFileSync(join(FOLDER, name), "utf8");
    const { permissions, jobs } = parse(text) as Workflow;

    it(`uses each action at a commit, with its version beside it: ${name}`, () => {
      const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
      for (const action of used) {
        expect(action).to.match(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/);
        expect(text).to.match(new RegExp(`uses: ${action} # v\\d+\\.\\d+\\.\\d+$`, "m"));
      }
    });

    it(`can only read the repository: ${name}`, () => {
      expect(permissions).to.deep.equal({ contents: "read" });
    });
  }
});
