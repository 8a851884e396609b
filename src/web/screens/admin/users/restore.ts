import { validate as isUuid } from "uuid";
import { EmailTaken } from "../../../../domain/accounts/accounts.js";
import { restoreUser } from "../../../../domain/users/restore-user.js";
import { getDeletedUser } from "../../../../domain/access/visible-users.js";
import { RowNotFound } from "../../../../lib/failures.js";
import { text } from "../../../../texts/translate.js";
import { fullNameOf, type PublicUserRow } from "../../../../models/public-user.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { redirect, success, type WebResult } from "../../../server/responses/web-result.js";
import { showUsers } from "./list.js";

export const submitUserRestoration: WebHandler = async (call) => {
  const { services, actor, params } = call;
  const id = params["user"]!;
  if (!isUuid(id)) throw new RowNotFound(); // MariaDB raises an error when it compares an id with non-ASCII text
  const { user } = await getDeletedUser(services.knex, actor, id);
  try {
    await restoreUser(call, id);
  } catch (error) {
    if (error instanceof EmailTaken) return showTaken(call, user);
    throw error;
  }
  const done = success("account.restored", { name: fullNameOf(user) });
  return redirect(path("admin.users.edit", { user: id }), done);
};

/** Shows the list again. It has no field for the address, so the error is above the list. */
async function showTaken(call: WebCall, user: PublicUserRow): Promise<WebResult> {
  const values = { email: user.email, name: fullNameOf(user) };
  call.rejection = {
    route: "admin.users.restore",
    sentence: text("users.restore.taken", values),
    fields: {},
  };
  const result = await showUsers(call);
  return result.kind === "page" ? { ...result, options: { ...result.options, status: 422 } } : result;
}
