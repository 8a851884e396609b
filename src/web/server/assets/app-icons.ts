import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Request, RequestHandler, Response } from "express";
import { PRODUCT_VERSION } from "../../../lib/version.js";
import { logoFiles } from "../../../domain/administration/logo-files.js";
import type { Services } from "../../../domain/services.js";
import { accentTones, SHIPPED_ACCENT } from "../../../domain/settings/accent.js";
import { brandOf, type Brand } from "../../../domain/settings/branding.js";
import { etagMatches } from "../../../http/conditional.js";
import { reencode } from "../../../lib/pictures/pictures.js";
import { sha256Hex } from "../../../lib/secrets.js";
import { productFile } from "../../../lib/product-files.js";

/** Apple devices show a transparent background as black. */
const FILLED = "#ffffff";
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

interface Icon {
  side: number;
  /** The file in `views/assets/icons` that is served without a logo. */
  shipped: string;
  /** Whether the icon has a background, with a margin around the logo. */
  isFilled?: true;
}

const ICONS: Record<string, Icon> = {
  "/favicon.ico": { side: 32, shipped: "favicon-32.png" },
  "/apple-touch-icon.png": { side: 180, shipped: "apple-touch-icon.png", isFilled: true },
  "/icon-192.png": { side: 192, shipped: "icon-192.png" },
  "/icon-512.png": { side: 512, shipped: "icon-512.png" },
};
const MANIFEST = "/manifest.webmanifest";
const MARK = "/icon.svg";

/** Part of the addresses, so that a new logo or mark is shown although browsers keep icons. */
export const iconVersion = ({ logo, mark, accent }: Brand): string => {
  if (logo) return logo.light.slice(0, 16);
  return mark === null ? PRODUCT_VERSION : sha256Hex(`${mark} ${accent}`).slice(0, 16);
};

/** An icon file with one PNG (ICONDIR and ICONDIRENTRY, 22 bytes); all browsers of today read it. */
export function asIco(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The icons of the service and its web app manifest: of the operator's logo, with the letter of its name, or as shipped. */
export class AppIcons {
  /** Path → icon of the current logo, made on first request. */
  private readonly made = new Map<string, Promise<Buffer>>();
  private madeOf = "";

  constructor(private readonly services: Services) {}

  /** Serves the icons and the manifest without a session. */
  serve: RequestHandler = async (request, response, next) => {
    const icon = ICONS[request.path];
    const isAsked = icon !== undefined || request.path === MANIFEST || request.path === MARK;
    if (!isAsked || (request.method !== "GET" && request.method !== "HEAD")) return next();
    // browsers also ask while the database doesn't respond
    const settings = await this.services.settings.readOrRecall();
    const brand = brandOf(settings);
    if (request.path === MARK && brand.mark === null) return next();
    if (request.path === MARK) return send(request, response, brand, "image/svg+xml", markOf(brand));
    if (!icon) return send(request, response, brand, "application/manifest+json", manifestOf(brand));
    const type = request.path === "/favicon.ico" ? "image/x-icon" : "image/png";
    send(request, response, brand, type, await this.icon(brand, request.path, icon));
  };

  private icon({ logo }: Brand, path: string, icon: Icon): Promise<Buffer> {
    const name = logo?.light ?? "";
    if (this.madeOf !== name) this.made.clear();
    this.madeOf = name;
    const cached = this.made.get(path);
    if (cached) return cached;
    const made = this.make(logo, path, icon);
    this.made.set(path, made);
    made.catch(() => this.made.delete(path)); // the next request tries again
    return made;
  }

  private async make(logo: Brand["logo"], path: string, icon: Icon): Promise<Buffer> {
    const picture = logo && (await logoFiles(this.services).read(logo.light));
    const png = picture ? await scaled(picture, icon) : readShipped(icon);
    return path === "/favicon.ico" ? asIco(png, icon.side) : png;
  }
}

/** The logo in the middle of a square. */
function scaled(logo: Buffer, { side, isFilled }: Icon): Promise<Buffer> {
  const margin = isFilled ? Math.round(side / 10) : 0;
  const inner = side - 2 * margin;
  const background = isFilled ? FILLED : TRANSPARENT;
  return reencode(logo, "logo", (picture) => {
    const square = (isFilled ? picture.flatten({ background }) : picture)
      .resize(inner, inner, { fit: "contain", background })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background });
    return square.png();
  });
}

const readShipped = ({ shipped }: Icon): Buffer => readFileSync(productFile(`views/assets/icons/${shipped}`));

/** The letter of the mark on the accent. */
function markOf({ mark, accent }: Brand): Buffer {
  const { fill, onFill } = accentTones(accent ?? SHIPPED_ACCENT).light;
  const letter = Array.from(mark!, (character) => `&#${character.codePointAt(0)};`).join("");
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="${fill}"/>` +
      `<text x="14" y="20" text-anchor="middle" font-family="sans-serif" font-size="16" fill="${onFill}">${letter}</text></svg>`,
  );
}

function manifestOf(brand: Brand): Buffer {
  const version = iconVersion(brand);
  const icon = (side: number) => ({
    src: `/icon-${side}.png?v=${version}`,
    sizes: `${side}x${side}`,
    type: "image/png",
  });
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: "#ffffff",
    theme_color: accentTones(brand.accent ?? SHIPPED_ACCENT).light.fill,
    icons: [icon(192), icon(512)],
  };
  return Buffer.from(JSON.stringify(manifest));
}

/** Cached permanently under the current version, else for an hour. */
function send(request: Request, response: Response, brand: Brand, type: string, body: Buffer): void {
  const isVersioned = type !== "application/manifest+json" && request.query["v"] === iconVersion(brand);
  const tag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  response.set({
    "Cache-Control": isVersioned ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    ETag: tag,
    "X-Content-Type-Options": "nosniff",
  });
  if (etagMatches(request.headers["if-none-match"], tag)) return void response.status(304).end();
  // express would add a charset, which JSON doesn't have
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
}
