import type { Download } from "../http/download.js";
import type { Schema } from "./types.js";

export type ErrorCode = Schema<"ErrorCode">;

/** Builds the successful replies of handlers. */
export const ApiResponse = {
  ok<Data extends object>(data: Data, headers: Record<string, string> = {}) {
    return { status: 200 as const, data, headers };
  },
  okWithMeta<Data extends object, Meta extends object>(
    data: Data,
    meta: Meta,
    headers: Record<string, string> = {},
  ) {
    return { status: 200 as const, data, meta, headers };
  },
  list<Item, Meta extends object>(
    items: Item[],
    { meta, headers }: { meta: Meta; headers: Record<string, string> },
  ) {
    return { status: 200 as const, data: { items }, meta, headers };
  },
  created<Data extends object>(data: Data, headers: Record<string, string> = {}) {
    return { status: 201 as const, message: "Created", data, headers };
  },
  /** A file instead of an envelope. */
  download(download: Download) {
    return { status: 200 as const, data: {}, download };
  },
  empty() {
    return { status: 200 as const, data: {} };
  },
};

/** A failure with the status and code of its response. Only src/api throws it; the domain throws its own failures. */
export class ApiException extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly options: { data?: object; headers?: Record<string, string> } = {},
  ) {
    super(message);
  }
}
