/**
 * With `MATRIX=all` a matrix asks every combination: `npm run test:all` does so for the API and the routes, CI once a week for
 * the browser. Otherwise it asks one of those that share their code.
 */
export const isWholeMatrix = process.env["MATRIX"] === "all";

/** The first of each kind, or all of them. */
export function ofEachKind<T>(all: readonly T[], kindOf: (one: T) => string): readonly T[] {
  if (isWholeMatrix) return all;
  const kinds = new Map<string, T>();
  for (const one of all) if (!kinds.has(kindOf(one))) kinds.set(kindOf(one), one);
  return [...kinds.values()];
}
