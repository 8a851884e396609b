import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect } from "chai";

/** The parameters of a Node.js process that makes a buffered log and runs the code. */
const logging = (code: string): string[] => [
  "--import",
  "tsx/esm",
  "--input-type=module",
  "--eval",
  `import { createLogger } from "./src/lib/telemetry/log.js"; const log = createLogger("info", true); ${code}`,
];

const numbersIn = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { n: unknown }).n);

describe("The log in production", () => {
  for (const [end, code] of [
    ["ends by itself", ""],
    ["is ended", "process.exit(0)"],
  ] as const)
    it(`has all lines in their order when the process ${end}`, () => {
      const write = `for (let n = 0; n < 1000; n++) log.info({ n, text: "ç".repeat(n % 50) });`;
      const { stdout, stderr } = spawnSync(process.execPath, logging(write + code), { encoding: "utf8" });
      expect(stderr).to.equal("");
      expect(numbersIn(stdout)).to.deep.equal(Array.from({ length: 1000 }, (_, n) => n));
    });

  it("has the last lines, though they aren't ASCII and its only thread has work when the process ends", () => {
    const busy = `const { pbkdf2 } = await import("node:crypto");
      process.prependListener("exit", () => pbkdf2("password", "salt", 3e5, 64, "sha512", () => {}));`;
    const write = `for (let n = 0; n < 30; n++) log.info({ n, text: "ç".repeat(150) });`;
    const env = { ...process.env, UV_THREADPOOL_SIZE: "1" };
    const { stdout } = spawnSync(process.execPath, logging(busy + write), { encoding: "utf8", env });
    expect(numbersIn(stdout)).to.deep.equal(Array.from({ length: 30 }, (_, n) => n));
  });

  it("has a single line soon, while the process goes on", async () => {
    const child = spawn(process.execPath, logging("log.info({ n: 1 }); setInterval(() => {}, 1e6);"));
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    expect(numbersIn(line)).to.deep.equal([1]);
    const ended = once(child, "exit");
    child.kill();
    await ended;
  });

  it("has the time in UTC with milliseconds", () => {
    const { stdout } = spawnSync(process.execPath, logging("log.info({ n: 1 });"), { encoding: "utf8" });
    const { time } = JSON.parse(stdout) as { time: string };
    expect(new Date(time).toISOString()).to.equal(time);
    expect(Math.abs(Date.now() - Date.parse(time))).to.be.below(60_000);
  });
});
