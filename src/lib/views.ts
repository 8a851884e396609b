import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ejs from "ejs";
import { CurrentFile } from "./current-file.js";
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

type Template = (locals: object) => string;

/**
 * All views, compiled on first use. Views see `page`, an object with their data, and these names: `t` translates,
 * `url` builds the address of a named route, `part` renders a partial, which sees the values of its view and its own;
 * a layout has `body`. `<%= %>` escapes. A partial's name that begins with `./` is relative to the folder of the
 * view, any other to `partials/`.
 */
class Views {
  private readonly compiled = new Map<string, CurrentFile<Template>>();

  /** @param name below `views/`, without the extension */
  render(name: string, locals: object): string {
    return this.fill(name, Object.assign(Object.create(null) as object, locals));
  }

  /** ejs's own `include` copies all values for every partial, which takes half of a page's time. */
  private fill(name: string, values: object): string {
    const part = (partial: string, own?: object): string => {
      const file = partial.startsWith("./") ? join(dirname(name), partial) : `partials/${partial}`;
      return this.fill(file, Object.assign(Object.create(values) as object, own));
    };
    return this.template(name)(Object.assign(values, { part }));
  }

  private template(name: string): Template {
    return (this.compiled.get(name) ?? this.add(name)).value;
  }

  private add(name: string): CurrentFile<Template> {
    const filename = join(FOLDER, `${name}.ejs`);
    const file = new CurrentFile(filename, () => compile(filename));
    this.compiled.set(name, file);
    return file;
  }
}

const compile = (filename: string): Template =>
  ejs.compile(readFileSync(filename, "utf8"), { ...VIEWS.options, filename }) as Template;

export const views = new Views();
