import type { Mutation } from "./mutation.js";

const SIGN_IN = ["test/api/passkeys/sign-in.test.ts"];
const OWN = ["test/api/passkeys/own-passkeys.test.ts"];

/** Origins, user verification, counters and challenges of passkeys. */
export const PASSKEYS_MUTATIONS: readonly Mutation[] = [
  {
    name: "a passkey is accepted from any site of the domain",
    file: "src/domain/passkeys/assertions.ts",
    search: `      expectedOrigin,
`,
    replace: `      expectedOrigin: JSON.parse(Buffer.from(response.response.clientDataJSON, "base64url").toString()).origin,
`,
    tests: SIGN_IN,
  },
  {
    name: "a passkey signs in without verifying its user",
    file: "src/domain/passkeys/assertions.ts",
    search: `requireUserVerification: true,`,
    replace: `requireUserVerification: false,`,
    tests: SIGN_IN,
  },
  {
    name: "a passkey is added without verifying its user",
    file: "src/domain/passkeys/registration.ts",
    search: `requireUserVerification: true,`,
    replace: `requireUserVerification: false,`,
    tests: OWN,
  },
  {
    name: "a copied passkey isn't noticed",
    file: "src/domain/passkeys/assertions.ts",
    search: `(stored > 0 || sent > 0) && sent <= stored;`,
    replace: `stored > 0 && sent > stored;`,
    tests: SIGN_IN,
  },
  {
    name: "a passkey can name another account",
    file: "src/domain/passkeys/assertions.ts",
    search: `return Buffer.from(userHandle, "base64url").equals(userHandleOf(passkey.user_id));`,
    replace: `return userHandle !== "";`,
    tests: SIGN_IN,
  },
];
