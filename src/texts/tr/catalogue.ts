import { account } from "./account.js";
import { activityLog } from "./admin/activity-log.js";
import { adminTokens } from "./admin/admin-tokens.js";
import { apiDock } from "./api-dock.js";
import { branding } from "./admin/branding.js";
import { clientOptions } from "./admin/client-options.js";
import { clients } from "./admin/clients.js";
import { common } from "./common.js";
import { dashboard } from "./dashboard.js";
import { failures } from "./failures.js";
import { health } from "./admin/health.js";
import { importReasons } from "./admin/import-reasons.js";
import { imports } from "./admin/imports.js";
import { lists } from "./lists.js";
import { mails } from "./mails.js";
import { oauth } from "./oauth.js";
import { organisationRules } from "./organisations/rules.js";
import { organisationApplications } from "./organisations/applications.js";
import { organisationJoining } from "./organisations/joining.js";
import { organisationDomains } from "./organisations/domains.js";
import { organisationPages } from "./organisations/pages.js";
import { organisationProvisioning } from "./organisations/provisioning.js";
import { organisationRoles } from "./organisations/roles.js";
import { organisations } from "./organisations/organisations.js";
import { passkeyPages } from "./passkey-pages.js";
import { passkeys } from "./passkeys.js";
import { profile } from "./profile.js";
import { providerPages } from "./admin/provider-pages.js";
import { providers } from "./providers.js";
import { registration } from "./registration.js";
import { roles } from "./admin/roles.js";
import { search } from "./search.js";
import { security } from "./security.js";
import { settings } from "./admin/settings.js";
import { settingsChecks } from "./admin/settings-checks.js";
import { signIn } from "./sign-in.js";
import { tokens } from "./tokens.js";
import { userList } from "./admin/user-list.js";
import { users } from "./admin/users.js";
import { validation } from "./validation.js";
import { webhooks } from "./admin/webhooks.js";

export const tr = {
  ...account,
  ...activityLog,
  ...adminTokens,
  ...apiDock,
  ...branding,
  ...clientOptions,
  ...clients,
  ...common,
  ...dashboard,
  ...failures,
  ...health,
  ...importReasons,
  ...imports,
  ...lists,
  ...mails,
  ...oauth,
  ...organisationApplications,
  ...organisationDomains,
  ...organisationJoining,
  ...organisationRules,
  ...organisationPages,
  ...organisationProvisioning,
  ...organisationRoles,
  ...organisations,
  ...passkeyPages,
  ...passkeys,
  ...profile,
  ...providerPages,
  ...providers,
  ...registration,
  ...roles,
  ...search,
  ...security,
  ...settings,
  ...settingsChecks,
  ...signIn,
  ...tokens,
  ...userList,
  ...users,
  ...validation,
  ...webhooks,
};
