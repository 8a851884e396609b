import { readFileSync } from "node:fs";
import { DOCUMENT, URL_OF_API } from "./service.js";

interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, { tags?: string[] }>>;
}

const document = JSON.parse(readFileSync(DOCUMENT, "utf8")) as Document;
const paths = Object.entries(document.paths).map(([path, item]) => ({
  item,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  isExact: !path.includes("{"),
}));

/** The tags of the contract. */
export const TAGS = document.tags.map(({ name }) => name).sort();

/** The tag of the operation that a request calls. */
export function tagOf({ method, url }: Request): string {
  const path = new URL(url).pathname.slice(new URL(URL_OF_API).pathname.length);
  const matches = paths.filter(({ pattern }) => pattern.test(path));
  const { item } = matches.find(({ isExact }) => isExact) ?? matches[0]!;
  return item[method.toLowerCase()]!.tags![0]!;
}
