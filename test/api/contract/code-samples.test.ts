import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { publish } from "../../../src/contract/published.js";
import { shippedDocument } from "../../../src/contract/document.js";
import { addExampleRow, addOwnRow, addRowOfUser } from "../../support/contract/example-rows.js";
import { PIXEL } from "../../support/app/upload.js";
import { operations, NO_ROW as ADA } from "../../support/contract/operations.js";
import { useServed } from "../../support/app/served.js";

type Run = (source: string) => Promise<number>;

const output = async (program: string, parameters: string[]): Promise<string> =>
  (await promisify(execFile)(program, parameters, { cwd: folder })).stdout;
const runs = (program: string, ...parameters: string[]): boolean =>
  spawnSync(program, parameters).status === 0;

/** Label of a sample → runs it unchanged and returns the status of the response. */
const PROGRAMS: Record<string, { installed: boolean; run: Run }> = {
  curl: {
    installed: runs("curl", "--version"),
    run: async (source) =>
      Number(await output("sh", ["-c", `${source} --silent --output /dev/null --write-out '%{http_code}'`])),
  },
  JavaScript: {
    installed: true,
    run: async (source) => {
      const module = `${source}\nconsole.log(response.status);`;
      return Number(await output(process.execPath, ["--input-type=module", "--eval", module]));
    },
  },
  Python: {
    installed: runs("python3", "-c", "import requests"),
    run: async (source) => Number(await output("python3", ["-c", `${source}\nprint(response.status_code)`])),
  },
};

/** Operation → its status, because no account has the challenge, link or code of the example. */
const WITHOUT_CREDENTIAL: Record<string, number> = {
  "auth.two-factor-challenge": 401,
  "auth.reset-password": 422,
  "auth.email.verify": 422,
  "auth.me.two-factor.confirm": 422,
  "auth.me.two-factor.destroy": 422,
};

/** The file that samples of uploads send. */
const folder = mkdtempSync(join(tmpdir(), "authdock-samples-"));

describe("The code samples of the contract", () => {
  before(() => writeFileSync(join(folder, "ada.png"), PIXEL));
  after(() => rmSync(folder, { recursive: true }));
  const world = useServed({ API_RATE_PER_MINUTE: "1000" });

  for (const [label, { installed, run }] of Object.entries(PROGRAMS))
    for (const { id, tier, path, method, statuses } of operations)
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
        const { paths } = publish(shippedDocument(), world.origin).document;
        const sample = paths[path]![method]!["x-codeSamples"]!.find((one) => one.label === label)!;
        if (tier !== "public") expect(sample.source).to.include("Bearer YOUR_TOKEN");
        const status = await run(sample.source.replace("YOUR_TOKEN", caller.token));
        expect(status).to.equal(WITHOUT_CREDENTIAL[id] ?? statuses.find((one) => one < 400));
      });
});
