import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Publication } from "../../src/contract/published.js";

const CLI = "node_modules/@redocly/cli/bin/cli.js";
const OPTIONS = ["--inlineBundle", "--config", "openapi/tools/redocly.yaml"];
const SILENT = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** What Redoc would load from its own host. */
const LOGOS = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-[a-z-]+\.svg/g;
const LOGO =
  "data:image/svg+xml;base64," +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="14"><text y="11" font-family="sans-serif" ' +
      'font-size="11" font-weight="600" fill="#fff">Redocly</text></svg>',
  ).toString("base64");
/** Whatever else it might ask for, the browser refuses. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; " +
  "form-action 'none'";
const HEAD = "<head>";

/** The reference as one page that needs nothing beside itself: no host, no font, no script from elsewhere. */
export function referencePage(publication: Publication): string {
  const page = built(JSON.stringify(described(publication)));
  if (!page.includes(HEAD) || !page.match(LOGOS)) throw new Error("Redoc's page is not made as it was.");
  // functions: a text may hold `$&`
  return page
    .replaceAll(LOGOS, () => LOGO)
    .replace(HEAD, () => `${HEAD}\n  <meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}

/** Says on the page itself which contract it shows. */
function described({ document, checksum }: Publication): unknown {
  const info = document.info as { version: string; description?: string };
  const notice =
    `Version ${info.version}, as [openapi.json](openapi.json), [openapi.yaml](openapi.yaml) and as a ` +
    `[Postman collection](postman.json). SHA-256 of openapi.json: \`${checksum}\``;
  return { ...document, info: { ...info, description: `${info.description ?? ""}\n\n${notice}\n` } };
}

function built(json: string): string {
  const folder = mkdtempSync(join(tmpdir(), "authdock-reference-"));
  const [source, page] = [join(folder, "openapi.json"), join(folder, "index.html")];
  try {
    writeFileSync(source, json);
    execFileSync(process.execPath, [CLI, "build-docs", source, "--output", page, ...OPTIONS], {
      env: { ...process.env, ...SILENT },
      stdio: ["ignore", "ignore", "pipe"],
    });
    return readFileSync(page, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
