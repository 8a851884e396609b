// Swagger UI components that this page replaces.
import { codeBlock, copyButton, elements } from "./parts.js";
import { coloured } from "./samples.js";
import { translated } from "./words.js";

/** Swagger UI's own texts; the contract is in English. */
const ITS_OWN = /(?<=^<i>)[^<]+/;
/** Swagger UI prints object examples as its internal data structure. The form shows the example anyway. */
const GARBLED = /^<i>Example<\/i> : (?:Ordered)?(?:Map|List) /;

/** Text without Markdown, such as the explanation of an error code. */
const PLAIN = /^(?!\s|[-+]|\d+[.)])[^\n*_`<>&[\]#\\~|]+(?<!\s)$/;

export const swaggerPlugin = ({ React }) => {
  const h = elements(React);
  const CopyButton = copyButton({ React });

  /** Without Swagger UI's inline colours, which ignore the theme. */
  function HighlightCode({ children, canCopy = false }) {
    const code = [children].flat().join("");
    return h("div.dock-highlight", codeBlock(h, coloured(h, code)), canCopy && h(CopyButton, { text: code }));
  }

  const readable = (Markdown) =>
    function ReadableMarkdown(props) {
      const source = props.source ?? "";
      if (GARBLED.test(source)) return null;
      // the result is the same, without parsing and sanitizing
      if (PLAIN.test(source)) return h("div", { lang: "en" }, h("div.renderedMarkdown", h("p", source)));
      return ITS_OWN.test(source)
        ? h(Markdown, { ...props, source: source.replace(ITS_OWN, translated) })
        : h("div", { lang: "en" }, h(Markdown, props));
    };

  return { components: { HighlightCode }, wrapComponents: { Markdown: readable } };
};
