import { CSRF_MUTATIONS } from "./csrf.js";
import { LIMITS_MUTATIONS } from "./limits.js";
import type { Mutation } from "./mutation.js";
import { OAUTH_MUTATIONS } from "./oauth.js";
import { REFRESH_MUTATIONS } from "./refresh.js";
import { REVOCATION_MUTATIONS } from "./revocation.js";
import { RIGHTS_MUTATIONS } from "./rights.js";
import { SINGLE_USE_MUTATIONS } from "./single-use.js";
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
];
