import type { ContractViolation } from "./validation-errors.js";

/** A request that breaks the contract, in the form of express-openapi-validator's error. */
export class ContractViolated extends Error {
  readonly status = 400;

  constructor(readonly errors: readonly ContractViolation[]) {
    super("The request breaks the contract.");
  }
}

/** A response that breaks the contract. */
export class ResponseViolation extends Error {
  constructor(readonly errors: readonly ContractViolation[]) {
    super(errors.map(({ path, message }) => `${path} ${message}`).join(", "));
  }
}
