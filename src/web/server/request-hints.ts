import type { Services } from "../../domain/services.js";
import { addressOf } from "./session/continuing.js";
import { Parameters } from "../../oauth/parameters.js";
import { resolveParameters } from "../../oauth/pushed-request.js";

/** What a client says about the user of its authorization request (OpenID Connect Core, section 3.1.2.1). */
export interface RequestHints {
  /** The email address with which the user signs in. */
  login: string | null;
  /** The languages that the user reads, the preferred one first. */
  locales: string[];
}

const AUTHORIZE = "/oauth/authorize?";

/** The query of the authorization request at an address, or of the one for which the sign-in page was opened. */
function requestIn(address: string | null): string | null {
  if (!address?.includes("authorize")) return null;
  const request = new URLSearchParams(address.slice(address.indexOf("?"))).get("next") ?? address;
  return request.startsWith(AUTHORIZE) ? request.slice(AUTHORIZE.length) : null;
}

const hintsOf = (parameters: Parameters): RequestHints => ({
  login: parameters.get("login_hint") ?? null,
  // case doesn't matter in language tags (RFC 5646, section 2.1.1)
  locales: (parameters.get("ui_locales") ?? "").split(" ").map((tag) => tag.split("-")[0]!.toLowerCase()),
});

const NONE: RequestHints = { login: null, locales: [] };

/** The hints that are in the address itself. */
export function hintsIn(address: string): RequestHints {
  const query = requestIn(address);
  return query === null ? NONE : hintsOf(new Parameters(query));
}

/** The hints of a request, also of one that its client has pushed. @param address of its page or its sign-in page */
export async function findHints(services: Services, address: string | null): Promise<RequestHints> {
  const query = requestIn(address && (await addressOf(services, address)));
  return query === null ? NONE : hintsOf(await resolveParameters(services, query));
}
