import { PATHS } from "./paths.js";

/**
 * The parameters of paths that are secrets. `identities.create` has the sealed answer of a provider in `link`, and
 * `address.resume` the id of an authorization request in `address`.
 */
const SECRET_PARAMETERS = [":token", ":hash", ":link", ":address"];

/** The names in a query that are secrets, on any page. A `code` or `state` is one of a provider or an application. */
const SECRET_NAMES = ["code", "state", "key", "signature", "user_code", "token"];
const HAS_SECRET_NAME = new RegExp(`[?&](${SECRET_NAMES.join("|")})=`, "i");

/** The beginnings of paths with a secret, and everything of sign-in providers, OAuth2 and the local mailbox. */
const PREFIXES = [
  ...Object.values(PATHS)
    .filter((path) => SECRET_PARAMETERS.some((name) => path.split("/").includes(name)))
    .map((path) => path.slice(0, path.indexOf("/:") + 1)),
  "/auth/providers/",
  "/oauth/",
  "/dev/mail/",
];

/**
 * Whether an address can contain a token, a code or a state. Its answers send no referrer, error pages and similar
 * addresses that match no route included.
 * @param url path and query
 */
export function holdsSecret(url: string): boolean {
  const path = url.toLowerCase();
  return PREFIXES.some((prefix) => path.startsWith(prefix)) || HAS_SECRET_NAME.test(url);
}
