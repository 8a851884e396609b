import {
  listTokens,
  revokeVisibleToken,
  seesAllTokens,
} from "../../../../domain/tokens/token-administration.js";
import { fullNameOf } from "../../../../models/public-user.js";
import { TOKEN_SORTS, type TokenListRow } from "../../../../models/token-list.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { ListRequest, listOptions, listView } from "../../../lists/list-request.js";
import { page, redirect, success } from "../../../server/reply.js";
import { presentToken } from "../../tokens/tokens.js";

const SORTS = { columns: TOKEN_SORTS, byDefault: "-created_at" };
const requestOf = (call: WebCall): ListRequest => new ListRequest("admin.api-tokens.index", call, SORTS);

export const showApiTokens: WebHandler = async (call) => {
  const { services, actor, refusal, form } = call;
  const request = requestOf(call);
  const found = await listTokens(call, request);
  const data = {
    tokens: found.items.map(({ token, mayRevoke }) => ({ ...presentRow(token), mayRevoke })),
    list: listView(request, found),
    seesAll: seesAllTokens(actor),
    // the row of the refused form is expanded
    refusedToken: refusal ? form.text("token") : null,
    hasCatalogue: services.config.tokens.scopes.length > 0,
  };
  return page("admin/api-tokens/list", "admin_tokens.title", data, listOptions(request));
};

const presentRow = (row: TokenListRow) => ({
  ...presentToken({ ...row, scopes: JSON.parse(row.scopes) as string[] }),
  owner: { name: fullNameOf(row), email: row.email },
});

export const submitApiTokenRevocation: WebHandler = async (call) => {
  await revokeVisibleToken(call, call.form.text("token"));
  const list = requestOf(call);
  return redirect(path(list.route, list.query()), success("tokens.revoked"));
};
