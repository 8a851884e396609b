import { inTransaction } from "../../../database/transaction.js";
import { recordOwnActivity } from "../../../domain/audit/record.js";
import { revokeToken } from "../../../domain/tokens/sign-in-tokens.js";
import { ApiResponse } from "../../envelope.js";
import { etagOf, presentMe, presentPasswordNotice } from "../../presenters/accounts.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/authentication"> = {
  "auth.me": ({ actor, services }) =>
    ApiResponse.okWithMeta(
      presentMe(actor, services.config.env.APP_URL),
      presentPasswordNotice(actor.user),
      // no browser may store it: accounts share the address, and a tag of one would be sent with the token of another
      { ETag: etagOf(actor.user), "Cache-Control": "no-store" },
    ),

  "auth.logout": async ({ actor, origin, services }) => {
    await inTransaction(services.knex, async (trx) => {
      if (actor.tokenId !== null) await revokeToken(trx, actor.tokenId);
      await recordOwnActivity({ trx, origin }, "logout", actor.id);
    });
    return ApiResponse.empty();
  },
};
