import { validate as isUuid } from "uuid";
import { requestPasskey } from "../../../domain/passkeys/assertions.js";
import { removePasskey, renamePasskey } from "../../../domain/passkeys/own-passkeys.js";
import { confirmationOf } from "../../../auth/passkey-confirmation.js";
import { RowNotFound } from "../../../lib/failures.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { envelope, redirect, success } from "../../server/responses/web-result.js";

const list = (): string => `${path("security")}#passkeys`;

/** The address of the list, for browsers and password managers that lead there. */
export const showPasskeys: WebHandler = () => redirect(list());

export const submitPasskeyName: WebHandler = async (call) => {
  await renamePasskey(call, passkeyIn(call), call.form.text("name"));
  return redirect(list(), success("passkeys.renamed"));
};

export const submitPasskeyRemoval: WebHandler = async (call) => {
  await removePasskey(call, passkeyIn(call));
  return redirect(list(), success("passkeys.removed"));
};

function passkeyIn({ params }: WebCall): string {
  const id = params["passkey"]!;
  if (!isUuid(id)) throw new RowNotFound();
  return id;
}

export const submitConfirmationOptions: WebHandler = async (call) =>
  envelope(200, "The options for confirming with a passkey.", {
    public_key: await requestPasskey(call.services, confirmationOf(call)),
  });
