import { dirname, join } from "node:path/posix";
import { isLeftOut } from "./files.mjs";

const LINK = /(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)/g;

/** A document that names both the product and Authdock. */
const ABOUT_BOTH = new Set(["docs/product.md"]);

/** A document with the product's name, whose links to pages that the new product doesn't have are plain text. */
export function renamedDocument(file, text, title) {
  const changed = (ABOUT_BOTH.has(file) ? text : text.replaceAll(/\bAuthdock\b/g, title)).replaceAll(
    LINK,
    (link, label, target) =>
      /^[a-z]+:/.test(target) || !isLeftOut(join(dirname(file), target)) ? link : `${label} of Authdock`,
  );
  return changed === text ? text : alignTables(text, changed);
}

/** Pads the cells of each table that has changed, as Prettier does. */
function alignTables(before, after) {
  const unchanged = new Set(before.split(/\n{2,}/));
  return after
    .split(/(\n{2,})/)
    .map((block) => (block.startsWith("|") && !unchanged.has(block) ? alignTable(block) : block))
    .join("");
}

function alignTable(block) {
  const rows = block
    .replace(/\n$/, "")
    .split("\n")
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const isRule = (row) => row.every((cell) => /^:?-+:?$/.test(cell));
  const widths = rows[0].map((_, column) =>
    Math.max(3, ...rows.filter((row) => !isRule(row)).map((row) => [...row[column]].length)),
  );
  const pad = (cell, width) =>
    /^:?-+:?$/.test(cell)
      ? `${cell.startsWith(":") ? ":" : "-"}${"-".repeat(width - 2)}${cell.endsWith(":") ? ":" : "-"}`
      : cell + " ".repeat(width - [...cell].length);
  const lines = rows.map((row) => `| ${row.map((cell, column) => pad(cell, widths[column])).join(" | ")} |`);
  return lines.join("\n") + (block.endsWith("\n") ? "\n" : "");
}
