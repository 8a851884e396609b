import type { RequestHandler } from "express";
import { AVATARS } from "../../../domain/mail/links.js";
import { avatarFiles } from "../../../domain/profile/avatars.js";
import type { Services } from "../../../domain/services.js";

/** The headers of an uploaded picture, besides its type. Pages of other origins can show it, because the API publishes its address. */
export const PICTURE_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Serves the avatars without a session; a new picture has a new address. */
export function serveAvatars(services: Services): RequestHandler {
  const pictures = avatarFiles(services);
  return async ({ method, path }, response, next) => {
    if (!path.startsWith(AVATARS) || (method !== "GET" && method !== "HEAD")) return next();
    const picture = await pictures.read(path.slice(AVATARS.length));
    if (!picture) return next();
    response.set({ ...PICTURE_HEADERS, "Content-Type": "image/webp" }).send(picture);
  };
}
