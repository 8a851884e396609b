import * as z from "zod";
import { ACTIVE } from "../../../../domain/accounts/account-status.js";
import { assignableRoles } from "../../../../domain/access/assignable-roles.js";
import { createUser } from "../../../../domain/users/user-administration.js";
import { textsEditedBy } from "../../../../models/account-fields.js";
import { fullNameOf } from "../../../../models/public-user.js";
import { normalizeEmail } from "../../../../models/user.js";
import { DEFAULT_ROLE } from "../../../../models/role.js";
import { path } from "../../../server/addresses.js";
import type { WebHandler } from "../../../server/call.js";
import { accountTexts, emailAddress, password, personName } from "../../../forms/form.js";
import { roleOptions } from "../../../words/labels.js";
import { mailed, page, redirect, success } from "../../../server/responses/web-result.js";
import { ungrouped } from "../../../forms/select-groups.js";
import { Statuses } from "./account-view.js";

export const showNewUser: WebHandler = async (call) => {
  const { actor, settings, form, t } = call;
  const statuses = await Statuses.read(call);
  const roles = roleOptions(t, assignableRoles(actor));
  return page("admin/users/create", "account.create.title", {
    texts: textsEditedBy("administrator"),
    roles: ungrouped(roles),
    // the lowest role can be assigned by everyone who can create accounts
    role: (roles.find(({ value }) => value === DEFAULT_ROLE) ?? roles.at(-1))!.value,
    statuses: ungrouped(statuses.choices),
    status: ACTIVE,
    firstPasswords: FIRST_PASSWORDS.map((value) => ({
      value,
      label: `account.create.first_password.${value}`,
      hint: `account.create.first_password_hint.${value}`,
    })),
    firstPassword: form.text("first_password") || INVITE,
    verifies: settings.get("auth.email_verification"),
  });
};

/** How a new user gets a password. */
const FIRST_PASSWORDS = ["invite", "set"] as const;
const [INVITE, SET] = FIRST_PASSWORDS;

const newUser = z.object({
  first_name: personName(),
  last_name: personName(),
  ...accountTexts("administrator"),
  email: emailAddress(),
  first_password: z.enum(FIRST_PASSWORDS),
  role: z.string().min(1).max(255),
  status: z.string().min(1).max(255),
});
const newUserWithPassword = newUser.extend({ password: password(), password_confirmation: password() });

export const submitUser: WebHandler = async (call) => {
  const sets = call.form.text("first_password") === SET;
  const { first_password: _, ...input } = call.form.read(sets ? newUserWithPassword : newUser);
  const user = await createUser(call, input);
  const isInvited = !sets && input.status === ACTIVE;
  const values = { name: fullNameOf(input), email: normalizeEmail(input.email) };
  const made = isInvited ? mailed("account.invited_flash", values) : success("account.created_flash", values);
  // a user who can create accounts may not be able to read them
  return redirect(
    call.actor.can("users.read") ? path("admin.users.edit", { user }) : path("admin.users.create"),
    made,
  );
};
