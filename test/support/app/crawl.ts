import { expect } from "chai";
import { ROUTES } from "../../../src/web/routes.js";
import type { Route } from "../../../src/web/server/table.js";
import { partsOf, type PageForm } from "./page-parts.js";
import type { Visitor } from "./web.js";

export type Row = Pick<Route, "method" | "path" | "name" | "guards" | "upload">;

const rows: readonly Row[] = ROUTES;
const withPattern = rows.map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`),
}));

export const permissionsOf = ({ guards }: Pick<Row, "guards">): string[] =>
  guards.filter((guard) => guard.startsWith("can:")).map((guard) => guard.slice("can:".length));

/** The route that matches a URL. A route without parameters wins. */
export function rowOf(method: string, address: string): Row | undefined {
  const { pathname } = new URL(address, "http://service.invalid");
  const found = withPattern.filter(({ row, pattern }) => row.method === method && pattern.test(pathname));
  return (found.find(({ row }) => row.path === pathname) ?? found[0])?.row;
}

/** A form on a page that was opened. */
export interface ShownForm extends PageForm {
  row: Row | undefined;
  page: string;
}
export interface Crawled {
  /** URLs of the pages that were opened. */
  pages: string[];
  links: { to: string; page: string; row: Row | undefined }[];
  forms: ShownForm[];
  /** Fields that belong to no form, with the URL of their page. */
  loose: string[];
}

/** Only this many pages of each route are opened. */
const OF_A_KIND = 6;
/** For routes with a low rate limit, such as exports. */
const OF_A_LIMITED_KIND = 2;

/** Opens the given pages and follows their links. Fails on a link that doesn't lead to a page. */
export async function crawl(visitor: Visitor, ...starts: string[]): Promise<Crawled> {
  const crawled: Crawled = { pages: [], links: [], forms: [], loose: [] };
  const [waiting, seen, opened] = [[...starts], new Set<string>(), new Map<string, number>()];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const { name = address, guards = [] } = rowOf("GET", address) ?? {};
    const most = guards.some((guard) => guard.startsWith("throttle:")) ? OF_A_LIMITED_KIND : OF_A_KIND;
    const count = opened.get(name) ?? 0;
    if (seen.has(address) || count >= most) continue;
    seen.add(address);
    opened.set(name, count + 1);
    waiting.push(...(await open(visitor, address, crawled)));
  }
  return crawled;
}

/** @returns the targets of its links */
async function open(visitor: Visitor, address: string, crawled: Crawled): Promise<string[]> {
  const { status, headers, text } = await visitor.get(address);
  const to = headers["location"] ?? "";
  expect(status, `${address} → ${to}`).to.be.oneOf([200, 302]);
  expect(to, address).not.to.match(/^\/login/);
  if (status === 302) return [to];
  crawled.pages.push(address);
  if (!headers["content-type"]!.startsWith("text/html")) return [];
  const [frame, content] = [partsOf(text), partsOf(/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "")];
  const links = frame.links.map((link) => link.replace(/#.*/, "")).filter((link) => link !== "");
  crawled.links.push(...links.map((link) => ({ to: link, page: address, row: rowOf("GET", link) })));
  crawled.loose.push(...content.loose.map((field) => `${field} on ${address}`));
  for (const form of content.forms)
    crawled.forms.push({ ...form, page: address, row: rowOf(form.method, form.path || address) });
  return links;
}
