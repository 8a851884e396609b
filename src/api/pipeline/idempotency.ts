import type { Operation } from "../../contract/operations.js";
import type { BeforeCommit } from "../../domain/context.js";
import type { Services } from "../../domain/services.js";
import { sha256 } from "../../lib/secrets.js";
import { IdempotencyKeys, LeaseLost } from "../../models/idempotency-keys.js";
import { ApiException, type ErrorCode } from "../envelope.js";
import { toApiException } from "../failures.js";
import type { AnyHandler, AnyHandlerResult } from "../route-files.js";

export const IDEMPOTENCY_KEY = "Idempotency-Key";
/** Failures that a repeated request may overcome. */
const NOT_KEPT = [409, 429];
const IN_PROGRESS_SECONDS = 1;

/** What the handler gets, as far as it matters here. */
interface Request {
  params: unknown;
  query: unknown;
  body: unknown;
  headers: Record<string, string | undefined>;
  requestTarget: string;
  services: Services;
  /** Set here: records the work in its own transaction. */
  beforeCommit?: BeforeCommit;
}

/** An answer as it is kept. One with a secret keeps only the address of what was created. */
type StoredAnswer =
  | { reply: AnyHandlerResult }
  | { location: string | null }
  | { failure: { status: number; code: ErrorCode; message: string; options: ApiException["options"] } };

/**
 * Runs the handler at most once per key (draft-ietf-httpapi-idempotency-key-header), also when several processes get the
 * request at once or the process is killed: the key is marked in the transaction of the work.
 * @param@param principalKey the user or client
 * @throws ApiException 409 while the first request is running and for a secret that was already issued, 422 when the key
 * belongs to another request
 */
export async function idempotently(
  call: Request,
  operation: Operation,
  handler: AnyHandler,
  principalKey: string,
): Promise<AnyHandlerResult> {
  const key = call.headers[IDEMPOTENCY_KEY];
  if (key === undefined) return handler(call);
  const keys = new IdempotencyKeys(call.services.knex);
  const id = sha256(JSON.stringify([principalKey, operation.id, key]));
  const { params, query, body } = call;
  const claim = await keys.claim(id, sha256(JSON.stringify([params, query, body ?? null])));
  const storage = answerStorage(call.services, id);
  if (claim.kind === "running") throw inProgress();
  if (claim.kind === "different")
    throw new ApiException(422, "idempotency_key_reused", "The key was used for another request.");
  if (claim.kind === "answered") return replay(storage.open(claim.answer));

  const { owner } = claim;
  call.beforeCommit = (trx, result) => keys.commit(trx, id, owner, idIn(result));
  const keep = (stored: StoredAnswer): Promise<void> => keys.finish(id, owner, storage.seal(stored));
  try {
    const isSecret = operation.idempotency === "secret";
    if (claim.kind === "unanswered" && isSecret)
      return replay(await stored({ location: locationOf(claim.result) }));
    const result = claim.kind === "new" ? await handler(call) : await handler.show!(call, claim.result!);
    await keep(isSecret ? { location: result.headers?.["Location"] ?? null } : { reply: result });
    return claim.kind === "new" ? result : replayed(result);
  } catch (error) {
    if (error instanceof LeaseLost) throw inProgress();
    const failure = toApiException(error);
    const { status, code, message, options } = failure;
    if (status < 500 && !NOT_KEPT.includes(status))
      await keep({ failure: { status, code, message, options } });
    else await keys.release(id, owner);
    throw error;
  }

  /** What is created below a resource, such as its secret, has the address of the resource. */
  function locationOf(result: string | null): string | null {
    const path = call.requestTarget.split("?")[0]!;
    const [, below] = /\}((?:\/[^{}]+)*)$/.exec(operation.path) ?? [];
    if (below !== undefined) return path.slice(0, path.length - below.length);
    return result === null ? null : `${path}/${result}`;
  }

  async function stored(answer: StoredAnswer): Promise<StoredAnswer> {
    await keep(answer);
    return answer;
  }
}

/** The id of what was created, in the result of the domain. */
function idIn(result: unknown): string | null {
  if (typeof result === "string") return result;
  const { id } = (result ?? {}) as { id?: unknown };
  return typeof id === "string" ? id : null;
}

function answerStorage({ encryption }: Services, id: Buffer) {
  const cell = { table: "idempotency_keys", column: "answer", row: id.toString("hex") };
  return {
    seal: (stored: StoredAnswer): string => encryption.encrypt(JSON.stringify(stored), cell),
    open: (stored: string): StoredAnswer => JSON.parse(encryption.decrypt(stored, cell)) as StoredAnswer,
  };
}

function replay(stored: StoredAnswer): AnyHandlerResult {
  if ("reply" in stored) return replayed(stored.reply);
  if ("failure" in stored) {
    const { status, code, message, options } = stored.failure;
    throw new ApiException(status, code, message, { ...options, headers: replayedHeaders(options.headers) });
  }
  const headers = stored.location === null ? {} : { Location: stored.location };
  throw new ApiException(409, "already_created", "This was created before. The secret is not shown again.", {
    headers,
  });
}

const replayedHeaders = (headers: Record<string, string> = {}) => ({
  ...headers,
  "Idempotent-Replayed": "true",
});
const replayed = (result: AnyHandlerResult): AnyHandlerResult => ({
  ...result,
  headers: replayedHeaders(result.headers),
});

const inProgress = (): ApiException =>
  new ApiException(409, "idempotency_in_progress", "The first request with this key is still running.", {
    headers: { "Retry-After": String(IN_PROGRESS_SECONDS) },
  });
