import { addPasskey, offerPasskey } from "../../../domain/passkeys/new-passkey.js";
import { now } from "../../../lib/clock.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { homeOf } from "../../server/responses/navigation.js";
import { envelope, page, redirect, success } from "../../server/responses/web-result.js";
import { readNewCredential } from "../../forms/credential.js";
import { User } from "../../../models/user.js";

/** The page that creates a passkey, after signing in or from the security page. */
export const showCreatePasskey: WebHandler = (call) =>
  page(
    "passkeys/create",
    "passkey.create.title",
    { next: call.next, later: call.next ?? homeOf(call) },
    { layout: "guest" },
  );

export const submitCreationOptions: WebHandler = async (call) =>
  envelope(200, "The options for creating a passkey.", { public_key: await offerPasskey(call) });

export const submitPasskey: WebHandler = async (call) => {
  const { form, next, session } = call;
  const added = await addPasskey(call, session.current!, {
    credential: readNewCredential(form),
    name: form.text("name"),
  });
  session.renew(added.session);
  if (added.recoveryCodes.length > 0)
    return redirect(
      path("two-factor.recovery-codes", { next: next ?? undefined }),
      success("passkey.created_with_codes"),
    );
  return redirect(next ?? `${path("security")}#passkeys`, success("passkey.created"));
};

/** Remembers that the owner doesn't want to be asked again, in any browser. */
export const submitOfferDismissal: WebHandler = async ({ services, actor }) => {
  const user = await User.query(services.knex).findById(actor.id).throwIfNotFound();
  await user.$query(services.knex).patch({ passkey_offer_dismissed_at: now() });
  return redirect(path("dashboard"));
};
