import { startOfUtcDay } from "../lib/clock.js";
import { ValidationFailed } from "../lib/failures.js";
import { searchProblem } from "../lib/search.js";
import type { UserFilters } from "../models/user-list.js";

interface FilterQuery {
  search?: string;
  status?: string;
  role?: string;
  created_from?: string;
  created_to?: string;
  deleted?: "only";
}

/**
 * @throws ValidationFailed on a search of too many words, and on a date that no calendar has, which the validator's fast
 *   format lets pass
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
