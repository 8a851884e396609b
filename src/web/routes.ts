import { ACCOUNT_ROUTES } from "./screens/account/routes.js";
import { ACTIVITY_ROUTES } from "./screens/admin/activity/routes.js";
import { API_CLIENT_ROUTES } from "./screens/admin/api-clients/routes.js";
import { API_TOKEN_ROUTES } from "./screens/admin/api-tokens/routes.js";
import { HEALTH_ROUTES } from "./screens/admin/health/routes.js";
import { ALL_ORGANISATIONS_ROUTES } from "./screens/admin/organisations/routes.js";
import { ROLE_ROUTES } from "./screens/admin/roles/routes.js";
import { SETTINGS_ROUTES } from "./screens/admin/settings/routes.js";
import { USER_ROUTES } from "./screens/admin/users/routes.js";
import { WEBHOOK_ROUTES } from "./screens/admin/webhooks/routes.js";
import { API_DOCK_ROUTES } from "./screens/api-dock/routes.js";
import { DASHBOARD_ROUTES } from "./screens/dashboard/routes.js";
import { LOCAL_MAIL_ROUTES } from "./screens/local-mail/routes.js";
import { OAUTH_ROUTES } from "./screens/oauth/routes.js";
import { ORGANISATION_ROUTES } from "./screens/organisations/routes.js";
import { PASSKEY_ROUTES } from "./screens/passkeys/routes.js";
import { PASSWORDS_ROUTES } from "./screens/passwords/routes.js";
import { PROVIDER_ROUTES } from "./screens/providers/routes.js";
import { REGISTRATION_ROUTES } from "./screens/registration/routes.js";
import { SEARCH_ROUTES } from "./screens/search/routes.js";
import { SIGN_IN_ROUTES } from "./screens/sign-in/routes.js";
import { TOKENS_ROUTES } from "./screens/tokens/routes.js";
import { TWO_FACTOR_ROUTES } from "./screens/two-factor/routes.js";
import { WELL_KNOWN_ROUTES } from "./screens/well-known/routes.js";
import type { Route } from "./server/table.js";

/**
 * All pages and forms. A row has its route name, its guards in order, and its handler; `server/paths.ts` has the
 * paths.
 */
export const ROUTES: readonly Route[] = [
  ...DASHBOARD_ROUTES,
  ...SEARCH_ROUTES,
  ...SIGN_IN_ROUTES,
  ...PASSWORDS_ROUTES,
  ...PROVIDER_ROUTES,
  ...REGISTRATION_ROUTES,
  ...TWO_FACTOR_ROUTES,
  ...PASSKEY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...TOKENS_ROUTES,
  ...OAUTH_ROUTES,
  ...ORGANISATION_ROUTES,
  ...API_DOCK_ROUTES,
  ...USER_ROUTES,
  ...ROLE_ROUTES,
  ...ALL_ORGANISATIONS_ROUTES,
  ...API_CLIENT_ROUTES,
  ...API_TOKEN_ROUTES,
  ...WEBHOOK_ROUTES,
  ...SETTINGS_ROUTES,
  ...ACTIVITY_ROUTES,
  ...HEALTH_ROUTES,
  ...WELL_KNOWN_ROUTES,
  ...LOCAL_MAIL_ROUTES,
];
