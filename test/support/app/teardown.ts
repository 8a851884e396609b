const steps: (() => Promise<void>)[] = [];

/** Registers work for the end of the test run, such as stopping a server that a test started. */
export const atEndOfRun = (step: () => Promise<void>): void => void steps.push(step);

/** Runs in reverse order, because later resources can depend on earlier ones. */
export async function endRun(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
