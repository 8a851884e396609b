import { execFileSync } from "node:child_process";
import { expect } from "chai";

/** The niceness of the main thread and of the others of a new process, once it has lowered their priority. */
function nicenessOfThreads(): { main: number; others: number[] } {
  const script = `
    import { readdirSync } from "node:fs";
    import { getPriority } from "node:os";
    import { lowerPriorityOfEngine } from "./src/processes/engine-threads.ts";
    lowerPriorityOfEngine();
    const others = readdirSync("/proc/self/task").map(Number).filter((thread) => thread !== process.pid);
    console.log(JSON.stringify({ main: getPriority(process.pid), others: others.map((thread) => getPriority(thread)) }));`;
  const parameters = ["--import", "tsx/esm", "--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, parameters, { encoding: "utf8" })) as {
    main: number;
    others: number[];
  };
}

describe("Threads of V8", () => {
  it("have a lower priority than the one that serves requests", function () {
    if (process.platform !== "linux") this.skip();
    const { main, others } = nicenessOfThreads();
    expect(others).to.not.be.empty;
    expect(others).to.satisfy((all: number[]) => all.every((niceness) => niceness === main + 5));
  });
});
