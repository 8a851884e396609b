/**
 * What can go wrong on purpose, in words that know no surface: the API turns them into statuses,
 * the web into screens. Messages are safe to show.
 */
export class Failure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Field → sentences; dotted paths for nested fields. */
export type FieldErrors = Record<string, string[]>;

export class ValidationFailed extends Failure {
  constructor(readonly errors: FieldErrors) {
    super("The given data was invalid.");
  }
}

export class CredentialsRejected extends Failure {}

export class ActionForbidden extends Failure {
  constructor(message = "You are not allowed to do this.") {
    super(message);
  }
}

export class RowNotFound extends Failure {
  constructor() {
    super("The requested resource was not found.");
  }
}

export class VersionStale extends Failure {
  constructor() {
    super("The resource has changed since you read it.");
  }
}

export class TooManyAttempts extends Failure {
  constructor(readonly retryAfterMs: number) {
    super("Too many attempts. Please try again later.");
  }
}

export class ServiceBusy extends Failure {
  constructor(
    readonly retryAfterMs: number,
    options?: ErrorOptions,
  ) {
    super("The service is busy. Please try again.", options);
  }
}
