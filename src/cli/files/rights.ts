import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { lstatSync, readlinkSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { CommandFailed } from "../failures.js";

interface Account {
  uid: number;
  gid: number;
}

/** @types/node lacks it. */
type Unix = typeof process & { initgroups(user: number, group: number): void };

const ROOT: Account = { uid: 0, gid: process.getgid?.() ?? 0 };
const GROUPS_OF_ROOT = process.getgroups?.() ?? [];

/**
 * A command that root runs uses each path with the rights of the account that owns its folder. A link that this account
 * puts there then leads only to what the account itself can reach. For other users, who have no other rights, the
 * functions here only run the work.
 */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Runs the work as the owner of the folder of this path. @throws CommandFailed when root isn't allowed to do that */
export async function asOwnerOf<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  return asAccount(() => ownerOf(path), work);
}

/** Runs the work with all rights of the user, to read files that only root can read. */
export const asOperator = <T>(work: () => T | Promise<T>): Promise<T> => asAccount(() => ROOT, work);

/** Works as the owner of this path until `becomeOperator`. @throws CommandFailed when root isn't allowed to do that */
export function becomeOwnerOf(path: string): void {
  if (!isRoot()) return;
  become(ROOT);
  become(ownerOf(path));
}

/** Returns to the rights that the command began with. */
export function becomeOperator(): void {
  if (isRoot()) become(ROOT);
}

/**
 * Starts a program with the rights that the command works with. As a plain child of root, a program could become root again,
 * and read a file that the account of the service has changed: the tools of MariaDB load plugins.
 */
export function startProgram(name: string, parameters: readonly string[]): ChildProcessWithoutNullStreams {
  if (!isRoot()) return spawn(name, parameters);
  const account = { uid: process.geteuid!(), gid: process.getegid!() };
  become(ROOT);
  try {
    // sets the real ids, too, before the program starts
    return spawn(name, parameters, account);
  } finally {
    become(account);
  }
}

async function asAccount<T>(account: () => Account, work: () => T | Promise<T>): Promise<T> {
  if (!isRoot()) return work();
  const former = { uid: process.geteuid!(), gid: process.getegid!() };
  become(ROOT);
  try {
    become(account());
    return await work();
  } finally {
    become(ROOT);
    become(former);
  }
}

/** Only root can change its groups, so the user comes last. */
function become({ uid, gid }: Account): void {
  if (process.geteuid!() === uid && process.getegid!() === gid) return;
  if (uid === ROOT.uid) {
    process.seteuid!(uid);
    process.setegid!(gid);
    return void process.setgroups!(GROUPS_OF_ROOT);
  }
  try {
    joinGroupsOf(uid, gid);
    process.setegid!(gid);
    process.seteuid!(uid);
  } catch {
    // containers can take this right from root
    throw new CommandFailed(`Run this command as the account ${uid}, which owns the files.`);
  }
}

function joinGroupsOf(uid: number, gid: number): void {
  try {
    (process as Unix).initgroups(uid, gid);
  } catch {
    process.setgroups!([gid]); // an account without a name has no other groups
  }
}

/**
 * An account that owns the folder, or a link on the way to it, controls everything in it, so the file counts only in a
 * folder of root.
 */
function ownerOf(path: string): Account {
  const file = resolve(path);
  const target = stat(file); // fails first when links lead in a circle
  const candidates = [linkOnTheWay(file), nearestFolder(dirname(file)), lstat(file), target];
  return candidates.find((found) => found !== null && found.uid !== ROOT.uid) ?? ROOT;
}

/** The first link in the path that doesn't belong to root, also where a link of root leads; null without one. */
function linkOnTheWay(path: string): Stats | null {
  const parent = dirname(path);
  if (parent === path) return null;
  const above = linkOnTheWay(parent);
  const found = above ?? lstat(path);
  if (found?.isSymbolicLink() !== true) return null;
  return found.uid === ROOT.uid ? linkOnTheWay(resolve(realpathSync(parent), readlinkSync(path))) : found;
}

const nearestFolder = (path: string): Stats | null => stat(path) ?? nearestFolder(dirname(path));
const stat = (path: string): Stats | null => orNull(() => statSync(path));
const lstat = (path: string): Stats | null => orNull(() => lstatSync(path));

/** Null for a path that doesn't exist, also because a part of it is no folder. */
function orNull(read: () => Stats): Stats | null {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
