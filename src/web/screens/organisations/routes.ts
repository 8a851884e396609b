import { del, get, post, put, RECENT } from "../../server/table.js";
import {
  showApplication,
  showApplications,
  showNewApplication,
  submitApplication,
  submitApplicationChanges,
  submitApplicationDeletion,
  submitApplicationSecret,
} from "./applications.js";
import {
  showInvitations,
  submitInvitation,
  submitInvitationAgain,
  submitInvitationRevocation,
} from "./invitations.js";
import {
  showJoinRequests,
  submitJoinAcceptance,
  submitJoinRefusal,
  submitJoinRequest,
} from "./join-requests.js";
import { showJoin, submitJoin } from "./join.js";
import { submitLogo, submitLogoRemoval } from "./logo.js";
import {
  showDomains,
  submitDomain,
  submitDomainCode,
  submitDomainRemoval,
  submitDomainVerification,
  submitJoining,
} from "./domains.js";
import {
  showMembers,
  submitMember,
  submitMemberRemoval,
  submitMemberRole,
  submitTransfer,
} from "./members.js";
import {
  showNewOrganisation,
  showOrganisation,
  showOrganisations,
  submitLeave,
  submitOrganisation,
  submitOrganisationChanges,
  submitOrganisationDeletion,
} from "./organisations.js";
import {
  showProvisioning,
  submitProvisioningToken,
  submitProvisioningTokenDeletion,
} from "./provisioning.js";
import {
  showNewRole,
  showRole,
  showRoles,
  submitRole,
  submitRoleChanges,
  submitRoleDeletion,
} from "./roles.js";

import { showRules, submitRules } from "./rules.js";

const form = showOrganisation;

/** Applications exist only with the authorization server. */
const APPLICATIONS = ["auth", "feature:oauth"] as const;

/** The role in the organisation decides. Only the administration of the service adds members, by a permission. */
export const ORGANISATION_ROUTES = [
  get("organisations.index", ["auth"], showOrganisations),
  get("organisations.create", ["auth"], showNewOrganisation),
  post("organisations.store", ["auth"], submitOrganisation, { form: showNewOrganisation }),
  get("organisations.show", ["auth"], showOrganisation),
  put("organisations.update", ["auth"], submitOrganisationChanges, { form }),
  del("organisations.destroy", ["auth", ...RECENT], submitOrganisationDeletion, { form }),
  post("organisations.logo.update", ["auth", "throttle:upload"], submitLogo, { upload: "logo", form }),
  del("organisations.logo.destroy", ["auth"], submitLogoRemoval, { form }),
  del("organisations.leave", ["auth"], submitLeave, { form }),
  get("organisations.members.index", ["auth"], showMembers),
  post("organisations.members.store", ["auth", "can:organisations.update"], submitMember, {
    form: showMembers,
  }),
  put("organisations.members.update", ["auth"], submitMemberRole, { form: showMembers }),
  del("organisations.members.destroy", ["auth"], submitMemberRemoval, { form: showMembers }),
  put("organisations.owner.update", ["auth", ...RECENT], submitTransfer, { form: showMembers }),
  get("organisations.invitations.index", ["auth"], showInvitations),
  post("organisations.invitations.store", ["auth", "throttle:invitations"], submitInvitation, {
    form: showInvitations,
  }),
  post("organisations.invitations.resend", ["auth", "throttle:invitations"], submitInvitationAgain, {
    form: showInvitations,
  }),
  del("organisations.invitations.destroy", ["auth"], submitInvitationRevocation, { form: showInvitations }),
  get("organisations.join", ["public"], showJoin),
  post("organisations.join.accept", ["auth"], submitJoin, { form: showJoin }),
  get("organisations.applications.index", APPLICATIONS, showApplications),
  get("organisations.applications.create", APPLICATIONS, showNewApplication),
  post("organisations.applications.store", [...APPLICATIONS, ...RECENT], submitApplication, {
    form: showNewApplication,
  }),
  get("organisations.applications.edit", APPLICATIONS, showApplication),
  put("organisations.applications.update", [...APPLICATIONS, ...RECENT], submitApplicationChanges, {
    form: showApplication,
  }),
  post("organisations.applications.secret", [...APPLICATIONS, ...RECENT], submitApplicationSecret, {
    form: showApplication,
  }),
  del("organisations.applications.destroy", [...APPLICATIONS, ...RECENT], submitApplicationDeletion, {
    form: showApplication,
  }),
  get("organisations.domains.index", ["auth"], showDomains),
  post("organisations.domains.store", ["auth"], submitDomain, { form: showDomains }),
  post("organisations.domains.verify", ["auth", "throttle:domain-verification"], submitDomainVerification, {
    form: showDomains,
  }),
  post("organisations.domains.code", ["auth", "throttle:domain-verification"], submitDomainCode, {
    form: showDomains,
  }),
  del("organisations.domains.destroy", ["auth"], submitDomainRemoval, { form: showDomains }),
  put("organisations.domains.update", ["auth"], submitJoining, { form: showDomains }),
  get("organisations.join-requests.index", ["auth"], showJoinRequests),
  post("organisations.join-requests.store", ["auth"], submitJoinRequest, { form: showOrganisations }),
  post("organisations.join-requests.accept", ["auth"], submitJoinAcceptance, { form: showJoinRequests }),
  del("organisations.join-requests.destroy", ["auth"], submitJoinRefusal, { form: showJoinRequests }),
  get("organisations.rules.edit", ["auth"], showRules),
  put("organisations.rules.update", ["auth"], submitRules, { form: showRules }),
  get("organisations.provisioning.index", ["auth"], showProvisioning),
  post("organisations.provisioning.store", ["auth", ...RECENT], submitProvisioningToken, {
    form: showProvisioning,
  }),
  del("organisations.provisioning.destroy", ["auth"], submitProvisioningTokenDeletion, {
    form: showProvisioning,
  }),
  get("organisations.roles.index", ["auth"], showRoles),
  get("organisations.roles.create", ["auth"], showNewRole),
  post("organisations.roles.store", ["auth"], submitRole, { form: showNewRole }),
  get("organisations.roles.edit", ["auth"], showRole),
  put("organisations.roles.update", ["auth"], submitRoleChanges, { form: showRole }),
  del("organisations.roles.destroy", ["auth"], submitRoleDeletion, { form: showRole }),
];
