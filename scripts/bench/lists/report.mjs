import { median, percentile } from "../process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 15);
/** Slow cases get fewer rounds. */
const BUDGET_MS = 2000;

/**
 * Measures reads of lists one after another, and prints a row for each.
 * @param cases name, most milliseconds that the median may take or null, and the read, which gives a total or items
 */
export async function report(cases) {
  console.log(
    "| case | rows | first ms | median ms | p95 ms | must |\n| --- | --- | --- | --- | --- | --- |",
  );
  let missed = 0;
  for (const [name, must, run] of cases) {
    const { firstMs, times, rows } = await measure(run);
    const isMissed = !times || (must !== null && median(times) > must);
    if (isMissed) missed++;
    const figures = times
      ? [firstMs, median(times), percentile(times, 0.95)].map((ms) => ms.toFixed(1))
      : ["failed", rows, ""];
    console.log(
      `| ${name} | ${times ? rows : ""} | ${figures.join(" | ")} | ${must ?? ""}${isMissed ? " **missed**" : ""} |`,
    );
  }
  console.log(`\n${missed} slower than they must be`);
}

async function measure(run) {
  try {
    const began = performance.now();
    const first = await run();
    const firstMs = performance.now() - began;
    const times = [];
    const until = performance.now() + BUDGET_MS;
    while (times.length < ROUNDS && (times.length < 2 || performance.now() < until)) {
      const start = performance.now();
      await run();
      times.push(performance.now() - start);
    }
    return { firstMs, times, rows: first.total ?? first.items.length };
  } catch (error) {
    return { times: null, rows: error.code ?? error.message };
  }
}
