import { inTransaction } from "../../../database/transaction.js";
import { recordOwnActivity } from "../../../domain/audit/record.js";
import { revokeToken } from "../../../domain/tokens/sign-in-tokens.js";
import { ApiResponse } from "../../envelope.js";
import { etagOf, presentMe, presentPasswordNotice } from "../../presenters.js";
import { perActor } from "../../shared-replies.js";
import type { HandlersOf } from "../../types.js";

/**
 * No browser may store it: every account has this address, so the tag isn't unique to one (RFC 9110, section 8.8.1), and the
 * tag of one account would be sent with the token of another.
 */
const me = perActor((actor, appUrl: URL) =>
  ApiResponse.okWithMeta(presentMe(actor, appUrl), presentPasswordNotice(actor.user), {
    ETag: etagOf(actor.user),
    "Cache-Control": "no-store",
  }),
);

export const handlers: HandlersOf<"auth/authentication"> = {
  "auth.me": ({ actor, services }) => me(actor, services.config.env.APP_URL),

  "auth.logout": async ({ actor, origin, services }) => {
    await inTransaction(services.knex, async (trx) => {
      if (actor.tokenId !== null) await revokeToken(trx, actor.tokenId);
      await recordOwnActivity({ trx, origin }, "logout", actor.id);
    });
    return ApiResponse.empty();
  },
};
