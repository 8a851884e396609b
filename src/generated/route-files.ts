// Made by scripts/generate.ts from openapi/. Do not edit.
import type { HandlersOf } from "../api/types.js";
import type { handlers as activity_logs_ } from "../api/v1/activity-logs.js";
import type { handlers as api_clients_ } from "../api/v1/api-clients.js";
import type { handlers as api_tokens_ } from "../api/v1/api-tokens.js";
import type { handlers as auth_account_ } from "../api/v1/auth/account.js";
import type { handlers as auth_account_activity_ } from "../api/v1/auth/account-activity.js";
import type { handlers as auth_account_applications_ } from "../api/v1/auth/account-applications.js";
import type { handlers as auth_account_identities_ } from "../api/v1/auth/account-identities.js";
import type { handlers as auth_account_passkeys_ } from "../api/v1/auth/account-passkeys.js";
import type { handlers as auth_account_sessions_ } from "../api/v1/auth/account-sessions.js";
import type { handlers as auth_account_tokens_ } from "../api/v1/auth/account-tokens.js";
import type { handlers as auth_account_two_factor_ } from "../api/v1/auth/account-two-factor.js";
import type { handlers as auth_authentication_ } from "../api/v1/auth/authentication.js";
import type { handlers as public_account_recovery_ } from "../api/v1/public/account-recovery.js";
import type { handlers as public_authentication_ } from "../api/v1/public/authentication.js";
import type { handlers as public_passkeys_ } from "../api/v1/public/passkeys.js";
import type { handlers as roles_ } from "../api/v1/roles.js";
import type { handlers as service_definitions_ } from "../api/v1/service/definitions.js";
import type { handlers as settings_ } from "../api/v1/settings.js";
import type { handlers as users_user_access_ } from "../api/v1/users/user-access.js";
import type { handlers as users_users_ } from "../api/v1/users/users.js";

type Complete<Handlers extends Expected, Expected> = Handlers;
export interface RouteFiles {
  "activity-logs": Complete<typeof activity_logs_, HandlersOf<"activity-logs">>;
  "api-clients": Complete<typeof api_clients_, HandlersOf<"api-clients">>;
  "api-tokens": Complete<typeof api_tokens_, HandlersOf<"api-tokens">>;
  "auth/account": Complete<typeof auth_account_, HandlersOf<"auth/account">>;
  "auth/account-activity": Complete<typeof auth_account_activity_, HandlersOf<"auth/account-activity">>;
  "auth/account-applications": Complete<typeof auth_account_applications_, HandlersOf<"auth/account-applications">>;
  "auth/account-identities": Complete<typeof auth_account_identities_, HandlersOf<"auth/account-identities">>;
  "auth/account-passkeys": Complete<typeof auth_account_passkeys_, HandlersOf<"auth/account-passkeys">>;
  "auth/account-sessions": Complete<typeof auth_account_sessions_, HandlersOf<"auth/account-sessions">>;
  "auth/account-tokens": Complete<typeof auth_account_tokens_, HandlersOf<"auth/account-tokens">>;
  "auth/account-two-factor": Complete<typeof auth_account_two_factor_, HandlersOf<"auth/account-two-factor">>;
  "auth/authentication": Complete<typeof auth_authentication_, HandlersOf<"auth/authentication">>;
  "public/account-recovery": Complete<typeof public_account_recovery_, HandlersOf<"public/account-recovery">>;
  "public/authentication": Complete<typeof public_authentication_, HandlersOf<"public/authentication">>;
  "public/passkeys": Complete<typeof public_passkeys_, HandlersOf<"public/passkeys">>;
  "roles": Complete<typeof roles_, HandlersOf<"roles">>;
  "service/definitions": Complete<typeof service_definitions_, HandlersOf<"service/definitions">>;
  "settings": Complete<typeof settings_, HandlersOf<"settings">>;
  "users/user-access": Complete<typeof users_user_access_, HandlersOf<"users/user-access">>;
  "users/users": Complete<typeof users_users_, HandlersOf<"users/users">>;
}
