/**
 * The error codes of RFC 6749 (4.1.2.1, 5.2), RFC 7009, RFC 7591, RFC 8628, RFC 8707, RFC 9449, OpenID Connect Core (3.1.2.6) and
 * Unmet Authentication Requirements 1.0.
 */
export type ProtocolErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_dpop_proof"
  | "access_denied"
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "login_required"
  | "consent_required"
  | "interaction_required"
  | "unmet_authentication_requirements"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "registration_not_supported"
  | "invalid_client_metadata"
  | "invalid_redirect_uri";

/** An error for a client. The description is for its developer and reveals no internals. */
export class ProtocolError extends Error {
  constructor(
    readonly code: ProtocolErrorCode,
    readonly description: string,
  ) {
    super(`${code}: ${description}`);
  }
}

/** A rejection whose transaction is committed, because it revoked something. Every other rejection rolls back. */
export class ErrorThatCommits extends ProtocolError {}
