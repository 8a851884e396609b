import { CredentialsRejected } from "../../lib/failures.js";
import { text, type MessageValues } from "../../texts/translate.js";

/** Why a sign-in at a provider, or a link to it, isn't accepted. */
export type ProviderRejection =
  | "expired"
  | "unavailable"
  | "disabled"
  | "cancelled"
  | "failed"
  | "unverified"
  | "no_email"
  | "domain"
  | "no_account"
  | "other_account"
  | "not_linked"
  | "not_fresh"
  | "linked_elsewhere"
  | "linked_already"
  | "email_taken";

/** Says in words why the answer of a provider isn't accepted. */
export class ProviderRejected extends CredentialsRejected {
  /** @param values `provider` is the name of the provider */
  constructor(
    readonly rejection: ProviderRejection,
    values: MessageValues & { provider: string },
  ) {
    super(text(`provider.rejected.${rejection}`, values));
  }
}
