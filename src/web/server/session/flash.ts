import type { Services } from "../../../domain/services.js";
import { MINUTE } from "../../../lib/clock.js";
import { Signer } from "../../../lib/signatures.js";
import type { WebCall } from "../call.js";
import type { Flash } from "../responses/web-result.js";

const LIFETIME = 5 * MINUTE;

/** A message for the next page, carried in a signed cookie, because guests have no session. */
export class FlashMessages {
  private readonly signer: Signer;

  constructor({ encryption }: Services) {
    this.signer = new Signer(encryption, "flash");
  }

  keep(call: WebCall, flash: Flash): void {
    call.setCookie("flash", this.signer.seal(flash), LIFETIME);
  }

  /** Returns the message and deletes it. */
  take(call: WebCall): Flash | null {
    const sealed = call.readCookie("flash");
    if (sealed === undefined) return null;
    call.clearCookie("flash");
    return this.signer.open(sealed) as Flash | null;
  }
}
