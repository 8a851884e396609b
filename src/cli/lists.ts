import { checkListIndex, rebuildListIndex } from "../database/list-index/repair.js";
import { INDEXED_LISTS } from "../database/list-index/sources.js";
import type { Services } from "../domain/services.js";
import { ValidationFailed } from "../lib/failures.js";

/** Without a parameter compares the index of the lists with the tables; `rebuild` fills it again. */
export async function listsCommand({ knex }: Services, [act]: string[]): Promise<void> {
  if (act !== undefined && act !== "rebuild")
    throw new ValidationFailed({ lists: ["Use lists, or lists rebuild."] });
  for (const list of INDEXED_LISTS) {
    if (act === "rebuild") await rebuildListIndex(knex, list);
    const { indexed, stored } = await checkListIndex(knex, list);
    const isRight = indexed === stored;
    console.log(
      `${list.padEnd(28)} ${stored}${isRight ? "" : `, but ${indexed} in the index: run lists rebuild`}`,
    );
    if (!isRight) process.exitCode = 1;
  }
}
