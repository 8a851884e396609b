import { LIMITS_MUTATIONS } from "./limits.js";
import type { Mutation } from "./mutation.js";
import { REVOCATION_MUTATIONS } from "./revocation.js";
import { RIGHTS_MUTATIONS } from "./rights.js";
import { SINGLE_USE_MUTATIONS } from "./single-use.js";

export const MUTATIONS: readonly Mutation[] = [
  ...RIGHTS_MUTATIONS,
  ...LIMITS_MUTATIONS,
  ...SINGLE_USE_MUTATIONS,
  ...REVOCATION_MUTATIONS,
];
