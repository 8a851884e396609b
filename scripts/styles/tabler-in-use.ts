import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PurgeCSS } from "purgecss";

const BANNER = "/* Made by scripts/generate.ts from @tabler/core (MIT). Do not edit. */\n";

/** Everything that names classes of the pages. */
const isSource = (file: string): boolean => /^views.*\.(ejs|js)$/.test(file) || /^src.web.*\.ts$/.test(file);
/** Everything that uses custom properties of Tabler. */
const isStyle = (file: string): boolean => /^views.*\.(css|ejs|js)$/.test(file);

/** Elements that Markdown in the contract can become, and that no view names. */
const MARKDOWN =
  "h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code table thead tbody tr th td hr em strong a img del";

/** A class that is put together: `alert-<%= kind %>`, `bg-${tone}-lt`, `'avatar-' + size`. */
const COMPOSED = /([a-z][a-z-]*-)(?:<%=[^%]*%>|\$\{[^}]*\}|['"`] ?\+)(-[a-z]+)?/g;

/** The style sheet of the library, complete. */
export const readTabler = (): string =>
  readFileSync(createRequire(import.meta.url).resolve("@tabler/core/dist/css/tabler.min.css"), "utf8");

/** The words of a source, any of which can be a class. */
export const wordsOf = (source: string): string[] => source.match(/[A-Za-z][\w-]*/g) ?? [];

/** The classes that a source puts together, as patterns. */
export const composedIn = (source: string): RegExp[] =>
  [...source.matchAll(COMPOSED)].map(([, start, end = ""]) => new RegExp(`^${start!}[a-z\\d]+${end}$`));

/** The text of all files that name classes, in a fixed order. */
export const readSources = (isRead: (file: string) => boolean = isSource): string =>
  ["views", "src/web"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter(isRead)
    .sort()
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

/** The rules of Tabler that the pages use, with the custom properties that they or our own style sheets use. */
export async function tablerInUse(): Promise<string> {
  const sources = readSources();
  const properties = [...new Set(readSources(isStyle).match(/--tblr-[\w-]+/g))];
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: sources, extension: "ejs" }],
    css: [{ raw: readTabler() }],
    defaultExtractor: wordsOf,
    safelist: { standard: [...MARKDOWN.split(" "), ...composedIn(sources)], variables: properties },
    keyframes: true,
    fontFace: true,
    variables: true,
  });
  return `${BANNER}${purged!.css.replace(/\/\*# sourceMappingURL=.*$/m, "").trimEnd()}\n`;
}
