import { inEnglish, text, type Sentence } from "../texts/translate.js";

/**
 * An expected failure, independent of the surface: the API maps it to a status, the web to a page. Its message can be
 * shown.
 */
export class Failure extends Error {
  /** @param sentence the text to show; `message` is the same in English */
  constructor(
    readonly sentence: Sentence,
    options?: ErrorOptions,
  ) {
    super(inEnglish(sentence), options);
    this.name = new.target.name;
  }
}

/** Field → sentences; dotted paths for nested fields. */
export type FieldErrors = Record<string, string[]>;
export type FieldSentences = Record<string, Sentence[]>;

export class ValidationFailed extends Failure {
  constructor(readonly fields: FieldSentences) {
    super(text("failure.invalid"));
  }

  /** The errors in English. */
  get errors(): FieldErrors {
    return Object.fromEntries(
      Object.entries(this.fields).map(([name, sentences]) => [name, sentences.map(inEnglish)]),
    );
  }
}

/** The credentials were missing or wrong. */
export class CredentialsRejected extends Failure {
  constructor(sentence: Sentence = text("failure.credentials")) {
    super(sentence);
  }
}

/** The reason code of a 403, for programs. */
export type ForbiddenCode =
  | "forbidden"
  | "account_denied"
  | "self_delete"
  | "own_account"
  | "last_administrator"
  | "organisation_rule_unmet";

export class ActionForbidden extends Failure {
  constructor(
    sentence: Sentence = text("failure.forbidden"),
    readonly code: ForbiddenCode = "forbidden",
  ) {
    super(sentence);
  }
}

/** The account lacks the permission of the page or the form. */
export class PermissionMissing extends ActionForbidden {
  constructor(readonly permission: string) {
    super();
  }
}

/** The session or the token of the caller has ended since the request began. */
export class SignedOut extends ActionForbidden {}

export class RowNotFound extends Failure {
  constructor() {
    super(text("failure.not_found"));
  }
}

export class VersionStale extends Failure {
  constructor() {
    super(text("failure.stale"));
  }
}

/** A limit as `RateLimit-Policy` names it. */
export interface LimitPolicy {
  name: string;
  limit: number;
  windowMs: number;
}

export class TooManyAttempts extends Failure {
  /** @param policy of the limit, if no limiter of the route has announced it */
  constructor(
    readonly retryAfterMs: number,
    readonly policy?: LimitPolicy,
  ) {
    super(text("failure.throttled"));
  }
}

export class ServiceBusy extends Failure {
  constructor(
    readonly retryAfterMs: number,
    options?: ErrorOptions,
  ) {
    super(text("failure.busy"), options);
  }
}

/** The client disconnected before its work started. Nobody reads an answer. */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
}
