import type { RequestHandler } from "express";
import { logoFiles } from "../../../domain/administration/logo-files.js";
import type { Services } from "../../../domain/services.js";
import { BRANDING } from "../../../domain/settings/branding.js";
import { accentSheetAt } from "./accent-sheet.js";
import { PICTURE_HEADERS } from "./avatars.js";
import { sendServedFile } from "./served-file.js";

/**
 * Serves the logos, those of clients included, and the style sheet of the accent colour, without a session. Mails and pages of other origins can
 * show a logo.
 */
export function serveBranding(services: Services): RequestHandler {
  const logos = logoFiles(services);
  return async (request, response, next) => {
    const { path, method } = request;
    if (!path.startsWith(BRANDING) || (method !== "GET" && method !== "HEAD")) return next();
    const sheet = accentSheetAt(path);
    if (sheet) {
      response.set("Cache-Control", "public, max-age=31536000, immutable");
      return sendServedFile(sheet, request, response);
    }
    const logo = await logos.read(path.slice(BRANDING.length));
    if (!logo) return next();
    response.set({ ...PICTURE_HEADERS, "Content-Type": "image/png" }).send(logo);
  };
}
