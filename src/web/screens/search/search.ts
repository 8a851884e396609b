import { ListRequest, listOptions } from "../../lists/list-request.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { envelope, page } from "../../server/responses/web-result.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { findResults } from "./search-results.js";

const requestOf = (call: WebCall): ListRequest =>
  new ListRequest("search", call, { columns: [], byDefault: "" });

/** The search of the header as a page, for browsers without JavaScript. */
export const showSearch: WebHandler = async (call) => {
  const request = requestOf(call);
  const rejected = request.rejected["search"] ?? null;
  const groups = rejected ? [] : await findResults(call, request.search);
  const shown = { search: request.search, rejected, groups };
  return page("search/search", "search.title", shown, listOptions(request));
};

/** The same for the dialog. @throws ValidationFailed for too many words */
export const showSearchResults: WebHandler = async (call) => {
  const { search, rejected } = requestOf(call);
  if (rejected["search"]) throw new ValidationFailed({ search: [rejected["search"].sentence] });
  return envelope(200, "The results of the search.", { groups: await findResults(call, search) });
};
