/** Colours as `#rrggbb`, and their contrast as WCAG 2.2 defines it. */

type Channels = [red: number, green: number, blue: number];

const channelsOf = (colour: string): Channels =>
  [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as Channels;

const asColour = (channels: Channels): string =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, from 0 (black) to 1 (white). */
function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** @param share of the other colour, from 0 to 1 */
export function mix(colour: string, other: string, share: number): string {
  const target = channelsOf(other);
  return asColour(channelsOf(colour).map((value, at) => value + (target[at]! - value) * share) as Channels);
}

const STEPS = 50;

/**
 * The colour itself if it has the contrast with every background, else the closest tone towards black or white that
 * has it.
 */
export function readableTone(
  colour: string,
  backgrounds: readonly string[],
  minimum: number,
  towards: "#000000" | "#ffffff",
): string {
  for (let step = 0; step < STEPS; step++) {
    const tone = mix(colour, towards, step / STEPS);
    if (backgrounds.every((background) => contrast(tone, background) >= minimum)) return tone;
  }
  return towards;
}
