const steps: (() => Promise<void>)[] = [];

/** How long the end of a run can take. */
const LIMIT_MS = 30_000;

/** Registers work for the end of the test run, such as stopping a server that a test started. */
export const atEndOfRun = (step: () => Promise<void>): void => void steps.push(step);

/**
 * Runs in reverse order, because later resources can depend on earlier ones. What a test has left open, such as a process
 * that it started and whose end it didn't wait for, doesn't keep the run from ending.
 */
export async function endRun(): Promise<void> {
  let hasEnded = false;
  setTimeout(() => {
    console.error(`  left open: ${process.getActiveResourcesInfo().join(", ")}`);
    // without a number, the exit code says whether tests have failed
    process.exit(hasEnded ? undefined : 1);
  }, LIMIT_MS).unref();
  for (const step of steps.splice(0).reverse()) await step();
  hasEnded = true;
}
