import { createHash } from "node:crypto";
import type { Publication } from "../../src/contract/published.js";
import { redocly } from "./redocly.js";

/** The logo that Redoc would load from its own host. */
const LOGOS = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-[a-z-]+\.svg/g;
const LOGO =
  "data:image/svg+xml;base64," +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="14"><text y="11" font-family="sans-serif" ' +
      'font-size="11" font-weight="600" fill="#3b82f6">Redocly</text></svg>',
  ).toString("base64");
const HEAD = "<head>";
const SCRIPTS = /<script[^>]*>(.*?)<\/script>/gs;

/** The reference as a single page that loads nothing from other hosts. */
export async function referencePage(publication: Publication): Promise<string> {
  const page = await buildPage(JSON.stringify(withNotice(publication)));
  if (!page.includes(HEAD) || !page.match(LOGOS))
    throw new Error("Redoc's page has an unexpected structure. Was the package updated?");
  // replacement functions, because a replacement text can contain `$&`
  const standalone = page.replaceAll(LOGOS, () => LOGO);
  return standalone.replace(
    HEAD,
    () => `${HEAD}\n  <meta http-equiv="Content-Security-Policy" content="${policyOf(standalone)}">`,
  );
}

/**
 * A policy that allows only Redoc's own scripts and no requests. Redoc renders the markup in texts of the contract,
 * which could otherwise run scripts or open frames.
 */
function policyOf(page: string): string {
  const hashes = [...page.matchAll(SCRIPTS)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
  );
  return [
    ...["default-src 'none'", `script-src ${hashes.join(" ")}`, "style-src 'unsafe-inline'"],
    ...["img-src data:", "font-src data:", "base-uri 'none'", "form-action 'none'"],
  ].join("; ");
}

/** Adds the version and the checksum to the description on the page. */
function withNotice({ document, checksum }: Publication): unknown {
  const info = document.info as { version: string; description?: string };
  const notice =
    `Version ${info.version}, as [openapi.json](openapi.json), [openapi.yaml](openapi.yaml) and as a ` +
    `[Postman collection](postman.json). SHA-256 of openapi.json: \`${checksum}\``;
  return { ...document, info: { ...info, description: `${info.description ?? ""}\n\n${notice}\n` } };
}

const buildPage = (json: string): Promise<string> =>
  redocly({ "openapi.json": json }, "index.html", (pathOf) => [
    ...["build-docs", pathOf("openapi.json"), "--output", pathOf("index.html")],
    ...["--inlineBundle", "--config", "openapi/tools/redocly.yaml"],
  ]);
