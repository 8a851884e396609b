import type { RequestHandler } from "express";
import { CurrentFile } from "../../../lib/current-file.js";
import { productFile } from "../../../lib/product-files.js";
import { sendServedFile, ServedFile } from "./served-file.js";

const own = (name: string): URL => productFile(`views/assets/${name}`);

const FILES = {
  // the rules that views and scripts use (scripts/styles/)
  "tabler.css": productFile("src/generated/tabler.css"),
  "authdock.css": own("authdock.css"),
  "theme.js": own("theme.js"),
  "authdock.js": own("authdock.js"),
  "favicon.svg": own("favicon.svg"),
};
export type AssetName = keyof typeof FILES;

/**
 * Style sheets and scripts of the pages. The address contains a hash of the content, so that browsers can cache a
 * file permanently and an upgrade has immediate effect.
 */
export class Assets {
  private readonly byPath = new Map<string, ServedFile>();
  private readonly paths = new Map<AssetName, CurrentFile<string>>();

  constructor() {
    for (const [name, location] of Object.entries(FILES) as [AssetName, string | URL][]) {
      this.paths.set(name, new CurrentFile(location, () => this.add(name, ServedFile.read(location))));
      this.path(name);
    }
  }

  path(name: AssetName): string {
    return this.paths.get(name)!.value;
  }

  private add(name: AssetName, file: ServedFile): string {
    const path = `/assets/${file.hash.slice(0, 16)}/${name}`;
    this.byPath.set(path, file);
    return path;
  }

  serve: RequestHandler = async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    const file = this.byPath.get(request.path);
    if (!file) return next();
    response.set("Cache-Control", "public, max-age=31536000, immutable");
    await sendServedFile(file, request, response);
  };
}
