import { lastPage, type ListPage } from "../models/list-page.js";
import type { Schema } from "./types.js";

/** `from` and `to` are null on an empty page. */
export function pagination({ items, total, perPage, page }: ListPage<unknown>): Schema<"Pagination"> {
  const from = (page - 1) * perPage + 1;
  return {
    total,
    per_page: perPage,
    current_page: page,
    last_page: lastPage(total, perPage),
    from: items.length === 0 ? null : from,
    to: items.length === 0 ? null : from + items.length - 1,
  };
}
