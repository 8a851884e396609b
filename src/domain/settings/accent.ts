import { contrast, mix, readableTone } from "../../lib/contrast.js";

/** The tones of the accent colour in one colour scheme. */
export interface Tones {
  /** Buttons: 3:1 with the page, as WCAG asks of controls. */
  fill: string;
  /** Text on `fill`, black or white: 4.5:1. */
  onFill: string;
  /** `fill` under the pointer. */
  fillHover: string;
}

const CONTROL_RATIO = 3;
const TEXT_RATIO = 4.5;

/** The page and its cards in each colour scheme, as the style sheets of the pages have them. */
const SCHEMES = {
  light: { backgrounds: ["#ffffff", "#f5f5f5"], towards: "#000000" },
  dark: { backgrounds: ["#171717", "#2b2b2b"], towards: "#ffffff" },
} as const;

/** The accent colour of the shipped style sheets. */
export const SHIPPED_ACCENT = "#066fd1";

/** Derives readable tones, so that every colour can be an accent. */
export const accentTones = (accent: string): { light: Tones; dark: Tones } => ({
  light: tonesIn("light", accent),
  dark: tonesIn("dark", accent),
});

function tonesIn(scheme: keyof typeof SCHEMES, accent: string): Tones {
  const { backgrounds, towards } = SCHEMES[scheme];
  const fill = readableTone(accent, backgrounds, CONTROL_RATIO, towards);
  const onFill = contrast(fill, "#ffffff") >= TEXT_RATIO ? "#ffffff" : "#000000";
  return {
    fill,
    onFill,
    // away from the text, so that its contrast can only grow
    fillHover: mix(fill, onFill === "#ffffff" ? "#000000" : "#ffffff", 0.15),
  };
}
