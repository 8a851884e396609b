import type { Response } from "express";

/** Aborts when the client disconnects before the answer is complete. */
export function disconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) abort();
  else response.once("close", abort);
  return controller.signal;
}
