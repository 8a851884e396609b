import { secondsOf } from "./errors.js";

export type Send = (request: Request) => Promise<Response>;

/** A longer Retry-After isn't waited for: the caller gets the response. */
const MAX_WAIT_SECONDS = 60;

/**
 * Repeats requests without a response and those that failed temporarily. Only `GET` and requests with an
 * `Idempotency-Key` can be repeated safely.
 */
export function withRetries(send: Send, retries: number): Send {
  return async (request) => {
    const isRepeatable = request.method === "GET" || request.headers.has("Idempotency-Key");
    for (let attempt = 0; isRepeatable && attempt < retries; attempt++) {
      const response = await send(request.clone()).catch((error: unknown) => {
        if (request.signal.aborted) throw error;
        return null;
      });
      const seconds = waitBefore(attempt + 1, response);
      if (response !== null && (!isTemporary(response) || seconds > MAX_WAIT_SECONDS)) return response;
      await response?.body?.cancel();
      await pause(seconds * 1000, request.signal);
    }
    return send(request);
  };
}

/** A 409 with Retry-After means that the first request with this key is still running. */
const isTemporary = ({ status, headers }: Response): boolean =>
  status === 429 || status >= 500 || (status === 409 && headers.has("Retry-After"));

function waitBefore(attempt: number, response: Response | null): number {
  const backoff = 0.25 * 2 ** (attempt - 1) * (0.5 + Math.random());
  return secondsOf(response?.headers.get("Retry-After") ?? null) ?? backoff;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", abort, { once: true });
  });
}
