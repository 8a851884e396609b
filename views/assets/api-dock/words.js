// Names and translates the Swagger UI components that this page keeps.
import { page, say } from "./page.js";

/** Swagger UI's texts and their replacements. */
const WORDS = {
  "Try it out": "form.try",
  Cancel: "form.cancel",
  Reset: "form.reset",
  Execute: "form.execute",
  Clear: "form.clear",
  Parameters: "form.parameters",
  "No parameters": "form.no_parameters",
  Name: "form.name",
  Description: "form.description",
  "Request body": "form.body",
  "Response body": "form.answer_body",
  "Examples:": "form.examples",
  "[Modified value]": "form.modified",
  "Edit Value": "form.edit",
  "Example Value": "form.example_value",
  Schema: "form.schema",
  "Default value": "form.default",
  "Available values": "form.choices",
  Example: "form.example",
  "Expand all": "form.expand",
  "Collapse all": "form.collapse",
};

/** @returns the replacement of a Swagger UI text, with its surrounding white space; other texts unchanged */
export function translated(text) {
  const word = text.trim();
  return page.locale !== "en" && Object.hasOwn(WORDS, word) ? text.replace(word, say(WORDS[word])) : text;
}

/** Swagger UI components with texts or fields of their own, including their children. */
const COMPONENTS = [
  "parameters",
  "RequestBody",
  "modelExample",
  "execute",
  "clear",
  "responseBody",
  "JSONSchema202012ExpandDeepButton",
];

export const wordsPlugin = ({ React }) => {
  const amendedTypes = new WeakMap();

  /** Wraps a component: translates its texts and names its fields at every depth. */
  function amend(Original) {
    const amended = Original.prototype?.isReactComponent
      ? class extends Original {
          render() {
            return amendElements(super.render(), nameOf(this.props));
          }
        }
      : (props) => amendElements(Original(props), nameOf(props));
    return Object.assign(amended, { isAmended: true });
  }
  function amendOnce(type) {
    if (typeof type !== "function" || type.isAmended) return type;
    if (!amendedTypes.has(type)) amendedTypes.set(type, amend(type));
    return amendedTypes.get(type);
  }

  function amendElements(node, name) {
    if (typeof node === "string") return translated(node);
    const list = node?.toArray?.() ?? node; // of Immutable.js, or of JavaScript
    if (Array.isArray(list)) return list.map((child) => amendElements(child, name));
    if (!React.isValidElement(node)) return node;
    const { key, type, props } = node;
    const children = props.children === undefined ? {} : { children: amendElements(props.children, name) };
    const label = props.onChange ? { "aria-label": nameOf(props, name) } : {};
    if (typeof type === "string") return React.cloneElement(node, { ...children, ...label });
    return React.createElement(amendOnce(type), { ...props, ...children, ...label, ...(key && { key }) });
  }

  /** A parameter's field is labelled by the parameter's name; all others belong to the body. */
  const nameOf = (props, name = say("form.body")) => props["aria-label"] ?? props.description ?? name;

  return { wrapComponents: Object.fromEntries(COMPONENTS.map((name) => [name, amendOnce])) };
};
