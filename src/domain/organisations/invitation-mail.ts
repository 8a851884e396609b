import type { OrganisationInvitation } from "../../models/organisations/invitations.js";
import { CustomRoles } from "../../models/organisations/custom-roles.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { fullNameOf } from "../../models/public-user.js";
import { localeOf, translatorOf } from "../../texts/translate.js";
import { findAccountByEmail } from "../accounts/accounts.js";
import type { ActorContext } from "../context.js";
import { linkTo } from "../mail/links.js";
import { isBuiltInRole } from "./organisation-roles.js";
import { queueNotice, readsLikeName, type Reader } from "../mail/notices.js";

/**
 * Queues the mail with the link of an invitation: in the language of the account that has the address, otherwise in that of
 * who invites. A name that advertises is left out, because anyone can be invited.
 */
export async function mailInvitation(
  context: ActorContext,
  scope: OrganisationScope,
  { email, role, expires_at: expiresAt }: OrganisationInvitation,
  token: string,
): Promise<void> {
  const { services, trx, actor } = context;
  const account = await findAccountByEmail(trx, email);
  const reader: Reader = { ...(account ?? actor.user), email, first_name: account?.first_name ?? "" };
  const t = translatorOf(localeOf(reader));
  const { name, slug } = scope.organisation;
  const inviter = fullNameOf(actor.user);
  await queueNotice(context, reader, {
    kind: "organisation_invitation",
    values: {
      organisation: readsLikeName(name) ? name : slug,
      inviter: readsLikeName(inviter) ? inviter : t("mail.organisation_invitation.inviter"),
      role: isBuiltInRole(role) ? t(`organisations.role.${role}`) : await labelOf(scope, role),
    },
    url: linkTo(services, "organisations.join", { token }),
    expiresAt,
  });
}

async function labelOf(scope: OrganisationScope, role: string): Promise<string> {
  const { label = role } = (await new CustomRoles(scope).find(role)) ?? {};
  return readsLikeName(label) ? label : role;
}
