import { COMMAND_LINE_MUTATIONS } from "./command-line.js";
import { CSRF_MUTATIONS } from "./csrf.js";
import { DATABASE_MUTATIONS } from "./database.js";
import { LIMITS_MUTATIONS } from "./limits.js";
import { LISTS_MUTATIONS } from "./lists.js";
import { MAIL_MUTATIONS } from "./mail.js";
import type { Mutation } from "./mutation.js";
import { OAUTH_MUTATIONS } from "./oauth.js";
import { PASSKEYS_MUTATIONS } from "./passkeys.js";
import { PROVIDERS_MUTATIONS } from "./providers.js";
import { REDACTION_MUTATIONS } from "./redaction.js";
import { REFRESH_MUTATIONS } from "./refresh.js";
import { RETENTION_MUTATIONS } from "./retention.js";
import { REVOCATION_MUTATIONS } from "./revocation.js";
import { RIGHTS_MUTATIONS } from "./rights.js";
import { SETTINGS_MUTATIONS } from "./settings.js";
import { SINGLE_USE_MUTATIONS } from "./single-use.js";
import { UPLOADS_MUTATIONS } from "./uploads.js";
import { VALIDATION_MUTATIONS } from "./validation.js";

export const MUTATIONS: readonly Mutation[] = [
  ...RIGHTS_MUTATIONS,
  ...LIMITS_MUTATIONS,
  ...SINGLE_USE_MUTATIONS,
  ...REVOCATION_MUTATIONS,
  ...VALIDATION_MUTATIONS,
  ...REFRESH_MUTATIONS,
  ...OAUTH_MUTATIONS,
  ...CSRF_MUTATIONS,
  ...REDACTION_MUTATIONS,
  ...UPLOADS_MUTATIONS,
  ...LISTS_MUTATIONS,
  ...DATABASE_MUTATIONS,
  ...MAIL_MUTATIONS,
  ...RETENTION_MUTATIONS,
  ...COMMAND_LINE_MUTATIONS,
  ...PROVIDERS_MUTATIONS,
  ...PASSKEYS_MUTATIONS,
  ...SETTINGS_MUTATIONS,
];
