const steps: (() => void)[] = [];

/**
 * Registers work for the end of this process, such as killing a server that a test started. It can't wait for anything.
 * With `--parallel`, mocha ends its processes when no file is left to run, and runs no global hook in them.
 */
export const atEndOfRun = (step: () => void): void => void steps.push(step);

// in reverse order, because later resources can depend on earlier ones
process.once("exit", () => {
  for (const step of steps.splice(0).reverse()) step();
});

// without this, a signal would end the process without the steps; the first process of mocha has its own handlers
if (process.env["MOCHA_WORKER_ID"] !== undefined)
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
