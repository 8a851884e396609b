import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ejs from "ejs";

const FOLDER = fileURLToPath(new URL("../../views/", import.meta.url));

/** How views are compiled; an include begins with a slash: below the folder. */
export const VIEWS = {
  folder: FOLDER,
  options: {
    root: FOLDER,
    cache: true,
    rmWhitespace: true,
    _with: false,
    localsName: "page",
    destructuredLocals: ["t", "url", "body"],
  },
};

type Template = (locals: object) => string;

/**
 * Every view, compiled when it is first asked for. Views see `page`, an object of what they were given, and two
 * names of their own: `t` translates, `url` makes the address of a named route; a layout has `body`. `<%= %>` escapes.
 */
class Views {
  private readonly compiled = new Map<string, Template>();

  /** @param name below `views/`, without the extension */
  render(name: string, locals: object): string {
    const template = this.compiled.get(name) ?? this.compile(name);
    return template(locals);
  }

  private compile(name: string): Template {
    const filename = join(FOLDER, `${name}.ejs`);
    const template = ejs.compile(readFileSync(filename, "utf8"), { ...VIEWS.options, filename }) as Template;
    this.compiled.set(name, template);
    return template;
  }
}

export const views = new Views();
