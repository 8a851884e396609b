import { findAccountByEmail } from "../../../domain/accounts/accounts.js";
import {
  addMember,
  changeMemberRole,
  removeMember,
  transferOrganisation,
} from "../../../domain/organisations/members.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { fullNameOf } from "../../../models/public-user.js";
import { text } from "../../../texts/translate.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { redirect, success, type Flash, type WebResult } from "../../server/responses/web-result.js";
import { membersPage, membersRequest } from "./members-view.js";
import { keepingLastOwner } from "./organisations.js";

export const showMembers: WebHandler = (call) => membersPage(call);

/** Returns to the part of the list that the form was on. */
function toList(call: WebCall, flash: Flash): WebResult {
  const request = membersRequest(call, call.params["organisation"]!);
  return redirect(path("organisations.members.index", request.query()), flash);
}

export const submitMember: WebHandler = async (call) => {
  const { services, form } = call;
  const role = form.text("role");
  const email = form.text("email").trim();
  if (email === "") throw new ValidationFailed({ email: [text("validation.required")] });
  const account = await findAccountByEmail(services.knex, email);
  if (!account) throw new ValidationFailed({ email: [text("organisations.validation.person")] });
  try {
    const member = await addMember(call, call.params["organisation"]!, { userId: account.id, role });
    return toList(call, success("organisations.member.added", { name: fullNameOf(member) }));
  } catch (error) {
    // the form asks for the address instead of the id
    const sentences = error instanceof ValidationFailed ? error.fields["user_id"] : undefined;
    throw sentences ? new ValidationFailed({ email: sentences }) : error;
  }
};

export const submitMemberRole: WebHandler = (call) =>
  keepingLastOwner(call, "organisations.members.update", membersPage, async () => {
    const { params, form, t } = call;
    const member = await changeMemberRole(call, params["organisation"]!, params["user"]!, form.text("role"));
    const role = organisationRoleLabel(t, member.role, member.role_label);
    return toList(call, success("organisations.member.changed", { name: fullNameOf(member), role }));
  });

export const submitMemberRemoval: WebHandler = (call) =>
  keepingLastOwner(call, "organisations.members.destroy", membersPage, async () => {
    const { params } = call;
    const member = await removeMember(call, params["organisation"]!, params["user"]!);
    return toList(call, success("organisations.member.removed", { name: fullNameOf(member) }));
  });

export const submitTransfer: WebHandler = async (call) => {
  const { params, form } = call;
  try {
    const owner = await transferOrganisation(call, params["organisation"]!, form.text("user_id"));
    return toList(call, success("organisations.transferred", { name: fullNameOf(owner) }));
  } catch (error) {
    // the dialog has no field for the member
    const sentence = error instanceof ValidationFailed ? error.fields["user_id"]?.[0] : undefined;
    if (sentence === undefined) throw error;
    call.rejection = { route: "organisations.owner.update", sentence, fields: {} };
    return membersPage(call, 422);
  }
};
