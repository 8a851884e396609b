import {
  listTokens,
  revokeVisibleToken,
  seesAllTokens,
} from "../../../../domain/tokens/token-administration.js";
import type { IssuedToken } from "../../../../domain/tokens/personal-tokens.js";
import { fullNameOf } from "../../../../models/public-user.js";
import { TOKEN_SORTS, type TokenListRow } from "../../../../models/lists/token-list.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { page, redirect, success, type WebResult } from "../../../server/responses/web-result.js";
import { ListRequest, listOptions, listView, MOST_COUNTED } from "../../../lists/list-request.js";
import { createTokenOfForm, newTokenView } from "../../tokens/new-token.js";
import { presentToken } from "../../tokens/tokens.js";

const SORTS = { columns: TOKEN_SORTS, byDefault: "-created_at" };
const requestOf = (call: WebCall): ListRequest => new ListRequest("admin.api-tokens.index", call, SORTS);

export const showApiTokens: WebHandler = (call) => tokensPage(call, null);

async function tokensPage(call: WebCall, issued: IssuedToken | null): Promise<WebResult> {
  const { services, actor, rejection, form } = call;
  const request = requestOf(call);
  const found = await listTokens(call, { ...request, upTo: MOST_COUNTED });
  const data = {
    tokens: found.items.map(({ token, mayRevoke }) => ({ ...presentRow(token), mayRevoke })),
    list: listView(request, found),
    seesAll: seesAllTokens(actor),
    // the row of the rejected form is expanded
    rejectedToken: rejection ? form.text("token") : null,
    hasCatalogue: services.config.tokens.scopes.length > 0,
    ...newTokenView(call, issued),
  };
  const options = issued ? { status: 201, secret: true } : listOptions(request);
  return page("admin/api-tokens/list", "admin_tokens.title", data, options);
}

/** A token for the actor, whatever the form says of another account. */
export const submitApiToken: WebHandler = (call) =>
  createTokenOfForm(call, {
    permission: "api-tokens.create",
    back: "admin.api-tokens.index",
    show: (issued) => tokensPage(call, issued),
  });

const presentRow = (row: TokenListRow) => ({
  ...presentToken({ ...row, scopes: JSON.parse(row.scopes) as string[] }),
  owner: { name: fullNameOf(row), email: row.email },
});

export const submitApiTokenRevocation: WebHandler = async (call) => {
  await revokeVisibleToken(call, call.form.text("token"));
  const list = requestOf(call);
  return redirect(path(list.route, list.query()), success("tokens.revoked"));
};
