import { startOfUtcDay } from "../lib/clock.js";
import { ValidationFailed } from "../lib/failures.js";
import { searchProblem } from "../lib/text/search.js";
import type { UserFilters } from "../models/lists/user-filters.js";

interface FilterQuery {
  id?: string;
  email?: string;
  search?: string;
  status?: string;
  role?: string;
  created_from?: string;
  created_to?: string;
  deleted?: "only";
}

/**
 * Converts the query parameter `filter` into filters of the user list.
 * @throws ValidationFailed for a search with too many words, and for a date that doesn't exist, such as February 30,
 * which the validator's `date` format accepts
 */
export function userFilters({ created_from, created_to, ...filters }: FilterQuery = {}): UserFilters {
  const problem = searchProblem(filters.search ?? "");
  if (problem !== null) throw new ValidationFailed({ "filter.search": [problem] });
  return {
    ...filters,
    ...(created_from === undefined ? {} : { createdFrom: utcDay("created_from", created_from) }),
    ...(created_to === undefined ? {} : { createdTo: utcDay("created_to", created_to) }),
  };
}

function utcDay(name: string, date: string): number {
  const ms = startOfUtcDay(date);
  if (ms === null)
    throw new ValidationFailed({ [`filter.${name}`]: [`The filter.${name} must be a valid date.`] });
  return ms;
}
