// Parts of Swagger UI that are drawn in another way here.
import { codeBlock, copyButton, elements } from "./parts.js";
import { coloured } from "./samples.js";
import { translated } from "./words.js";

/** Words of Swagger UI itself; the contract speaks English. */
const ITS_OWN = /(?<=^<i>)[^<]+/;
/** An example that is an object comes out in the words of Swagger UI's own data structure; the form shows it anyway. */
const GARBLED = /^<i>Example<\/i> : (?:Ordered)?(?:Map|List) /;

export const swaggerPlugin = ({ React }) => {
  const h = elements(React);
  const CopyButton = copyButton({ React });

  /** Without the colours that Swagger UI writes into style attributes, whatever the theme is. */
  function HighlightCode({ children, canCopy = false }) {
    const code = [children].flat().join("");
    return h("div.dock-highlight", codeBlock(h, coloured(h, code)), canCopy && h(CopyButton, { text: code }));
  }

  const readable = (Markdown) =>
    function ReadableMarkdown(props) {
      const source = props.source ?? "";
      if (GARBLED.test(source)) return null;
      return ITS_OWN.test(source)
        ? h(Markdown, { ...props, source: source.replace(ITS_OWN, translated) })
        : h("div", { lang: "en" }, h(Markdown, props));
    };

  return { components: { HighlightCode }, wrapComponents: { Markdown: readable } };
};
