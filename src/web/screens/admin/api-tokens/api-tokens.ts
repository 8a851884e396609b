import type { IssuedToken } from "../../../../domain/tokens/personal-tokens.js";
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
import { createTokenOfForm, newTokenView } from "../../tokens/new-token.js";
import { page, redirect, success, type WebReply } from "../../../server/reply.js";
import { presentToken } from "../../tokens/tokens.js";

const SORTS = { columns: TOKEN_SORTS, byDefault: "-created_at" };
const requestOf = (call: WebCall): ListRequest => new ListRequest("admin.api-tokens.index", call, SORTS);

export const showApiTokens: WebHandler = (call) => apiTokensPage(call, null);

async function apiTokensPage(call: WebCall, issued: IssuedToken | null): Promise<WebReply> {
  const { actor, refusal, form } = call;
  const request = requestOf(call);
  const found = await listTokens(call, request);
  const data = {
    tokens: found.items.map(({ token, mayRevoke }) => ({ ...presentRow(token), mayRevoke })),
    list: listView(request, found),
    seesAll: seesAllTokens(actor),
    // the row of the refused form is expanded
    refusedToken: refusal ? form.text("token") : null,
    ...newTokenView(call, issued),
  };
  return page(
    "admin/api-tokens/list",
    "admin_tokens.title",
    data,
    issued ? { status: 201, secret: true } : listOptions(request),
  );
}

const presentRow = (row: TokenListRow) => ({
  ...presentToken({ ...row, scopes: JSON.parse(row.scopes) as string[] }),
  owner: { name: fullNameOf(row), email: row.email },
});

/** Creates a token for the actor, whatever other user the form names. */
export const submitApiToken: WebHandler = (call) =>
  createTokenOfForm(call, (issued) => apiTokensPage(call, issued), "api-tokens.create");

export const submitApiTokenRevocation: WebHandler = async (call) => {
  await revokeVisibleToken(call, call.form.text("token"));
  const list = requestOf(call);
  return redirect(path(list.route, list.query()), success("tokens.revoked"));
};
