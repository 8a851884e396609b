import { ChallengeFailed } from "../auth/two-factor-sign-in.js";
import { TokenRejected } from "../auth/token-guard.js";
import { isDatabaseUnavailable } from "../database/errors.js";
import { PasskeyRejected } from "../domain/passkeys/rejected.js";
import { ResetLinkInvalid } from "../domain/passwords/password-reset.js";
import { VerificationLinkInvalid } from "../domain/registration/email-verification.js";
import { ConfirmationNeeded } from "../domain/administration/settings-changes.js";
import { InvitationInvalid } from "../domain/organisations/joining.js";
import { LastOwner } from "../domain/organisations/members.js";
import { RoleHeld } from "../domain/roles/role-administration.js";
import { RegistrationDisabled } from "../domain/registration/registration.js";
import { SECOND } from "../lib/clock.js";
import * as failures from "../lib/failures.js";
import { UNSUPPORTED_BODY } from "./pipeline/body.js";
import { ApiException, type ErrorCode } from "./envelope.js";
import { fieldErrors, type ContractViolation } from "./validation/validation-errors.js";

/** The message of every 5xx response. The log has the details under the trace id. */
const SERVER_ERROR = "A server error occurred.";

const BEARER = { "WWW-Authenticate": "Bearer" };
const retryAfter = (ms: number) => ({ "Retry-After": String(Math.max(1, Math.ceil(ms / SECOND))) });

/** The response to an error of any layer. */
export function toApiException(error: unknown): ApiException {
  if (error instanceof ApiException) return error;
  if (error instanceof failures.Failure) return fromFailure(error);
  if (isDatabaseUnavailable(error)) return unavailable(SECOND);
  return fromParser(error as ParserError) ?? serverError();
}

export const serverError = (): ApiException => new ApiException(500, "server_error", SERVER_ERROR);
const unavailable = (ms: number): ApiException =>
  new ApiException(503, "unavailable", SERVER_ERROR, { headers: retryAfter(ms) });

function fromFailure(failure: failures.Failure): ApiException {
  const { message } = failure;
  if (failure instanceof failures.ValidationFailed)
    return new ApiException(422, "validation_failed", message, { data: { errors: failure.errors } });
  if (failure instanceof RoleHeld)
    return fromFailure(new failures.ValidationFailed({ role: [failure.sentence] }));
  if (failure instanceof ConfirmationNeeded) return fromFailure(unconfirmed(failure));
  if (failure instanceof TokenRejected)
    return new ApiException(401, failure.problem, message, {
      headers: { "WWW-Authenticate": failure.challenge },
    });
  if (failure instanceof failures.CredentialsRejected)
    return new ApiException(401, credentialCode(failure), message, { headers: BEARER });
  const field = fieldOf(failure);
  if (field !== null) return fromFailure(new failures.ValidationFailed({ [field]: [failure.sentence] }));
  if (failure instanceof failures.SignedOut)
    return new ApiException(401, "token_revoked", "Unauthenticated.", { headers: BEARER });
  if (failure instanceof failures.ActionForbidden && failure.code === "account_denied")
    return new ApiException(403, "account_denied", "Your account is not active.");
  if (failure instanceof failures.ActionForbidden)
    return new ApiException(403, forbiddenCode(failure), message);
  if (failure instanceof LastOwner) return new ApiException(409, "last_owner", message);
  if (failure instanceof failures.RowNotFound) return new ApiException(404, "not_found", message);
  if (failure instanceof failures.VersionStale) return new ApiException(412, "stale", message);
  if (failure instanceof failures.TooManyAttempts)
    return new ApiException(429, "throttled", message, { headers: retryAfter(failure.retryAfterMs) });
  if (failure instanceof failures.ServiceBusy) return unavailable(failure.retryAfterMs);
  return serverError();
}

/** The field that an invalid link is reported on; null for other failures. */
function fieldOf(failure: failures.Failure): string | null {
  if (failure instanceof ResetLinkInvalid || failure instanceof InvitationInvalid) return "token";
  return failure instanceof VerificationLinkInvalid ? "signature" : null;
}

/** The field of a warning is `confirm.` with the setting that the caller must name in `confirm`. */
const unconfirmed = ({ warnings }: ConfirmationNeeded): failures.ValidationFailed =>
  new failures.ValidationFailed(
    Object.fromEntries(warnings.map((warning) => [`confirm.${warning.setting}`, [warning]])),
  );

function credentialCode(failure: failures.CredentialsRejected): ErrorCode {
  if (failure instanceof ChallengeFailed) return "challenge_failed";
  if (!(failure instanceof PasskeyRejected)) return "invalid_credentials";
  return failure.unknownCredential === null ? "passkey_rejected" : "passkey_unknown";
}

const forbiddenCode = (failure: failures.ActionForbidden): ErrorCode =>
  failure instanceof RegistrationDisabled ? "registration_disabled" : failure.code;

/** An error of express, body-parser or express-openapi-validator. */
interface ParserError extends Error {
  status?: number;
  type?: string;
  errors?: ContractViolation[];
}

function fromParser(error: ParserError): ApiException | null {
  if (error.errors && error.status === 400)
    return fromFailure(new failures.ValidationFailed(fieldErrors(error.errors)));
  if (error instanceof URIError || error.type === "entity.parse.failed" || error.status === 400)
    return new ApiException(400, "malformed_request", malformedText(error));
  if (error.status === 413)
    return new ApiException(413, "payload_too_large", "The request body is larger than 256 KiB.", {
      headers: { Connection: "close" },
    });
  if (error.status === 415) return new ApiException(415, "unsupported_media_type", UNSUPPORTED_BODY);
  return null;
}

const malformedText = (error: ParserError): string =>
  error.type === "entity.parse.failed" ? "The request body is not valid JSON." : "The request is malformed.";
