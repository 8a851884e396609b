import type { IncomingMessage } from "node:http";
import { Actor } from "../domain/access/actor.js";
import { signInOf } from "../domain/sessions/sessions.js";
import { rolesOf } from "../domain/access/authority.js";
import type { Services } from "../domain/services.js";
import { andThen } from "../lib/awaitable.js";
import type { SessionPrincipalRow } from "../models/principals.js";
import type { Guard } from "./guards.js";

/**
 * The driver for session credentials. Earlier middleware has read the session with its account. On a surface without
 * sessions it resolves no user.
 */
export const sessionGuard =
  ({ authority }: Services): Guard =>
  (request) => {
    const { session } = request as IncomingMessage & { session?: { account?: SessionPrincipalRow } };
    const account = session?.account;
    if (!account) return null;
    return andThen(authority.at(account.authority_version), (roles) => {
      const held = rolesOf(account.role_ids, roles);
      const actor = new Actor(
        account,
        held,
        roles,
        null,
        account.session_public_id,
        undefined,
        signInOf(account),
      );
      return { actor, clientId: null, credential: "session", scopes: null, account };
    });
  };
