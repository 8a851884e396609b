import type { Schema } from "./types.js";

/** `from` and `to` are null on an empty page. */
export function pagination(
  list: { total: number; perPage: number; page: number },
  rows: number,
): Schema<"Pagination"> {
  const { total, perPage, page } = list;
  const from = (page - 1) * perPage + 1;
  return {
    total,
    per_page: perPage,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    from: rows === 0 ? null : from,
    to: rows === 0 ? null : from + rows - 1,
  };
}
