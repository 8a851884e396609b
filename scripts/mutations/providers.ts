import type { Mutation } from "./mutation.js";

const ATTACKS = ["test/web/providers/attacks.test.ts"];
const SIGN_IN = ["test/web/providers/sign-in.test.ts"];
const LINKS = ["test/web/providers/links.test.ts"];

/** Sign-in providers: states, issuers, verified addresses and links. */
export const PROVIDERS_MUTATIONS: readonly Mutation[] = [
  {
    name: "the answer of a provider is accepted in another browser",
    file: "src/domain/providers/states.ts",
    search: `if (!row?.browser_hash.equals(sha256(browser))) return null;`,
    replace: `if (!row) return null;`,
    tests: ATTACKS,
  },
  {
    name: "the answer of one provider is accepted at the address of another",
    file: "src/web/screens/providers/callback.ts",
    search: `if (!token || !state || state.providerId !== id || state.purpose === "linking")`,
    replace: `if (!token || !state || state.purpose === "linking")`,
    tests: ATTACKS,
  },
  {
    name: "a provider signs in the users of another issuer",
    file: "src/domain/providers/connection.ts",
    search: `    assertIssuer(found, issuer!);
`,
    replace: ``,
    tests: ["test/web/providers/entra.test.ts"],
  },
  {
    name: "an address that the provider hasn't verified is trusted",
    file: "src/domain/providers/external-account.ts",
    search: `const email = isVerified ? address : null;`,
    replace: `const email = address;`,
    tests: SIGN_IN,
  },
  {
    name: "an allowed domain includes those that end like it",
    file: "src/domain/providers/external-account.ts",
    search: `if (!allowed.includes(domain))`,
    replace: `if (!allowed.some((one) => domain.endsWith(one)))`,
    tests: SIGN_IN,
  },
  {
    name: "a provider skips the second factor of the account",
    file: "src/auth/provider-sign-in.ts",
    search: `for (const step of [requireActiveStatus, requireSecondFactor]) {`,
    replace: `for (const step of [requireActiveStatus]) {`,
    tests: SIGN_IN,
  },
  {
    name: "an account at a provider is linked to another account than the one with its address",
    file: "src/domain/providers/own-identities.ts",
    search: `offer?.purpose === "linking" && offer.userId === actor.id;`,
    replace: `offer?.purpose === "linking";`,
    tests: LINKS,
  },
];
