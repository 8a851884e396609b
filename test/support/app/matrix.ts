/**
 * `MATRIX=all` asks every combination, as a run at night does. Otherwise a matrix of combinations that share their code,
 * such as the colour schemes of every page, is asked of representatives.
 */
export const isWholeMatrix = process.env["MATRIX"] === "all";
