import Bowser from "bowser";
import { text, type Sentence } from "../texts/translate.js";

export interface Device {
  /** "Chrome"; null when it is not a known one. */
  browser: string | null;
  /** "Linux"; null when it is not a known one. */
  system: string | null;
  kind: "desktop" | "phone" | "tablet" | "other";
}

const UNKNOWN: Device = { browser: null, system: null, kind: "other" };
/** As much as a session keeps; the parser is not asked to search through more. */
const MAX_LENGTH = 512;

// the header is written by whoever sends it: only names that the parser knows are shown in pages and mails
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
const KINDS: Record<string, Device["kind"]> = { desktop: "desktop", mobile: "phone", tablet: "tablet" };

const known = (names: ReadonlySet<string>, name: string | undefined): string | null =>
  name !== undefined && names.has(name) ? name : null;

// the same few browsers come again and again, and the parser tries hundreds of patterns
const described = new Map<string, Device>();
const MAX_DESCRIBED = 1000;

/** What a User-Agent header says about who sent it; believed for showing only. */
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

/** "Chrome on Linux", or as much of it as is known. */
export function deviceInWords(userAgent: string | null): Sentence {
  const { browser, system } = describeDevice(userAgent);
  if (browser !== null && system !== null) return text("device.browser_on_system", { browser, system });
  const name = browser ?? system;
  return name ?? text("device.unknown");
}
