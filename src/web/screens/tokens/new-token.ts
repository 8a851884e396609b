import * as z from "zod";
import {
  createPersonalToken,
  TokenExists,
  type IssuedToken,
} from "../../../domain/tokens/personal-tokens.js";
import { SHIPPED_SCOPES } from "../../../config/starter-kit.js";
import { longestTokenDays } from "../../../domain/tokens/token-input.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";
import type { PageName } from "../../server/paths.js";
import { sentencesForScope } from "../../words/access-words.js";
import { formIdOf, sealFormId } from "../../forms/form-ids.js";
import { personName } from "../../forms/form.js";
import { redirect, type Flash, type WebResult } from "../../server/responses/web-result.js";

/**
 * The data of the partials `tokens/token-once` and `tokens/new-token`.
 * @param issued the token created just now, whose value is only in this answer
 */
export function newTokenView(call: WebCall, issued: IssuedToken | null): object {
  const { services, rejection, form } = call;
  const { scopes, defaultScopes } = services.config.tokens;
  const offered = scopes.filter((scope) => !isUnused(call, scope));
  return {
    formId: sealFormId(call, "token"),
    catalogue: offered,
    isEnforced: call.settings.get("oauth.enforce_scopes"),
    opens: Object.fromEntries(
      offered.map((scope) => [scope, sentencesForScope(call, call.oauth?.scopeMeanings, scope)]),
    ),
    defaultScopes,
    longestDays: longestTokenDays(services),
    selected: rejection ? form.list("scopes") : [],
    issued,
  };
}

/** Whether the scope is of the shipped catalogue and no operation asks for it yet. It is accepted all the same. */
const isUnused = ({ oauth }: WebCall, scope: string): boolean =>
  SHIPPED_SCOPES.includes(scope) && oauth?.scopeMeanings.isUsed(scope) === false;

const ALREADY_CREATED: Flash = { kind: "warning", key: "tokens.already_created" };

const fields = z.object({ name: personName() });

/** A page with the form `new-token`. */
interface TokenPage {
  /** The permission that the page requires; none for one's own page. */
  permission?: string;
  back: PageName;
  /** Shows the token, once. */
  show: (issued: IssuedToken) => Promise<WebResult>;
}

/**
 * Creates a token from the form `new-token` for the actor. If the form is sent again, the answer is a message.
 * @throws as `createPersonalToken`
 */
export async function createTokenOfForm(
  call: WebCall,
  { permission, back, show }: TokenPage,
): Promise<WebResult> {
  const { form } = call;
  const days = form.text("expires_in_days").trim();
  const input = {
    ...form.read(fields),
    id: formIdOf(call, "token"),
    permission,
    scopes: form.list("scopes"),
    ...(days === "" ? {} : { days: /^\d{1,5}$/.test(days) ? Number(days) : NaN }),
  };
  try {
    return await show(await createPersonalToken(call, input));
  } catch (error) {
    if (!(error instanceof TokenExists)) throw error;
    return redirect(path(back), ALREADY_CREATED);
  }
}
