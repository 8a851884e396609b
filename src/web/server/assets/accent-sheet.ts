import { createHash } from "node:crypto";
import { accentTones, SHIPPED_ACCENT, type Tones } from "../../../domain/settings/accent.js";
import { BRANDING } from "../../../domain/settings/branding.js";
import { ServedFile } from "./served-file.js";

/** The variables of Tabler that contain the accent colour. */
const VARIABLES: Record<string, keyof Tones> = {
  "--tblr-primary": "fill",
  "--tblr-primary-fg": "onFill",
  "--tblr-primary-darken": "fillHover",
};

/** The elements that a sheet colours: those of all pages, or only of the preview of the settings. */
const SELECTORS = {
  accent: ".btn-primary, .brand-mark",
  preview: ".branding-preview :is(.btn-primary, .brand-mark)",
};
type Sheet = keyof typeof SELECTORS;

function rules(sheet: Sheet, accent: string): string {
  const { light, dark } = accentTones(accent);
  const lines = Object.entries(VARIABLES).map(
    ([name, tone]) => `  ${name}: light-dark(${light[tone]}, ${dark[tone]});`,
  );
  return `${SELECTORS[sheet]} {\n${lines.join("\n")}\n}\n`;
}

/** Changes with the rules, so that browsers can cache a sheet permanently and an upgrade has immediate effect. */
const VERSION = createHash("sha256").update(rules("accent", SHIPPED_ACCENT)).digest("hex").slice(0, 16);

const SHEET_PATH = new RegExp(`^${BRANDING}${VERSION}/(accent|preview)-([0-9a-f]{6})\\.css$`);

/** The start of the path of every preview sheet; the six digits of the colour and `.css` follow. */
export const PREVIEW_SHEETS = `${BRANDING}${VERSION}/preview-`;

/** @param accent `#rrggbb` */
export const accentSheetPath = (accent: string, sheet: Sheet = "accent"): string =>
  `${BRANDING}${VERSION}/${sheet}-${accent.slice(1)}.css`;

/** The sheet at this path, computed from the path alone; null for another path. */
export function accentSheetAt(path: string): ServedFile | null {
  const [, sheet, digits] = SHEET_PATH.exec(path) ?? [];
  if (sheet === undefined) return null;
  return new ServedFile("text/css; charset=utf-8", rules(sheet as Sheet, `#${digits}`));
}
