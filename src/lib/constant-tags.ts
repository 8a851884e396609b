import ejs from "ejs";

/** What is the same on every page in a language. */
export interface Constants {
  t: (key: never) => string;
  url?: ((route: never) => string) | undefined;
  icons?: unknown;
  asset?: ((name: never) => string) | undefined;
  /** Renders a partial. */
  part?: unknown;
}

type Call = (literal: string) => string;

// <%= t('nav.search') %>, <%= url('login') %>, <%= page.asset('theme.js') %>, <%- part(page, 'icon', { name: 'key' }) %>
const TAG =
  /<%([=-])\s*(?:(t|url|page\.asset)\('([^']+)'\)|part\(page, 'icon', \{ name: '([^']+)' \}\))\s*%>/g;

/**
 * Replaces the tags that never change by their output, so that a page doesn't look up and escape its texts again.
 * @param icon renders the partial `icon`
 */
export function foldConstants(source: string, values: Constants, icon: Call): string {
  const calls: Record<string, Call | undefined> = {
    t: values.t as Call,
    url: values.url as Call | undefined,
    "page.asset": values.asset as Call | undefined,
  };
  return source.replaceAll(
    TAG,
    (tag, mode: string, name: string | undefined, literal: string, shape: string) => {
      const output = name === undefined ? icon(shape) : calls[name]?.(literal);
      if (output === undefined || /<%|%>/.test(output)) return tag;
      return mode === "=" ? ejs.escapeXML(output) : output;
    },
  );
}
