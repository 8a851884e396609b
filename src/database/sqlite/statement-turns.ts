/**
 * The driver is synchronous, so statements would run in one turn of the event loop without a limit. After this time they
 * wait for the next turn: other requests are served in between, and the statements of many requests run one after the other,
 * which takes less CPU time. A statement waits for one turn only, because new requests could delay it again and again.
 */
const LONGEST_TURN_MS = 1;
/** When the first statement of this turn of the event loop ran. */
let turnStarted: number | undefined;

/** Called before each statement: whether statements have run long enough in this turn of the event loop. */
export function shouldYield(): boolean {
  const time = performance.now();
  if (turnStarted === undefined) {
    turnStarted = time;
    setImmediate(() => (turnStarted = undefined));
  }
  return time - turnStarted > LONGEST_TURN_MS;
}
