interface Page<I> {
  data: { items: I[] };
  meta: { pagination: { next_cursor: string | null } };
}

/**
 * Reads a whole list page by page, without repeating or skipping items when others are added or removed in between.
 * @param read reads the page of a cursor; the first page has none
 */
export async function* items<I>(
  read: (cursor: string | undefined) => Promise<Page<I>>,
): AsyncGenerator<I, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, meta } = await read(cursor);
    yield* data.items;
    cursor = meta.pagination.next_cursor ?? undefined; // null on the last page
  } while (cursor !== undefined);
}
