/**
 * `MATRIX=all` asks every combination, as `npm run test:all` does of the API and the routes, and a run at night of the
 * browser. Otherwise a matrix of combinations that share their code is asked of representatives.
 */
export const isWholeMatrix = process.env["MATRIX"] === "all";

/** The first of each kind, or all of them. */
export function ofEachKind<T>(all: readonly T[], kindOf: (one: T) => string): readonly T[] {
  if (isWholeMatrix) return all;
  const kinds = new Map<string, T>();
  for (const one of all) if (!kinds.has(kindOf(one))) kinds.set(kindOf(one), one);
  return [...kinds.values()];
}
