/** The words of RFC 6749 (4.1.2.1, 5.2), RFC 7009 and RFC 8628 for what went wrong. */
export type ProtocolErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "access_denied"
  | "authorization_pending"
  | "slow_down"
  | "expired_token";

/** What a client is told. The description is for its developer: plain English, nothing of the inside. */
export class ProtocolError extends Error {
  constructor(
    readonly code: ProtocolErrorCode,
    readonly description: string,
  ) {
    super(`${code}: ${description}`);
  }
}

/** A refusal that ended something: what was written before it stays. Every other refusal undoes its transaction. */
export class LastingRefusal extends ProtocolError {}
