import { ValidationFailed, type FieldSentences } from "../lib/failures.js";
import { searchProblem } from "../lib/text/search.js";

/** Names the filters in the errors of a list as the query does: `filter.event`. */
export async function namingFilters<T>(list: Promise<T>): Promise<T> {
  try {
    return await list;
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const fields = Object.entries(error.fields).map(([name, sentences]) => [`filter.${name}`, sentences]);
    throw new ValidationFailed(Object.fromEntries(fields) as FieldSentences);
  }
}

/** The value of `filter[search]`. @throws ValidationFailed for too many words */
export function searchFilter(search = ""): string {
  const problem = searchProblem(search);
  if (problem !== null) throw new ValidationFailed({ "filter.search": [problem] });
  return search;
}
