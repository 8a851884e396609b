import { CredentialsRejected } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";

/** The passkey wasn't accepted. Only whether this service knows it is revealed. */
export class PasskeyRejected extends CredentialsRejected {
  /** @param unknownCredential the id of a credential that no account has, which the browser can forget */
  constructor(readonly unknownCredential: string | null = null) {
    super(text(unknownCredential === null ? "failure.passkey" : "failure.passkey_unknown"));
  }
}
