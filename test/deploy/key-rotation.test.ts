import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Variables } from "../../src/config/env.js";
import { TEST_KEY } from "../support/app/config.js";
import { runProduct, startServer, useFleet, type Server } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

const NEW_KEY = `base64:${Buffer.alloc(32, "another key").toString("base64")}`;
const BEFORE = { APP_KEY: TEST_KEY };
const FIRST = { APP_KEY: TEST_KEY, APP_PREVIOUS_KEYS: NEW_KEY };
const SECOND = { APP_KEY: NEW_KEY, APP_PREVIOUS_KEYS: TEST_KEY };
const LAST = { APP_KEY: NEW_KEY };

describeWith("MariaDB", "Replacing APP_KEY as in docs/maintenance.md", function () {
  this.timeout(240_000);
  const fleet = useFleet(0, BEFORE);
  const instances: Server[] = [];
  after(() => Promise.all(instances.map((instance) => instance.stop("SIGKILL"))));

  const isReady = async ({ api }: Server): Promise<boolean> => (await api.get("//ready")).status === 200;
  /** Restarts one instance after the other; both must be ready each time. */
  async function restartAll(variables: Variables): Promise<void> {
    for (const index of [0, 1]) {
      await instances[index]?.stop();
      instances[index] = await startServer({ ...fleet.variables, ...variables });
      for (const instance of instances) expect(await isReady(instance), `restart ${index}`).to.equal(true);
    }
  }
  async function authdock(variables: Variables, command: string): Promise<string> {
    const process = runProduct("cli", { ...fleet.variables, ...variables }, ...command.split(" "));
    const { code } = await process.exited;
    if (code !== 0) throw new Error(process.errors + process.output);
    return process.output;
  }

  it("keeps both instances ready, and everything readable", async () => {
    await authdock(BEFORE, "seed");
    await fleet.make.twoFactor(await fleet.make.user({ email: "ada@example.test" }));
    await restartAll(BEFORE);
    await restartAll(FIRST);
    await restartAll(SECOND);
    expect(await authdock(SECOND, "doctor --offline")).to.match(/values under an earlier key: [1-9]/);
    const [, commands] = /## Keys\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(
      readFileSync("docs/maintenance.md", "utf8"),
    )!;
    const printed: string[] = [];
    for (const [, command] of commands!.matchAll(/^ *authdock (.+)$/gm))
      printed.push(await authdock(SECOND, command!));
    expect(printed.at(-1)).to.match(/^ok +encryption +values under APP_KEY: [1-9]/m);
    await restartAll(LAST);
    expect(await authdock(LAST, "doctor --offline")).to.match(/^ok +encryption/m);
  });

  it("needs the first step: with the old key alone, nothing can be read any more", async () => {
    const run = runProduct("cli", { ...fleet.variables, ...BEFORE }, "doctor", "--offline");
    expect((await run.exited).code).to.equal(1);
    expect(run.output).to.match(/^FAILED +encryption/m);
  });
});
