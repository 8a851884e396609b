import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { RequestHandler } from "express";
import { AVATAR_NAME } from "../../domain/profile/avatars.js";
import { AVATARS } from "../../domain/mail/links.js";

/** A picture is only ever a picture; pages of other origins may show it, for the API gives its address away. */
const HEADERS = {
  "Content-Type": "image/webp",
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Answers for the pictures of people, without asking for a session; a new picture has a new address. */
export function serveAvatars(folder: string): RequestHandler {
  return async (request, response, next) => {
    const name = request.path.startsWith(AVATARS) ? request.path.slice(AVATARS.length) : "";
    // nothing but a name that was given here can name a file
    if (!AVATAR_NAME.test(name) || (request.method !== "GET" && request.method !== "HEAD")) return next();
    const picture = await readFile(join(resolve(folder), name)).catch(() => null);
    if (!picture) return next();
    response.set(HEADERS).send(picture);
  };
}
