import type { WebCall, WebHandler } from "../../server/call.js";
import { homeOf } from "../../server/responses/navigation.js";
import { page, redirect } from "../../server/responses/web-result.js";

/** The role of every account that registers. */
const REGISTERED = "user";

/** The first page: for guests what this service is, for users the page after sign-in. */
export const showHome: WebHandler = async (call) => {
  if (!call.isGuest) return redirect(homeOf(call));
  const data = {
    canRegister: call.settings.get("auth.registration"),
    hasDocs: await usersReadDocs(call),
  };
  return page("dashboard/landing", "landing.title", data);
};

/** Whether the API docs are open to everyone who signs in. Other readers find them in their menu. */
async function usersReadDocs({ services }: WebCall): Promise<boolean> {
  const roles = await services.authority.current();
  return [...roles.values()].some(
    ({ name, permissions }) => name === REGISTERED && permissions.has("api-docs.read"),
  );
}
