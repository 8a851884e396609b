import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ejs from "ejs";
import { CurrentFile, rereadsChangedFiles } from "./current-file.js";
import { foldConstants, type Constants } from "./constant-tags.js";
import { productFile } from "./product-files.js";

const FOLDER = fileURLToPath(productFile("views/"));

/** Compiler options of views. Locals are built here from plain values, so that ejs need not copy them each time. */
export const VIEWS = {
  folder: FOLDER,
  options: {
    cache: true,
    rmWhitespace: true,
    _with: false,
    localsName: "page",
    destructuredLocals: ["t", "url", "body", "part"],
    unsafePrototypeLocals: true,
  },
};

type Values = Record<string, unknown>;
type Template = (values: object) => string;

/**
 * All views, compiled on first use, once for each language. Views see `page`, an object with their data, and these
 * names: `t` translates, `url` builds the address of a named route, `part` renders a partial, which sees the values of
 * its view and its own; a layout has `body`. `<%= %>` escapes. A partial's name that begins with `./` is relative to
 * the folder of the view, any other to `partials/`.
 */
class Views {
  private readonly compiled = new Map<Constants["t"], Map<string, CurrentFile<Template>>>();

  /** @param name below `views/`, without the extension */
  render<Locals extends Constants>(name: string, locals: Locals): string {
    const values = Object.assign(locals, { part: this.part });
    return this.template(name, values)(values);
  }

  /**
   * ejs's own `include` copies all values for every partial, which takes half of a page's time.
   * @param values of the view that has the partial, which `resolveParts` passes on
   */
  private readonly part = (values: Constants & Values, name: string, own?: Values): string => {
    const template = this.template(name.startsWith("/") ? name.slice(1) : `partials/${name}`, values);
    return template(own === undefined ? values : withOwn(values, own));
  };

  private template(name: string, values: Constants): Template {
    return (this.compiled.get(values.t)?.get(name) ?? this.add(name, values)).value;
  }

  private add(name: string, { t, url, icons, asset, part }: Constants): CurrentFile<Template> {
    const filename = join(FOLDER, `${name}.ejs`);
    // the file keeps them, and all other values belong to one request
    const constants = { t, url, icons, asset, part };
    const file = new CurrentFile(filename, () => this.compile(name, filename, constants));
    const views = this.compiled.get(t) ?? new Map<string, CurrentFile<Template>>();
    this.compiled.set(t, views.set(name, file));
    return file;
  }

  private compile(name: string, filename: string, constants: Constants & Values): Template {
    const source = resolveParts(readFileSync(filename, "utf8"), dirname(name));
    const options = { ...VIEWS.options, filename };
    const located = ejs.compile(source, options) as Template;
    if (rereadsChangedFiles()) return located;
    const folded = foldConstants(withoutBlanks(source), constants, (icon) =>
      this.part(constants, "icon", { name: icon }),
    );
    const fast = ejs.compile(folded, { ...options, rmWhitespace: false, compileDebug: false }) as Template;
    return (page) => {
      try {
        return fast(page);
      } catch (error) {
        // the slower one names the file and the line
        if (!isLocated(error)) located(page);
        throw error;
      }
    };
  }
}

/** The values of a view with those of its partial before them. */
const withOwn = (values: Values, own: Values): Values => Object.assign(Object.create(values) as Values, own);

const isLocated = (error: unknown): boolean => error instanceof Error && "path" in error;

/** Passes the values to each partial, and makes the names of those of the view's folder absolute. */
const resolveParts = (source: string, folder: string): string =>
  source.replaceAll(/\bpart\((?:'(\.\.?\/[^']*)')?/g, (_call, relative: string | undefined) =>
    relative === undefined ? "part(page, " : `part(page, '/${join(folder, relative)}'`,
  );

/** `rmWhitespace` of ejs, before constants are put in. */
const withoutBlanks = (source: string): string =>
  source
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");

export const views = new Views();
