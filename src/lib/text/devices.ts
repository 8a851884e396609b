import Bowser from "bowser";
import { text, type Sentence } from "../../texts/translate.js";

export interface Device {
  /** For example "Chrome"; null when unknown. */
  browser: string | null;
  /** For example "Linux"; null when unknown. */
  system: string | null;
  kind: "desktop" | "phone" | "tablet" | "other";
}

const UNKNOWN: Device = { browser: null, system: null, kind: "other" };
/** The length that a session stores, which also limits the parser's work. */
const MAX_LENGTH = 512;

// the sender controls the header, so pages and mails show only names that the parser knows
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
const KINDS: Record<string, Device["kind"]> = { desktop: "desktop", mobile: "phone", tablet: "tablet" };

const known = (names: ReadonlySet<string>, name: string | undefined): string | null =>
  name !== undefined && names.has(name) ? name : null;

// cached, because few browsers are common and the parser tries hundreds of patterns
const described = new Map<string, Device>();
const MAX_DESCRIBED = 1000;

/** The browser and system of a User-Agent header, for display only. */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return UNKNOWN;
  const header = userAgent.slice(0, MAX_LENGTH);
  const device = described.get(header) ?? parse(header);
  if (described.size === MAX_DESCRIBED) described.clear();
  described.set(header, device);
  return device;
}

function parse(header: string): Device {
  const { browser, os, platform } = Bowser.parse(header);
  return {
    browser: known(BROWSERS, browser.name),
    system: known(SYSTEMS, os.name),
    kind: KINDS[platform.type ?? ""] ?? "other",
  };
}

/** "Chrome on Linux", or the known part of it. */
export function deviceSentence(userAgent: string | null): Sentence {
  const { browser, system } = describeDevice(userAgent);
  if (browser !== null && system !== null) return text("device.browser_on_system", { browser, system });
  const name = browser ?? system;
  return name ?? text("device.unknown");
}
