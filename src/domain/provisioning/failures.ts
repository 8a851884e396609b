import { Failure } from "../../lib/failures.js";
import { text, type MessageKey, type MessageValues } from "../../texts/translate.js";

/** Why a directory was rejected, as SCIM names it (RFC 7644, section 3.12). */
export type ProvisioningProblem = "invalidValue" | "mutability" | "uniqueness" | "forbidden";

/** A directory asks for what can't be done. */
export class ProvisioningRejected extends Failure {
  constructor(
    readonly problem: ProvisioningProblem,
    key: MessageKey,
    values: MessageValues = {},
  ) {
    super(text(key, values));
  }
}
