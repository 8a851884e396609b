import { inTransaction } from "../../../database/transaction.js";
import { recordOwnActivity } from "../../../domain/audit/record.js";
import { revokeToken } from "../../../domain/tokens/sign-in-tokens.js";
import { ApiResponse } from "../../envelope.js";
import { etagOf, presentMe, presentPasswordNotice } from "../../presenters.js";
import { perActor } from "../../shared-replies.js";
import type { HandlersOf } from "../../types.js";

/** Not stored: every account has this address, and a browser would send the tag of one with the token of another. */
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
