// JavaScript, because a worker thread starts without the TypeScript loader that tests run under.
// @ts-check
import bcrypt from "bcryptjs";

/** @param {{ password: string, hash: string }} task */
export const compare = (task) => bcrypt.compare(task.password, task.hash);

/** @param {{ password: string, cost: number }} task */
export const hash = (task) => bcrypt.hash(task.password, task.cost);
