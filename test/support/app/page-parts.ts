type Attributes = ReadonlyMap<string, string>;

interface Tag {
  name: string;
  closes: boolean;
  attributes: Attributes;
  /** The markup between this tag and the next one. */
  text: string;
}

/** A form with the values that a browser would submit unchanged. */
export interface PageForm {
  id: string | undefined;
  method: string;
  path: string;
  isUpload: boolean;
  fields: [name: string, value: string][];
  /** Names of the editable fields. */
  enabled: string[];
}

export interface PageParts {
  /** Targets of links within this service. */
  links: string[];
  forms: PageForm[];
  /** Names of editable fields that belong to no form. */
  loose: string[];
}

const HIDDEN = /<(script|style|svg)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g;
const TAG = /<(\/?)([a-z][\w-]*)((?:\s+[\w:@.-]+(?:="[^"]*")?)*)\s*\/?>([^<]*)/g;
const ATTRIBUTE = /([\w:@.-]+)(?:="([^"]*)")?/g;
const ENTITIES: Record<string, string> = { "#34": '"', quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };

const decoded = (text: string): string =>
  text.replaceAll(/&(#34|quot|#39|lt|gt|amp);/g, (_whole, name: string) => ENTITIES[name]!);

const tagsOf = (html: string): Tag[] =>
  [...html.replaceAll(HIDDEN, "").matchAll(TAG)].map(([, slash, name, attributes, text]) => ({
    name: name!,
    closes: slash === "/",
    attributes: new Map(
      [...attributes!.matchAll(ATTRIBUTE)].map(([, key, value = ""]) => [key!, decoded(value)]),
    ),
    text: decoded(text!),
  }));

/** Parses a page of this service. It expects attributes in double quotes and closed tags. */
export const partsOf = (html: string): PageParts => new Reader(tagsOf(html)).parts;

class Reader {
  readonly parts: PageParts;
  private form: PageForm | undefined;
  private forms = 0;
  /** For each enclosing fieldset, whether it is disabled. */
  private readonly fieldsets: boolean[] = [];
  private select: { name: string; form: PageForm | undefined; values: string[] } | undefined;

  constructor(tags: readonly Tag[]) {
    const forms = tags.filter(({ name, closes }) => name === "form" && !closes);
    // a field can refer to a form that comes later in the page
    this.parts = { links: [], forms: forms.map(({ attributes }) => formOf(attributes)), loose: [] };
    for (const tag of tags)
      if (tag.closes) this.close(tag.name);
      else this.open(tag);
    for (const form of this.parts.forms)
      form.method = form.fields.find(([name]) => name === "_method")?.[1] ?? form.method;
  }

  private open(tag: Tag): void {
    const { name, attributes } = tag;
    if (name === "form") this.form = this.parts.forms[this.forms++];
    else if (name === "fieldset") this.fieldsets.push(attributes.has("disabled"));
    else if (name === "a" && attributes.get("href")?.startsWith("/"))
      this.parts.links.push(attributes.get("href")!);
    else if (name === "option") this.option(tag);
    else if (["input", "textarea", "select"].includes(name)) this.field(tag);
  }

  private close(name: string): void {
    if (name === "form") this.form = undefined;
    if (name === "fieldset") this.fieldsets.pop();
    if (name !== "select" || !this.select) return;
    const [value] = this.select.values;
    if (value !== undefined) this.select.form?.fields.push([this.select.name, value]);
    this.select = undefined;
  }

  private field({ name: tag, attributes, text }: Tag): void {
    if (attributes.has("disabled") || this.fieldsets.includes(true)) return;
    const id = attributes.get("form");
    const form = id === undefined ? this.form : this.parts.forms.find((one) => one.id === id);
    const name = attributes.get("name") ?? "";
    if (attributes.get("type") !== "hidden" && !attributes.has("readonly"))
      (form?.enabled ?? this.parts.loose).push(name);
    if (tag === "select") this.select = { name, form, values: [] };
    else if (name !== "" && isSent(attributes))
      form?.fields.push([name, tag === "textarea" ? text : (attributes.get("value") ?? "")]);
  }

  /** The selected option first, because a browser submits the first option when none is selected. */
  private option({ attributes, text }: Tag): void {
    const value = attributes.get("value") ?? text.trim();
    if (attributes.has("selected")) this.select?.values.unshift(value);
    else this.select?.values.push(value);
  }
}

const formOf = (attributes: Attributes): PageForm => ({
  id: attributes.get("id"),
  method: (attributes.get("method") ?? "get").toUpperCase(),
  path: attributes.get("action") ?? "",
  isUpload: attributes.get("enctype") === "multipart/form-data",
  fields: [],
  enabled: [],
});

function isSent(attributes: Attributes): boolean {
  const type = attributes.get("type") ?? "text";
  if (type === "file" || type === "submit") return false;
  return !["checkbox", "radio"].includes(type) || attributes.has("checked");
}
