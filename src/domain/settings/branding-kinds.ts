import { text } from "../../texts/translate.js";
import { UNPRINTABLE, type Setting } from "./setting-kinds.js";

/** The kinds of settings that only the branding has. All of them can be blank. */

const LONGEST_ADDRESS = 500;
const LONGEST_PARAGRAPH = 500;

/** The name of a stored logo: 128 random bits, so that a new logo has a new address. */
export const LOGO_NAME = /^[0-9a-f]{32}\.png$/;

export const pictureName = (): Setting<string> & { isFile: true } => ({
  as: "upload",
  fallback: "",
  isFile: true,
  parse: (value) => (value === "" || LOGO_NAME.test(value) ? value : undefined),
  wrong: text("settings.wrong.picture_name"),
});

/** A colour as `#rrggbb`, in lower case. */
export const colour = (): Setting<string> => ({
  as: "colour",
  fallback: "",
  parse: (value) => {
    const name = value.trim().toLowerCase();
    return name === "" || /^#[0-9a-f]{6}$/.test(name) ? name : undefined;
  },
  wrong: text("settings.wrong.colour"),
});

/** The address of a page of another site, without credentials. */
export const webAddress = (): Setting<string> => ({
  as: "text",
  fallback: "",
  parse: (value) => {
    const address = value.trim();
    if (address === "") return "";
    // measured first, because parsing normalizes the host
    if (address.length > LONGEST_ADDRESS) return undefined;
    if (!/^https?:\/\//i.test(address) || /[\s\\]/.test(address) || !URL.canParse(address)) return undefined;
    const { href, username, password } = new URL(address);
    return username === "" && password === "" && href.length <= LONGEST_ADDRESS ? href : undefined;
  },
  wrong: text("settings.wrong.web_address", { max: LONGEST_ADDRESS }),
});

/** A few lines of plain text. */
export const paragraph = (): Setting<string> => ({
  as: "textarea",
  fallback: "",
  parse: (value) => {
    const lines = value.replaceAll(/\r\n?/g, "\n").trim();
    const isClean = lines.split("\n").every((line) => !UNPRINTABLE.test(line));
    return isClean && [...lines].length <= LONGEST_PARAGRAPH ? lines : undefined;
  },
  wrong: text("settings.wrong.paragraph", { max: LONGEST_PARAGRAPH }),
});
