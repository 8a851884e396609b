// Draws long lists in steps, so that the page responds in between. Each component waits for its turn.
import { part } from "./page.js";

/** Functions that draw the waiting components, in the order of the page. */
const waiting = new Set();
/** Whether everything was drawn once; later changes are drawn at the same time. */
let isOver = false;

const whenIdle = globalThis.requestIdleCallback ?? ((callback) => setTimeout(callback, 1));

/** Lets the browser respond before the next step. */
export const pause = () => new Promise((resolve) => setTimeout(resolve));

function giveTurn(React) {
  if (waiting.size === 0) {
    isOver = true;
    part("contract").dataset.drawn = "";
    return;
  }
  whenIdle(
    () => {
      const [draw] = waiting;
      // React divides the work of a transition, too
      if (draw) React.startTransition(draw);
    },
    { timeout: 200 },
  );
}

/** @returns whether the component can draw its content; the hook draws it again when it's its turn */
export function useTurn(React) {
  const [isDrawn, draw] = React.useReducer(() => true, isOver);
  React.useEffect(() => {
    if (isDrawn) return undefined;
    waiting.add(draw);
    if (waiting.size === 1) giveTurn(React);
    // it was drawn or removed
    return () => {
      waiting.delete(draw);
      giveTurn(React);
    };
  }, [isDrawn]);
  return isDrawn;
}

/** Draws what is waiting, so that it can be scrolled to. */
export function drawAll() {
  for (const draw of waiting) draw();
}
