/** Lints the published document with Spectral and fails on warnings too. openapi/tools/spectral.yaml has the rules. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shippedDocument } from "../../src/contract/document.js";
import { publish, SAMPLE_ORIGIN } from "../../src/contract/published.js";
import { contractTools } from "./tools.js";

contractTools.install();
const folder = mkdtempSync(join(tmpdir(), "authdock-spectral-"));
const file = join(folder, "openapi.json");
try {
  writeFileSync(file, publish(shippedDocument(), SAMPLE_ORIGIN).json);
  const cli = contractTools.file("@stoplight/spectral-cli/dist/index.js");
  const options = ["--ruleset", "openapi/tools/spectral.yaml", "--fail-severity", "hint"];
  process.exitCode =
    spawnSync(process.execPath, [cli, "lint", ...options, file], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
