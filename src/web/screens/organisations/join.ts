import {
  acceptInvitation,
  InvitationInvalid,
  showInvitation,
} from "../../../domain/organisations/joining.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import {
  page,
  redirect,
  success,
  type PageOptions,
  type WebResult,
} from "../../server/responses/web-result.js";
import { keptNextFor } from "../../server/session/continuing.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";

const OPTIONS: PageOptions = { layout: "guest", secretAddress: true };

/** What the link of an invitation is to. A guest signs in or registers, and comes back. */
export const showJoin: WebHandler = (call) =>
  catchInvalid(async () => {
    const { services, t } = call;
    const token = call.params["token"]!;
    const actor = call.isGuest ? null : call.actor;
    const invitation = await showInvitation(services, actor, token);
    const data = {
      ...invitation,
      token,
      role: organisationRoleLabel(t, invitation.role, invitation.roleLabel),
      // the address has a secret, which no other address and no log may have
      next: call.isGuest ? await keptNextFor(call, path("organisations.join", { token })) : undefined,
      own: call.isGuest ? null : call.account.email,
      canRegister: call.settings.get("auth.registration"),
    };
    return page("organisations/join", "organisations.join.title", data, OPTIONS);
  });

export const submitJoin: WebHandler = (call) =>
  catchInvalid(async () => {
    const { name, slug } = await acceptInvitation(call, call.params["token"]!);
    const place = path("organisations.show", { organisation: slug });
    return redirect(place, success("organisations.join.done", { name }));
  });

async function catchInvalid(answer: () => Promise<WebResult>): Promise<WebResult> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof InvitationInvalid)) throw error;
    const options = { ...OPTIONS, status: 403 };
    return page("organisations/join-invalid", "organisations.join.invalid.title", {}, options);
  }
}
