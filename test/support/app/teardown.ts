const steps: (() => Promise<void>)[] = [];

/** What a run of the tests has started is ended after it. Whoever starts something says how. */
export const atEndOfRun = (step: () => Promise<void>): void => void steps.push(step);

/** In the opposite order: what was started later can depend on what was there. */
export async function endRun(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
